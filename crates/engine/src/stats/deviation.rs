//! Tests whether an expected number is consistent with the trials of a distribution.

use super::binomial::Binomial;

/// Up to this number of standard errors, the test does not compute a bound. A correct number
/// exceeds it once in 15,000 samples.
const UNREMARKABLE_ERRORS: f64 = 4.0;
/// The number of bisection steps for the exponent of the bound.
const HALVINGS: usize = 80;

/// Returns an upper bound of a probability: that the mean of `trials` values of a distribution
/// deviates from its expected value as much as `seen` from `expected`. The bound holds for every
/// distribution and every number of trials. It is 1 if the deviation is unremarkable. The
/// distribution is given as values with their probabilities.
///
/// # Formula
/// P(mean - mu >= a) <= exp(-n sup_t (t a - ln E exp(t (X - mu)))) (Chernoff 1952), for both sides.
///
/// ```
/// use oddsmith_engine::stats::deviation;
///
/// let die = (1..=6).map(|face| (f64::from(face), 1.0 / 6.0));
/// assert_eq!(deviation(die.clone(), 10_000, 3.52, 3.5), 1.0);
/// assert!(deviation(die, 10_000, 3.5, 3.7) < 1e-20);
/// ```
pub fn deviation(
    distribution: impl Iterator<Item = (f64, f64)> + Clone,
    trials: u64,
    seen: f64,
    expected: f64,
) -> f64 {
    let (total, sum) = distribution
        .clone()
        .fold((0.0, 0.0), |(total, sum), (value, p)| {
            (total + p, sum + value * p)
        });
    let mean = sum / total;
    let variance = distribution
        .clone()
        .map(|(value, p)| (value - mean).powi(2) * p)
        .sum::<f64>()
        / total;
    let (off, n) = ((seen - expected).abs(), trials as f64);
    // A difference within the rounding error of large sums is not a deviation.
    let rounding = 1e-9 * (mean.abs() + variance.sqrt()) + 1e-12;
    if trials == 0
        || off.is_nan()
        || off <= rounding
        || off * off * n <= UNREMARKABLE_ERRORS * UNREMARKABLE_ERRORS * variance
    {
        return 1.0;
    }
    let side = if seen > expected { 1.0 } else { -1.0 };
    let values: Vec<(f64, f64)> = distribution
        .map(|(value, p)| (side * (value - mean), p / total))
        .collect();
    (2.0 * (-n * exponent(&values, off)).exp()).min(1.0)
}

/// Returns the exponential rate at which a deviation of the mean by `off` becomes unlikely. The
/// values must have mean 0.
fn exponent(values: &[(f64, f64)], off: f64) -> f64 {
    let most = values
        .iter()
        .filter(|(_, p)| *p > 0.0)
        .map(|&(value, _)| value)
        .fold(0.0, f64::max);
    if off > most {
        return f64::INFINITY;
    }
    // The weights are relative to the largest, so that they cannot overflow.
    let sums = |t: f64| {
        values
            .iter()
            .fold((0.0, 0.0), |(total, mean), &(value, p)| {
                let weight = p * (t * (value - most)).exp();
                (total + weight, mean + weight * value)
            })
    };
    let is_below = |t: f64| {
        let (total, mean) = sums(t);
        mean < off * total
    };
    let mut high = 1.0 / most;
    while is_below(high) && high < 1e12 / most {
        high *= 2.0;
    }
    let mut low = 0.0;
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        (low, high) = if is_below(middle) {
            (middle, high)
        } else {
            (low, middle)
        };
    }
    // Here ln E exp(t X) = t most + ln of the sum of the weights.
    (low * (off - most) - sums(low).0.ln()).max(0.0)
}

/// Returns twice the exact probability of the smaller tail, and at most 1. The tails are `count` or
/// more events in `trials` trials, and `count` or fewer. The probability of the event lies between
/// `low` and `high`.
///
/// ```
/// use oddsmith_engine::stats::share_deviation;
///
/// assert!(share_deviation(520, 1000, 0.5, 0.5) > 0.1);
/// assert!(share_deviation(999, 1000, 0.999, 1.0) > 0.1);
/// assert_eq!(share_deviation(1, 1000, 0.0, 0.0), 0.0);
/// ```
pub fn share_deviation(count: u64, trials: u64, low: f64, high: f64) -> f64 {
    let upper = Binomial::new(trials, high).at_least(count);
    let fewer = Binomial::new(trials, low).complement();
    (2.0 * upper.min(fewer.at_least(trials - count))).min(1.0)
}

/// Returns the same probability for a quantile. `below` trials are less than its value and
/// `at_most` trials are not greater. `share` is the cumulative probability of the quantile.
///
/// ```
/// use oddsmith_engine::stats::quantile_deviation;
///
/// assert!(quantile_deviation(490, 530, 1000, 0.5) > 0.5);
/// assert!(quantile_deviation(700, 800, 1000, 0.5) < 1e-30);
/// ```
pub fn quantile_deviation(below: u64, at_most: u64, trials: u64, share: f64) -> f64 {
    let lower = Binomial::new(trials, share);
    let too_few = lower.complement().at_least(trials - at_most);
    (2.0 * lower.at_least(below).min(too_few)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coin_deviation(trials: i32, heads: i32) -> f64 {
        deviation(
            [(0.0, 0.5), (1.0, 0.5)].into_iter(),
            trials as u64,
            f64::from(heads) / f64::from(trials),
            0.5,
        )
    }

    /// For a coin, the bound is compared with the binomial distribution.
    #[test]
    fn deviation_bound_holds_and_is_tight() {
        for (trials, heads) in [
            (100, 80),
            (1000, 600),
            (10_000, 5300),
            (100, 100),
            (1000, 380),
        ] {
            let most = heads.max(trials - heads) as u64;
            let more = Binomial::new(trials as u64, 0.5).at_least(most);
            let bound = coin_deviation(trials, heads);
            assert!(
                bound >= 2.0 * more * (1.0 - 1e-9),
                "{trials} {heads}: {bound} of {more}"
            );
            assert!(bound < 100.0 * more, "{trials} {heads}: {bound} of {more}");
        }
        assert_eq!(
            (coin_deviation(100, 55), coin_deviation(100, 40)),
            (1.0, 1.0)
        );
    }

    #[test]
    fn impossible_means_have_probability_zero() {
        assert_eq!(
            deviation([(0.0, 0.5), (1.0, 0.5)].into_iter(), 50, 1.6, 0.5),
            0.0
        );
        assert_eq!(deviation([(3.0, 1.0)].into_iter(), 50, 3.0, 4.0), 0.0);
        assert_eq!(deviation([(3.0, 1.0)].into_iter(), 50, 3.0, 3.0), 1.0);
        assert_eq!(deviation([(1e-32, 1.0)].into_iter(), 50, 1e-32, 0.0), 1.0);
    }

    /// The distribution has a rare and distant value. A normal approximation would raise a false
    /// alarm.
    #[test]
    fn rare_distant_value_raises_no_alarm() {
        let distribution = [(0.0, 0.999_9), (100_000.0, 0.000_1)];
        // The mean corresponds to four such values in 5,000 trials, where 0.5 are expected. This
        // happens once in 600 samples.
        let p = deviation(distribution.into_iter(), 5000, 80.0, 10.0);
        assert!(p > 1e-3, "{p}");
    }
}
