//! The possible values of a metric as an even grid, and how they are grouped.

use oddsmith_engine::odds::Mass;

use crate::estimate::MIN_SHOWN_SHARE;
use crate::report::{Distribution, Row};

/// The maximal number of different values that a chart can show.
const MAX_VALUES: i64 = 400;

/// An even grid of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueGrid {
    /// The lowest value.
    pub low: i64,
    /// The highest value.
    pub high: i64,
    /// The common divisor of all distances between values.
    pub unit: i64,
}

impl ValueGrid {
    /// Returns the grid of the values of some distributions.
    pub fn from_distributions<'p>(
        distributions: impl Iterator<Item = &'p Distribution>,
    ) -> Option<ValueGrid> {
        let mut values = Vec::new();
        for distribution in distributions {
            values.extend(distribution.tally.iter().map(|(value, _)| value));
            let known = distribution
                .pmf()
                .into_iter()
                .flat_map(|pmf| pmf.masses())
                .filter(|(_, mass)| *mass != Mass::ZERO);
            values.extend(known.map(|&(value, _)| value));
        }
        ValueGrid::from_values(&values)
    }

    /// Returns the grid of some values; `None` without values.
    pub fn from_values(values: &[i64]) -> Option<ValueGrid> {
        let (&low, &high) = (values.iter().min()?, values.iter().max()?);
        let unit = values.iter().map(|value| value - low).fold(0, gcd).max(1);
        Some(ValueGrid { low, high, unit })
    }

    /// Returns its values and the distance between two. If there are too many for a page, it skips
    /// some, but never the last.
    pub fn values(self) -> (Vec<i64>, i64) {
        let stride = round_up((self.high - self.low) / self.unit / MAX_VALUES + 1) * self.unit;
        let count = (self.high - self.low) / stride;
        let mut values: Vec<i64> = (0..=count).map(|i| self.low + i * stride).collect();
        // Most of the probability may be above the last grid value.
        if values.last().is_some_and(|&last| last < self.high) {
            values.push(self.high);
        }
        (values, stride)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns the smallest of 1, 2, 5, 10, 20 and so on that is at least this number.
pub fn round_up(number: i64) -> i64 {
    let mut power = 1;
    loop {
        if let Some(digit) = [1, 2, 5].into_iter().find(|digit| digit * power >= number) {
            return digit * power;
        }
        power *= 10;
    }
}

/// A value 0 with a smaller probability is in a group with its neighbours.
const LIKELY_ZERO: f64 = 0.01;

/// Returns whether 0 gets a separate group next to groups of several values. If a trial can end
/// with nothing, that is a different outcome from a small number. `first` is the lowest value of a
/// group, and `step` the distance to the next group.
pub fn is_zero_separate(rows: &[Row], first: i64, step: i64) -> bool {
    let start = first + (-first).div_euclid(step) * step;
    let zero: f64 = rows
        .iter()
        .filter(|row| row.value == 0)
        .map(Row::exact_or_estimate)
        .sum();
    let group: f64 = rows
        .iter()
        .filter(|row| (start..start + step).contains(&row.value))
        .map(Row::exact_or_estimate)
        .sum();
    zero >= LIKELY_ZERO && zero >= group / 2.0
}

/// Returns the rows without the improbable ones at both ends; all rows if nearly all are
/// improbable.
pub fn without_faint_tails(rows: &[Row]) -> &[Row] {
    let faint = |rows: &mut dyn Iterator<Item = &Row>| {
        let mut sum = 0.0;
        rows.take_while(|row| {
            sum += row.exact_or_estimate();
            sum < MIN_SHOWN_SHARE
        })
        .count()
    };
    let (start, end) = (faint(&mut rows.iter()), faint(&mut rows.iter().rev()));
    if start + end < rows.len() {
        &rows[start..rows.len() - end]
    } else {
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likely_zero_is_separate_from_small_values() {
        let interval = oddsmith_engine::stats::Interval {
            low: 0.0,
            high: 1.0,
        };
        let row = |value, estimate| Row {
            value,
            count: 1,
            estimate,
            interval,
            exact: None,
        };
        let rows = |zero: f64| [row(-5, 0.1), row(0, zero), row(10, 0.05), row(20, 0.3)];
        assert!(is_zero_separate(&rows(0.2), 0, 20), "it is most of 0 to 19");
        assert!(
            !is_zero_separate(&rows(0.04), 0, 20) && !is_zero_separate(&rows(0.009), -4, 20),
            "it is not"
        );
        assert!(is_zero_separate(&rows(0.2), 0, 5), "it is all of 0 to 4");
    }

    #[test]
    fn values_are_shown_at_round_distances() {
        assert_eq!([1, 2, 3, 6, 11, 51].map(round_up), [1, 2, 5, 10, 20, 100]);
        let coins = ValueGrid {
            low: -100,
            high: 1_000_000,
            unit: 50,
        };
        let (values, stride) = coins.values();
        assert_eq!((values[0], stride), (-100, 5000));
        assert!(values.len() <= 401);
        // Most of a distribution may be above the last round value.
        let debts = ValueGrid {
            low: -29_960,
            high: 39,
            unit: 1,
        };
        assert_eq!(debts.values().0.last(), Some(&39));
    }
}
