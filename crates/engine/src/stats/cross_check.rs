//! The cross-check: whether simulated trials agree with exact odds. Its p-values are accurate also
//! if they are very small.

use statrs::distribution::{ContinuousCDF, Normal};

use super::binomial::Binomial;
use super::cells::{
    CellCount, cells, chi_squared, has_impossible_count, pearson_statistic, pool_cells,
};
use crate::odds::Tally;
use crate::solve::ExactDistribution;

/// Neighbouring cells are merged until the expected count of each is at least this.
const MIN_EXPECTED: f64 = 20.0;

/// If the p-value of Pearson's test is greater than this, it is the result.
const CLEAR_P_VALUE: f64 = 0.02;

/// Returns the p-value of the counts of simulated trials, given exact odds. Trials without a value
/// have a cell, too. `unfinished` trials were given up and may have had any value. Returns `None`
/// if the distribution has only one value.
///
/// The p-value is 0 if a value with probability 0 was observed. P-values can be as small as 1e-300.
/// Those below 1e-5 are accurate within a factor of two, unlike those of Pearson's test on cells
/// with an expected count of 20.
///
/// # Formula
/// The result is twice the smaller p-value of two tests. The first test merges neighbouring cells
/// until the expected count of each is 20. It then divides the cells into two groups, and each
/// group again. The count in the left half of a group has a binomial distribution, given the count
/// of the group. The mid-p of each count (Lancaster 1961) becomes a normal deviate. The sum of
/// squared deviates has a chi-squared distribution with one degree of freedom for each division;
/// for large counts it equals Pearson's statistic. The second test detects rare values, which
/// merging hides. It computes the exact upper tail of each cell with an expected count below 20,
/// and multiplies the smallest by the number of these cells.
///
/// Truncated probability and unfinished trials are assigned where they fit best. So the true
/// agreement cannot be better than reported.
///
/// ```
/// use oddsmith_engine::odds::{Mass, Pmf, Tally};
/// use oddsmith_engine::solve::ExactDistribution;
/// use oddsmith_engine::stats::cross_check;
///
/// let coin = ExactDistribution::new(Pmf::new(vec![(0, Mass::ratio(1, 2)), (1, Mass::ratio(1, 2))]));
/// let mut tally = Tally::default();
/// tally.add(0, 520);
/// tally.add(1, 480);
/// assert!(cross_check(&tally, 1000, 0, &coin).unwrap() > 0.2);
/// tally.add(2, 1);
/// assert_eq!(cross_check(&tally, 1001, 0, &coin), Some(0.0));
/// ```
pub fn cross_check(
    tally: &Tally,
    trials: u64,
    unfinished: u64,
    distribution: &ExactDistribution,
) -> Option<f64> {
    let cells = cells(tally, trials, unfinished, distribution);
    if has_impossible_count(&cells) {
        return Some(0.0);
    }
    if cells.iter().filter(|cell| cell.1 > 0.0).count() < 2 {
        return (distribution.unresolved > 0.0).then_some(1.0);
    }
    let trials = trials + unfinished;
    let pooled = pool_cells(cells.iter().copied(), trials as f64, MIN_EXPECTED);
    Some(
        (2.0 * common_cell_p_value(&pooled, trials as f64).min(rare_cell_p_value(&cells, trials)))
            .min(1.0),
    )
}

/// Returns the smallest upper tail of the cells with a small expected count, multiplied by their
/// number.
fn rare_cell_p_value(cells: &[CellCount], trials: u64) -> f64 {
    let rare: Vec<&CellCount> = cells
        .iter()
        .filter(|cell| cell.1 > 0.0 && cell.1 * (trials as f64) < MIN_EXPECTED)
        .collect();
    let tail = |&&(count, p): &&CellCount| Binomial::new(trials, p).at_least(count);
    let smallest = rare
        .iter()
        .filter(|cell| cell.0 > 0)
        .map(tail)
        .fold(1.0, f64::min);
    (smallest * rare.len().max(1) as f64).min(1.0)
}

