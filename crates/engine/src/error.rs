//! Errors that a rule causes.

use std::fmt;
use std::ops::Range;

/// A mistake in a rule, found while it is explored or simulated. `{}` formats the problem, and
/// `{:#}` adds what to do. The same holds for a [`Stop`](crate::explore::Stop) that contains one.
///
/// ```
/// use oddsmith_engine::RuleError;
///
/// let error = RuleError::new("the table has no row for 13", "rows go from 2 to 12");
/// assert_eq!((error.to_string().as_str(), &error.span), ("the table has no row for 13", &None));
/// assert_eq!(format!("{error:#}"), "the table has no row for 13: rows go from 2 to 12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The problem, in one line.
    pub problem: String,
    /// What is allowed, or what to do; may be empty.
    pub help: String,
    /// The byte range of the mistake in the rule's text, if it has a text.
    pub span: Option<Range<usize>>,
    /// The kind of problem.
    pub kind: RuleErrorKind,
}

/// The kind of problem in a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// A mistake.
    #[default]
    Mistake,
    /// A trial may never end.
    Endless,
    /// A trial took longer than the limit; it may still end.
    TooLong,
    /// Players cannot decide in the requested way, because of what they know or when they choose.
    NoSuchPlay,
    /// A question has more answers than the explorer can try. The rule is otherwise valid and can
    /// be simulated.
    TooLarge,
}

/// The problem of a rule with more answers between two states than the budget allows. It is
/// reported at the line to which they lead.
pub const TOO_MUCH_AT_ONCE: &str = "too much can happen before this line for exact odds";

impl RuleError {
    /// Returns a mistake of a rule that has no text.
    pub fn new(problem: impl Into<String>, help: impl Into<String>) -> RuleError {
        RuleError {
            problem: problem.into(),
            help: help.into(),
            span: None,
            kind: RuleErrorKind::Mistake,
        }
    }

    /// Returns the error for more answers between two states than the budget allows.
    pub(crate) fn too_much_at_once() -> RuleError {
        let help = "count the dice (successes, tally), or keep only the numbers that you need";
        RuleError {
            kind: RuleErrorKind::TooLarge,
            ..RuleError::new(TOO_MUCH_AT_ONCE, help)
        }
    }

    /// Returns the error for players who cannot decide in the requested way.
    pub(crate) fn no_such_play(problem: impl Into<String>, help: impl Into<String>) -> RuleError {
        RuleError {
            kind: RuleErrorKind::NoSuchPlay,
            ..RuleError::new(problem, help)
        }
    }

    /// Returns the error for a trial that may never end, in a rule that has no text.
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
