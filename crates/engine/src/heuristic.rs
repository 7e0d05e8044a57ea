//! Fixed strategies: a list of clauses, each with a condition and an option, and an option for all
//! other states.

use crate::choice::NOT_SEEN;
use crate::expression::{Expression, slots_of};

/// A fixed strategy. The first clause whose condition is true and whose option is allowed decides.
/// If there is none, the strategy takes the option for all other states.
///
/// ```
/// use oddsmith_engine::{Clause, Heuristic};
/// use oddsmith_engine::question::{Comparison, Expression};
///
/// // A state has two numbers, of which the second is the points. Option 1 is taken below 20 points.
/// let condition = Expression::compare(Comparison::Below, Expression::Seen(1), Expression::Number(20));
/// let heuristic = Heuristic { clauses: vec![Clause { condition, option: 1 }], otherwise: None };
/// assert_eq!([heuristic.option(&[0, 1], &[3, 19]), heuristic.option(&[0, 1], &[3, 20])], [1, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heuristic {
    /// The clauses, in the order in which they are tried.
    pub clauses: Vec<Clause>,
    /// The option if no clause decides. `None` selects the first allowed option that no clause
    /// names.
    pub otherwise: Option<i64>,
}

/// A clause of a fixed strategy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// The condition, over the numbers of the state. [`Expression::Seen`] gives their index.
    pub condition: Expression,
    /// The option if the condition is true.
    pub option: i64,
}

impl Heuristic {
    /// Returns the indices of the numbers of the state that the conditions read.
    pub fn slots(&self) -> Vec<u32> {
        slots_of(self.clauses.iter().map(|clause| &clause.condition))
    }

    /// Returns the option that the strategy takes in a state. If neither a clause nor the option
    /// for all other states is allowed, this is the first allowed option. A condition that
    /// overflows 64 bits is false.
    pub fn option(&self, options: &[i64], state: &[i64]) -> i64 {
        let mut value = |index: u32| {
            state
                .get(index as usize)
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