/// Returns the p-value of cells with sufficient expected counts. If Pearson's statistic is
/// unremarkable, its p-value is returned, because it is inaccurate only if it is small.
fn common_cell_p_value(cells: &[CellCount], trials: f64) -> f64 {
    let Some(freedom) = chi_squared(cells) else {
        return 1.0;
    };
    match freedom.sf(pearson_statistic(cells, trials)) {
        plain if plain > CLEAR_P_VALUE => plain,
        _ => freedom.sf(divided_squares(cells, &Normal::standard())),
    }
}

/// Divides cells recursively into two groups, and returns the sum of the squared deviates of all
/// divisions.
fn divided_squares(cells: &[CellCount], normal: &Normal) -> f64 {
    if cells.len() < 2 {
        return 0.0;
    }
    let total: f64 = cells.iter().map(|cell| cell.1).sum();
    let mut left = 0.0;
    let half = cells.iter().take_while(|cell| {
        left += cell.1;
        left <= total / 2.0
    });
    let (left, right) = cells.split_at(half.count().clamp(1, cells.len() - 1));
    let sum = |cells: &[CellCount]| {
        cells
            .iter()
            .fold((0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1))
    };
    let ((count, p), (rest, q)) = (sum(left), sum(right));
    let (below, above) = Binomial {
        n: count + rest,
        p: p / (p + q),
        q: q / (p + q),
    }
    .mid_p_tails(count);
    normal.inverse_cdf(below.min(above)).powi(2)
        + divided_squares(left, normal)
        + divided_squares(right, normal)
}

