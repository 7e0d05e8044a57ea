//! Turns a checked scenario into a report: builds the rule of each case, runs the engines and
//! gathers their results.

mod answer;
mod asked;
mod balance;
mod before_trials;
pub(crate) mod best;
pub(crate) mod cost;
mod counted;
pub(crate) mod counts;
mod cross_check;
mod each;
mod early_trials;
mod exact_answer;
mod examine;
mod find;
mod finish;
pub(crate) mod found;
mod gather;
mod graph_space;
mod histories;
pub(crate) mod listed_trials;
mod numbers;
pub(crate) mod offers;
pub(crate) mod partial;
mod parts;
#[cfg(feature = "cli")]
pub(crate) mod pieces;
mod plan;
mod recommendation;
mod row_estimate;
mod run;
mod run_error;
mod sensitivity;
#[cfg(feature = "cli")]
pub(crate) mod sharded;
mod shared;
mod states;
mod steps;
mod trial_method;
pub(crate) mod trials;
#[cfg(test)]
mod truncation_tests;
mod turning;
pub(crate) mod wanted;

pub use balance::{BalanceSteps, balance};
pub use best::skill::{skill_effect, unasked_skill_effect};
pub use find::find;
pub use listed_trials::{list_trials, refuse_too_many_listed_trials};
pub use plan::{RunPlan, plan};
pub use run::run;
#[cfg(any(feature = "cli", test))]
pub(crate) use run::run_with_listener;
pub use run_error::RunError;
pub use sensitivity::SensitivityPlan;
pub use steps::{RunProgress, RunSteps};
pub use trial_method::EngineMode;
