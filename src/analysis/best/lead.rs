//! Computes after how many trials the better of two players is ahead.

use oddsmith_engine::stats::Confidence;

use crate::report::skill::Lead;
use crate::sums::{SumDistribution, Weights, mean_of, variance_of};

/// The probability with which the better player must be ahead.
const CHANCE: f64 = 0.9;
/// The maximal number of trials whose totals are computed exactly. Totals of more trials are close
/// to a normal distribution.
const MAX_EXACT: u64 = 400;
/// The maximal number of points of all distributions of totals together.
const MAX_POINTS: usize = 1 << 23;

/// Returns the smallest number of trials after which the first player leads with a probability of
/// at least 90%. A player leads if the total of all trials is higher than that of the other player.
/// Both play this number of independent trials. Returns `None` if the first player has no higher
/// mean.
///
/// The probability comes from the distribution of the difference, or from the normal approximation
/// if there are very many trials or values.
pub(super) fn lead(better: &Weights, other: &Weights) -> Option<Lead> {
    let mean = mean_of(better);
    let gain = mean - mean_of(other);
    if gain <= 1e-9 * mean.abs().max(1.0) {
        return None;
    }
    // The two-sided level 80% has 10% on each side.
    let deviate = Confidence::new(2.0 * CHANCE - 1.0)?.z();
    let spread = variance_of(better) + variance_of(other);
    let about = (deviate * deviate * spread / (gain * gain)).ceil().max(1.0) as u64;
    let approximate = Lead {
        trials: about,
        chance: CHANCE,
        is_exact: false,
    };
    // The exact number differs from the approximation, because totals are whole numbers.
    let most = about.saturating_mul(2).saturating_add(20);
    let exact = (most <= MAX_EXACT).then(|| exact_lead(better, other, most));
    Some(exact.flatten().unwrap_or(approximate))
}

/// Returns the exact result of [`lead`]; `None` if it takes more trials than `most`, or too many
/// points.
fn exact_lead(better: &Weights, other: &Weights, most: u64) -> Option<Lead> {
    let negated = |&(value, p): &(i64, f64)| Some((value.checked_neg()?, p));
    let other: Option<Vec<(i64, f64)>> = other.iter().rev().map(negated).collect();
    let other = other?;
    let mut points = 0;
    for trials in 1..=most {
        let total = SumDistribution::of(&[(better, trials), (&other, trials)])?;
        let chance = total.above(0);
        if chance >= CHANCE {
            return Some(Lead {
                trials,
                chance,
                is_exact: true,
            });
        }
        points += total.point_count();
        if points > MAX_POINTS {
            return None;
        }
    }
    None
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
