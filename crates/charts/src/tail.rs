//! The tail of a distribution: the probability of at least k.

use oddsmith_engine::stats::Confidence;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::report::Distribution;

/// The probability of at least k, for some k.
pub(super) struct Tail {
    ks: Vec<i64>,
    chances: Vec<Estimate>,
}

impl Tail {
    /// Returns the tail of a distribution at some k, lowest first.
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

    /// Returns the probability at the first known k that is not less than this one.
    pub(super) fn chance_at_least(&self, k: i64) -> Estimate {
        self.chances[self
            .ks
            .partition_point(|&other| other < k)
            .min(self.ks.len() - 1)]
    }
}
