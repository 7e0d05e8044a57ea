//! Statistics: numbers that are computed from the answers to a question.

use crate::stats::Interval;

/// A statistic of the answers to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statistic {
    /// The probability of the condition.
    Probability,
    /// The mean.
    Mean,
    /// The standard deviation.
    Sd,
    /// The smallest value whose cumulative probability reaches this percentage.
    Percentile(u32),
    /// The smallest value.
    Min,
    /// The greatest value.
    Max,
    /// The covariance of two numbers, over the trials in which both are present.
    Covariance,
    /// The correlation of two numbers, over the trials in which both are present.
    Correlation,
}

/// The exact value of a statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number.
    pub value: f64,
    /// Its reduced fraction, if that is known and short.
    pub fraction: Option<(i64, i64)>,
    /// The effect of truncation. A probability lies between `value` and `value + unresolved`. For
    /// other statistics this is the truncated share, which is negligible.
    pub unresolved: f64,
}

/// The result of a statistic for exact odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExactReading {
    /// The value is known.
    Known(Figure),
    /// The condition never holds.
    NeverGiven,
    /// The number is absent in every trial with the condition.
    NoValue,
    /// Too much was truncated.
    Unknown,
}

/// The result of a statistic for trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialEstimate {
    /// The estimate; `None` if no trial has a value.
    pub value: Option<f64>,
    /// The confidence interval; `None` if the trials do not determine one.
    pub interval: Option<Interval>,
    /// The number of trials in which the condition holds.
    pub trials: u64,
}

impl ExactReading {
    /// Returns the value, if it is known.
    pub fn figure(self) -> Option<Figure> {
        match self {
            ExactReading::Known(figure) => Some(figure),
            ExactReading::NeverGiven | ExactReading::NoValue | ExactReading::Unknown => None,
        }
    }
}

impl Statistic {
    /// Returns the number of expressions that the statistic needs.
    pub fn argument_count(self) -> usize {
        if matches!(self, Statistic::Covariance | Statistic::Correlation) {
            2
        } else {
            1
        }
    }
}
