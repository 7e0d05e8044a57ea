//! After how many trials the better of two players is ahead.

use oddsmith_engine::stats::Confidence;

use crate::report::skill::Lead;

/// The probability with which the better player must be ahead.
const CHANCE: f64 = 0.9;
/// The most products of an exact convolution.
const MOST_PRODUCTS: f64 = 2e8;
/// The most trials that are convolved. Totals of more are close to normal.
const MOST_EXACT: f64 = 400.0;

/// Returns the smallest number of trials after which the total of the first player is higher than
/// that of the second with a probability of at least 90%. Both play this number of independent
/// trials; the distributions are values with their probabilities. Returns `None` if the first player
/// has no higher mean.
///
/// The probability comes from a convolution, or from the normal approximation if there are very many
/// trials or values.
pub(super) fn lead(better: &[(i64, f64)], other: &[(i64, f64)]) -> Option<Lead> {
    let (mean, variance) = moments(better);
    let (other_mean, other_variance) = moments(other);
    let gain = mean - other_mean;
    if gain <= 1e-9 * mean.abs().max(1.0) {
        return None;
    }
    // The two-sided level 80% has 10% on each side.
    let deviate = Confidence::new(2.0 * CHANCE - 1.0)?.z();
    let spread = variance + other_variance;
    let about = (deviate * deviate * spread / (gain * gain)).ceil().max(1.0);
    let differences = Differences::new(better, other)?;
    // The exact number differs from the approximation, because totals are whole numbers.
    let most = 2.0 * about + 20.0;
    let is_small = most <= MOST_EXACT && differences.products(most) <= MOST_PRODUCTS;
    if is_small && let Some(lead) = differences.first_lead(most as u64) {
        return Some(lead);
    }
    Some(Lead {
        trials: about as u64,
        chance: CHANCE,
        is_exact: false,
    })
}

fn moments(distribution: &[(i64, f64)]) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|&(x, p)| x as f64 * p).sum();
    let squares = distribution
        .iter()
        .map(|&(x, p)| (x as f64 - mean).powi(2) * p);
    (mean, squares.sum())
}

/// The distribution of the difference of two players in one trial, in equal steps.
struct Differences {
    /// The lowest difference, in steps.
    lowest: i64,
    /// The probability of each difference from the lowest.
    masses: Vec<f64>,
}

impl Differences {
    fn new(better: &[(i64, f64)], other: &[(i64, f64)]) -> Option<Differences> {
        const MOST_PAIRS: usize = 4_000_000;
        if better.len() * other.len() > MOST_PAIRS {
            return None;
        }
        let pairs = || {
            better
                .iter()
                .flat_map(|&(x, p)| other.iter().map(move |&(y, q)| (x - y, p * q)))
        };
        let step = pairs().fold(0, |step, (difference, _)| {
            gcd(step, difference.unsigned_abs())
        });
        let step = i64::try_from(step.max(1)).ok()?;
        let lowest = pairs().map(|(difference, _)| difference / step).min()?;
        let highest = pairs().map(|(difference, _)| difference / step).max()?;
        let count = usize::try_from(highest - lowest).ok()? + 1;
        if count > MOST_PAIRS {
            return None;
        }
        let mut masses = vec![0.0; count];
        for (difference, mass) in pairs() {
            masses[(difference / step - lowest) as usize] += mass;
        }
        Some(Differences { lowest, masses })
    }

    /// Returns the number of products for the distributions of up to this many trials.
    fn products(&self, trials: f64) -> f64 {
        let size = self.masses.len() as f64;
        size * size * trials * trials / 2.0
    }

    /// Returns the first number of trials, up to a limit, after which the total difference is above
    /// 0 with the wanted probability.
    fn first_lead(&self, most: u64) -> Option<Lead> {
        let mut totals = vec![1.0];
        for trials in 1..=most {
            let mut next = vec![0.0; totals.len() + self.masses.len() - 1];
            for (index, total) in totals.iter().enumerate().filter(|(_, total)| **total > 0.0) {
                let cells = next[index..].iter_mut().zip(&self.masses);
                cells.for_each(|(cell, mass)| *cell += total * mass);
            }
            totals = next;
            // The index of the first total above 0.
            let first = (1 - self.lowest * trials as i64).max(0) as usize;
            let chance: f64 = totals.iter().skip(first).sum();
            if chance >= CHANCE {
                return Some(Lead {
                    trials,
                    chance: chance.min(1.0),
                    is_exact: true,
                });
            }
        }
        None
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lead_of_two_coins_is_counted_by_hand() {
        // Heads in 3 of 4 trials against heads in 1 of 4: the difference is 1, 0 or −1 with the
        // weights 9, 6 and 1 of 16.
        let found = lead(&[(0, 0.25), (1, 0.75)], &[(0, 0.75), (1, 0.25)]).expect("a lead");
        let weights: [u64; 3] = [1, 6, 9];
        let mut by_hand = 0;
        let mut totals = vec![1u64];
        let mut chance = 0.0;
        while chance < 0.9 {
            by_hand += 1;
            let mut next = vec![0u64; totals.len() + 2];
            for (index, total) in totals.iter().enumerate() {
                for (by, weight) in weights.iter().enumerate() {
                    next[index + by] += total * weight;
                }
            }
            totals = next;
            let above: u64 = totals[by_hand as usize + 1..].iter().sum();
            chance = above as f64 / 16f64.powi(by_hand);
        }
        assert_eq!((found.trials, found.is_exact), (by_hand as u64, true));
        assert!((found.chance - chance).abs() < 1e-12);
    }

    #[test]
    fn steps_of_values_do_not_matter() {
        let scaled = |by: i64| {
            let better = [(-2 * by, 0.2), (by, 0.8)];
            lead(&better, &[(-2 * by, 0.5), (by, 0.5)]).expect("a lead")
        };
        assert_eq!(scaled(1), scaled(50));
    }

    #[test]
    fn small_gain_needs_many_trials_by_the_normal_approximation() {
        let found = lead(&[(0, 0.49), (1, 0.51)], &[(0, 0.5), (1, 0.5)]).expect("a lead");
        assert!(!found.is_exact);
        // 1.2816² · (0.2499 + 0.25) / 0.01².
        assert_eq!(found.trials, 8211);
        assert_eq!(lead(&[(0, 0.5), (1, 0.5)], &[(0, 0.5), (1, 0.5)]), None);
    }
}
