//! Rules of thumb: an option as long as something holds of the situation, else another.

use crate::choice::NOT_SEEN;
use crate::expression::Expression;

/// A rule of thumb: an option as long as something holds of the situation, else another.
///
/// ```
/// use oddsmith_engine::Thumb;
/// use oddsmith_engine::question::{Comparison, Expression};
///
/// // The situation is told in two numbers, and the second of them is the points: option 1 below 20, else the other.
/// let holds = Expression::compare(Comparison::Below, Expression::Seen(1), Expression::Number(20));
/// let thumb = Thumb { holds, option: 1, otherwise: None };
/// assert_eq!([thumb.option(&[0, 1], &[3, 19]), thumb.option(&[0, 1], &[3, 20])], [1, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thumb {
    /// What must hold: of the numbers that the choice is told, each by its place from 0.
    pub holds: Expression,
    /// The option as long as it holds.
    pub option: i64,
    /// The option where it does not; the first of the others on offer where there is none.
    pub otherwise: Option<i64>,
}

impl Thumb {
    /// The option that it takes, of those on offer in a situation: where the one that it wants is not on offer the first is.
    /// What cannot be told, because it grows past 64 bits, does not hold.
    pub fn option(&self, options: &[i64], situation: &[i64]) -> i64 {
        let mut told = |place: u32| situation.get(place as usize).copied().filter(|&value| value != NOT_SEEN);
        let holds = self.holds.of(&mut told).flatten().is_some_and(|value| value != 0);
        let other = || options.iter().copied().find(|&option| option != self.option);
        let wanted = if holds { Some(self.option) } else { self.otherwise.or_else(other) };
        wanted.filter(|option| options.contains(option)).unwrap_or(options[0])
    }
}
