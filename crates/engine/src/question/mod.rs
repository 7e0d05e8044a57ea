//! Questions about several metrics together, with or without a condition, for exact odds and for
//! simulated trials.
//!
//! The joint distribution of some [`Expression`]s answers all questions: probabilities of events,
//! conditional means, covariances, and metrics that a scenario defines.

mod asked;
mod augment;
mod joint;
mod of_odds;
mod of_trials;
mod pairs;
mod recordable;
mod residual;
mod statistic;

pub use crate::expression::{Comparison, Expression, overflow_error};
pub use asked::{AnswerTuple, Answers, JointQuestion};
pub use joint::{JointOdds, SolvedQuestion, solve_joint};
pub use statistic::{ExactReading, Figure, Statistic, TrialEstimate};
