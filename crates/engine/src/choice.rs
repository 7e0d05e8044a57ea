//! Decisions that a rule leaves to a player.

use crate::error::RuleError;

/// The number in a situation for a value that is not known yet.
pub const NOT_SEEN: i64 = i64::MIN;

/// A decision that a rule leaves to a player each time it arises.
///
/// ```
/// use oddsmith_engine::{Choice, Side};
///
/// let dice = Choice::new("dice", ["wing", "penalty"]);
/// assert_eq!((dice.parts.len(), dice.side), (2, Side::Us));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name.
    pub name: String,
    /// The names of the numbers that the decision depends on: [`Ask::choose`](crate::Ask::choose)
    /// gets a value for each. Together they determine the rest of the trial, apart from chance.
    pub parts: Vec<String>,
    /// The side that decides.
    pub side: Side,
}

/// The side that makes a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that pursues the goal of best play.
    #[default]
    Us,
    /// The opponent, who plays against the goal.
    Them,
}

impl Choice {
    /// Returns a decision of our side.
    pub fn new(
        name: impl Into<String>,
        parts: impl IntoIterator<Item = impl Into<String>>,
    ) -> Choice {
        Choice {
            name: name.into(),
            parts: parts.into_iter().map(Into::into).collect(),
            side: Side::Us,
        }
    }

    /// Returns the decision as one of another side.
    pub fn with_side(self, side: Side) -> Choice {
        Choice { side, ..self }
    }
}

/// Returns the error of a rule that asks for a choice that it does not list.
#[cold]
pub(crate) fn unlisted_choice_error(choice: usize, choices: usize) -> RuleError {
    let help = format!("`choices` lists {choices}, numbered from 0");
    RuleError::new(format!("choice {choice} was asked for"), help)
}
