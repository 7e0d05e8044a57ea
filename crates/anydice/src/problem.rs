//! Mistakes in programs.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A mistake in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The problem, in one or two sentences.
    pub message: String,
    /// The bytes of the source that the message is about.
    pub span: Range<usize>,
    /// The fix, if there is an obvious one.
    pub help: Option<String>,
}

impl Problem {
    /// Makes a problem without a fix.
    pub(crate) fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            message: message.into(),
            span,
            help: None,
        }
    }

    /// Adds a fix.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(formatter, " {help}"),
            None => Ok(()),
        }
    }
}

impl Error for Problem {}

/// Why an evaluation ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The callback asked to stop.
    Interrupted,
    /// The program has a mistake, or exceeds a limit.
    Problem(Problem),
}

impl From<Problem> for Stopped {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => formatter.write_str("the evaluation was interrupted"),
            Self::Problem(problem) => problem.fmt(formatter),
        }
    }
}

impl Error for Stopped {}
