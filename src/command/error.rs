//! The errors with which a command ends, and their exit codes.

use std::fmt;
use std::io;

use crate::analysis::RunError;
use crate::export::ExportError;
use crate::export::earlier::UnreadResults;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::terminal::printable_line;

/// The exit code after Ctrl-C, SIGTERM or SIGHUP.
pub(crate) const INTERRUPTED: u8 = 130;

/// An error with which a command ends.
#[derive(Debug)]
pub enum CliError {
    /// The command line or a scenario is wrong. Nothing was written.
    Wrong(Diagnostics),
    /// The run failed, for example because the disk is full.
    Run(String),
    /// Ctrl-C, or a signal of the system to end.
    Interrupted {
        /// The number of scenarios that were finished before.
        finished: usize,
    },
}

impl CliError {
    /// Returns the exit code: 2 for wrong input, 1 for a failed run, 130 for an interrupted one.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Wrong(_) => 2,
            CliError::Run(_) => 1,
            CliError::Interrupted { .. } => INTERRUPTED,
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Wrong(problems) => problems.fmt(f),
            CliError::Run(reason) => writeln!(f, "error: {}", printable_line(reason)),
            CliError::Interrupted { finished: 0 } => {
                writeln!(f, "interrupted: oddsmith wrote nothing")
            }
            CliError::Interrupted { finished } => {
                writeln!(
                    f,
                    "interrupted: oddsmith finished and wrote {finished} scenarios, and nothing of the others"
                )
            }
        }
    }
}

impl std::error::Error for CliError {}

impl From<Diagnostics> for CliError {
    fn from(problems: Diagnostics) -> CliError {
        CliError::Wrong(problems)
    }
}

impl From<Diagnostic> for CliError {
    fn from(problem: Diagnostic) -> CliError {
        CliError::Wrong(problem.into())
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Run(error.to_string())
    }
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> CliError {
        match error {
            ExportError::Stopped => CliError::Interrupted { finished: 0 },
            error => CliError::Run(error.to_string()),
        }
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> CliError {
        match error {
            RunError::Interrupted => CliError::Interrupted { finished: 0 },
            RunError::Diagnostics(problems) => CliError::Wrong(problems),
        }
    }
}

impl From<UnreadResults> for CliError {
    fn from(error: UnreadResults) -> CliError {
        match error {
            UnreadResults::Missing(message, help) => Diagnostic::nowhere(message, help).into(),
            UnreadResults::Broken(message) => {
                let help =
                    "these results cannot be compared: choose other results, or run them again";
                Diagnostic::nowhere(message, help).into()
            }
        }
    }
}
