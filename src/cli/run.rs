//! The options of a run.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::whole::whole;
use crate::export::Format;
use crate::export::html::Readers;
use crate::scenario::document::Overrides;
use crate::workers::MAX_THREADS;

/// Which options belong together: the headings of `--help`.
pub(super) mod heading {
    pub const INPUT: &str = "Input";
    pub const RUN: &str = "Run";
    pub const QUESTIONS: &str = "Questions";
    pub const OUTPUT: &str = "Output";
    pub const DISPLAY: &str = "Display";
}

// The first paragraph of each comment is one line of `-h`; `--help` prints all of it. `-h` fits on
// one screen: rare options are hidden there.
/// The options of a run.
#[derive(Clone, Debug, Default, Args)]
pub struct RunArgs {
    /// Scenarios or rules to run: names or files; or dice: 4d6kh3
    ///
    /// A scenario is a TOML file, a file in scenarios/, or a bundled scenario; `.toml` may be left
    /// off. A rule runs with its default parameters. Dice are an expression of the rule language
    /// without quotes around the dice: 2d6+3, "2d6 >= 7", "count(5d10 >= 7)".
    #[arg(value_name = "SCENARIO", display_order = 0, help_heading = heading::INPUT)]
    pub wanted: Vec<String>,
    /// Scenario to run; repeatable
    ///
    /// A scenario is a TOML file, a file in scenarios/, or a bundled scenario; `.toml` may be left
    /// off.
    #[arg(long, required_unless_present_any = ["wanted", "rule"], value_name = "FILE", help_heading = heading::INPUT)]
    pub scenario: Vec<String>,
    /// Rule to run with its default parameters; repeatable
    ///
    /// Use it if a scenario has the same name as the rule.
    #[arg(long, value_name = "ID", hide_short_help = true, help_heading = heading::INPUT)]
    pub rule: Vec<String>,
    /// Set a parameter; repeatable
    ///
    /// KEY is the parameter's key or its label (such as QV). VALUE is a TOML value or plain text.
    /// A swept parameter keeps only this value.
    #[arg(long, value_name = "KEY=VALUE", help_heading = heading::INPUT)]
    pub set: Vec<String>,
    /// Sweep a parameter, such as quality=2..6; repeatable
    ///
    /// Write KEY=A..B, KEY=A..B..STEP, or KEY=a,b,c.
    #[arg(long, value_name = "KEY=VALUES", help_heading = heading::INPUT)]
    pub sweep: Vec<String>,
    /// Number of trials per case [default: 1000000]
    ///
    /// Without this option and without `trials` in the scenario, a case whose trials are slow gets
    /// as many as about two seconds allow.
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = heading::RUN)]
    pub trials: Option<String>,
    /// Seed of the random numbers: a whole number, or "random" [default: 1]
    ///
    /// The same seed gives the same numbers. "random" draws a seed and reports it.
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = heading::RUN)]
    pub seed: Option<String>,
    /// Stop a case once its intervals are this narrow, such as 0.001
    ///
    /// P is half the width of the widest interval of a chance in the case.
    #[arg(long, value_name = "P", allow_hyphen_values = true, help_heading = heading::RUN)]
    pub precision: Option<String>,
    /// Confidence level of the intervals [default: 0.95]
    #[arg(long, value_name = "P", allow_hyphen_values = true, hide_short_help = true, help_heading = heading::RUN)]
    pub confidence: Option<String>,
    /// Number of threads, 1 to 1024 [default: one per processor]
    ///
    /// The results do not depend on it. RAYON_NUM_THREADS is ignored.
    #[arg(long, value_name = "N", value_parser = whole(1, MAX_THREADS), help_heading = heading::RUN)]
    pub threads: Option<u16>,
    /// How trials are run
    #[arg(long, value_enum, default_value = "auto", hide_short_help = true, help_heading = heading::RUN)]
    pub engine: Engine,
    /// Run one part of the work, such as 3/16, for `simulate merge`
    ///
    /// K/N runs shard K of N and writes its file. "auto" takes both numbers from a scheduler:
    /// Slurm, Kubernetes, PBS, LSF, SGE or GNU parallel.
    #[arg(long, value_name = "K/N", allow_hyphen_values = true, help_heading = heading::RUN, conflicts_with_all = [
        "find", "sensitivity", "skill", "against", "samples", "sort", "top", "all", "at_least", "at_most", "wide", "format", "no_charts", "no_report", "no_save", "json",
    ])]
    pub shard: Option<String>,
    /// Ask a question, such as "P(successes@1 >= 2)"; repeatable
    ///
    /// Other examples: "mean(actions | result@1 = mixed)", "median(hits)".
    #[arg(long, value_name = "QUESTION", allow_hyphen_values = true, help_heading = heading::QUESTIONS)]
    pub ask: Vec<String>,
    /// Find a parameter's value, such as "P(hits >= 2) = 0.6"
    ///
    /// Looks for the value of the parameter named by --over for which the question has this
    /// answer. Prints the value and writes no files.
    #[arg(long, value_name = "QUESTION=NUMBER", allow_hyphen_values = true, requires = "over", help_heading = heading::QUESTIONS, conflicts_with_all = ["sensitivity", "skill", "against", "samples", "sort", "top"])]
    pub find: Option<String>,
    /// Parameter that --find varies, such as quality=2..6
    ///
    /// Write KEY for its whole range, KEY=A..B, or KEY=a,b,c.
    #[arg(long, value_name = "KEY", requires = "find", help_heading = heading::QUESTIONS)]
    pub over: Option<String>,
    /// Rank the parameters by their effect on a question
    ///
    /// Computes the answer with every number one step lower and one step higher, and with every
    /// yes/no parameter reversed.
    #[arg(long, value_name = "QUESTION", allow_hyphen_values = true, help_heading = heading::QUESTIONS)]
    pub sensitivity: Option<String>,
    /// Show how much skill matters to the aim of a player
    ///
    /// Compares worst, random, short-sighted, nearly best and best choices, and says after how many
    /// trials the better player is ahead.
    #[arg(long, help_heading = heading::QUESTIONS)]
    pub skill: bool,
    /// Compare the results with those of an earlier run
    ///
    /// DIR is a folder of results. Without DIR, the results are compared with the last run that
    /// had other inputs. Charts show the earlier results in grey.
    #[arg(long, value_name = "DIR", num_args = 0..=1, help_heading = heading::QUESTIONS)]
    pub against: Option<Option<PathBuf>>,
    /// Find settings that meet every goal, like `simulate balance`
    ///
    /// Tries the settings that `[balance]` in the scenario allows, and compares the best with the
    /// published one.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["find", "shard"], help_heading = heading::QUESTIONS)]
    pub balance: bool,
    /// With --balance: stop judging a setting at its first missed goal
    ///
    /// This is faster. Settings that miss a goal are not reported.
    #[arg(long, hide_short_help = true, help_heading = heading::QUESTIONS)]
    pub met_only: bool,
    /// Parent folder of the results folders [default: output]
    ///
    /// Typed dice write files only with this option.
    #[arg(long, value_name = "DIR", help_heading = heading::OUTPUT)]
    pub output: Option<PathBuf>,
    /// Chart formats
    ///
    /// Separate several formats by commas. The default is svg,png. CSV files are always written.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png", hide_default_value = true, help_heading = heading::OUTPUT)]
    pub format: Vec<Format>,
    /// Draw a few charts, or all that suit the rule [default: few]
    ///
    /// Applies to a scenario that names no charts. "few" draws the three most useful charts.
    #[arg(long, value_name = "WHICH", value_parser = ["few", "all"], hide_possible_values = true, conflicts_with = "no_charts", help_heading = heading::OUTPUT)]
    pub charts: Option<String>,
    /// Draw no charts
    #[arg(long, help_heading = heading::OUTPUT)]
    pub no_charts: bool,
    /// Level of detail of report.html
    ///
    /// The default is full.
    #[arg(long, value_enum, default_value = "full",hide_default_value = true, value_name = "KIND", help_heading = heading::OUTPUT)]
    pub report: ReportKind,
    /// Do not write report.html
    #[arg(long, conflicts_with = "report", hide_short_help = true, help_heading = heading::OUTPUT)]
    pub no_report: bool,
    /// Write the first N trials of each case to trials.csv
    ///
    /// `simulate replay` shows such a trial roll by roll.
    #[arg(long, value_name = "N", value_parser = whole(1u64, 100_000), hide_short_help = true, help_heading = heading::OUTPUT)]
    pub samples: Option<u64>,
    /// Print the results and write no files
    #[arg(long, visible_alias = "stdout", conflicts_with = "samples", help_heading = heading::OUTPUT)]
    pub no_save: bool,
    /// Print JSON instead of the table
    ///
    /// --json=full adds every distribution, value by value.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "brief", hide_possible_values = true, help_heading = heading::DISPLAY)]
    pub json: Option<Json>,
    /// Sort the table by a column, largest first
    ///
    /// ASK is the label of a question or a metric, or its first letters. A minus sign in front
    /// sorts the smallest first.
    #[arg(long, value_name = "ASK", allow_hyphen_values = true, help_heading = heading::DISPLAY)]
    pub sort: Option<String>,
    /// Show only the first N cases of the table
    #[arg(long, value_name = "N", value_parser = whole(1, u32::MAX), hide_short_help = true, help_heading = heading::DISPLAY)]
    pub top: Option<u32>,
    /// Show all numbers of all cases, as rows instead of a grid
    #[arg(long, help_heading = heading::DISPLAY)]
    pub all: bool,
    /// Show the chance of each value or more
    ///
    /// For a single case, or for a few cases side by side.
    #[arg(long, help_heading = heading::DISPLAY)]
    pub at_least: bool,
    /// Show the chance of each value or less
    ///
    /// For a single case, or for a few cases side by side.
    #[arg(long, help_heading = heading::DISPLAY)]
    pub at_most: bool,
    /// Show all exact and simulated columns, however wide the table is
    #[arg(long, help_heading = heading::DISPLAY)]
    pub wide: bool,
    /// Print neither progress nor the table
    #[arg(long, help_heading = heading::DISPLAY)]
    pub quiet: bool,
}

