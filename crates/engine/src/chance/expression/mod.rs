//! Dice expressions such as "2d6+1" and "4d6kh3": whole numbers that may include dice.

#[cfg(test)]
mod tests;

mod distribution;
mod reader;
mod special;
mod term;
mod written;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::odds::Mass;
use reader::{DiceReader, MAX_DICE, MAX_VALUES, too_many_error};
use special::{SpecialDice, SpecialDie, convolve};

pub use distribution::sum_distribution;
pub use reader::LARGEST_NUMBER;
pub use term::{DiceTerm, KeptDice};
pub use written::{Amount, DiceParseError, DiceText, Kept, WrittenDie, WrittenTerm};

/// A term of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Term {
    Plain(DiceTerm),
    Special(SpecialDice),
}

impl Term {
    /// Returns the number of dice, without those that explosions and rerolls add.
    fn dice(&self) -> u64 {
        match self {
            Term::Plain(term) => term.dice(),
            Term::Special(dice) => dice.n,
        }
    }

    /// Returns the number of values from the least to the greatest.
    fn values(&self) -> u64 {
        match self {
            Term::Plain(term) => term.values(),
            Term::Special(dice) => dice.values(),
        }
    }

    /// Returns the least and the greatest value with this sign.
    fn range(&self, sign: i64) -> (i64, i64) {
        match self {
            Term::Plain(term) => term.range(sign),
            Term::Special(dice) => dice.range(sign),
        }
    }
}

/// A whole number that may include dice. Simulation rolls the dice. Exploration computes its exact
/// distribution once, when first needed.
///
/// ```
/// use oddsmith_engine::chance::DiceExpression;
///
/// let dice = DiceExpression::parse("2d6+1").unwrap();
/// assert_eq!((dice.least(), dice.most(), dice.mean()), (3, 13, 8.0));
/// assert_eq!(DiceExpression::parse("2x6").unwrap_err().span, 1..2);
/// ```
#[derive(Clone)]
pub struct DiceExpression {
    /// The terms of the sum, each with its sign.
    terms: Arc<[(i64, Term)]>,
    least: i64,
    most: i64,
    /// The probability of `least`, of the next value, and so on.
    distribution: Arc<OnceLock<Vec<Mass>>>,
}

impl DiceExpression {
    /// Returns a number without dice.
    pub fn constant(constant: i64) -> DiceExpression {
        DiceExpression::from_terms(vec![(1, Term::Plain(DiceTerm::Number(constant)))])
    }

    /// Parses sums and differences of numbers and dice: `2d6`, `1d3+1`, `d20 - d4`. Dice may keep
    /// the highest or lowest (`4d6kh3`, `2d20kl1`), explode (`3d6!`), be rerolled once (`2d6r1`:
    /// ones), or have a list of faces (`2d{1, 1, 2}`).
    ///
    /// # Errors
    /// Returns an error for any other text, or if the exact distribution has too many dice or
    /// values to be computed quickly.
    pub fn parse(text: &str) -> Result<DiceExpression, DiceParseError> {
        let mut reader = DiceReader::new(text, false);
        let mut terms = Vec::new();
        let (mut least, mut most) = (0, 0);
        let mut dice = 0;
        let mut values = 1;
        let mut sign = reader.read_sign().unwrap_or(1);
        loop {
            let (read, written) = reader.read_terms(sign)?;
            for (sign, term) in read {
                let term = to_term(&term, reader.faces());
                if matches!(&term, Term::Special(dice) if dice.is_too_large()) {
                    let help = "use fewer dice, or fewer faces".to_owned();
                    return Err(too_many_error(written, "too many results".to_owned(), help));
                }
                dice += term.dice();
                values += term.values() - 1;
                let (low, high) = term.range(sign);
                (least, most) = (least + low, most + high);
                terms.push((sign, term));
            }
            if dice > MAX_DICE {
                return Err(too_many_error(
                    written,
                    format!("{dice} dice"),
                    format!("use at most {MAX_DICE} dice"),
                ));
            }
            if values > MAX_VALUES {
                let help = format!("use at most {MAX_VALUES} different values");
                return Err(too_many_error(
                    written,
                    format!("{values} different values are too many"),
                    help,
                ));
            }
            if least < -LARGEST_NUMBER || most > LARGEST_NUMBER {
                let help = format!("keep the sum between -{LARGEST_NUMBER} and {LARGEST_NUMBER}");
                return Err(DiceParseError {
                    span: written,
                    problem: "the sum is out of range".to_owned(),
                    help,
                });
            }
            match reader.read_next_sign()? {
                Some(next) => sign = next,
                None => return Ok(DiceExpression::from_terms(terms)),
            }
        }
    }

