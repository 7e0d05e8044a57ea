//! Decides which values of a distribution share a row. A few values have a row each. More values
//! form groups of equal width. A likely 0 has a separate row.

use oddsmith_model::report::Row;
use oddsmith_model::value_grid::{ValueGrid, is_zero_separate, round_up, without_faint_tails};

/// More values than this are grouped.
pub(super) const MAX_ROWS: usize = 24;

/// The values of a row, from the first to the last. An open end is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueGroup {
    first: Option<i64>,
    last: Option<i64>,
}

impl ValueGroup {
    /// Returns the lowest value; `None` if this end is open.
    pub(super) fn first(&self) -> Option<i64> {
        self.first
    }

    /// Returns the highest value; `None` if this end is open.
    pub(super) fn last(&self) -> Option<i64> {
        self.last
    }

    pub(super) fn contains(&self, value: i64) -> bool {
        self.first.is_none_or(|first| first <= value) && self.last.is_none_or(|last| value <= last)
    }

    /// Splits the group into three parts: below 0, 0, and above 0.
    fn around_zero(&self, unit: i64) -> [ValueGroup; 3] {
        let below = ValueGroup {
            first: self.first,
            last: Some(-unit),
        };
        let above = ValueGroup {
            first: Some(unit),
            last: self.last,
        };
        [
            below,
            ValueGroup {
                first: Some(0),
                last: Some(0),
            },
            above,
        ]
    }

    /// Returns the label: "3", "1 to 5", "10 or less", "96 or more".
    pub(super) fn label(&self, value: impl Fn(i64) -> String) -> String {
        match (self.first, self.last) {
            (Some(first), Some(last)) if first == last => value(first),
            (Some(first), Some(last)) => format!("{} to {}", value(first), value(last)),
            (Some(first), None) => format!("{} or more", value(first)),
            (None, Some(last)) => format!("{} or less", value(last)),
            (None, None) => String::new(),
        }
    }
}

/// Returns the groups of the values that can occur, lowest first. There are at most `most`, and up
/// to two more if a likely 0 has a separate row.
pub(super) fn value_groups(rows: Vec<Row>, most: usize) -> Vec<ValueGroup> {
    let most = most as i64;
    let has_odds = rows.iter().any(|row| row.exact.is_some());
    let occurs = |row: &Row| {
        if has_odds {
            row.exact_or_estimate() > 0.0
        } else {
            row.count > 0
        }
    };
    let rows: Vec<Row> = rows.into_iter().filter(occurs).collect();
    let values: Vec<i64> = rows.iter().map(|row| row.value).collect();
    let Some(grid) = ValueGrid::from_values(&values) else {
        return Vec::new();
    };
    if values.len() as i64 <= most {
        return values
            .into_iter()
            .map(|value| ValueGroup {
                first: Some(value),
                last: Some(value),
            })
            .collect();
    }
    let (first, last) = match without_faint_tails(&rows) {
        [first, .., last] => (first.value, last.value),
        // If a single value is almost certain, both ends would be open.
        _ => (grid.low, grid.high),
    };
    let count = (last - first) / grid.unit + 1;
    let width = round_up((count + most - 1) / most) * grid.unit;
    let starts: Vec<i64> = (0..)
        .map(|index| first + index * width)
        .take_while(|&start| start <= last)
        .collect();
    let group = |start: i64| ValueGroup {
        first: Some(start),
        last: Some(start + width - grid.unit),
    };
    let mut groups: Vec<ValueGroup> = starts.into_iter().map(group).collect();
    if let Some(lowest) = groups.first_mut().filter(|_| grid.low < first) {
        lowest.first = None;
    }
    if let Some(highest) = groups.last_mut() {
        // The last group may be narrower.
        highest.last = if grid.high > last {
            None
        } else {
            highest.last.map(|end| end.min(grid.high))
        };
    }
    if is_zero_separate(&rows, first, width) {
        // Next to 0, the rest of its group has a row only if it can occur.
        let occurs = |group: &ValueGroup| values.iter().any(|&value| group.contains(value));
        let parts = |group: ValueGroup| {
            if group.contains(0) {
                group
                    .around_zero(grid.unit)
                    .into_iter()
                    .filter(occurs)
                    .collect()
            } else {
                vec![group]
            }
        };
        groups = groups.into_iter().flat_map(parts).collect();
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_model::odds::Interval;

    fn labels(weights: &[(i64, f64)]) -> Vec<String> {
        let interval = Interval {
            low: 0.0,
            high: 1.0,
        };
        let row = |&(value, estimate): &(i64, f64)| Row {
            value,
            count: 1,
            estimate,
            interval,
            exact: None,
        };
        let groups = value_groups(weights.iter().map(row).collect(), MAX_ROWS);
        groups
            .iter()
            .map(|group| group.label(|value| value.to_string()))
            .collect()
    }

    #[test]
    fn up_to_24_values_have_a_row_each() {
        let even: Vec<(i64, f64)> = (1..=24).map(|value| (value * 10, 1.0 / 24.0)).collect();
        assert_eq!((labels(&even).len(), labels(&even)[1].as_str()), (24, "20"));
    }

    #[test]
    fn more_values_share_rows_of_equal_width() {
        let even: Vec<(i64, f64)> = (1..=100).map(|value| (value, 0.01)).collect();
        let labels = labels(&even);
        assert_eq!(
            (labels.len(), labels[0].as_str(), labels[19].as_str()),
            (20, "1 to 5", "96 to 100")
        );
    }

    #[test]
    fn unlikely_ends_are_open_ranges() {
        let steep: Vec<(i64, f64)> = (0..60)
            .map(|value| (value, 0.5f64.powi(value as i32 + 1)))
            .collect();
        let labels = labels(&steep);
        assert_eq!(
            (labels.len(), labels[0].as_str(), labels[9].as_str()),
            (10, "0", "9 or more")
        );
    }

    #[test]
    fn a_likely_zero_has_a_row() {
        let even = (-50..=50).map(|value| (value, if value == 0 { 0.4 } else { 0.006 }));
        let labels = labels(&even.collect::<Vec<_>>());
        assert_eq!(labels[9..13], ["-5 to -1", "0", "1 to 4", "5 to 9"]);
        let points = (0..=100).map(|value| (value * 50, if value == 0 { 0.2 } else { 0.008 }));
        let rare = (5..=60).map(|value| (value * 2, 0.015));
        assert_eq!(
            self::labels(&[(0, 0.16)].into_iter().chain(rare).collect::<Vec<_>>())[..3],
            ["0", "10 to 18", "20 to 28"]
        );
        assert_eq!(
            self::labels(&points.collect::<Vec<_>>())[..3],
            ["0", "50 to 200", "250 to 450"]
        );
    }

    #[test]
    fn every_value_is_in_one_group() {
        let values: Vec<i64> = (0..=250).map(|value| value * 2 - 9).collect();
        let row = |&value: &i64| Row {
            value,
            count: 1,
            estimate: 1.0 / 251.0,
            interval: Interval {
                low: 0.0,
                high: 1.0,
            },
            exact: None,
        };
        let groups = value_groups(values.iter().map(row).collect(), MAX_ROWS);
        assert!(
            values
                .iter()
                .all(|&value| groups.iter().filter(|group| group.contains(value)).count() == 1)
        );
    }
}
