//! What has changed since an earlier run: each number of both, and the difference.

use crate::figures::NumberKind;
use std::collections::BTreeMap;

use oddsmith_engine::solve::SETTLED_THRESHOLD;
use oddsmith_engine::stats::Interval;

use super::distribution::TOLERANCE;
use super::{Distribution, Reading};

/// What has changed since an earlier run.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The folder of the earlier results; empty where they are not of a folder.
    pub folder: String,
    /// What kind of results they are, in a word: earlier or pinned.
    pub kind: &'static str,
    /// What the earlier run was given otherwise, in words.
    pub inputs: Vec<String>,
    /// A row for each case and number.
    pub rows: Vec<ChangedNumber>,
    /// Cases of this run that the earlier one had not, in words.
    pub added: Vec<String>,
    /// Cases of the earlier run that this one has not, in words.
    pub removed: Vec<String>,
    /// What the earlier run found of the metrics that charts show: the laws of each, by the number
    /// that its case has in this run.
    pub distributions: BTreeMap<(usize, String), Vec<Distribution>>,
}

/// A number of a case then and now.
#[derive(Clone, Debug)]
pub struct ChangedNumber {
    /// The cells that say which case it is, as the tables have them; the number of the case is
    /// empty where it is gone.
    pub case_cells: Vec<String>,
    /// The case in words.
    pub case: String,
    /// What it is: a question, or a number to read first.
    pub ask: String,
    /// What kind of number it is.
    pub kind: NumberKind,
    /// What it was.
    pub old: Option<Known>,
    /// What it is.
    pub new: Option<Known>,
}

/// A number, and how surely it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The number.
    pub value: f64,
    /// Its interval, where it is simulated.
    pub interval: Option<Interval>,
}

impl Known {
    /// What a reading knows; nothing where it is of no trials.
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
    /// By how much it has changed; by nothing where rounding alone tells two exact numbers apart.
    pub fn difference(&self) -> Option<f64> {
        let (old, new) = (self.old?, self.new?);
        let difference = new.value - old.value;
        let is_rounding = old.interval.or(new.interval).is_none()
            && difference.abs() <= TOLERANCE * old.value.abs().max(1.0);
        Some(if is_rounding { 0.0 } else { difference })
    }

    /// The interval of the difference, where either is simulated.
    /// A number that was computed has no width.
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

    /// Whether it has changed: by more than rounding, or by more than chance explains.
    pub fn has_changed(&self) -> bool {
        let Some(difference) = self.difference() else {
            return false;
        };
        match self.interval() {
            None => difference != 0.0,
            // An interval that is not known tells nothing.
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
