//! The command line: commands, options and their help.

mod balance;
mod check;
mod merge;
mod playtest;
mod run;
mod whole;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use balance::BalanceArgs;
pub use check::CheckArgs;
pub use merge::MergeArgs;
pub use playtest::PlaytestArgs;
use run::heading;
pub use run::{Engine, Json, ReportKind, RunArgs};
use whole::whole;

use crate::rolls;

/// Computes the odds of dice and game rules: exactly, and by simulating millions of trials
///
/// Write a rule's numbers into a scenario, a short TOML file, and run it. The odds are printed as a
/// table and written as CSV, charts and a report. Start from a bundled scenario (`simulate list`),
/// or print a new one with `simulate new RULE`.
///
/// Write a new rule as a short program in a file that ends in `.odds`. `simulate new --rule-file
/// mine.odds` writes one to start from, and a scenario that uses it.
#[derive(Debug, Parser)]
#[command(
    name = "simulate",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub struct Cli {
    /// What to do instead of running scenarios.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to run them.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Adds a blank before dice that begin with a minus sign, so that they are not read as an option.
fn dice_argument(argument: OsString) -> OsString {
    let is_negative_dice = |text: &str| {
        let after_sign = text.strip_prefix('-').unwrap_or("");
        after_sign.starts_with(|c: char| c.is_ascii_digit() || "d(".contains(c))
            && rolls::is_expression(text)
    };
    match argument.to_str() {
        Some(text) if is_negative_dice(text) => format!(" {text}").into(),
        _ => argument,
    }
}

/// The commands, in groups.
const COMMAND_GROUPS: [(&str, &[&str]); 4] = [
    ("Start", &["list", "show", "new", "import", "page"]),
    ("Run", &["balance", "playtest", "watch", "replay", "merge"]),
    ("Edit", &["check", "fmt", "lsp", "schema"]),
    ("Shell", &["completions", "man", "help"]),
];

/// Examples and exit codes.
pub const EXAMPLES: &str = "\
Examples:
  simulate 4d6kh3 3d6                   compare two rolls
  simulate \"2d6 + 3 >= 10\"             the chance of a roll
  simulate attack.anydice               run an AnyDice program
  simulate list                         list what is bundled
  simulate gallery/craps                run a well-known game (`simulate list --gallery` lists them)
  simulate --scenario wing3d.toml       run a scenario
  simulate wing3d --set quality=5 --trials 100000
  simulate wing-turn --ask \"P(actions >= 6 | result@1 = mixed)\"
  simulate wing-activation --set quality=5 --sweep cubes=0..6
  simulate wing-activation --find \"P(successes@1 >= 2) = 0.6\" --over quality
  simulate wing-turn --sensitivity \"mean(actions)\"
  simulate balance fair-duel.toml       find settings that meet every goal
  simulate playtest wing-turn log.csv   compare a log of playtests with the odds
  simulate harsh.toml --against         compare with the last run that had other inputs
  simulate watch harsh.toml             run again at every save
  simulate show battle.odds             print a rule's parameters and metrics
  simulate new wing-activation > mine.toml
  simulate new --rule-file mine.odds    write a rule file, and mine.toml, which uses it
  simulate check mine.toml              check both without running them
  simulate replay wing3d --trial 17     show one simulated trial, roll by roll

Exit codes:
  0    done
  1    the run failed, for example because the disk is full
  2    the command line, a scenario or a rule file is wrong; nothing was written
  3    an answer misses its goal
  4    the simulated trials disagree with the exact odds
  130  interrupted by Ctrl-C, SIGTERM or SIGHUP";

const SCHEMA_HELP: &str = "\
Save the schema next to the scenarios, and name it in the first line of each:
  simulate schema wing-activation > scenario.schema.json
  #:schema ./scenario.schema.json
Even Better TOML (for VS Code) and taplo use it to complete and check scenarios.";

const BALANCE_HELP: &str = "\
The scenario lists what may change, and the goals:
  [balance]
  fast = { from = 2, to = 6 }
  hard = [3, 4, 5, 6]
  keep = \"fast <= hard\"
  [[ask]]
  value = \"P(winner = us)\"
  want = \"0.45 to 0.55\"
Up to 20,000 settings are all tried, with exact odds. If there are more, oddsmith searches and says so. Settings that meet every
goal are printed first, those closest to the published setting at the top. docs/balance.md explains it.";

const PLAYTEST_HELP: &str = "\
Each row of a log is a trial, and each column a metric (actions, result@Vanguard), a parameter that differed (quality), or
anything else for --by. Cells may be empty or rough: 3+, 2-4, won.
  simulate playtest wing-turn --form                    write an empty sheet and an empty CSV file
  simulate playtest wing-turn evening.csv               was it luck?
  simulate playtest wing-turn evening.csv --fit dice    which numbers were they playing?
  simulate playtest wing-turn --plan \"mean(actions)\" --between \"dice=3\" \"dice=4\"
docs/playtests.md explains the tests.";

/// Reads a command line, whose first word is the name of the program.
///
/// # Errors
/// Returns what is wrong with it, or the help or the version that it asks for.
pub fn parse(args: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = with_short_help();
    let matches = command.try_get_matches_from_mut(args.iter().cloned().map(dice_argument))?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Returns the command line with help that fits on a screen. The commands follow the options: one
/// line for each group in `-h`, one line for each command in `--help`.
fn with_short_help() -> clap::Command {
    let flag = |name: &'static str, short: char, action| {
        Arg::new(name).long(name).short(short).action(action)
    };
    let help = || flag("help", 'h', ArgAction::Help);
    let version = flag("version", 'V', ArgAction::Version)
        .help("Print the version")
        .hide_short_help(true);
    Cli::command()
        .override_usage("simulate [OPTIONS] [SCENARIO]...\n       simulate <COMMAND>")
        // The commands lose their own flag when the program's is disabled.
        .mut_subcommands(|command| {
            command
                .hide(true)
                .arg(help().help("Print help; --help prints more"))
        })
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(
            help()
                .help("Print help; --help has more options and examples")
                .help_heading(heading::DISPLAY),
        )
        .arg(version.help_heading(heading::DISPLAY))
        .after_help(short_ending())
        .after_long_help(long_ending())
}

/// Returns the end of `-h`.
fn short_ending() -> String {
    let group = |(heading, names): &(&str, &[&str])| {
        format!("  {:<7}{}\n", format!("{heading}:"), names.join(", "))
    };
    let groups: String = COMMAND_GROUPS.iter().map(group).collect();
    format!("Commands (`simulate <COMMAND> -h` explains each):\n{groups}")
}

/// Returns the end of `--help`.
fn long_ending() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("simulate"));
    let about = |name: &str| {
        commands
            .find_subcommand(name)
            .and_then(|command| command.get_about())
    };
    let line = |name: &&str| {
        let about = about(name).map_or_else(
            || "Print the help of a command".to_owned(),
            ToString::to_string,
        );
        format!("  {name:<12}  {about}\n")
    };
    let lines: String = COMMAND_GROUPS
        .iter()
        .flat_map(|(_, names)| names.iter().map(line))
        .collect();
    format!("Commands:\n{lines}\n{EXAMPLES}")
}

