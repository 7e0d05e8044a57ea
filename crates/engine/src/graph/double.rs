//! Double-double arithmetic: numbers with twice the precision of a float.

use std::ops::{Add, Mul, Sub};

/// The sum of a float and its rounding error, with about 32 digits (Dekker 1971).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Double {
    high: f64,
    low: f64,
}

impl Double {
    pub(super) const ZERO: Double = Double {
        high: 0.0,
        low: 0.0,
    };

    /// Returns the nearest float.
    pub(super) fn rounded(self) -> f64 {
        self.high
    }

    /// Returns the sum of two floats, of which the first must not be much smaller.
    fn renormalized(high: f64, low: f64) -> Double {
        let sum = high + low;
        Double {
            high: sum,
            low: low - (sum - high),
        }
    }
}

impl From<f64> for Double {
    fn from(high: f64) -> Double {
        Double { high, low: 0.0 }
    }
}

impl Add for Double {
    type Output = Double;
    fn add(self, other: Double) -> Double {
        let sum = self.high + other.high;
        let part = sum - self.high;
        let lost = (self.high - (sum - part)) + (other.high - part);
        Double::renormalized(sum, lost + self.low + other.low)
    }
}

impl Sub for Double {
    type Output = Double;
    fn sub(self, other: Double) -> Double {
        self + Double {
            high: -other.high,
            low: -other.low,
        }
    }
}

impl Mul for Double {
    type Output = Double;
    fn mul(self, other: Double) -> Double {
        let product = self.high * other.high;
        let ((a, b), (c, d)) = (split_halves(self.high), split_halves(other.high));
        let lost = ((a * c - product) + a * d + b * c) + b * d;
        Double::renormalized(
            product,
            lost + self.high * other.low + self.low * other.high,
        )
    }
}

/// Splits a float into two floats with half of its digits each (Veltkamp).
fn split_halves(x: f64) -> (f64, f64) {
    let wide = x * 134_217_729.0;
    let high = wide - (wide - x);
    (high, x - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_keeps_digits_that_floats_lose() {
        let (third, small) = (Double::from(1.0 / 3.0), Double::from(1e-25));
        let sum = (third + small) - third;
        assert!((sum.rounded() - 1e-25).abs() < 1e-38, "{sum:?}");
        // The exact product is (1 + 2^-40)^2 = 1 + 2^-39 + 2^-80.
        let near = Double::from(1.0 + 2f64.powi(-40));
        let rest = near * near - Double::from(1.0) - Double::from(2f64.powi(-39));
        assert_eq!(rest.rounded(), 2f64.powi(-80));
    }
}
