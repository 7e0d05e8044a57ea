//! How to run scenarios: the options of a run.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::export::Format;
use crate::export::html::Readers;
use crate::workers::MOST_THREADS;

/// How to run scenarios.
#[derive(Debug, Default, Args)]
pub struct RunArgs {
    /// What to run: a scenario, as for --scenario, or a rule or rule file with its defaults
    #[arg(value_name = "SCENARIO")]
    pub wanted: Vec<String>,
    /// Scenario to run: a file, a file in scenarios/, or a bundled one; `.toml` may be left off; repeatable
    #[arg(long, required_unless_present_any = ["wanted", "rule"], value_name = "FILE")]
    pub scenario: Vec<String>,
    /// Rule to run with its defaults, where a scenario has the same name; repeatable
    #[arg(long, value_name = "ID")]
    pub rule: Vec<String>,
    /// Trials per case; where nobody says, a case of which each has to be played has as many as about two seconds allow
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub trials: Option<String>,
    /// Seed of the random numbers, or "random"
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Threads, 1 to 1024; one for each processor by default, and the same numbers with any. RAYON_NUM_THREADS is ignored
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    pub threads: Option<u16>,
    /// Level of every interval, such as 0.95
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub confidence: Option<String>,
    /// Stop a case once every probability's interval is this narrow (half its width)
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub precision: Option<String>,
    /// Override a parameter, by its key or what it is called (QV): a TOML value, or bare text; repeatable. A swept parameter
    /// then has this one value
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Sweep a parameter: KEY=A..B, KEY=A..B..STEP, or KEY=a,b,c; repeatable
    #[arg(long, value_name = "KEY=VALUES")]
    pub sweep: Vec<String>,
    /// Ask a question, such as "P(successes@1 >= 2)" or "mean(actions | result@1 = mixed)"; repeatable
    #[arg(long, value_name = "QUESTION", allow_hyphen_values = true)]
    pub ask: Vec<String>,
    /// Look for the value of a parameter with which a question has this answer, such as "P(successes@1 >= 2) = 0.6"; it is
    /// told and nothing is written
    #[arg(long, value_name = "QUESTION = NUMBER", allow_hyphen_values = true, requires = "over", conflicts_with_all = ["sensitivity", "against", "samples", "sort", "top"])]
    pub find: Option<String>,
    /// The parameter whose values are looked through: KEY for its whole range, KEY=A..B, or KEY=a,b,c
    #[arg(long, value_name = "KEY", requires = "find")]
    pub over: Option<String>,
    /// Find the numbers that make all that the scenario wants come true, of those that its `[balance]` allows, and run the
    /// best beside the published ones; as `simulate balance`
    #[arg(long, conflicts_with_all = ["find", "shard"])]
    pub balance: bool,
    /// Of `[balance]`, judge a setting no further than its first broken wish: sooner, and nothing is told of those that miss
    #[arg(long)]
    pub met_only: bool,
    /// Ask what matters most to a question: every number one step down and up, every flag turned
    #[arg(long, value_name = "QUESTION", allow_hyphen_values = true)]
    pub sensitivity: Option<String>,
    /// Lay the results beside those in a folder, and tell what has changed; without a folder beside those of the last run
    /// with other inputs. Charts show the earlier results in grey
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    pub against: Option<Option<PathBuf>>,
    /// Write the first trials of each case as rows of trials.csv, as many as this; `simulate replay` tells each of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub samples: Option<u64>,
    /// Order the table by a question or a headline, the greatest first: its label, or its beginning; a minus before it puts
    /// the least first
    #[arg(long, value_name = "ASK", allow_hyphen_values = true)]
    pub sort: Option<String>,
    /// Show so many cases of the table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub top: Option<u32>,
    /// Show all numbers and then the simulated ones, however wide the table gets
    #[arg(long)]
    pub wide: bool,
    /// How trials are run: play rolls every die of every trial; graph draws a sample over the states explored, and
    /// plays some trials beside it; auto plays all of them up to some 200 million dice, and draws beyond that
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: Engine,
    /// Run one shard of the work, K of N (3/16), and write its file, for `simulate merge`; "auto": the task of a
    /// scheduler (Slurm, Kubernetes, PBS, LSF, SGE, GNU parallel)
    #[arg(long, value_name = "K/N", allow_hyphen_values = true, conflicts_with_all = [
        "find", "sensitivity", "against", "samples", "sort", "top", "wide", "format", "no_charts", "no_report", "no_save", "json",
    ])]
    pub shard: Option<String>,
    /// Folder under which each scenario gets its folder of results
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub output: PathBuf,
    /// Chart files to write
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png")]
    pub format: Vec<Format>,
    /// Which charts to draw where the scenario names none: few, the three that tell most, or all that suit it
    #[arg(long, value_name = "WHICH", value_parser = ["few", "all"], conflicts_with = "no_charts")]
    pub charts: Option<String>,
    /// Draw no charts
    #[arg(long)]
    pub no_charts: bool,
    /// For whom report.html is: full for designers; plain for playtesters, in everyday words, with the rule and no statistics
    #[arg(long, value_enum, default_value = "full", value_name = "KIND")]
    pub report: ReportKind,
    /// Write no report.html
    #[arg(long, conflicts_with = "report")]
    pub no_report: bool,
    /// Write nothing: print the table, or the JSON, and no more
    #[arg(long, visible_alias = "stdout", conflicts_with = "samples")]
    pub no_save: bool,
    /// Print JSON instead of the table; with =full every law too, value by value
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "brief")]
    pub json: Option<Json>,
    /// No progress, no table
    #[arg(long)]
    pub quiet: bool,
}

/// How much the JSON of a run tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Json {
    /// Each case with its numbers
    Brief,
    /// And every law, value by value
    Full,
}

/// How trials are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    #[default]
    /// Every trial played where that is cheap or there is no graph, else as graph
    Auto,
    /// Every trial played, roll by roll
    Play,
    /// A sample drawn over the graph of states, and some trials played beside it as a witness
    Graph,
}

/// For whom a report is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportKind {
    /// For designers: every number, how sure it is, how it was made
    #[default]
    Full,
    /// For playtesters: the findings and the rule, without words of statistics
    Plain,
}

impl RunArgs {
    /// For whom report.html is written; nothing where none is wanted.
    pub fn readers(&self) -> Option<Readers> {
        let readers = match self.report {
            ReportKind::Full => Readers::Designers,
            ReportKind::Plain => Readers::Playtesters,
        };
        (!self.no_report).then_some(readers)
    }

    /// The other options that decide the numbers, by key.
    pub fn other_options(&self) -> Vec<(&'static str, String)> {
        let of = |key: &'static str, texts: &[String]| texts.iter().map(|text| (key, text.clone())).collect::<Vec<_>>();
        let sensitivity = self.sensitivity.iter().map(|question| ("sensitivity", question.clone())).collect();
        let engine = (self.engine != Engine::Auto).then(|| self.engine.to_possible_value()).flatten();
        let engine = engine.map(|engine| vec![("engine", engine.get_name().to_owned())]).unwrap_or_default();
        [of("set", &self.set), of("sweep", &self.sweep), of("ask", &self.ask), sensitivity, engine].concat()
    }

    /// The options that override `[run]`, by key.
    pub fn run_overrides(&self) -> Vec<(&'static str, String)> {
        let options = [
            ("trials", &self.trials),
            ("seed", &self.seed),
            ("confidence", &self.confidence),
            ("precision", &self.precision),
            ("charts", &self.charts),
        ];
        options.into_iter().filter_map(|(key, value)| Some((key, value.clone()?))).collect()
    }
}
