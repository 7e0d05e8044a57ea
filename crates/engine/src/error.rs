//! What can be wrong with a rule.

use std::fmt;
use std::ops::Range;

/// What is wrong with a rule itself, met while it was read. `{}` shows the problem, `{:#}` what to
/// do as well; the same goes for a [`Stop`](crate::explore::Stop) that has one.
///
/// ```
/// use oddsmith_engine::RuleError;
///
/// let error = RuleError::new("the table has no row for 13", "rows go from 2 to 12");
/// assert_eq!((error.to_string().as_str(), &error.place), ("the table has no row for 13", &None));
/// assert_eq!(format!("{error:#}"), "the table has no row for 13: rows go from 2 to 12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// What is wrong: one line.
    pub problem: String,
    /// What is allowed, or what to do; may be empty.
    pub help: String,
    /// The bytes of the rule's text that are at fault, where it has a text.
    pub place: Option<Range<usize>>,
    /// What sort of thing it is.
    pub kind: RuleErrorKind,
}

/// What sort of thing is wrong with a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// A mistake.
    #[default]
    Mistake,
    /// A trial may never end.
    Endless,
    /// A trial took longer than anybody waits for; it may come to an end.
    TooLong,
    /// Nothing but its size: it asks a question with more answers than can be gone through. It may
    /// be played.
    TooLarge,
}

/// The message for a line at which more can happen between two states than the budget allows.
pub const TOO_MUCH_AT_ONCE: &str = "too much can happen before this line for exact odds";

impl RuleError {
    /// An error of a rule that has no text.
    pub fn new(problem: impl Into<String>, help: impl Into<String>) -> RuleError {
        RuleError {
            problem: problem.into(),
            help: help.into(),
            place: None,
            kind: RuleErrorKind::Mistake,
        }
    }

    /// Between two situations more can happen than the budget allows.
    pub(crate) fn too_much_at_once() -> RuleError {
        let help = "count the dice (successes, tally), or keep only the numbers that you need";
        RuleError {
            kind: RuleErrorKind::TooLarge,
            ..RuleError::new(TOO_MUCH_AT_ONCE, help)
        }
    }

    /// A trial that may never end, by a rule that has no text.
    pub(crate) fn endless(problem: impl Into<String>, help: impl Into<String>) -> RuleError {
        RuleError {
            kind: RuleErrorKind::Endless,
            ..RuleError::new(problem, help)
        }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        if f.alternate() && !self.help.is_empty() {
            write!(f, ": {}", self.help)
        } else {
            Ok(())
        }
    }
}

impl std::error::Error for RuleError {}
