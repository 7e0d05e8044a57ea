//! The command line, and nothing else.

mod balance;
mod merge;
mod run;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use balance::BalanceArgs;
pub use merge::MergeArgs;
pub use run::{Engine, Json, ReportKind, RunArgs};

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
  simulate gallery/craps                (a game that people know; simulate list --gallery has them all)
  simulate --scenario wing3d.toml
  simulate --scenario wing3d --set quality=5 --trials 100000
  simulate --scenario wing-turn --ask \"P(actions >= 6 | result@1 = mixed)\"
  simulate wing-activation --set quality=5 --sweep cubes=0..6
  simulate wing-activation --find \"P(successes@1 >= 2) = 0.6\" --over quality
  simulate wing-turn --sensitivity \"mean(actions)\"
  simulate balance fair-duel.toml       (the numbers that make all that it wants come true)
  simulate harsh.toml --against         (what has changed since the last run with other inputs)
  simulate watch harsh.toml             (runs again whenever a file is saved that it reads)
  simulate show wing-activation
  simulate new wing-activation > mine.toml
  simulate new --rule-file mine.odds    (a rule file and a scenario, mine.toml, to start from)
  simulate check mine.toml              (both, and what the rule file expects of itself)
  simulate fmt mine.odds                (blanks and blocks as in all rule files)
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

const BALANCE: &str = "\
The scenario says what may be changed, and what its questions should be:
  [balance]
  fast = { from = 2, to = 6 }
  hard = [3, 4, 5, 6]
  keep = \"fast <= hard\"
  [[ask]]
  value = \"P(winner = us)\"
  want = \"0.45 to 0.55\"
Up to 20,000 settings all are tried, each by its exact odds; beyond, a search tells that it is one. Those that meet all come
first, the nearest to the published of them before others. docs/balance.md goes through it.";

/// What to do instead of running scenarios.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the bundled scenarios and the rules, a line each; or the games that people know, with what comes of them
    List {
        /// The games of the gallery: what each asks, and the answer
        #[arg(long)]
        gallery: bool,
    },
    /// Show a rule: what it says, how its text was read, its parameters and metrics; or how dice are written; or what charts
    /// say of themselves
    Show {
        /// The rule's id, as `simulate list` has it, a rule file, "dice", "words", "std", or a game as `simulate list --gallery` has it
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
    /// Write rule files so that they look alike: blocks, blanks and signs; comments and what is meant stay
    Fmt {
        /// Rule files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Change nothing, and end with exit code 3 where a file would be written otherwise
        #[arg(long)]
        check: bool,
    },
    /// Speak to an editor on standard input and output, by the Language Server Protocol: what is wrong, what can stand here, what
    /// a roll comes to; `editors/` of the sources says how each editor starts it
    Lsp,
    /// Print a commented scenario to start from, or write a rule file of your own
    New {
        /// The rule's id, as `simulate list` has it, or a rule file
        #[arg(required_unless_present_any = ["rule_file", "from"], conflicts_with_all = ["rule_file", "from"])]
        rule: Option<String>,
        /// Print a scenario as it is, to be changed: a bundled one, or a file
        #[arg(long, value_name = "SCENARIO", conflicts_with = "rule_file")]
        from: Option<String>,
        /// Write a commented rule file and its scenario beside it, such as mine.odds and mine.toml
        #[arg(long, value_name = "FILE")]
        rule_file: Option<PathBuf>,
    },
    /// Find the numbers that make all that is wanted come true, and run them beside the published ones
    #[command(after_help = BALANCE)]
    Balance(Box<BalanceArgs>),
    /// Merge the shards of a run, made with --shard, into what one machine would have written
    Merge(MergeArgs),
    /// Run a scenario again whenever a file is saved that it reads: its own, its rule files, its words; Ctrl-C ends it
    Watch(Box<RunArgs>),
    /// Tell one played trial line by line: its rolls, and what it showed
    Replay(ReplayArgs),
    /// Print a JSON Schema of scenario files, by which editors complete and underline
    #[command(after_help = SCHEMA)]
    Schema {
        /// A rule's id, or a rule file: its scenarios alone, which editors follow best; all rules if left out
        rule: Option<String>,
    },
    /// Write the page: the whole program in a browser, in one file, for those without a terminal; or say how to get it, where
    /// this program does not hold it
    Page {
        /// The file, which must not be there yet; oddsmith.html if it is left out
        file: Option<PathBuf>,
    },
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
    /// Sweep a parameter, as in a run; repeatable
    #[arg(long, value_name = "KEY=VALUES")]
    pub sweep: Vec<String>,
}
