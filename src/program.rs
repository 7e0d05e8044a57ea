//! Runs the program: reads the command line, runs the command and prints its output.

use std::ffi::OsString;

use crate::cli::{self, Command};
use crate::command::{self, CliError, CommandOutput};
use crate::manual;
use crate::terminal::{self, print_message, printable_line};

/// Runs the program with a command line, whose first word is the name of the program. Returns the
/// exit code. Help and mistakes in the command line end the process.
pub fn program(args: Vec<OsString>) -> u8 {
    terminal::ignore_file_size_signal();
    let cli = match cli::parse(&args) {
        Ok(cli) => cli,
        Err(error) => return report_usage_error(&error, &args),
    };
    let output = match &cli.command {
        Some(Command::List { gallery }) => Ok(command::list(*gallery).into()),
        Some(Command::Show { rule }) => command::show(rule).map(CommandOutput::from),
        Some(Command::New {
            rule,
            rule_file,
            from,
        }) => command::new(rule.as_deref(), rule_file.as_deref(), from.as_deref())
            .map(CommandOutput::from),
        Some(Command::Import { program }) => command::import(program).map(CommandOutput::from),
        Some(Command::Watch(args)) => command::watch(args),
        Some(Command::Replay(args)) => command::replay(args).map(CommandOutput::from),
        Some(Command::Schema { rule }) => command::schema(rule.as_deref()).map(CommandOutput::from),
        Some(Command::Page { file }) => command::page(file.as_deref()).map(CommandOutput::from),
        Some(Command::Completions { shell }) => Ok(manual::completions(*shell).into()),
        Some(Command::Man { folder }) => command::man(folder.as_deref()).map(CommandOutput::from),
        Some(Command::Check(args)) => command::check(args),
        Some(Command::Fmt { files, check }) => command::format(files, *check),
        Some(Command::Lsp) => command::lsp().map(CommandOutput::from),
        Some(Command::Balance(args)) => command::balance(args),
        Some(Command::Playtest(args)) => command::playtest(args),
        Some(Command::Merge(args)) => command::merge(args),
        None => command::run(&cli.run),
    };
    match output.and_then(|output| print(output.rest()).map(|()| output.exit_code)) {
        Ok(code) => code,
        Err(failed) => {
            print_message(&failed);
            failed.exit_code()
        }
    }
}

/// The text that is printed if `simulate` is run without arguments: the first steps.
const FIRST_STEPS: &str = "\
simulate computes the odds of game rules. First steps:
  simulate list                         list the bundled scenarios and rules
  simulate show wing-activation         print a rule: its text, its parameters, its metrics
  simulate --scenario wing-turn         run a scenario: a table here, charts and a report in output/wing-turn
  simulate new --rule-file mine.odds    write a rule file to start from, and a scenario, mine.toml
  simulate watch mine.toml              run it again whenever you save
simulate -h lists all options and commands.
";

/// Prints what is wrong with a command line, or the help that it asks for. A command line with
/// control characters is printed without colour.
fn report_usage_error(error: &clap::Error, args: &[OsString]) -> u8 {
    if args.len() <= 1 {
        return match print(FIRST_STEPS) {
            Ok(()) => 0,
            Err(failed) => failed.exit_code(),
        };
    }
    let is_plain = args.iter().all(|word| {
        word.to_str()
            .is_some_and(|word| printable_line(word) == word)
    });
    if is_plain || !error.use_stderr() {
        error.exit();
    }
    for line in error.to_string().lines() {
        print_message(format_args!("{}\n", printable_line(line)));
    }
    2
}

/// Prints to standard output. A reader that has seen enough (`| head`) ends it quietly.
fn print(text: &str) -> Result<(), CliError> {
    match terminal::print(text) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(CliError::Run(
            format!("cannot write to standard output: {error}"),
        )),
        _ => Ok(()),
    }
}
