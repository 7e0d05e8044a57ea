//! What is read of a law: a number, and the chance of a value.

use crate::figures::NumberKind;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::stats::Interval;

/// A probability or a mean, as estimated and as computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The estimate.
    pub estimate: f64,
    /// Its interval at the run's confidence.
    pub interval: Interval,
    /// The exact value, where it was computed. A probability is 0 just where none of the known
    /// values allows it, and 1 just where it is certain: never by rounding.
    pub exact: Option<f64>,
    /// What it is.
    pub kind: NumberKind,
    /// Probability that was cut from the exact odds, and may belong to it or not.
    pub unresolved: f64,
}

/// A row of a law: one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The value.
    pub value: i64,
    /// How many trials showed it.
    pub count: u64,
    /// The share of trials that did.
    pub estimate: f64,
    /// The Wilson interval of that share.
    pub interval: Interval,
    /// The exact probability.
    pub exact: Option<Mass>,
}

impl Reading {
    /// The best value there is: exact if it was computed, else the estimate.
    pub fn exact_or_estimate(&self) -> f64 {
        self.exact.unwrap_or(self.estimate)
    }
}

impl Row {
    /// The best probability there is.
    pub fn exact_or_estimate(&self) -> f64 {
        self.exact.map_or(self.estimate, Mass::value)
    }
}
