//! The story of a run: command line, scenarios, analysis, export.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use oddsmith::cli::{Cli, Command};
use oddsmith::command::{self, Failed};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let told = match &cli.command {
        Some(Command::List) => Ok(command::list()),
        Some(Command::Show { rule }) => command::show(rule),
        Some(Command::New { rule }) => command::new(rule),
        Some(Command::Check { files }) => command::check(files),
        None => command::run(&cli.run),
    };
    match told.and_then(|text| print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            anstream::eprint!("{failed}");
            ExitCode::from(failed.exit_code())
        }
    }
}

/// Prints to standard output. A reader that has seen enough (`| head`) ends it quietly.
fn print(text: &str) -> Result<(), Failed> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failed::from(error)),
        _ => Ok(()),
    }
}
