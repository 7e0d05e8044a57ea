//! Goodness of fit: tests whether counts agree with exact odds.

use statrs::distribution::ContinuousCDF;

use super::cells::{cells, chi_squared, has_impossible_count, pearson_statistic, pool_cells};
use crate::odds::Tally;
use crate::solve::ExactDistribution;

/// Neighbouring cells are merged until the expected count of each is at least this.
const MIN_EXPECTED: f64 = 5.0;

/// Returns the p-value of Pearson's chi-squared test for the counts of `trials` trials, given exact
/// odds. Trials without a value have a cell, too. Returns `None` if there is only one cell.
///
/// Neighbouring cells are merged from the lowest up, until each has an expected count of 5 or more.
/// The p-value is 0 if a value with probability 0 was observed. Truncated probability is
/// assigned where it fits best.
pub fn goodness_of_fit(
    tally: &Tally,
    trials: u64,
    distribution: &ExactDistribution,
) -> Option<f64> {
    let cell_counts = cells(tally, trials, 0, distribution);
    if has_impossible_count(&cell_counts) {
        return Some(0.0);
    }
    // The cells contain expected counts in place of probabilities.
    let pooled = pool_cells(
        cell_counts
            .into_iter()
            .map(|(seen, p)| (seen, p * trials as f64)),
        1.0,
        MIN_EXPECTED,
    );
    Some(chi_squared(&pooled)?.sf(pearson_statistic(&pooled, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::{Mass, Pmf};
    use statrs::distribution::ChiSquared;

    fn die() -> ExactDistribution {
        let pmf = Pmf::new((1..=6).map(|face| (face, Mass::ratio(1, 6))).collect());
        ExactDistribution::new(pmf)
    }

    fn tally(counts: [u64; 6]) -> Tally {
        let mut tally = Tally::default();
        (1..).zip(counts).for_each(|(face, n)| tally.add(face, n));
        tally
    }

    fn fit(tally: Tally) -> Option<f64> {
        goodness_of_fit(&tally, tally.total(), &die())
    }

    /// The statistic is 5.2 with five degrees of freedom. R: pchisq(5.2, 5, lower.tail = FALSE) =
    /// 0.3918.
    #[test]
    fn sixty_die_rolls_match_chi_squared() {
        let p = fit(tally([5, 8, 9, 8, 10, 20])).unwrap();
        let statistic = (25.0 + 4.0 + 1.0 + 4.0 + 0.0 + 100.0) / 10.0;
        let expected = ChiSquared::new(5.0).unwrap().sf(statistic);
        assert!((p - expected).abs() < 1e-12);
        assert!((ChiSquared::new(5.0).unwrap().sf(5.2) - 0.3918).abs() < 5e-4);
    }

    #[test]
    fn loaded_die_is_detected() {
        assert!(fit(tally([100, 100, 100, 100, 100, 200])).unwrap() < 1e-9);
    }

    #[test]
    fn impossible_value_has_p_value_zero() {
        let mut seen = tally([10; 6]);
        seen.record(7);
        assert_eq!(fit(seen), Some(0.0));
    }

    #[test]
    fn single_cell_is_not_tested() {
        assert_eq!(fit(tally([1, 0, 0, 0, 0, 0])), None);
    }
}
