//! Why a run has no result, for other programs.

use std::fmt;

use crate::analysis::RunError;
use crate::input::diagnostic::{Diagnostic, Diagnostics, char_boundary};

/// Why a run has no result.
#[derive(Debug)]
pub struct Error(RunError);

impl Error {
    /// Everything that is wrong, each with its place; empty if the run was stopped.
    pub fn problems(&self) -> &[Diagnostic] {
        match &self.0 {
            RunError::Diagnostics(problems) => &problems.0,
            RunError::Interrupted => &[],
        }
    }
}

/// The position of a problem in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The file, or what was typed.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// Returns the position of a problem, if it has one.
    ///
    /// ```
    /// use oddsmith::Position;
    ///
    /// let error = oddsmith::run("rule = \"wing-activation\"\nqualty = 4").expect_err("a mistake");
    /// let position = Position::of(&error.problems()[0]).expect("a position");
    /// assert_eq!((position.line, position.column), (2, 1));
    /// ```
    pub fn of(problem: &Diagnostic) -> Option<Position> {
        let place = problem.place.as_ref()?;
        let text = &place.source.text;
        let before = &text[..char_boundary(text, place.span.start)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Some(Position {
            file: place.source.name.clone(),
            line: place.source.line(place.span.start),
            column: before[line_start..].chars().count() + 1,
        })
    }
}

impl fmt::Display for Error {
    /// Writes every problem as plain text, without colours.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            RunError::Diagnostics(problems) => f.write_str(problems.plain_text().trim_end()),
            RunError::Interrupted => f.write_str("the run was stopped"),
        }
    }
}

impl std::error::Error for Error {}

impl From<RunError> for Error {
    fn from(error: RunError) -> Error {
        Error(error)
    }
}

impl From<Diagnostics> for Error {
    fn from(problems: Diagnostics) -> Error {
        Error(RunError::Diagnostics(problems))
    }
}