/// What to do instead of running scenarios.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the bundled scenarios and rules, or the games of the gallery
    List {
        /// List well-known games, each with its question and its answer
        #[arg(long)]
        gallery: bool,
    },
    /// Print a rule's text, parameters and metrics
    Show {
        /// A rule's id (see `simulate list`), a rule file, a game of the gallery, "language",
        /// "dice", "anydice", "messages" or "std"
        ///
        /// "language" lists every statement and function of rule files, and "dice" explains how to
        /// write dice. "anydice" lists what AnyDice programs may contain. "messages" lists the
        /// words and sentences of charts, and "std" prints the bundled functions.
        rule: String,
    },
    /// Check scenarios and rule files without running them
    ///
    /// Reports mistakes, whether the odds are exact, and whether each `expect(...)` of a rule file
    /// holds.
    Check(CheckArgs),
    /// Format rule files
    ///
    /// Changes blank lines, indentation and spaces. Comments and the meaning of the rule stay as
    /// they are.
    Fmt {
        /// Rule files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Change nothing, and exit with code 3 if a file is not formatted
        #[arg(long)]
        check: bool,
    },
    /// Run the language server, for editors
    ///
    /// It speaks the Language Server Protocol on standard input and output: it reports mistakes,
    /// completes names, and shows odds on hover. The folder `editors/` of the sources explains
    /// how to set up each editor.
    Lsp,
    /// Print a scenario to start from, or write a new rule file
    New {
        /// A rule's id (see `simulate list`), or a rule file
        #[arg(required_unless_present_any = ["rule_file", "from"], conflicts_with_all = ["rule_file", "from"])]
        rule: Option<String>,
        /// Print an existing scenario: a bundled one, or a file
        #[arg(long, value_name = "SCENARIO", conflicts_with = "rule_file")]
        from: Option<String>,
        /// Write a commented rule file and a scenario that uses it, such as mine.odds and
        /// mine.toml
        #[arg(long, value_name = "FILE")]
        rule_file: Option<PathBuf>,
    },
    /// Print an AnyDice program, or dice, as a rule file
    ///
    /// `simulate program.anydice` runs a program directly. A rule file can be extended with
    /// parameters, cards, loops and choices.
    Import {
        /// An AnyDice program, or dice such as "2d6+3 >= 10"
        #[arg(value_name = "PROGRAM")]
        program: String,
    },
    /// Find settings that meet every goal, and compare the best with the published one
    #[command(after_help = BALANCE_HELP)]
    Balance(Box<BalanceArgs>),
    /// Compare a log of playtests with the exact odds
    ///
    /// Tests whether luck explains the difference, and finds the numbers that the table was
    /// playing.
    #[command(after_help = PLAYTEST_HELP)]
    Playtest(Box<PlaytestArgs>),
    /// Merge the shards of a run that was split with --shard
    ///
    /// The files are the same as if one machine had run all of it.
    Merge(MergeArgs),
    /// Run a scenario again whenever one of its files is saved
    ///
    /// The files are the scenario, its rule files and its language file. Ctrl-C ends it.
    Watch(Box<RunArgs>),
    /// Show one simulated trial, roll by roll
    Replay(ReplayArgs),
    /// Print a JSON Schema of scenario files, for editors
    #[command(after_help = SCHEMA_HELP)]
    Schema {
        /// A rule's id or a rule file; without it, the schema covers the scenarios of all rules
        ///
        /// Editors complete best with the schema of one rule.
        rule: Option<String>,
    },
    /// Write the web page: the whole program in one HTML file
    ///
    /// If this build does not contain the page, the command explains how to get it.
    Page {
        /// File to write, which must not exist yet [default: oddsmith.html]
        file: Option<PathBuf>,
    },
    /// Print a script that completes commands and options in a shell
    Completions {
        /// Shell for which to print the script
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all manual pages into a folder
    Man {
        /// Folder for all manual pages, such as ~/.local/share/man/man1
        folder: Option<PathBuf>,
    },
}

