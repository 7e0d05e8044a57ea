//! The confidence interval of a quantile, from order statistics.

use super::interval::Confidence;
use crate::odds::Tally;

/// Returns an interval that contains the quantile at `percent` with at least this confidence, for
/// any distribution. Returns `None` if the tally has too few values.
///
/// # Formula
/// The number of n values below the quantile is binomial(n, p), so that the values with the ranks l
/// and u bracket it. See David and Nagaraja, *Order Statistics*, section 7.1. The ranks are n p + z
/// s + (1 - 2 p)(z² - 1)/6, moved outwards by one. These are normal quantiles with the
/// Cornish-Fisher correction for skewness.
///
/// ```
/// use oddsmith_engine::odds::Tally;
/// use oddsmith_engine::stats::{Confidence, quantile_interval};
///
/// let mut tally = Tally::default();
/// (1..=100).for_each(|value| tally.record(value));
/// let confidence = Confidence::new(0.95).unwrap();
/// assert_eq!(quantile_interval(&tally, 50, confidence), Some((40, 61)));
/// assert_eq!(quantile_interval(&tally, 1, confidence), None);
/// ```
pub fn quantile_interval(
    tally: &Tally,
    percent: u64,
    confidence: Confidence,
) -> Option<(i64, i64)> {
    let (n, p) = (tally.total() as f64, percent as f64 / 100.0);
    let (z, sd) = (confidence.z(), (n * p * (1.0 - p)).sqrt());
    let middle = n * p + (1.0 - 2.0 * p) * (z * z - 1.0) / 6.0;
    let low = (middle - z * sd).floor();
    let high = (middle + z * sd).ceil() + 1.0;
    let is_within = low >= 1.0 && high <= n && sd > 0.0;
    is_within.then(|| {
        Some((
            value_at_rank(tally, low as u64)?,
            value_at_rank(tally, high as u64)?,
        ))
    })?
}

/// Returns the value at a rank, from 1.
fn value_at_rank(tally: &Tally, rank: u64) -> Option<i64> {
    let mut cumulative = 0;
    tally.iter().find_map(|(value, count)| {
        cumulative += count;
        (cumulative >= rank).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::super::binomial::Binomial;
    use super::*;

    fn rank_interval(n: i64, percent: u64, level: f64) -> Option<(i64, i64)> {
        let mut tally = Tally::default();
        (1..=n).for_each(|value| tally.record(value));
        quantile_interval(&tally, percent, Confidence::new(level).unwrap())
    }

    /// The ranks l and u cover the quantile if l to u - 1 values lie below it.
    #[test]
    fn quantile_interval_coverage_is_sufficient_and_tight() {
        for n in [30, 100, 1000, 20_000] {
            for percent in [5, 25, 50, 75, 95] {
                for level in [0.9, 0.95, 0.999] {
                    let Some((low, high)) = rank_interval(n, percent, level) else {
                        continue;
                    };
                    let p = percent as f64 / 100.0;
                    let below = Binomial::new(n as u64, p);
                    let covers = |low: i64, high: i64| {
                        below.at_least(low as u64) - below.at_least(high as u64)
                    };
                    assert!(
                        covers(low, high) >= level,
                        "{n} {percent} {level}: {}",
                        covers(low, high)
                    );
                    let narrower = covers(low + 2, high - 2);
                    assert!(
                        narrower < level,
                        "{n} {percent} {level}: {narrower} would do"
                    );
                }
            }
        }
    }

    #[test]
    fn few_values_have_no_quantile_interval() {
        assert_eq!(
            (
                rank_interval(0, 50, 0.95),
                rank_interval(5, 50, 0.95),
                rank_interval(1000, 100, 0.95)
            ),
            (None, None, None)
        );
        assert!(rank_interval(30, 50, 0.95).is_some());
    }

    #[test]
    fn constant_sample_has_interval_of_zero_width() {
        let mut tally = Tally::default();
        tally.add(7, 1000);
        assert_eq!(
            quantile_interval(&tally, 50, Confidence::new(0.95).unwrap()),
            Some((7, 7))
        );
    }
}
