//! The command line, and nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// The odds of game rules, simulated millions of times and computed exactly.
///
/// Write a rule's numbers into a short TOML file, run it, and get the odds as a table, as CSV and as charts
/// for print. Start from a bundled scenario (`simulate list`) or from `simulate new RULE`.
///
/// A rule of your own is a short program in a file that ends in `.odds`, named by a scenario as any rule is:
/// `simulate new --rule-file mine.odds` writes one to start from, `show`, `check` and `replay` tell what it does.
#[derive(Debug, Parser)]
#[command(name = "simulate", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do instead of running scenarios.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to run them.
    #[command(flatten)]
    pub run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  simulate --scenario wing3d.toml
  simulate --scenario wing3d --set quality=5 --trials 100000
  simulate --scenario wing-turn --ask \"P(actions >= 6 | result@1 = mixed)\"
  simulate wing-activation --set quality=5 --sweep cubes=0..6
  simulate show wing-activation
  simulate new wing-activation > mine.toml
  simulate new --rule-file mine.odds    (a rule file and a scenario, mine.toml, to start from)
  simulate check mine.toml              (both, and what the rule file expects of itself)
  simulate show battle.odds             (a bundled rule file: its parameters and metrics)
  simulate replay wing3d --trial 17

Exit codes: 0 done; 1 the run failed (disk full, no permission); 2 the command line, a scenario or a rule file is
wrong, and nothing was written; 3 an answer is not what the scenario wants; 4 the played trials disagree with the exact
odds; 130 interrupted (Ctrl-C, SIGTERM, SIGHUP).";

const SCHEMA: &str = "\
Save it beside the scenarios, and name it in the first line of each:
  simulate schema wing-activation > scenario.schema.json
  #:schema ./scenario.schema.json
Even Better TOML in VS Code, and taplo anywhere, complete and check by it.";

/// What to do instead of running scenarios.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the bundled scenarios and the rules, a line each
    List,
    /// Show a rule: what it says, how its text was read, its parameters and metrics; or how dice are written
    Show {
        /// The rule's id, as `simulate list` has it, a rule file, or "dice"
        rule: String,
    },
    /// Check scenarios and rule files without running them, and what the rule files expect of themselves
    Check {
        /// Scenario files, rule files, or names of bundled scenarios
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Work out what the scenarios ask, and say what is not as it is wanted
        #[arg(long)]
        odds: bool,
    },
    /// Print a commented scenario to start from, or write a rule file of your own
    New {
        /// The rule's id, as `simulate list` has it, or a rule file
        #[arg(required_unless_present = "rule_file", conflicts_with = "rule_file")]
        rule: Option<String>,
        /// Write a commented rule file and its scenario beside it, such as mine.odds and mine.toml
        #[arg(long, value_name = "FILE")]
        rule_file: Option<PathBuf>,
    },
    /// Tell one played trial line by line: its rolls, and what it showed
    Replay(ReplayArgs),
    /// Print a JSON Schema of scenario files, by which editors complete and underline
    #[command(after_help = SCHEMA)]
    Schema {
        /// A rule's id, or a rule file: its scenarios alone, which editors follow best; all rules if left out
        rule: Option<String>,
    },
    /// Say how to get the page: the whole program in a browser, in one file, for those without a terminal
    Page,
    /// Print a script that completes commands and options in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page; or write it and those of all commands into a folder
    Man {
        /// The folder, such as ~/.local/share/man/man1
        folder: Option<PathBuf>,
    },
}

/// Which trial to tell.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A scenario, as a file or a bundled one; or a rule or rule file, with its defaults
    pub scenario: String,
    /// The case, from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub case: u32,
    /// The trial among those that a run plays, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub trial: u64,
    /// Seed of the run
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Override a parameter, as in a run; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// How to run scenarios.
#[derive(Debug, Args)]
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
    /// Trials per case
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub trials: Option<String>,
    /// Seed of the random numbers, or "random"
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Threads; all processors by default, and the same numbers with any
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Level of every interval, such as 0.95
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub confidence: Option<String>,
    /// Stop a case once every probability's interval is this narrow (half its width)
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub precision: Option<String>,
    /// Override a parameter: a TOML value, or bare text; repeatable. A swept parameter then has this one value
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Sweep a parameter: KEY=A..B, KEY=A..B..STEP, or KEY=a,b,c; repeatable
    #[arg(long, value_name = "KEY=VALUES")]
    pub sweep: Vec<String>,
    /// Ask a question, such as "P(successes@1 >= 2)" or "mean(actions | result@1 = mixed)"; repeatable
    #[arg(long, value_name = "QUESTION", allow_hyphen_values = true)]
    pub ask: Vec<String>,
    /// How trials are run: play rolls every die of every trial; graph draws a sample over the states explored, and
    /// plays some trials beside it; auto plays all of them up to some 200 million dice, and draws beyond that
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: Engine,
    /// Folder under which each scenario gets its folder of results
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub output: PathBuf,
    /// Chart files to write
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png")]
    pub format: Vec<ChartFormat>,
    /// Draw no charts
    #[arg(long)]
    pub no_charts: bool,
    /// Write no report.html
    #[arg(long)]
    pub no_report: bool,
    /// Print the summary as JSON instead of the table
    #[arg(long)]
    pub json: bool,
    /// No progress, no table
    #[arg(long)]
    pub quiet: bool,
}

/// How trials are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Every trial played where that is cheap or there is no graph, else as graph
    Auto,
    /// Every trial played, roll by roll
    Play,
    /// A sample drawn over the graph of states, and some trials played beside it as a witness
    Graph,
}

/// A format of chart files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChartFormat {
    /// Scalable, for layout programs and the web
    Svg,
    /// 300 dots per inch
    Png,
    /// Vectors for print, black as black ink alone
    Pdf,
    /// The chart's numbers as a Markdown table
    Md,
    /// The chart's numbers as a LaTeX table (booktabs)
    Tex,
}

impl RunArgs {
    /// The other options that decide the numbers, by key.
    pub fn other_options(&self) -> Vec<(&'static str, String)> {
        let of = |key: &'static str, texts: &[String]| texts.iter().map(|text| (key, text.clone())).collect::<Vec<_>>();
        let engine = (self.engine != Engine::Auto).then(|| self.engine.to_possible_value()).flatten();
        let engine = engine.map(|engine| vec![("engine", engine.get_name().to_owned())]).unwrap_or_default();
        [of("set", &self.set), of("sweep", &self.sweep), of("ask", &self.ask), engine].concat()
    }

    /// The options that override `[run]`, by key.
    pub fn run_overrides(&self) -> Vec<(&'static str, String)> {
        let options = [
            ("trials", &self.trials),
            ("seed", &self.seed),
            ("confidence", &self.confidence),
            ("precision", &self.precision),
        ];
        options.into_iter().filter_map(|(key, value)| Some((key, value.clone()?))).collect()
    }
}
