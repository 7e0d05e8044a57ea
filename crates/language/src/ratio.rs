//! Exact fractions of whole numbers.

use std::cmp::Ordering;
use std::fmt;

/// A reduced fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i64,
    denominator: i64,
}

impl Ratio {
    /// Returns the reduced fraction, or `None` if the denominator is 0 or a part is too large.
    pub fn new(numerator: i128, denominator: i128) -> Option<Ratio> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128
            * denominator.signum();
        let numerator = i64::try_from(numerator / divisor).ok()?;
        let denominator = i64::try_from(denominator / divisor).ok()?;
        Some(Ratio {
            numerator,
            denominator,
        })
    }

    /// Parses `0.15`, `12` or `.5`: digits with at most one decimal point, after an optional minus
    /// sign.
    pub fn parse(text: &str) -> Option<Ratio> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let joined = format!("{whole}{decimals}");
        if joined.is_empty()
            || joined.len() > 30
            || !joined.bytes().all(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        Ratio::new(
            sign * joined.parse::<i128>().ok()?,
            10i128.checked_pow(decimals.len() as u32)?,
        )
    }

    /// Returns the numerator.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// Returns the denominator, which is positive.
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// Returns a whole number as a fraction.
    pub const fn whole(number: i64) -> Ratio {
        Ratio {
            numerator: number,
            denominator: 1,
        }
    }

    fn parts(self) -> (i128, i128) {
        (self.numerator.into(), self.denominator.into())
    }

    pub(crate) fn plus(self, other: Ratio) -> Option<Ratio> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Ratio::new(a * d + c * b, b * d)
    }

    pub(crate) fn minus(self, other: Ratio) -> Option<Ratio> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Ratio::new(a * d - c * b, b * d)
    }

    pub(crate) fn times(self, other: Ratio) -> Option<Ratio> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Ratio::new(a * c, b * d)
    }

    /// Returns the quotient; the divisor is not zero.
    pub(crate) fn divided(self, other: Ratio) -> Option<Ratio> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Ratio::new(a * d, b * c)
    }

    /// Returns the quotient rounded down; the divisor is not zero.
    pub(crate) fn floor_divided(self, other: Ratio) -> Option<i64> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        let (above, below) = if c < 0 {
            (-a * d, -b * c)
        } else {
            (a * d, b * c)
        };
        i64::try_from(above.div_euclid(below)).ok()
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        (a * d).cmp(&(c * b))
    }
}

/// Writes a decimal if it needs at most nine places, else a fraction.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places =
            (0..=9u32).find(|&places| 10i128.pow(places) % i128::from(self.denominator) == 0);
        let Some(places) = places else {
            return write!(f, "{}/{}", self.numerator, self.denominator);
        };
        let scale = 10i128.pow(places);
        let scaled = i128::from(self.numerator) * (scale / i128::from(self.denominator));
        let sign = if scaled < 0 { "-" } else { "" };
        let (whole, rest) = (scaled.abs() / scale, scaled.abs() % scale);
        match places {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{rest:0places$}", places = places as usize),
        }
    }
}

pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_parse_to_reduced_fractions() {
        let ratio = Ratio::parse("0.15").unwrap();
        assert_eq!((ratio.numerator(), ratio.denominator()), (3, 20));
        assert_eq!(ratio.to_string(), "0.15");
        assert_eq!(Ratio::new(-1, 3).unwrap().to_string(), "-1/3");
    }

    #[test]
    fn floor_division_rounds_toward_negative_infinity() {
        let half = Ratio::parse("0.5").unwrap();
        assert_eq!(Ratio::whole(3).floor_divided(half), Some(6));
        assert_eq!(Ratio::whole(-3).floor_divided(Ratio::whole(2)), Some(-2));
        assert_eq!(Ratio::whole(3).floor_divided(Ratio::whole(-2)), Some(-2));
    }
}
