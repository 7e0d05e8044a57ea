//! The chance of at least k, for one k after another.

use oddsmith_engine::stats::Confidence;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::report::Distribution;

/// The chance of at least k, for some k.
pub(super) struct Tail {
    ks: Vec<i64>,
    chances: Vec<Estimate>,
}

impl Tail {
    /// The tail of a law at some k, lowest first.
    pub(super) fn of(distribution: &Distribution, ks: &[i64], confidence: Confidence) -> Tail {
        Tail {
            ks: ks.to_vec(),
            chances: distribution
                .tail(ks, confidence)
                .iter()
                .map(Estimate::from_reading)
                .collect(),
        }
    }

    /// The chance of at least the first of its k that is no less than this.
    pub(super) fn chance_at_least(&self, k: i64) -> Estimate {
        self.chances[self
            .ks
            .partition_point(|&other| other < k)
            .min(self.ks.len() - 1)]
    }
}