    fn from_terms(terms: Vec<(i64, Term)>) -> DiceExpression {
        let ranges = terms.iter().map(|(sign, term)| term.range(*sign));
        let (least, most) = ranges.fold((0, 0), |(least, most), (low, high)| {
            (least + low, most + high)
        });
        DiceExpression {
            terms: terms.into(),
            least,
            most,
            distribution: Arc::new(OnceLock::new()),
        }
    }

    /// Returns the number of dice that the expression rolls.
    pub(crate) fn dice(&self) -> u64 {
        self.terms.iter().map(|(_, term)| term.dice()).sum()
    }

    /// Rolls the dice and returns the total. `roll` receives a number of sides and writes the faces
    /// of dice.
    #[inline]
    pub(crate) fn roll_total(&self, mut roll: impl FnMut(u32, &mut [u32])) -> i64 {
        self.terms
            .iter()
            .map(|(sign, term)| match term {
                Term::Plain(term) => sign * term.roll_total(&mut roll),
                Term::Special(dice) => sign * dice.roll_total(&mut roll),
            })
            .sum()
    }

    /// Returns the probability of each value, from the least to the greatest. Some may be 0.
    pub(crate) fn masses(&self) -> &[Mass] {
        self.distribution.get_or_init(|| self.compute_masses())
    }

    fn compute_masses(&self) -> Vec<Mass> {
        let plain: Vec<(i64, DiceTerm)> = self
            .terms
            .iter()
            .filter_map(|(sign, term)| match term {
                Term::Plain(term) => Some((*sign, *term)),
                Term::Special(_) => None,
            })
            .collect();
        let mut masses = sum_distribution(&plain).1;
        for (sign, term) in self.terms.iter() {
            if let Term::Special(dice) = term {
                let mut special = dice.distribution().masses;
                if *sign < 0 {
                    special.reverse();
                }
                masses = convolve(&masses, &special);
            }
        }
        masses
    }

    /// Returns the least value.
    pub fn least(&self) -> i64 {
        self.least
    }

    /// Returns the greatest value.
    pub fn most(&self) -> i64 {
        self.most
    }

    /// Returns the value of the expression if only one is possible.
    pub fn fixed_value(&self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }

    /// Returns every value from the least to the greatest with its probability. Some may be 0.
    pub fn distribution(&self) -> impl Iterator<Item = (i64, Mass)> + '_ {
        (self.least..).zip(self.masses().iter().copied())
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        self.distribution()
            .map(|(value, mass)| value as f64 * mass.float())
            .sum()
    }
}

/// Converts a parsed term in which all numbers are digits.
fn to_term(term: &WrittenTerm, faces: &[Vec<i64>]) -> Term {
    let digits = |amount| match amount {
        Amount::Number(number) => number,
        Amount::Name(_) => unreachable!("the reader refuses names here"),
    };
    let n = digits(term.number);
    let Some(sides) = term.sides.map(digits) else {
        return Term::Plain(DiceTerm::Number(n as i64));
    };
    let keep = term.kept.map_or(KeptDice::All, |(kept, count)| {
        kept.resolve(n, digits(count))
    });
    let die = match term.die {
        WrittenDie::Plain => return Term::Plain(DiceTerm::Dice { n, sides, keep }),
        WrittenDie::Listed(index) => SpecialDie::Listed(faces[index].as_slice().into()),
        WrittenDie::Exploding(from) => SpecialDie::Exploding {
            sides,
            from: from.map_or(sides, digits),
        },
        WrittenDie::Rerolled(low) => SpecialDie::Rerolled {
            sides,
            low: digits(low),
        },
    };
    Term::Special(SpecialDice { n, die, keep })
}

/// Prints only the terms, whether or not the distribution has been computed.
impl fmt::Debug for DiceExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DiceExpression").field(&self.terms).finish()
    }
}

/// Expressions are equal if their distributions are equal to the last bit: `1+d6` equals `d6+1`.
impl PartialEq for DiceExpression {
    fn eq(&self, other: &DiceExpression) -> bool {
        (self.least, self.most) == (other.least, other.most) && self.masses() == other.masses()
    }
}
