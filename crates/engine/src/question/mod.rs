//! Questions: what several metrics show together, under a condition or without one, in exact odds
//! and in simulated trials.
//!
//! One thing answers them all: the joint distribution of some [`Expression`]s over what a trial
//! shows. Chances of events, means given events, covariances, and metrics defined by a scenario are
//! all read from it.

mod asked;
mod augment;
mod joint;
mod of_odds;
mod of_trials;
mod pairs;
mod residual;
mod shows;
mod statistic;

pub use crate::expression::{Comparison, Expression, overflow_error};
pub use asked::{AnswerTuple, Answers, JointQuestion};
pub use joint::{JointOdds, SolvedQuestion, solve_joint};
pub use statistic::{ExactReading, Figure, Statistic, TrialEstimate};
