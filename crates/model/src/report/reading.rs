//! Numbers that are read from a distribution.

use crate::figures::NumberKind;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::stats::Interval;

/// A probability or a mean, simulated and exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The estimate.
    pub estimate: f64,
    /// Its interval at the run's confidence level.
    pub interval: Interval,
    /// The exact value, if it was computed. A probability is 0 only if the event is impossible, and
    /// 1 only if it is certain, never by rounding.
    pub exact: Option<f64>,
    /// The kind of number.
    pub kind: NumberKind,
    /// The truncated probability, which may or may not belong to it.
    pub unresolved: f64,
}

/// A row of a distribution: one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The value.
    pub value: i64,
    /// The number of trials with this value.
    pub count: u64,
    /// The share of these trials.
    pub estimate: f64,
    /// The Wilson interval of that share.
    pub interval: Interval,
    /// The exact probability.
    pub exact: Option<Mass>,
}

impl Reading {
    /// Returns the best estimate: exact if it was computed, else simulated.
    pub fn exact_or_estimate(&self) -> f64 {
        self.exact.unwrap_or(self.estimate)
    }
}

impl Row {
    /// Returns the best estimate of the probability, for comparing and adding up. Text is made from
    /// the exact mass, which may have a fraction.
    pub fn exact_or_estimate(&self) -> f64 {
        self.exact
            .map_or(self.estimate, |mass| mass.float().clamp(0.0, 1.0))
    }
}
