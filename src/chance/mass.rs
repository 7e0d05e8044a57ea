//! Probability mass that is pushed through a rule: a float to work with, and the fraction behind it.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

use super::residue::Residue;

/// How far the float may be from a recovered fraction, relative to it, before the fraction is
/// taken for a coincidence. Rounding over a million sums stays below 1e-11.
const AGREEMENT: f64 = 1e-11;

/// An exact probability: its value as a float and, beside it, a residue from which the reduced
/// fraction is recovered where it is short.
///
/// The float carries rounding errors of about 1e-16 a step; the residue carries none. A recovered
/// fraction is given only if the float agrees with it, so that a wrong one has odds of about 1e-14.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    value: f64,
    residue: Residue,
}

impl Mass {
    /// No probability.
    pub const ZERO: Mass = Mass { value: 0.0, residue: Residue::ZERO };
    /// Certainty.
    pub const ONE: Mass = Mass { value: 1.0, residue: Residue::ONE };

    /// The mass `numerator / denominator`.
    ///
    /// # Panics
    /// When the denominator is zero.
    pub fn ratio(numerator: u128, denominator: u128) -> Mass {
        assert!(denominator > 0, "a probability is a share of something");
        Mass { value: numerator as f64 / denominator as f64, residue: Residue::ratio(numerator, denominator) }
    }

    /// The probability, correct to 12 significant digits or more.
    pub fn value(self) -> f64 {
        self.resolved().0
    }

    /// The probability and, where it is short, the fraction that it is: recovered once for both.
    pub fn resolved(self) -> (f64, Option<(u64, u64)>) {
        match self.fraction() {
            Some((n, d)) => (n as f64 / d as f64, Some((n, d))),
            None => (self.value, None),
        }
    }

    /// The probability as the float that was pushed: quick, for the inner loops.
    pub fn float(self) -> f64 {
        self.value
    }

    /// A float and a residue that were computed apart, where repeated products would underflow.
    pub(super) fn from_parts(value: f64, residue: Residue) -> Mass {
        Mass { value, residue }
    }

    /// The reduced fraction, where numerator and denominator have at most 18 digits each.
    pub fn fraction(self) -> Option<(u64, u64)> {
        let (n, d) = self.residue.fraction()?;
        let ratio = n as f64 / d as f64;
        ((ratio - self.value).abs() <= AGREEMENT * ratio).then_some((n, d))
    }
}

impl Add for Mass {
    type Output = Mass;
    fn add(self, other: Mass) -> Mass {
        Mass { value: self.value + other.value, residue: self.residue.plus(other.residue) }
    }
}

impl AddAssign for Mass {
    fn add_assign(&mut self, other: Mass) {
        *self = *self + other;
    }
}

impl Mul for Mass {
    type Output = Mass;
    fn mul(self, other: Mass) -> Mass {
        Mass { value: self.value * other.value, residue: self.residue.times(other.residue) }
    }
}

impl Sum for Mass {
    fn sum<I: Iterator<Item = Mass>>(masses: I) -> Mass {
        masses.fold(Mass::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_dice_that_miss_a_six_are_125_in_216() {
        let miss = Mass::ratio(5, 6);
        assert_eq!((miss * miss * miss).fraction(), Some((125, 216)));
    }

    #[test]
    fn a_long_way_round_comes_back_to_a_short_fraction() {
        // Sixty checks of 7/20 each: the way to the last has denominators of 60 x 2 digits, its odds are 7/20.
        let mut counts = vec![Mass::ONE];
        for _ in 0..60 {
            let mut next = vec![Mass::ZERO; counts.len() + 1];
            for (k, &mass) in counts.iter().enumerate() {
                next[k] += mass * Mass::ratio(13, 20);
                next[k + 1] += mass * Mass::ratio(7, 20);
            }
            counts = next;
        }
        let last: Mass = counts.iter().map(|&mass| mass * Mass::ratio(7, 20)).sum();
        assert_eq!(last.fraction(), Some((7, 20)));
        assert_eq!(counts[30].fraction(), None);
    }

    #[test]
    fn the_value_of_a_short_fraction_is_correctly_rounded() {
        let tenth: Mass = (0..3).map(|_| Mass::ratio(1, 10)).sum();
        assert_eq!(tenth.value(), 0.3);
    }
}
