//! Computes how many trials a test needs to notice a difference.

use crate::report::playtest::SIGNIFICANT;
use crate::sums::{SumDistribution, Weights, mean_of, variance_of};

/// The most trials that are tried.
const MAX_TRIALS: u64 = 100_000;
/// Up to this many trials, a number of trials is only accepted if a few more trials have the power,
/// too. The power of a test of whole numbers rises and falls a little.
const SAWTOOTH: u64 = 2_000;

/// Two distributions between which a test decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contrast<'w> {
    /// The odds that are tested.
    pub(super) tested: &'w Weights,
    /// The odds that the table really has.
    pub(super) true_odds: &'w Weights,
}

impl Contrast<'_> {
    /// Returns roughly how many trials give a power of 50%, by the normal approximation; infinity
    /// if the means are equal.
    fn rough_trials(&self) -> f64 {
        let difference = (mean_of(self.true_odds) - mean_of(self.tested)).abs();
        if difference < 1e-9 {
            return f64::INFINITY;
        }
        variance_of(self.tested) * (1.96 / difference).powi(2)
    }

    /// Returns the probability that a test of the mean with this many trials rejects the tested
    /// odds, at the level of 5%.
    pub(super) fn power(&self, trials: u64) -> Option<f64> {
        let tested = SumDistribution::of(&[(self.tested, trials)])?;
        let true_sum = SumDistribution::of(&[(self.true_odds, trials)])?;
        Some(match tested.critical_distance(SIGNIFICANT) {
            Some(distance) => true_sum.beyond(tested.mean, distance),
            // If no sum is rare enough, only an impossible sum rejects the tested odds.
            None => true_sum.out_of_reach_of(&tested),
        })
    }
}

/// Returns the number of trials with which every contrast has this power; `None` if 100,000 are not
/// enough.
pub(super) fn trials_for(contrasts: &[Contrast<'_>], power: f64) -> Option<u64> {
    let has_power = |trials: u64| {
        contrasts
            .iter()
            .all(|contrast| contrast.power(trials).is_some_and(|found| found >= power))
    };
    let stays = |trials: u64| {
        let more = if trials <= SAWTOOTH {
            (trials / 10).clamp(2, 5)
        } else {
            0
        };
        (trials..=trials + more).all(has_power)
    };
    if contrasts
        .iter()
        .any(|contrast| contrast.rough_trials() > 2.0 * MAX_TRIALS as f64)
    {
        return None;
    }
    // The search starts near the rough number for a power of 50%. A higher power takes more trials.
    let rough = contrasts
        .iter()
        .map(Contrast::rough_trials)
        .fold(0.0, f64::max);
    let (mut too_few, mut enough) = (0, ((rough * 0.8) as u64).clamp(1, MAX_TRIALS));
    while !stays(enough) {
        if enough >= MAX_TRIALS {
            return None;
        }
        too_few = enough;
        enough = (enough * 3 / 2 + 1).min(MAX_TRIALS);
    }
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if stays(middle) {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    Some(enough)
}

/// Returns the distribution with the given mean that is nearest to `weights`: each probability is
/// multiplied by `exp(c value)` (exponential tilting; Esscher 1932). Returns `None` if no such
/// distribution has this mean.
pub(super) fn tilted(weights: &Weights, mean: f64) -> Option<Vec<(i64, f64)>> {
    let (least, most) = (weights.first()?.0 as f64, weights.last()?.0 as f64);
    let width = most - least;
    if !(least..=most).contains(&mean) || width <= 0.0 {
        return None;
    }
    let with = |c: f64| {
        let exponent = |value: i64| c * (value as f64 - mean) / width;
        let greatest = weights
            .iter()
            .map(|&(value, _)| exponent(value))
            .fold(f64::NEG_INFINITY, f64::max);
        let mut tilted: Vec<(i64, f64)> = weights
            .iter()
            .map(|&(value, p)| (value, p * (exponent(value) - greatest).exp()))
            .collect();
        let total: f64 = tilted.iter().map(|(_, p)| p).sum();
        tilted.iter_mut().for_each(|(_, p)| *p /= total);
        tilted
    };
    let (mut low, mut high) = (-700.0, 700.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if mean_of(&with(middle)) < mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(with((low + high) / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_of_a_binomial_test_agrees_with_enumeration() {
        let (fair, biased) = ([(0, 0.5), (1, 0.5)], [(0, 0.25), (1, 0.75)]);
        let contrast = Contrast {
            tested: &fair,
            true_odds: &biased,
        };
        let choose = |n: u64, k: u64| (0..k).fold(1.0, |c, i| c * (n - i) as f64 / (i + 1) as f64);
        for flips in [5u64, 6, 13, 23, 40] {
            let mass = |p: f64, k: u64| {
                choose(flips, k) * p.powi(k as i32) * (1.0 - p).powi((flips - k) as i32)
            };
            let far = |k: u64| (2 * k).abs_diff(flips);
            let p_value = |k: u64| -> f64 {
                let others = (0..=flips).filter(|&other| far(other) >= far(k));
                others.map(|other| mass(0.5, other)).sum()
            };
            let wanted: f64 = (0..=flips)
                .filter(|&k| p_value(k) <= 0.05)
                .map(|k| mass(0.75, k))
                .sum();
            let found = contrast.power(flips).expect("a power");
            assert!((found - wanted).abs() < 1e-10, "{flips}: {found}, {wanted}");
        }
        let enough = trials_for(&[contrast], 0.8).expect("a number");
        assert!(contrast.power(enough).expect("a power") >= 0.8);
        assert!((25..45).contains(&enough), "{enough}");
    }

    /// Six flips that all show the same are rare enough for a fair coin. A coin that never shows
    /// heads is refuted by one head: 1 - 2^-3 is the first power above 80%.
    #[test]
    fn a_single_impossible_trial_refutes_certain_odds() {
        let (never, fair, always) = ([(0, 1.0)], [(0, 0.5), (1, 0.5)], [(1, 1.0)]);
        let contrast = |tested, true_odds| Contrast { tested, true_odds };
        assert_eq!(trials_for(&[contrast(&never, &always)], 0.8), Some(1));
        assert_eq!(trials_for(&[contrast(&never, &fair)], 0.8), Some(3));
        assert_eq!(trials_for(&[contrast(&fair, &never)], 0.8), Some(6));
        assert_eq!(trials_for(&[contrast(&never, &never)], 0.8), None);
    }

    #[test]
    fn tilting_reaches_the_mean() {
        let die: Vec<(i64, f64)> = (1..=6).map(|face| (face, 1.0 / 6.0)).collect();
        for mean in [1.05, 2.5, 3.5, 5.9] {
            let found = tilted(&die, mean).expect("a distribution");
            assert!((mean_of(&found) - mean).abs() < 1e-9, "{mean}");
        }
        assert_eq!(tilted(&die, 6.5), None);
        assert_eq!(
            trials_for(
                &[Contrast {
                    tested: &die,
                    true_odds: &die
                }],
                0.8
            ),
            None
        );
    }
}
