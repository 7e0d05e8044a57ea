//! Exact distributions of dice, and arithmetic with independent rolls.

use std::collections::BTreeMap;
use std::fmt;

use oddsmith_engine::odds::{Mass, Pmf};

use super::{Error, odds};
use crate::input::diagnostic::{Diagnostic, Diagnostics};

/// The most pairs of values that an operation combines.
const MOST_PAIRS: usize = 20_000_000;

/// The exact distribution of a roll: whole numbers with their probabilities.
///
/// ```
/// let attack = oddsmith::roll("d20+5")?;
/// let defence = oddsmith::roll("d20+3")?;
/// let hits = attack.combine(&defence, "attack >= defence", |a, d| Some(i64::from(a >= d)))?;
/// assert_eq!(hits.chance(|hit| hit == 1).fraction(), Some((247, 400)));
/// # Ok::<(), oddsmith::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Roll {
    text: String,
    pmf: Pmf,
}

/// Returns the exact distribution of typed dice. A condition such as `2d6 >= 7` is 1 or 0.
///
/// # Errors
/// Returns what is wrong with the expression, or that it is too large for exact odds.
pub fn roll(dice: &str) -> Result<Roll, Error> {
    let distribution = odds(dice)?;
    let pmf = distribution.pmf().cloned().unwrap_or_default();
    Ok(Roll {
        text: dice.trim().to_owned(),
        pmf,
    })
}

impl Roll {
    /// Returns a roll that is always this number.
    pub fn constant(value: i64) -> Roll {
        Roll {
            text: value.to_string(),
            pmf: Pmf::new(vec![(value, Mass::ONE)]),
        }
    }

    /// Returns the values with their probabilities, in ascending order.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// Returns the probability of the values that `allows` accepts.
    pub fn chance(&self, allows: impl FnMut(i64) -> bool) -> Mass {
        self.pmf.probability(allows)
    }

    /// Returns the distribution of a function of two independent rolls, which has this text. The
    /// function returns `None` if its result is not a whole number of 64 bits.
    ///
    /// # Errors
    /// Fails if the function returns `None`, or if there are too many pairs of values.
    pub fn combine(
        &self,
        other: &Roll,
        text: impl Into<String>,
        function: impl Fn(i64, i64) -> Option<i64>,
    ) -> Result<Roll, Error> {
        let text = text.into();
        let (left, right) = (self.pmf.masses(), other.pmf.masses());
        if left.len().saturating_mul(right.len()) > MOST_PAIRS {
            return Err(refused(&text, "has too many results", "use smaller rolls"));
        }
        let mut masses: BTreeMap<i64, Mass> = BTreeMap::new();
        for &(a, a_mass) in left {
            for &(b, b_mass) in right {
                let Some(value) = function(a, b) else {
                    let problem = format!("has no result for {a} and {b}");
                    return Err(refused(
                        &text,
                        &problem,
                        "use smaller numbers, and do not divide by 0",
                    ));
                };
                *masses.entry(value).or_insert(Mass::ZERO) += a_mass * b_mass;
            }
        }
        Ok(Roll {
            text,
            pmf: Pmf::new(masses.into_iter().collect()),
        })
    }
}

/// The text that was rolled.
impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn refused(text: &str, problem: &str, help: &str) -> Error {
    Diagnostics::from(Diagnostic::nowhere(format!("`{text}` {problem}"), help)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_rolls_are_those_of_one_expression() {
        let die = roll("d6").expect("a die");
        let sum = die
            .combine(&die, "d6 + d6", |a, b| a.checked_add(b))
            .expect("a sum");
        let both = roll("2d6").expect("two dice");
        assert_eq!(sum.pmf().masses().len(), 11);
        for &(value, mass) in both.pmf().masses() {
            assert_eq!(sum.pmf().mass(value).fraction(), mass.fraction(), "{value}");
        }
    }

    #[test]
    fn results_that_are_no_whole_numbers_are_refused() {
        let die = roll("d6").expect("a die");
        let error = die
            .combine(&Roll::constant(0), "d6 // 0", i64::checked_div)
            .expect_err("a division by 0");
        assert!(
            error
                .to_string()
                .contains("`d6 // 0` has no result for 1 and 0"),
            "{error}"
        );
    }
}
