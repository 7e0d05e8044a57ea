//! Fixed strategies: a list of clauses, each an option as long as a condition holds, and an option
//! for all else.

use crate::choice::NOT_SEEN;
use crate::expression::{Expression, slots_of};

/// A fixed strategy: the first clause whose condition holds and whose option is on offer decides,
/// else the option for all else.
///
/// ```
/// use oddsmith_engine::{Clause, Heuristic};
/// use oddsmith_engine::question::{Comparison, Expression};
///
/// // The state is given in two numbers, and the second of them is the points: option 1 below 20, else the other.
/// let condition = Expression::compare(Comparison::Below, Expression::Seen(1), Expression::Number(20));
/// let heuristic = Heuristic { clauses: vec![Clause { condition, option: 1 }], otherwise: None };
/// assert_eq!([heuristic.option(&[0, 1], &[3, 19]), heuristic.option(&[0, 1], &[3, 20])], [1, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heuristic {
    /// Its clauses, in the order in which they are tried.
    pub clauses: Vec<Clause>,
    /// The option where no clause decides; the first on offer that no clause names where there is
    /// none.
    pub otherwise: Option<i64>,
}

/// A clause of a fixed strategy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// What must hold: of the numbers of the state, each by its index from 0.
    pub condition: Expression,
    /// The option as long as it holds.
    pub option: i64,
}

impl Heuristic {
    /// Returns the indexes of the numbers of the state that its conditions read.
    pub fn slots(&self) -> Vec<u32> {
        slots_of(self.clauses.iter().map(|clause| &clause.condition))
    }

    /// Returns the option that it takes, of those on offer in a state: the first of them where none
    /// that it wants is on offer, also where that is the option of a clause.
    /// A condition that cannot be computed, because it grows past 64 bits, does not hold.
    pub fn option(&self, options: &[i64], state: &[i64]) -> i64 {
        let mut value = |place: u32| {
            state
                .get(place as usize)
                .copied()
                .filter(|&value| value != NOT_SEEN)
        };
        for Clause {
            condition: holds,
            option,
        } in &self.clauses
        {
            if options.contains(option)
                && holds
                    .evaluate(&mut value)
                    .flatten()
                    .is_some_and(|value| value != 0)
            {
                return *option;
            }
        }
        let is_named = |option: i64| self.clauses.iter().any(|clause| clause.option == option);
        let unnamed = || options.iter().copied().find(|&option| !is_named(option));
        let rest = match self.otherwise {
            Some(option) => Some(option).filter(|option| options.contains(option)),
            None => unnamed(),
        };
        rest.unwrap_or(options[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Comparison;

    #[test]
    fn heuristic_falls_back_when_option_is_not_offered() {
        let above = |number| {
            Expression::compare(
                Comparison::Above,
                Expression::Seen(0),
                Expression::Number(number),
            )
        };
        let clauses = vec![
            Clause {
                condition: above(5),
                option: 2,
            },
            Clause {
                condition: above(2),
                option: 1,
            },
        ];
        let heuristic = Heuristic {
            clauses: clauses.clone(),
            otherwise: Some(0),
        };
        let taken = |options: &[i64]| [6, 3, 1].map(|coins| heuristic.option(options, &[coins]));
        assert_eq!(taken(&[0, 1, 2, 3]), [2, 1, 0]);
        assert_eq!(taken(&[0, 1, 3]), [1, 1, 0]);
        assert_eq!(taken(&[1, 2, 3]), [2, 1, 1]);
        assert_eq!(taken(&[2, 3]), [2, 2, 2]);
        let open = Heuristic {
            clauses,
            otherwise: None,
        };
        assert_eq!(
            [6, 3, 1].map(|coins| open.option(&[2, 3], &[coins])),
            [2, 3, 3]
        );
    }
}