/// How much the JSON of a run contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Json {
    /// Each case with its numbers
    Brief,
    /// Also every distribution, value by value
    Full,
}

/// How trials are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    #[default]
    /// Simulates trials if that is cheap (up to about 200 million dice) or the rule is too large to
    /// explore; else like graph
    Auto,
    /// Simulates all trials, and rolls every die
    Play,
    /// Samples trials from the state graph of the exact odds, and simulates some as a cross-check
    Graph,
}

/// Who reads a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportKind {
    /// Every number, its precision and its source, for designers
    #[default]
    Full,
    /// The summary and the rule in everyday words, for playtesters
    Plain,
}

impl RunArgs {
    /// Returns the parent folder of the results folders.
    pub fn output_folder(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new("output"))
    }

    /// Returns the readers of report.html, or `None` if it is not written.
    pub fn readers(&self) -> Option<Readers> {
        let readers = match self.report {
            ReportKind::Full => Readers::Designers,
            ReportKind::Plain => Readers::Playtesters,
        };
        (!self.no_report).then_some(readers)
    }

    /// Returns the changes to every scenario.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            run: self.run_overrides(),
            sets: self.set.clone(),
            sweeps: self.sweep.clone(),
            asks: self.ask.clone(),
            ..Overrides::default()
        }
    }

    /// Returns the other options that decide the numbers, by key.
    pub fn other_options(&self) -> Vec<(&'static str, String)> {
        let sensitivity = self
            .sensitivity
            .iter()
            .map(|question| ("sensitivity", question.clone()));
        let engine = (self.engine != Engine::Auto)
            .then(|| self.engine.to_possible_value())
            .flatten();
        let engine = engine.map(|engine| ("engine", engine.get_name().to_owned()));
        let skill = self.skill.then(|| ("skill", String::new()));
        self.overrides()
            .others()
            .into_iter()
            .chain(sensitivity)
            .chain(skill)
            .chain(engine)
            .collect()
    }

    /// Returns the options that override `[run]`, by key.
    pub fn run_overrides(&self) -> Vec<(&'static str, String)> {
        let options = [
            ("trials", &self.trials),
            ("seed", &self.seed),
            ("confidence", &self.confidence),
            ("precision", &self.precision),
            ("charts", &self.charts),
        ];
        options
            .into_iter()
            .filter_map(|(key, value)| Some((key, value.clone()?)))
            .collect()
    }
}
