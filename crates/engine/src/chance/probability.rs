//! Probabilities, written as decimals and stored as fractions.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul};

use num_rational::Ratio;

use crate::odds::Mass;

/// The maximal number of decimal places of a probability.
pub const DECIMAL_PLACES: u32 = 9;

/// A probability from 0 to 1, stored as an exact fraction: 0.15 is 3/20, so that odds computed from
/// it are exact.
///
/// Numerator and denominator have up to 64 bits.
///
/// ```
/// use oddsmith_engine::chance::Probability;
///
/// let p = Probability::parse("0.15").unwrap();
/// assert_eq!((p.fraction(), p.complement().fraction()), ((3, 20), (17, 20)));
/// assert_eq!(Probability::parse("1.5"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    numerator: u64,
    denominator: u64,
}

impl Probability {
    /// The probability of an impossible event.
    pub const ZERO: Probability = Probability {
        numerator: 0,
        denominator: 1,
    };
    /// The probability of a certain event.
    pub const ONE: Probability = Probability {
        numerator: 1,
        denominator: 1,
    };

    /// Returns `numerator / denominator`; `None` if this exceeds 1 or the denominator is 0.
    pub fn ratio(numerator: u64, denominator: u64) -> Option<Probability> {
        (denominator > 0 && numerator <= denominator).then(|| {
            let (numerator, denominator) = Ratio::new(numerator, denominator).into_raw();
            Probability {
                numerator,
                denominator,
            }
        })
    }

    /// Parses a decimal from 0 to 1 with at most [`DECIMAL_PLACES`] places: `0.15`, `1`, `.5`,
    /// `1.5e-3`.
    pub fn parse(text: &str) -> Option<Probability> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let mantissa = mantissa.strip_prefix('+').unwrap_or(mantissa);
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: String = whole
            .chars()
            .chain(decimals.chars())
            .filter(|c| *c != '_')
            .collect();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let places = decimals.chars().filter(|c| *c != '_').count() as i32 - exponent;
        let digits = digits.trim_start_matches('0');
        let stripped = digits.trim_end_matches('0');
        let places = places - (digits.len() - stripped.len()) as i32;
        if stripped.is_empty() {
            return Some(Self::ZERO);
        }
        if stripped.len() > 18 || places > DECIMAL_PLACES as i32 || places < 0 {
            return None;
        }
        Self::ratio(stripped.parse().ok()?, 10u64.pow(places as u32))
    }

    /// Returns the ratio, or 1 if it is greater.
    fn capped(ratio: Ratio<u128>) -> Probability {
        let (numerator, denominator) = ratio.into_raw();
        if numerator < denominator {
            Probability {
                numerator: numerator as u64,
                denominator: denominator as u64,
            }
        } else {
            Probability::ONE
        }
    }

    fn to_wide_ratio(self) -> Ratio<u128> {
        Ratio::new_raw(self.numerator.into(), self.denominator.into())
    }

    /// Returns the probability that two independent events both happen; `None` if the fraction
    /// needs more than 64 bits.
    pub fn and(self, other: Probability) -> Option<Probability> {
        let (numerator, denominator) = (self.to_wide_ratio() * other.to_wide_ratio()).into_raw();
        Some(Probability {
            numerator: numerator as u64,
            denominator: u64::try_from(denominator).ok()?,
        })
    }

    /// Returns the probability that the event does not happen.
    pub fn complement(self) -> Probability {
        Probability {
            numerator: self.denominator - self.numerator,
            ..self
        }
    }

    /// Returns the probability as a float.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns the probability as a mass.
    pub fn mass(self) -> Mass {
        Mass::ratio(self.numerator.into(), self.denominator.into())
    }

    /// Returns the numerator and the denominator of the reduced fraction.
    pub fn fraction(self) -> (u64, u64) {
        (self.numerator, self.denominator)
    }
}

/// Adds two probabilities, but returns at most 1: a rule that adds 15% to 5% again and again
/// reaches certainty.
impl Add for Probability {
    type Output = Probability;
    fn add(self, other: Probability) -> Probability {
        Self::capped(self.to_wide_ratio() + other.to_wide_ratio())
    }
}

/// Multiplies a probability by a whole number, but returns at most 1.
impl Mul<u32> for Probability {
    type Output = Probability;
    fn mul(self, times: u32) -> Probability {
        Self::capped(self.to_wide_ratio() * u128::from(times))
    }
}

impl Ord for Probability {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_wide_ratio().cmp(&other.to_wide_ratio())
    }
}

impl PartialOrd for Probability {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifteen_hundredths_are_three_twentieths() {
        assert_eq!(Probability::parse("0.15").unwrap().fraction(), (3, 20));
        assert_eq!(Probability::parse("1.50e-1").unwrap().fraction(), (3, 20));
        assert_eq!(Probability::parse("1").unwrap(), Probability::ONE);
        assert_eq!(Probability::parse("0.000").unwrap(), Probability::ZERO);
    }

    #[test]
    fn invalid_probabilities_are_rejected() {
        for text in [
            "1.2",
            "-0.1",
            "nan",
            "inf",
            "",
            ".",
            "0.1234567891",
            "1e400",
            "0x1",
        ] {
            assert_eq!(Probability::parse(text), None, "{text}");
        }
    }

    #[test]
    fn conjunction_is_exact_while_the_fraction_fits() {
        let keep = Probability::parse("0.85").unwrap();
        assert_eq!(keep.and(keep).unwrap().fraction(), (289, 400));
        assert_eq!(keep.and(Probability::ZERO), Some(Probability::ZERO));
        let long = Probability::parse("0.123456789").unwrap();
        assert!(
            long.and(long)
                .is_some_and(|product| product.and(long).is_none())
        );
    }

    #[test]
    fn repeated_addition_is_exact_and_capped_at_one() {
        let (base, each) = (
            Probability::parse("0.05").unwrap(),
            Probability::parse("0.15").unwrap(),
        );
        assert_eq!((base + each * 2).fraction(), (7, 20));
        assert_eq!(base + each * 20, Probability::ONE);
        assert!(base < each);
    }
}
