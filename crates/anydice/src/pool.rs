//! Pools: several equal dice.

mod keep;
mod multisets;
mod power;

use std::ops::Range;
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::One;

use crate::die::Die;
use crate::meter::{MAX_DICE, Meter};
use crate::problem::{Problem, Stopped};
use crate::text::join;

pub(crate) use keep::keep;
pub(crate) use multisets::Multisets;

/// A number of equal dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pool {
    pub(crate) count: u64,
    pub(crate) die: Rc<Die>,
}

impl Pool {
    pub(crate) fn new(count: u64, die: Rc<Die>) -> Self {
        Self { count, die }
    }

    /// Returns a pool of dice. A negative number means that many dice with negated faces. Dice
    /// without faces make an empty pool.
    pub(crate) fn rolled(
        count: i64,
        die: Rc<Die>,
        span: &Range<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stopped> {
        if die.is_empty() {
            return Ok(Self::new(0, die));
        }
        if count.unsigned_abs() > MAX_DICE {
            return Err(Problem::new(
                format!("this rolls more than {MAX_DICE} dice at once"),
                span.clone(),
            )
            .with_help("roll fewer dice")
            .into());
        }
        let die = if count < 0 {
            Rc::new(die.map(meter, |value| {
                value
                    .checked_neg()
                    .ok_or_else(|| overflow(span.clone()).into())
            })?)
        } else {
            die
        };
        Ok(Self::new(count.unsigned_abs(), die))
    }

    /// Returns the distribution of the sum. Without dice, the sum is 0.
    pub(crate) fn sum(
        &self,
        span: &Range<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Rc<Die>, Stopped> {
        if self.count == 1 && !self.die.is_empty() {
            return Ok(self.die.clone());
        }
        if self.count == 0 || self.die.is_empty() {
            return Ok(Rc::new(Die::constant(0)));
        }
        Ok(Rc::new(power::sum_of_equal(
            &self.die, self.count, span, meter,
        )?))
    }

    /// Returns the pool as a program would write it.
    pub(crate) fn to_text(&self) -> String {
        let faces = self.die.faces();
        if faces.is_empty() {
            return "d{}".to_owned();
        }
        let count = if self.count == 1 {
            String::new()
        } else {
            self.count.to_string()
        };
        let is_plain = (1_i64..)
            .zip(faces)
            .all(|(side, (value, weight))| side == *value && weight.is_one());
        if is_plain {
            return format!("{count}d{}", faces.len());
        }
        if let [(0, weight)] = faces
            && weight.is_one()
        {
            return format!("{count}d0");
        }
        let faces = faces.iter().map(|(value, weight)| {
            if weight.is_one() {
                value.to_string()
            } else {
                format!("{value}:{weight}")
            }
        });
        format!("{count}d{{{}}}", join(faces))
    }
}

/// Reports a number that is too large.
pub(crate) fn overflow(span: Range<usize>) -> Problem {
    Problem::new(
        "the result is not between -9223372036854775808 and 9223372036854775807",
        span,
    )
    .with_help("use smaller numbers")
}

/// Returns the binomial coefficients of a number of dice: how many ways there are to choose 0, 1,
/// 2 and more of them.
fn binomials(dice: u64) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for chosen in 1..=dice {
        let next = &row[row.len() - 1] * (dice - chosen + 1) / chosen;
        row.push(next);
    }
    row
}
