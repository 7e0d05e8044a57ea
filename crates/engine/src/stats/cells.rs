//! The cells of a statistical test: the observed count and the expected count of each value.

use statrs::distribution::ChiSquared;

use crate::odds::Tally;
use crate::solve::ExactDistribution;

/// The count of a value, and its probability.
pub(super) type CellCount = (u64, f64);

/// Returns the cells of all values in order, and one for absence. Truncated probability and
/// unfinished trials are assigned to the cells where they fit best.
///
/// # Formula
/// The p' >= p that sum to 1 and have the least relative entropy to the observed shares f are
/// max(p, x f). Here x is such that the sum is 1. Counts of unfinished trials are assigned in the
/// same way.
pub(super) fn cells(
    tally: &Tally,
    trials: u64,
    unfinished: u64,
    distribution: &ExactDistribution,
) -> Vec<CellCount> {
    let masses = distribution.pmf.masses();
    let known = masses
        .iter()
        .map(|&(value, mass)| (tally.count(value), mass.float()));
    let is_new = |value: &i64| {
        masses
            .binary_search_by_key(value, |&(value, _)| value)
            .is_err()
    };
    let new = tally
        .iter()
        .filter(|(value, _)| is_new(value))
        .map(|(_, count)| (count, 0.0));
    let absent = (
        trials.saturating_sub(tally.total()),
        distribution.absent.float().max(0.0),
    );
    let mut cells: Vec<CellCount> = known.chain(new).collect();
    cells.extend((absent.1 > 0.0 || absent.0 > 0).then_some(absent));
    if unfinished > 0 {
        let expected: Vec<f64> = cells.iter().map(|cell| cell.1).collect();
        let counts: Vec<f64> = cells.iter().map(|cell| cell.0 as f64).collect();
        let filled = fill_to_total(&counts, &expected, (trials + unfinished) as f64);
        cells
            .iter_mut()
            .zip(filled)
            .for_each(|(cell, count)| cell.0 = count.round() as u64);
    }
    if distribution.unresolved > 0.0 {
        let total = cells.iter().map(|cell| cell.0).sum::<u64>().max(1) as f64;
        let seen: Vec<f64> = cells.iter().map(|cell| cell.0 as f64 / total).collect();
        let known: Vec<f64> = cells.iter().map(|cell| cell.1).collect();
        let filled = fill_to_total(
            &known,
            &seen,
            known.iter().sum::<f64>() + distribution.unresolved,
        );
        cells
            .iter_mut()
            .zip(filled)
            .for_each(|(cell, p)| cell.1 = p);
    }
    cells
}

/// Raises the numbers to this total, such that they are as close to proportional to `shares` as
/// possible.
fn fill_to_total(least: &[f64], shares: &[f64], total: f64) -> Vec<f64> {
    // The numbers that are smallest relative to their share are raised first.
    let mut order: Vec<usize> = (0..least.len()).filter(|&i| shares[i] > 0.0).collect();
    order.sort_by(|&i, &j| (least[i] / shares[i]).total_cmp(&(least[j] / shares[j])));
    let mut rest: f64 = total - least.iter().sum::<f64>();
    let (mut raised, mut level) = (0.0, 0.0);
    for &i in &order {
        let ratio = least[i] / shares[i];
        let needed = (ratio - level) * raised;
        if needed >= rest {
            break;
        }
        rest -= needed;
        (level, raised) = (ratio, raised + shares[i]);
    }
    if raised > 0.0 {
        level += rest / raised;
    }
    (0..least.len())
        .map(|i| least[i].max(level * shares[i]))
        .collect()
}

/// Returns whether a value with probability 0 was observed.
pub(super) fn has_impossible_count(cells: &[CellCount]) -> bool {
    cells.iter().any(|&(count, p)| count > 0 && p <= 0.0)
}

/// Merges neighbouring cells from the lowest up, until the expected count of each reaches
/// `expected`. The rest joins the last cell.
pub(super) fn pool_cells(
    cells: impl IntoIterator<Item = CellCount>,
    trials: f64,
    expected: f64,
) -> Vec<CellCount> {
    let mut pooled: Vec<CellCount> = Vec::new();
    let mut open = (0, 0.0);
    for (count, p) in cells {
        open = (open.0 + count, open.1 + p);
        if open.1 * trials >= expected {
            pooled.push(std::mem::take(&mut open));
        }
    }
    match pooled.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => pooled.push(open),
    }
    pooled
}

/// Returns the chi-squared distribution for these cells, with one degree of freedom less than their
/// number; `None` if there are fewer than two cells.
pub(super) fn chi_squared(cells: &[CellCount]) -> Option<ChiSquared> {
    let degrees = cells.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    ChiSquared::new(degrees as f64).ok()
}

/// Returns Pearson's statistic.
pub(super) fn pearson_statistic(cells: &[CellCount], trials: f64) -> f64 {
    cells
        .iter()
        .map(|&(count, p)| (count as f64 - p * trials).powi(2) / (p * trials))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_adds_where_most_is_missing() {
        let near = |filled: Vec<f64>, expected: &[f64]| {
            assert!(
                filled
                    .iter()
                    .zip(expected)
                    .all(|(a, b)| (a - b).abs() < 1e-12),
                "{filled:?} and not {expected:?}"
            );
        };
        near(
            fill_to_total(&[0.4, 0.4, 0.0], &[0.5, 0.4, 0.1], 1.0),
            &[0.5, 0.4, 0.1],
        );
        near(
            fill_to_total(&[0.4, 0.5, 0.0], &[0.5, 0.4, 0.1], 1.0),
            &[0.5 / 1.2, 0.5, 0.1 / 1.2],
        );
        near(fill_to_total(&[0.5, 0.5], &[0.5, 0.5], 1.0), &[0.5, 0.5]);
        near(fill_to_total(&[0.2, 0.3], &[0.0, 1.0], 1.0), &[0.2, 0.8]);
        near(fill_to_total(&[10.0, 0.0], &[0.5, 0.5], 12.0), &[10.0, 2.0]);
    }
}
