//! The changes since an earlier run: the old and the new numbers, and their differences.

use crate::figures::NumberKind;
use std::collections::BTreeMap;

use oddsmith_engine::solve::SETTLED_THRESHOLD;
use oddsmith_engine::stats::Interval;

use super::distribution::TOLERANCE;
use super::{Distribution, Reading};

/// The changes since an earlier run.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The folder of the earlier results; empty if they are not from a folder.
    pub folder: String,
    /// The kind of earlier results: "earlier" or "pinned".
    pub kind: &'static str,
    /// The changed inputs, in words.
    pub inputs: Vec<String>,
    /// A row for each case and number.
    pub rows: Vec<ChangedNumber>,
    /// The cases of this run that are not in the earlier one, in words.
    pub added: Vec<String>,
    /// The cases of the earlier run that are not in this one, in words.
    pub removed: Vec<String>,
    /// The earlier distributions of the charts' metrics, by the number of the case in this run.
    pub distributions: BTreeMap<(usize, String), Vec<Distribution>>,
}

/// A number of a case before and after.
#[derive(Clone, Debug)]
pub struct ChangedNumber {
    /// The cells that identify the case, as in other tables. If the case no longer exists, its
    /// number is empty.
    pub case_cells: Vec<String>,
    /// The case in words.
    pub case: String,
    /// The label of the question or headline.
    pub ask: String,
    /// The kind of number.
    pub kind: NumberKind,
    /// The old number.
    pub old: Option<Known>,
    /// The new number.
    pub new: Option<Known>,
}

/// A number with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The number.
    pub value: f64,
    /// Its interval, if it is simulated.
    pub interval: Option<Interval>,
}

impl Known {
    /// Returns the number of a reading, or `None` if it has no trials.
    pub fn of(reading: &Reading) -> Option<Known> {
        match reading.exact {
            Some(low) if reading.kind.is_chance() && reading.unresolved > SETTLED_THRESHOLD => {
                let interval = Some(Interval {
                    low,
                    high: (low + reading.unresolved).min(1.0),
                });
                Some(Known {
                    value: low + reading.unresolved / 2.0,
                    interval,
                })
            }
            Some(value) => Some(Known {
                value,
                interval: None,
            }),
            None if reading.estimate.is_finite() => Some(Known {
                value: reading.estimate,
                interval: Some(reading.interval),
            }),
            None => None,
        }
    }
}

impl ChangedNumber {
    /// Returns the difference; 0 if two exact numbers differ only by rounding.
    pub fn difference(&self) -> Option<f64> {
        let (old, new) = (self.old?, self.new?);
        let difference = new.value - old.value;
        let is_rounding = old.interval.or(new.interval).is_none()
            && difference.abs() <= TOLERANCE * old.value.abs().max(1.0);
        Some(if is_rounding { 0.0 } else { difference })
    }

    /// Returns the interval of the difference, if either number is simulated. Exact numbers have no
    /// width.
    pub fn interval(&self) -> Option<Interval> {
        let (old, new) = (self.old?, self.new?);
        if old.interval.is_none() && new.interval.is_none() {
            return None;
        }
        let value_and_interval = |Known { value, interval }: Known| {
            (
                value,
                interval.unwrap_or(Interval {
                    low: value,
                    high: value,
                }),
            )
        };
        Some(Interval::difference(
            value_and_interval(old),
            value_and_interval(new),
        ))
    }

    /// Returns whether it has changed by more than rounding or chance explains.
    pub fn has_changed(&self) -> bool {
        let Some(difference) = self.difference() else {
            return false;
        };
        match self.interval() {
            None => difference != 0.0,
            // An unknown interval decides nothing.
            Some(interval) => interval.low > 0.0 || interval.high < 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(old: (f64, f64), new: (f64, f64)) -> ChangedNumber {
        let known = |(value, half): (f64, f64)| {
            let interval = Interval {
                low: value - half,
                high: value + half,
            };
            Some(Known {
                value,
                interval: (half > 0.0).then_some(interval),
            })
        };
        ChangedNumber {
            case_cells: Vec::new(),
            case: String::new(),
            ask: String::new(),
            kind: NumberKind::Chance,
            old: known(old),
            new: known(new),
        }
    }

    #[test]
    fn interval_widths_add_in_quadrature() {
        let both_simulated = number((0.5, 0.03), (0.6, 0.04)).interval().unwrap();
        assert!(
            (both_simulated.low - 0.05).abs() < 1e-12 && (both_simulated.high - 0.15).abs() < 1e-12
        );
        let one_simulated = number((0.5, 0.0), (0.6, 0.04)).interval().unwrap();
        assert!(
            (one_simulated.low - 0.06).abs() < 1e-12 && (one_simulated.high - 0.14).abs() < 1e-12
        );
    }

    #[test]
    fn changes_exceed_rounding_and_chance() {
        let changed = |old, new| number(old, new).has_changed();
        assert!(changed((0.5, 0.0), (0.5 + 1e-9, 0.0)) && !changed((0.5, 0.0), (0.5 + 1e-13, 0.0)));
        assert!(changed((0.5, 0.03), (0.6, 0.04)) && !changed((0.5, 0.1), (0.6, 0.04)));
    }
}
