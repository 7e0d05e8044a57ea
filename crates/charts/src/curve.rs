//! One line over values: the probability of at least, of at most or of exactly each value.

use oddsmith_model::chart_data::ChartData;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::report::Distribution;

/// The probability that a chart shows of each of some values.
pub(super) struct Curve {
    ks: Vec<i64>,
    chances: Vec<Estimate>,
}

impl Curve {
    /// Returns a curve of these probabilities at these values, lowest first.
    pub(super) fn new(ks: &[i64], chances: Vec<Estimate>) -> Curve {
        Curve {
            ks: ks.to_vec(),
            chances,
        }
    }

    /// Returns the curve of a distribution at some values, lowest first.
    pub(super) fn of(data: &ChartData<'_>, distribution: &Distribution, ks: &[i64]) -> Curve {
        Curve::new(ks, data.plotted_chances(distribution, ks))
    }

    /// Returns the probability at the first known value that is not less than this one.
    pub(super) fn chance(&self, k: i64) -> Estimate {
        self.chances[self
            .ks
            .partition_point(|&other| other < k)
            .min(self.ks.len() - 1)]
    }
}
