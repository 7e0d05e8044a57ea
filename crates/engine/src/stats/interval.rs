//! Confidence intervals of a probability and of a mean.

use statrs::distribution::{ContinuousCDF, Normal};

/// A two-sided interval.
///
/// ```
/// use oddsmith_engine::stats::Interval;
///
/// assert_eq!(Interval { low: 0.25, high: 0.75 }.half_width(), 0.25);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns half its width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns the interval of the difference b - a of two independent estimates, each with its
    /// interval.
    ///
    /// # Formula
    /// Let d = b - a. The lower end is d - sqrt((b - b_low)^2 + (a_high - a)^2), and the upper end
    /// is d + sqrt((b_high - b)^2 + (a - a_low)^2). The sources are Newcombe 1998 (method 10) for
    /// shares, and Zou and Donner 2008 in general.
    ///
    /// ```
    /// use oddsmith_engine::stats::Interval;
    ///
    /// let [a, b] = [(0.25, Interval { low: 0.22, high: 0.28 }), (0.5, Interval { low: 0.46, high: 0.54 })];
    /// assert!((Interval::difference(a, b).half_width() - 0.05).abs() < 1e-12);
    /// ```
    pub fn difference(
        (a, interval_a): (f64, Interval),
        (b, interval_b): (f64, Interval),
    ) -> Interval {
        let below = (b - interval_b.low).hypot(interval_a.high - a);
        let above = (interval_b.high - b).hypot(a - interval_a.low);
        Interval {
            low: b - a - below,
            high: b - a + above,
        }
    }
}

/// A confidence level, with its quantile of the normal distribution.
///
/// ```
/// use oddsmith_engine::stats::Confidence;
///
/// let confidence = Confidence::new(0.95).unwrap();
/// assert!((confidence.z() - 1.96).abs() < 1e-3);
/// let none = confidence.wilson(0, 20);
/// assert!(none.low == 0.0 && none.high > 0.16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    level: f64,
    z: f64,
}

impl Confidence {
    /// Returns a confidence level; `None` unless `level` is strictly between 0 and 1.
    pub fn new(level: f64) -> Option<Confidence> {
        let z = (level > 0.0 && level < 1.0)
            .then(|| Normal::standard().inverse_cdf(0.5 + level / 2.0))?;
        Some(Confidence { level, z })
    }

    /// Returns the level.
    pub fn level(self) -> f64 {
        self.level
    }

    /// Returns the quantile of the normal distribution, such as 1.96 for the level 0.95.
    pub fn z(self) -> f64 {
        self.z
    }

    /// Returns the Wilson score interval for `count` successes in `trials`. It is the interval from
    /// 0 to 1 if there are no trials.
    ///
    /// # Formula
    /// (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n). Wilson (1927).
    pub fn wilson(self, count: u64, trials: u64) -> Interval {
        if trials == 0 {
            return Interval {
                low: 0.0,
                high: 1.0,
            };
        }
        let n = trials as f64;
        let p = count as f64 / n;
        let z2 = self.z * self.z;
        let centre = p + z2 / (2.0 * n);
        let spread = self.z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z2 / n;
        // At the ends, the formula gives 0 and 1 up to rounding errors.
        let low = if count == 0 {
            0.0
        } else {
            (centre - spread) / scale
        };
        let high = if count == trials {
            1.0
        } else {
            (centre + spread) / scale
        };
        Interval {
            low: low.max(0.0),
            high: high.min(1.0),
        }
    }

    /// Returns the normal interval of a mean of `trials` values with this standard deviation.
    pub fn normal(self, mean: f64, sd: f64, trials: u64) -> Interval {
        let spread = self.z * sd / (trials as f64).sqrt();
        Interval {
            low: mean - spread,
            high: mean + spread,
        }
    }

