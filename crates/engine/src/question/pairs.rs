//! The joint variation of two numbers.

use super::asked::AnswerRows;
use crate::stats::{Confidence, Interval, correct_skew};

/// Returns the difference of two values, computed without loss of digits in large numbers.
pub(super) fn offset_from(value: i64, from: i64) -> f64 {
    (i128::from(value) - i128::from(from)) as f64
}

/// Returns the pairs of values that are both present, relative to the first pair, with their
/// weights.
pub(super) fn weighted_pairs<W: Copy>(
    rows: &AnswerRows<'_, W>,
    weight: impl Fn(W) -> f64,
) -> Vec<(f64, f64, f64)> {
    let pair = |&(values, amount): &(&[Option<i64>], W)| Some((values[0]?, values[1]?, amount));
    let pairs = || rows.iter().filter_map(pair);
    let Some((x, y, _)) = pairs().next() else {
        return Vec::new();
    };
    pairs()
        .map(|(row_x, row_y, amount)| {
            (offset_from(row_x, x), offset_from(row_y, y), weight(amount))
        })
        .collect()
}

/// The means, variances and the covariance of two numbers.
pub(super) struct PairMoments {
    means: (f64, f64),
    pub(super) covariance: f64,
    variances: (f64, f64),
    /// The mean of the squared products of their deviations.
    pub(super) product_squares: f64,
}

impl PairMoments {
    pub(super) fn from_pairs(pairs: &[(f64, f64, f64)]) -> PairMoments {
        let total: f64 = pairs.iter().map(|pair| pair.2).sum();
        let mean = |value_of: &dyn Fn(f64, f64) -> f64| {
            pairs
                .iter()
                .map(|&(x, y, n)| value_of(x, y) * n)
                .sum::<f64>()
                / total
        };
        let (mean_x, mean_y) = (mean(&|x, _| x), mean(&|_, y| y));
        let product = |x: f64, y: f64| (x - mean_x) * (y - mean_y);
        PairMoments {
            means: (mean_x, mean_y),
            covariance: mean(&product),
            variances: (
                mean(&|x, _| (x - mean_x).powi(2)),
                mean(&|_, y| (y - mean_y).powi(2)),
            ),
            product_squares: mean(&|x, y| product(x, y).powi(2)),
        }
    }

    /// Returns the mean of a function of both numbers, standardised to mean 0 and variance 1.
    fn standardized_mean(
        &self,
        pairs: &[(f64, f64, f64)],
        value_of: impl Fn(f64, f64) -> f64,
    ) -> f64 {
        let (sd_x, sd_y) = (self.variances.0.sqrt(), self.variances.1.sqrt());
        let standard =
            |x: f64, y: f64| value_of((x - self.means.0) / sd_x, (y - self.means.1) / sd_y);
        let total: f64 = pairs.iter().map(|pair| pair.2).sum();
        pairs
            .iter()
            .map(|&(x, y, n)| standard(x, y) * n)
            .sum::<f64>()
            / total
    }

    /// Returns the confidence interval of the correlation r, from the wider ends of two intervals.
    /// The first uses the inverse hyperbolic tangent of r, which is nearly normal (Fisher 1921).
    /// Its standard error follows from the contribution of a pair to r: a b - r (a² + b²)/2 for
    /// standardised values. For normal pairs that is 1 - r² on average. The second corrects for the
    /// skewness of these contributions.
    pub(super) fn correlation_interval(
        &self,
        pairs: &[(f64, f64, f64)],
        r: f64,
        confidence: Confidence,
    ) -> Option<Interval> {
        let (n, z) = (pairs.iter().map(|pair| pair.2).sum::<f64>(), confidence.z());
        let added = |power: i32| {
            self.standardized_mean(pairs, |a, b| {
                (a * b - r * (a * a + b * b) / 2.0).powi(power)
            })
        };
        let spread = added(2).sqrt();
        if spread <= 0.0 {
            return None;
        }
        let error = spread / (n - 3.0).sqrt();
        let tangent_end = |z: f64| (r.atanh() + z * error / (1.0 - r * r)).tanh();
        let skew = added(3) / spread.powi(3) / n.sqrt();
        let straight = |z: f64| (r - error * correct_skew(z, skew)).clamp(-1.0, 1.0);
        Some(Interval {
            low: tangent_end(-z).min(straight(z)),
            high: tangent_end(z).max(straight(-z)),
        })
    }

    /// Returns the correlation; `None` if one of the numbers is constant.
    pub(super) fn correlation(&self) -> Option<f64> {
        let spread = (self.variances.0 * self.variances.1).sqrt();
        (spread > 0.0).then(|| (self.covariance / spread).clamp(-1.0, 1.0))
    }
}
