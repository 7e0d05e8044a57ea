//! Finds the conditions on one or two features that gain most: intervals with the smallest sum over
//! the rows that they contain.

use super::list::Interval;
use super::table::{Feature, Table};

/// Conditions, and the sum over the rows in which all of them hold. A negative sum is a gain.
#[derive(Clone, Debug)]
pub(super) struct FoundBox {
    pub(super) sum: f64,
    pub(super) intervals: Vec<Interval>,
}

/// Returns the best condition on each feature and the best pair of conditions on any two features,
/// for these values of the rows. A longer or later box counts as better only if its sum is smaller
/// by more than `margin`.
pub(super) fn best_boxes(table: &Table, row_values: &[f64], margin: f64) -> Vec<FoundBox> {
    let mut found = Vec::new();
    for (feature_index, feature) in table.features.iter().enumerate() {
        let mut sums = vec![0.0; feature.values.len()];
        table
            .rows
            .iter()
            .zip(row_values)
            .for_each(|(row, value)| sums[row.value_indexes[feature_index]] += value);
        found.extend(
            best_interval(feature, &sums, margin).map(|(sum, [first, last])| FoundBox {
                sum,
                intervals: vec![Interval {
                    feature: feature_index,
                    first,
                    last,
                }],
            }),
        );
        for other in 0..feature_index {
            let is_shorter = table.features[other].values.len() <= feature.values.len();
            let pair = if is_shorter {
                [other, feature_index]
            } else {
                [feature_index, other]
            };
            found.extend(best_pair(table, pair, row_values, margin));
        }
    }
    found
}

/// Returns how many sums [`best_boxes`] computes.
pub(super) fn cost_of_boxes(table: &Table) -> usize {
    let count = |feature: &Feature| feature.values.len();
    let pair = |feature: &Feature, other: &Feature| {
        let (short, long) = if count(feature) <= count(other) {
            (feature, other)
        } else {
            (other, feature)
        };
        intervals(short).len() * count(long) + table.rows.len()
    };
    let pair_costs = table
        .features
        .iter()
        .enumerate()
        .flat_map(|(index, feature)| {
            table.features[..index]
                .iter()
                .map(move |other| pair(feature, other))
        });
    pair_costs.sum::<usize>() + table.features.iter().map(count).sum::<usize>() + table.rows.len()
}

/// Returns the best pair of conditions. It tries every interval of the first feature.
fn best_pair(table: &Table, pair: [usize; 2], row_values: &[f64], margin: f64) -> Option<FoundBox> {
    let [outer, inner] = pair.map(|feature| &table.features[feature]);
    let width = inner.values.len();
    // Sums over the values of the outer feature below each index.
    let mut below = vec![0.0; (outer.values.len() + 1) * width];
    for (row, value) in table.rows.iter().zip(row_values) {
        below[(row.value_indexes[pair[0]] + 1) * width + row.value_indexes[pair[1]]] += value;
    }
    for index in width..below.len() {
        below[index] += below[index - width];
    }
    let mut best: Option<FoundBox> = None;
    let mut sums = vec![0.0; width];
    for [first, last] in intervals(outer) {
        let (from, to) = (
            &below[first * width..][..width],
            &below[(last + 1) * width..][..width],
        );
        sums.iter_mut()
            .zip(from.iter().zip(to))
            .for_each(|(sum, (from, to))| *sum = to - from);
        let Some((sum, [inner_first, inner_last])) = best_interval(inner, &sums, margin) else {
            continue;
        };
        if best.as_ref().is_none_or(|best| sum < best.sum - margin) {
            let outer = Interval {
                feature: pair[0],
                first,
                last,
            };
            let inner = Interval {
                feature: pair[1],
                first: inner_first,
                last: inner_last,
            };
            best = Some(FoundBox {
                sum,
                intervals: vec![outer, inner],
            });
        }
    }
    best
}

/// Returns all intervals of a feature that a condition may have. Intervals that are open at one end
/// come first.
fn intervals(feature: &Feature) -> Vec<[usize; 2]> {
    let count = feature.values.len();
    if !feature.is_ordered() {
        return (0..count).map(|index| [index, index]).collect();
    }
    let mut all_intervals: Vec<[usize; 2]> = (0..count - 1).map(|last| [0, last]).collect();
    all_intervals.extend((1..count).map(|first| [first, count - 1]));
    if feature.has_ranges() {
        all_intervals.extend(
            (1..count - 1).flat_map(|first| (first..count - 1).map(move |last| [first, last])),
        );
    }
    all_intervals
}

/// Returns the interval of a feature with the smallest sum; `None` if no sum is negative.
fn best_interval(feature: &Feature, sums: &[f64], margin: f64) -> Option<(f64, [usize; 2])> {
    let mut best = (-margin, None);
    let mut consider = |sum: f64, interval: [usize; 2]| {
        if sum < best.0 - if best.1.is_some() { margin } else { 0.0 } {
            best = (sum, Some(interval));
        }
    };
    let count = sums.len();
    if !feature.is_ordered() {
        sums.iter()
            .enumerate()
            .for_each(|(index, &sum)| consider(sum, [index, index]));
        return Some((best.0, best.1?));
    }
    let total: f64 = sums.iter().sum();
    let mut below = 0.0;
    for (last, value_sum) in sums[..count - 1].iter().enumerate() {
        below += value_sum;
        consider(below, [0, last]);
        consider(total - below, [last + 1, count - 1]);
    }
    if feature.has_ranges() {
        // The smallest sum of consecutive values, without the first and the last value.
        let (mut sum, mut first) = (0.0, 1);
        for (last, value_sum) in sums.iter().enumerate().take(count - 1).skip(1) {
            if sum > 0.0 {
                (sum, first) = (0.0, last);
            }
            sum += value_sum;
            consider(sum, [first, last]);
        }
    }
    Some((best.0, best.1?))
}