    /// Returns the number of trials after which the Wilson interval of a probability has this
    /// half-width, if the estimate stays the same.
    ///
    /// # Formula
    /// The condition on the half-width, (p(1 - p)/n + z²/4n²) z² / (1 + z²/n)² <= h², is solved for
    /// n.
    pub fn trials_for(self, p: f64, half_width: f64) -> u64 {
        let z2 = self.z * self.z;
        let h2 = half_width * half_width;
        // The quadratic equation is h² n² + (2 h² z² - p(1 - p) z²) n + (h² z⁴ - z⁴/4) = 0.
        let b = z2 * (2.0 * h2 - p * (1.0 - p));
        let c = z2 * z2 * (h2 - 0.25);
        let root = (b * b - 4.0 * h2 * c).max(0.0).sqrt();
        ((root - b) / (2.0 * h2)).ceil().max(1.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confidence() -> Confidence {
        Confidence::new(0.95).unwrap()
    }

    /// The test compares with Newcombe (1998), table I, example 1: 81 of 263 at 95%.
    #[test]
    fn wilson_interval_matches_newcombe_example() {
        let interval = confidence().wilson(81, 263);
        assert!(
            (interval.low - 0.2553).abs() < 5e-5 && (interval.high - 0.3662).abs() < 5e-5,
            "{interval:?}"
        );
    }

    #[test]
    fn extreme_counts_give_one_sided_intervals() {
        let none = confidence().wilson(0, 20);
        assert!(
            none.low == 0.0 && (none.high - 0.1611).abs() < 5e-5,
            "{none:?}"
        );
        let all_successes = confidence().wilson(20, 20);
        assert!(
            all_successes.high == 1.0 && (all_successes.low - 0.8389).abs() < 5e-5,
            "{all_successes:?}"
        );
    }

    #[test]
    fn required_trials_are_sufficient_and_tight() {
        for p in [0.0, 0.01, 0.3, 0.5, 1.0] {
            let n = confidence().trials_for(p, 0.002);
            let width = |n: u64| {
                confidence()
                    .wilson((p * n as f64).round() as u64, n)
                    .half_width()
            };
            assert!(width(n) <= 0.002 * 1.01, "{p}: {n} gives {}", width(n));
            if p > 0.0 && p < 1.0 {
                assert!(width(n * 9 / 10) > 0.002, "{p}: {n} is too many");
            }
        }
    }

    /// The test makes 4,000 runs of 150 trials. The share of intervals with the true value must
    /// match the exact coverage of the Wilson interval, which differs from 95%.
    #[test]
    fn simulated_coverage_matches_exact_wilson_coverage() {
        const TRIALS: u64 = 150;
        let holds = |count: u64, p: f64| {
            let interval = confidence().wilson(count, TRIALS);
            interval.low <= p && p <= interval.high
        };
        for (happens, total) in [(1, 20), (3, 10), (1, 2), (199, 200)] {
            let p = happens as f64 / total as f64;
            let distribution = crate::chance::Probability::ratio(happens, total).unwrap();
            let masses = crate::chance::binomial::masses(TRIALS as u32, distribution);
            let exact: f64 = (0..)
                .zip(&masses)
                .filter(|&(k, _)| holds(k, p))
                .map(|(_, mass)| mass.float())
                .sum();
            let seeds = 4000;
            let held = (0..seeds)
                .filter(|&seed| holds(simulated_count(seed, distribution, TRIALS), p))
                .count() as f64;
            let error = (exact * (1.0 - exact) / seeds as f64).sqrt();
            assert!(
                (held / seeds as f64 - exact).abs() <= 3.0 * error,
                "{p}: {held} of {seeds}, exact {exact}"
            );
        }
    }

    /// Returns how often an event happens in a run with this seed.
    fn simulated_count(seed: u64, p: crate::chance::Probability, trials: u64) -> u64 {
        use crate::simulate::{Purpose, Stream, play};
        use crate::{Ask, Metric, Parts, Rule, RuleError, Step};

        struct Flip(crate::chance::Probability);
        impl Rule for Flip {
            type State = ();
            fn metrics(&self) -> Vec<Metric> {
                vec![Metric::whole("happens")]
            }
            fn start(&self, _: &Parts) {}
            fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
                let value = ask.happens(self.0).into();
                ask.observe_whole(0, value);
                Ok(Step::Done)
            }
        }
        let stream = Stream {
            seed,
            case: 1,
            purpose: Purpose::Simulated,
        };
        play(
            &Flip(p),
            stream,
            0..1,
            trials,
            &crate::explore::Watch::default(),
        )
        .unwrap()[0]
            .count(1)
    }

    #[test]
    fn confidence_level_lies_between_0_and_1() {
        assert!(
            [0.0, 1.0, -1.0, f64::NAN]
                .into_iter()
                .all(|level| Confidence::new(level).is_none())
        );
    }
}
