//! Probability mass that is pushed through a rule: a float to work with, and the fraction behind
//! it.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

use super::residue::Residue;

/// How far the float may be from a recovered fraction, relative to it, before the fraction is taken
/// for a coincidence. Rounding over a million sums stays below 1e-11.
const AGREEMENT: f64 = 1e-11;

/// An exact probability: its value as a float, together with residues. The residues give the
/// reduced fraction where it is short.
///
/// The float carries rounding errors of about 1e-16 a step; the residues carry none. A fraction is
/// given only if three primes and the float agree on it.
///
/// ```
/// use oddsmith_engine::odds::Mass;
///
/// let miss = Mass::ratio(5, 6);
/// assert_eq!((miss * miss * miss).fraction(), Some((125, 216)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    value: f64,
    residue: Residue,
}

impl Mass {
    /// No probability.
    pub const ZERO: Mass = Mass {
        value: 0.0,
        residue: Residue::ZERO,
    };
    /// Certainty.
    pub const ONE: Mass = Mass {
        value: 1.0,
        residue: Residue::ONE,
    };

    /// The mass `numerator / denominator`.
    ///
    /// # Panics
    /// When the denominator is zero.
    pub fn ratio(numerator: u128, denominator: u128) -> Mass {
        assert!(denominator > 0, "a probability is a share of something");
        Mass {
            value: numerator as f64 / denominator as f64,
            residue: Residue::ratio(numerator, denominator),
        }
    }

    /// A float of which no fraction is known, nor ever will be of what is made of it.
    pub fn inexact(value: f64) -> Mass {
        Mass {
            value,
            residue: Residue::UNKNOWN,
        }
    }

    /// The same mass, of which no fraction is known.
    pub(crate) fn without_fraction(self) -> Mass {
        if self.is_zero() {
            self
        } else {
            Mass::inexact(self.value)
        }
    }

    /// The probability, correct to 12 significant digits or more, never above 1.
    pub fn value(self) -> f64 {
        self.value_and_fraction().0
    }

    /// The probability and, where it is short, the fraction that it is: recovered once for both.
    pub fn value_and_fraction(self) -> (f64, Option<(u64, u64)>) {
        match self.fraction() {
            Some((n, d)) => (n as f64 / d as f64, Some((n, d))),
            None => (self.value.clamp(0.0, 1.0), None),
        }
    }

    /// The probability as the float that was pushed: quick, for inner loops.
    #[inline]
    pub fn float(self) -> f64 {
        self.value
    }

    /// Everything that it is, to be written down: its float, and what stands for its fraction.
    ///
    /// ```
    /// use oddsmith_engine::odds::Mass;
    ///
    /// let third = Mass::ratio(1, 3);
    /// let (float, residues) = third.to_raw();
    /// assert_eq!(Mass::from_raw(float, residues), third);
    /// ```
    pub fn to_raw(self) -> (f64, [u64; 3]) {
        (self.value, self.residue.to_raw())
    }

    /// What was written down by [`Mass::to_raw`].
    pub fn from_raw(float: f64, residues: [u64; 3]) -> Mass {
        Mass {
            value: float,
            residue: Residue::from_raw(residues),
        }
    }

    /// A float and a residue that were computed apart, where repeated products would underflow.
    pub(crate) fn from_parts(value: f64, residue: Residue) -> Mass {
        Mass { value, residue }
    }

    /// One over it, which is no probability: to share out what leaves a state among where it goes.
    ///
    /// ```
    /// use oddsmith_engine::odds::Mass;
    ///
    /// // Of a die that is rolled again as long as it shows a one.
    /// assert_eq!((Mass::ratio(1, 6) * Mass::ratio(5, 6).inverse()).fraction(), Some((1, 5)));
    /// ```
    pub fn inverse(self) -> Mass {
        Mass {
            value: 1.0 / self.value,
            residue: self.residue.inverse(),
        }
    }

    /// Whether it is nothing at all, and not just too little for a float.
    pub(crate) fn is_zero(self) -> bool {
        self.value == 0.0 && self.residue == Residue::ZERO
    }

    /// Whether its fraction, short or long, is known.
    pub(crate) fn has_known_fraction(self) -> bool {
        self.residue.is_known()
    }

    /// Whether nothing is left of 1 but rounding, where no residue can tell.
    pub(crate) fn is_only_rounding(self) -> bool {
        self.residue == Residue::ZERO || (!self.residue.is_known() && self.value.abs() < 1e-13)
    }

    /// Returns the same number with another float, which was computed with less rounding.
    pub(crate) fn with_float(self, value: f64) -> Mass {
        Mass { value, ..self }
    }

    /// The reduced fraction, where numerator and denominator have at most 18 digits each.
    pub fn fraction(self) -> Option<(u64, u64)> {
        let (n, d) = self.residue.fraction()?;
        let ratio = n as f64 / d as f64;
        (n <= d && (ratio - self.value).abs() <= AGREEMENT * ratio).then_some((n, d))
    }
}

/// No probability.
impl Default for Mass {
    fn default() -> Mass {
        Mass::ZERO
    }
}

impl Add for Mass {
    type Output = Mass;
    #[inline]
    fn add(self, other: Mass) -> Mass {
        Mass {
            value: self.value + other.value,
            residue: self.residue.plus(other.residue),
        }
    }
}

/// What is left of the one without the other.
impl Sub for Mass {
    type Output = Mass;
    fn sub(self, other: Mass) -> Mass {
        Mass {
            value: self.value - other.value,
            residue: self.residue.minus(other.residue),
        }
    }
}

impl AddAssign for Mass {
    #[inline]
    fn add_assign(&mut self, other: Mass) {
        *self = *self + other;
    }
}

impl Mul for Mass {
    type Output = Mass;
    #[inline]
    fn mul(self, other: Mass) -> Mass {
        Mass {
            value: self.value * other.value,
            residue: self.residue.times(other.residue),
        }
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
    fn repeated_sums_recover_a_short_fraction() {
        // Sixty checks of 7/20 each: the way to the last has denominators of 60 x 2 digits, its
        // odds are 7/20.
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
    fn short_fraction_value_is_correctly_rounded() {
        let tenth: Mass = (0..3).map(|_| Mass::ratio(1, 10)).sum();
        assert_eq!(tenth.value(), 0.3);
    }

    #[test]
    fn truncated_mass_has_no_fraction() {
        assert_eq!(
            (Mass::ratio(1, 2) + Mass::inexact(0.25)).value_and_fraction(),
            (0.75, None)
        );
    }
}