/// Returns one p-value for several distributions that were tested with the same trials: the
/// smallest one, multiplied by their number (Holm 1979) and at most 1. It is 1 without
/// distributions. The caller must pass distributions that are equal by construction only once.
///
/// ```
/// assert_eq!(oddsmith_engine::stats::holm(&[0.5, 0.01, 0.9]), 0.03);
/// ```
pub fn holm(p_values: &[f64]) -> f64 {
    let smallest = p_values.iter().copied().fold(1.0, f64::min);
    (smallest * p_values.len().max(1) as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::{Mass, Pmf};
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn distribution(weights: &[u64]) -> ExactDistribution {
        let total = u128::from(weights.iter().sum::<u64>());
        ExactDistribution::new(Pmf::new(
            (0..)
                .zip(weights)
                .map(|(i, &w)| (i, Mass::ratio(w.into(), total)))
                .collect(),
        ))
    }

    fn tally(counts: &[u64]) -> Tally {
        let mut tally = Tally::default();
        (0..)
            .zip(counts)
            .for_each(|(value, &count)| tally.add(value, count));
        tally
    }

    #[test]
    fn impossible_counts_have_p_value_zero() {
        let seen = tally(&[500, 499, 1]);
        assert_eq!(
            cross_check(&seen, 1000, 0, &distribution(&[1, 1])),
            Some(0.0)
        );
        // One trial has no value, which is impossible.
        assert_eq!(
            cross_check(&tally(&[500, 499]), 1000, 0, &distribution(&[1, 1])),
            Some(0.0)
        );
    }

    #[test]
    fn single_value_is_not_tested() {
        assert_eq!(
            cross_check(&tally(&[1000]), 1000, 0, &distribution(&[1])),
            None
        );
        assert_eq!(
            cross_check(&tally(&[999, 1]), 1000, 0, &distribution(&[1])),
            Some(0.0)
        );
    }

    #[test]
    fn swapped_coin_and_loaded_die_are_detected() {
        assert!(
            cross_check(&tally(&[50, 950]), 1000, 0, &distribution(&[95, 5])).unwrap() < 1e-100
        );
        assert!(
            cross_check(
                &tally(&[1000, 1000, 1000, 1000, 1000, 1250]),
                6250,
                0,
                &distribution(&[1; 6])
            )
            .unwrap()
                < 1e-6
        );
    }

    /// The count is 10 where 0.001 is expected. Merging it with its neighbour would hide this.
    #[test]
    fn too_frequent_rare_value_is_detected() {
        let distribution = distribution(&[500_000_000, 499_999_000, 1000]);
        assert!(cross_check(&tally(&[500, 490, 10]), 1000, 0, &distribution).unwrap() < 1e-20);
    }

    #[test]
    fn unresolved_mass_explains_only_its_share() {
        let truncated = |unresolved| ExactDistribution {
            unresolved,
            ..ExactDistribution::new(Pmf::new(
                (0..2)
                    .map(|v| (v, Mass::inexact((1.0 - unresolved) / 2.0)))
                    .collect(),
            ))
        };
        // A value in the truncated part may occur once, but not twice.
        assert!(cross_check(&tally(&[500, 499, 1]), 1000, 0, &truncated(1e-9)).unwrap() < 1e-5);
        assert!(cross_check(&tally(&[495, 495, 10]), 1000, 0, &truncated(0.01)).unwrap() > 0.5);
        assert!(cross_check(&tally(&[440, 460, 100]), 1000, 0, &truncated(0.01)).unwrap() < 1e-20);
        // The distribution is truncated except for one value, while simulated trials have another.
        let broke = ExactDistribution {
            unresolved: 0.001,
            ..ExactDistribution::new(Pmf::new(vec![(1, Mass::inexact(0.999))]))
        };
        assert!(cross_check(&tally(&[0, 20_000]), 20_000, 0, &broke).unwrap() > 0.5);
        assert!(cross_check(&tally(&[100, 19_900]), 20_000, 0, &broke).unwrap() < 1e-20);
        // The last cases have trials that were given up.
        let coin = distribution(&[1, 1]);
        assert!(cross_check(&tally(&[500, 400]), 900, 0, &coin).unwrap() < 1e-2);
        assert!(cross_check(&tally(&[500, 400]), 900, 100, &coin).unwrap() > 0.9);
        assert!(cross_check(&tally(&[700, 200]), 900, 100, &coin).unwrap() < 1e-20);
    }

    #[test]
    fn holm_p_value_equals_bonferroni() {
        assert_eq!(
            (holm(&[]), holm(&[0.4]), holm(&[0.4, 0.6, 0.9])),
            (1.0, 0.4, 1.0)
        );
    }

    /// Returns how many samples from the distribution itself have a p-value below 1e-2, 1e-3 and
    /// 1e-4.
    fn alarm_counts(weights: &[u64], trials: u64, samples: u64) -> [f64; 3] {
        let (distribution, total) = (distribution(weights), weights.iter().sum::<u64>());
        let ends: Vec<u64> = weights
            .iter()
            .scan(0, |end, &w| {
                *end += w;
                Some(*end)
            })
            .collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(total ^ trials);
        let mut below = [0.0; 3];
        for _ in 0..samples {
            let mut counts = vec![0; weights.len()];
            for _ in 0..trials {
                let point = ((u128::from(random.next_u64()) * u128::from(total)) >> 64) as u64;
                counts[ends.partition_point(|&end| end <= point)] += 1;
            }
            let p = cross_check(&tally(&counts), trials, 0, &distribution).unwrap();
            below
                .iter_mut()
                .zip([1e-2, 1e-3, 1e-4])
                .for_each(|(n, level)| *n += f64::from(p < level));
        }
        below
    }

    /// Alarms are about as frequent as the p-values say, or rarer for few values, and never
    /// significantly more frequent.
    #[test]
    fn honest_samples_raise_no_excess_alarms() {
        let cases: [(&[u64], u64); 5] = [
            (&[1, 9], 220),
            (&[1; 12], 300),
            (&[40, 1, 1, 1, 1, 1, 1, 1, 1, 1], 100),
            (&[999, 1], 300),
            (&[512, 256, 128, 64, 32, 16, 8, 4, 2, 1], 500),
        ];
        let samples = 50_000;
        for (weights, trials) in cases {
            for (seen, level) in alarm_counts(weights, trials, samples)
                .into_iter()
                .zip([1e-2, 1e-3, 1e-4])
            {
                let expected = samples as f64 * level;
                // The limit is four standard deviations above the expected count.
                assert!(
                    seen <= expected + 4.0 * expected.sqrt() + 1.0,
                    "{weights:?}: {seen} at {level}"
                );
            }
            if trials >= 300 && weights.len() == 12 {
                let [alarm_count, ..] = alarm_counts(weights, trials, samples);
                assert!(
                    alarm_count > samples as f64 * 1e-2 / 4.0,
                    "not deaf: {alarm_count}"
                );
            }
        }
    }
}
