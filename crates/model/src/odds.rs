//! What the engine returns: distributions, intervals and answers.
//!
//! Crates that write or draw reports depend on these types, and not on the engine: they cannot
//! explore, solve or simulate.

pub use oddsmith_engine::odds::{Mass, Pmf, Tally};
pub use oddsmith_engine::question::{Comparison, ExactReading, Figure, Statistic, TrialEstimate};
pub use oddsmith_engine::solve::{ExactDistribution, Moments, SETTLED_THRESHOLD};
pub use oddsmith_engine::stats::{Confidence, Interval, quantile_interval};
pub use oddsmith_language::question::Bound;
