//! One number that is computed from the answers to a question, and its result.

use crate::stats::Interval;

/// What is read from the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Statistic {
    /// The probability of the condition that was asked about.
    Probability,
    /// The mean.
    Mean,
    /// The standard deviation.
    Sd,
    /// The smallest value whose cumulative probability reaches so many percent.
    Percentile(u32),
    /// The smallest value.
    Min,
    /// The greatest value.
    Max,
    /// The covariance of two numbers, over the trials that show both.
    Covariance,
    /// Their correlation.
    Correlation,
}

/// A number that was computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The number.
    pub value: f64,
    /// The reduced fraction that it is, where it is a short one.
    pub fraction: Option<(i64, i64)>,
    /// How much more it may be, since something was cut: it lies between `value` and `value +
    /// unresolved`. Of anything but a probability the share that was cut, which is then hardly
    /// anything.
    pub unresolved: f64,
}

/// What exact odds say of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExactReading {
    /// It is this.
    Known(Figure),
    /// What is given never happens.
    NeverGiven,
    /// No trial in which what is given happens shows the number.
    NoValue,
    /// So much was cut that it is not known.
    Unknown,
}

/// What trials say of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialEstimate {
    /// The estimate; none where no trial has one.
    pub value: Option<f64>,
    /// Its interval; none where trials say nothing of how far off it may be.
    pub interval: Option<Interval>,
    /// Trials in which what is given happened.
    pub trials: u64,
}

impl ExactReading {
    /// The number, where there is one.
    pub fn figure(self) -> Option<Figure> {
        match self {
            ExactReading::Known(figure) => Some(figure),
            ExactReading::NeverGiven | ExactReading::NoValue | ExactReading::Unknown => None,
        }
    }
}

impl Statistic {
    /// How many numbers it is of.
    pub fn argument_count(self) -> usize {
        if matches!(self, Statistic::Covariance | Statistic::Correlation) {
            2
        } else {
            1
        }
    }
}