/// Which trial to show.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A scenario (a file or a bundled one), or a rule with its default parameters
    pub scenario: String,
    /// Number of the case, from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1, u32::MAX))]
    pub case: u32,
    /// Number of the simulated trial, from 1
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    pub trial: u64,
    /// Seed of the run
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// Set a parameter, as in a run; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Sweep a parameter, as in a run; repeatable
    #[arg(long, value_name = "KEY=VALUES")]
    pub sweep: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `-h` as it looks in a terminal of 100 columns.
    fn short_help() -> String {
        with_short_help().term_width(100).render_help().to_string()
    }

    #[test]
    fn the_short_help_fits_on_one_screen() {
        let help = short_help();
        assert!(
            help.lines().count() <= 50,
            "{} lines:\n{help}",
            help.lines().count()
        );
        assert!(
            help.lines().all(|line| line.chars().count() <= 100),
            "{help}"
        );
        let options = help
            .lines()
            .filter(|line| line.trim_start().starts_with('-'));
        assert!(options.clone().count() > 25, "{help}");
        // Only the list of formats is longer than a line.
        let is_wrapped = |line: &&str| {
            line.starts_with(&" ".repeat(12))
                && !line.trim_start().starts_with('-')
                && !line.ends_with("xlsx, card]")
        };
        assert_eq!(
            help.lines().find(is_wrapped),
            None,
            "an option takes more than one line:\n{help}"
        );
    }

    #[test]
    fn help_lists_every_command_and_groups_every_option() {
        let mut command = with_short_help().term_width(100);
        let names: Vec<String> = command
            .get_subcommands()
            .map(|known| known.get_name().to_owned())
            .collect();
        let (short, long) = (
            command.render_help().to_string(),
            command.render_long_help().to_string(),
        );
        let listed: Vec<&str> = COMMAND_GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        assert_eq!(listed.len(), names.len() + 1, "{names:?} and help");
        for name in names {
            assert!(
                listed.contains(&&*name) && short.contains(&name),
                "{name} is not in\n{short}"
            );
            assert!(
                long.contains(&format!("\n  {name:<12}  ")),
                "{name} is not in\n{long}"
            );
        }
        let is_grouped = |option: &Arg| option.get_help_heading().is_some();
        assert!(command.get_arguments().all(is_grouped));
    }
}
