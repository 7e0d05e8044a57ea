//! Probability mass: a float for computing, and residues from which its fraction can be recovered.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

use super::residue::Residue;

/// The maximal relative difference between the float and a recovered fraction. A larger difference
/// means that the fraction is a coincidence. Rounding over a million sums stays below 1e-11.
const AGREEMENT: f64 = 1e-11;

/// An exact probability: its value as a float, and residues that give its reduced fraction if that
/// is short.
///
/// The float has a rounding error of about 1e-16 per operation. The residues are exact. A fraction
/// is returned only if three primes and the float agree on it.
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
    /// The mass 0.
    pub const ZERO: Mass = Mass {
        value: 0.0,
        residue: Residue::ZERO,
    };
    /// The mass 1.
    pub const ONE: Mass = Mass {
        value: 1.0,
        residue: Residue::ONE,
    };

    /// Returns the mass `numerator / denominator`.
    ///
    /// # Panics
    /// Panics if the denominator is 0.
    pub fn ratio(numerator: u128, denominator: u128) -> Mass {
        assert!(denominator > 0, "a probability is a share of something");
        Mass {
            value: numerator as f64 / denominator as f64,
            residue: Residue::ratio(numerator, denominator),
        }
    }

    /// Returns a mass without a known fraction. Results computed from it have no known fraction,
    /// either.
    pub fn inexact(value: f64) -> Mass {
        Mass {
            value,
            residue: Residue::UNKNOWN,
        }
    }

    /// Returns the mass without its fraction; 0 stays exact.
    pub(crate) fn without_fraction(self) -> Mass {
        if self.is_zero() {
            self
        } else {
            Mass::inexact(self.value)
        }
    }

    /// Returns the probability, correct to 12 significant digits or more, and at most 1.
    pub fn value(self) -> f64 {
        self.value_and_fraction().0
    }

    /// Returns the probability and, if it is short, its fraction. It recovers the fraction only
    /// once.
    pub fn value_and_fraction(self) -> (f64, Option<(u64, u64)>) {
        match self.fraction() {
            Some((n, d)) => (n as f64 / d as f64, Some((n, d))),
            None => (self.value.clamp(0.0, 1.0), None),
        }
    }

    /// Returns the probability as the computed float. This is fast, for inner loops.
    #[inline]
    pub fn float(self) -> f64 {
        self.value
    }

    /// Returns the float and the residues, for storing the mass.
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

    /// Returns the mass that was stored with [`Mass::to_raw`].
    pub fn from_raw(float: f64, residues: [u64; 3]) -> Mass {
        Mass {
            value: float,
            residue: Residue::from_raw(residues),
        }
    }

    /// Returns the mass with a float and a residue that were computed separately, because products
    /// of masses would underflow.
    pub(crate) fn from_parts(value: f64, residue: Residue) -> Mass {
        Mass { value, residue }
    }

    /// Returns the reciprocal, which is not a probability. It is used to normalise the
    /// probabilities of leaving a state.
    ///
    /// ```
    /// use oddsmith_engine::odds::Mass;
    ///
    /// // A die that is rolled again while it shows a one.
    /// assert_eq!((Mass::ratio(1, 6) * Mass::ratio(5, 6).inverse()).fraction(), Some((1, 5)));
    /// ```
    pub fn inverse(self) -> Mass {
        Mass {
            value: 1.0 / self.value,
            residue: self.residue.inverse(),
        }
    }

    /// Returns whether the mass is exactly 0, and not just too small for a float.
    pub(crate) fn is_zero(self) -> bool {
        self.value == 0.0 && self.residue == Residue::ZERO
    }

    /// Returns whether the residues are known, so that the mass has an exact fraction, short or
    /// long.
    pub(crate) fn has_known_fraction(self) -> bool {
        self.residue.is_known()
    }

    /// Returns whether the mass is 0, up to rounding errors if the residue is not known.
    pub(crate) fn is_only_rounding(self) -> bool {
        self.residue == Residue::ZERO || (!self.residue.is_known() && self.value.abs() < 1e-13)
    }

    /// Returns the same number with another float, which was computed with less rounding.
    pub(crate) fn with_float(self, value: f64) -> Mass {
        Mass { value, ..self }
    }

    /// Returns the reduced fraction if numerator and denominator have at most 18 digits each.
    pub fn fraction(self) -> Option<(u64, u64)> {
        let (n, d) = self.residue.fraction()?;
        let ratio = n as f64 / d as f64;
        (n <= d && (ratio - self.value).abs() <= AGREEMENT * ratio).then_some((n, d))
    }
}

/// Returns the mass 0.
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
        // The last of sixty checks with probability 7/20: single paths have fractions with 60 · 2
        // digits, but their sum is 7/20.
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
