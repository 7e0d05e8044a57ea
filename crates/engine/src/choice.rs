//! What a rule leaves to a player.

use crate::error::RuleError;

/// A value that was not seen yet, where a situation tells what was.
pub const NOT_SEEN: i64 = i64::MIN;

/// A decision that a rule leaves to a player, each time that it comes up.
///
/// ```
/// use oddsmith_engine::{Choice, Side};
///
/// let dice = Choice::new("dice", ["wing", "penalty"]);
/// assert_eq!((dice.parts.len(), dice.side), (2, Side::Us));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// The names of the numbers that bear on the choice: [`Ask::choose`](crate::Ask::choose) gets
    /// a value for each. Together they determine the rest of the trial, apart from chance
    /// still to come.
    pub parts: Vec<String>,
    /// Who decides.
    pub side: Side,
}

/// Whose aim a decision serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The aim's own.
    #[default]
    Us,
    /// The other: it plays for the opposite of the aim.
    Them,
}

impl Choice {
    /// A decision of the aim's own side.
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

    /// The same, of this side.
    pub fn with_side(self, side: Side) -> Choice {
        Choice { side, ..self }
    }
}

/// What is wrong where a rule asks for a choice that it does not list.
#[cold]
pub(crate) fn unlisted_choice_error(choice: usize, choices: usize) -> RuleError {
    let help = format!("`choices` lists {choices}, numbered from 0");
    RuleError::new(format!("choice {choice} was asked for"), help)
}
