//! Dice expressions: "2d6+1", a whole number with or without dice.

use super::Chance;

/// A whole number, some of it rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    constant: i64,
}

impl Expression {
    /// A number without dice.
    pub fn constant(constant: i64) -> Expression {
        Expression { constant }
    }

    /// Rolls it.
    pub fn roll(&self, _chance: &mut impl Chance) -> i64 {
        self.constant
    }
}
