//! Dice expressions such as "2d6+1" and "4d6kh3".

#[cfg(test)]
mod tests;

mod distribution;
mod reader;
mod term;
mod written;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::odds::Mass;
use reader::{DiceReader, MOST_DICE, MOST_VALUES, too_many_error};

pub use distribution::sum_distribution;
pub use reader::LARGEST_NUMBER;
pub use term::{DiceTerm, KeptDice};
pub use written::{Amount, DiceParseError, DiceText, Kept, WrittenTerm};

/// A whole number that may include dice. Simulating rolls the dice. Exploring computes the exact
/// distribution once, when it is first needed.
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
    /// The terms, each with the sign 1 or -1.
    terms: Arc<[(i64, DiceTerm)]>,
    least: i64,
    most: i64,
    /// The probability of `least`, of the next value, and so on.
    distribution: Arc<OnceLock<Vec<Mass>>>,
}

impl DiceExpression {
    /// Returns a number without dice.
    pub fn constant(constant: i64) -> DiceExpression {
        DiceExpression::from_terms(vec![(1, DiceTerm::Number(constant))])
    }

    /// Parses sums and differences of numbers and dice: `2d6`, `1d3+1`, `d20 - d4`, `4d6kh3` and
    /// `2d20kl1` (keep some of the highest or lowest).
    ///
    /// # Errors
    /// Returns an error if the text is something else, or if its exact distribution would be too
    /// expensive because it has too many dice or values.
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
                let term = to_dice_term(&term);
                dice += term.dice();
                values += term.values() - 1;
                let (low, high) = term.range(sign);
                (least, most) = (least + low, most + high);
                terms.push((sign, term));
            }
            if dice > MOST_DICE {
                return Err(too_many_error(
                    written,
                    format!("{dice} dice"),
                    format!("use at most {MOST_DICE} dice"),
                ));
            }
            if values > MOST_VALUES {
                let help = format!("use at most {MOST_VALUES} different values");
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

    fn from_terms(terms: Vec<(i64, DiceTerm)>) -> DiceExpression {
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

    /// Returns the number of dice that it rolls.
    pub(crate) fn dice(&self) -> u64 {
        self.terms.iter().map(|(_, term)| term.dice()).sum()
    }

    /// Returns its total. `roll` receives the number of sides and writes the faces.
    #[inline]
    pub(crate) fn roll_total(&self, mut roll: impl FnMut(u32, &mut [u32])) -> i64 {
        self.terms
            .iter()
            .map(|(sign, term)| sign * term.roll_total(&mut roll))
            .sum()
    }

    /// Returns the probability of each value from the least to the greatest. Some may be 0.
    pub(crate) fn masses(&self) -> &[Mass] {
        self.distribution
            .get_or_init(|| sum_distribution(&self.terms).1)
    }

    /// Returns the least value.
    pub fn least(&self) -> i64 {
        self.least
    }

    /// Returns the greatest value.
    pub fn most(&self) -> i64 {
        self.most
    }

    /// Returns its value if it has only one.
    pub fn fixed_value(&self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }

    /// Returns each value from the least to the greatest with its probability. Some may be 0.
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

/// Converts a term without names.
fn to_dice_term(term: &WrittenTerm) -> DiceTerm {
    let digits = |amount| match amount {
        Amount::Number(number) => number,
        Amount::Name(_) => unreachable!("a name is read where numbers may be left open"),
    };
    let n = digits(term.number);
    let Some(sides) = term.sides else {
        return DiceTerm::Number(n as i64);
    };
    let keep = term.kept.map_or(KeptDice::All, |(kept, count)| {
        kept.resolve(n, digits(count))
    });
    DiceTerm::Dice {
        n,
        sides: digits(sides),
        keep,
    }
}

/// Formats only the terms, so that equal dice look the same whether or not their distribution has
/// been computed.
impl fmt::Debug for DiceExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DiceExpression").field(&self.terms).finish()
    }
}

/// Two expressions are equal if their distributions are equal bit by bit: `1+d6` equals `d6+1`.
impl PartialEq for DiceExpression {
    fn eq(&self, other: &DiceExpression) -> bool {
        (self.least, self.most) == (other.least, other.most) && self.masses() == other.masses()
    }
}
