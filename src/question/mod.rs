//! What a scenario asks of its rule: questions read against the metrics that there are, case by
//! case.

pub(crate) mod asking;
pub(crate) mod bands;
pub(crate) mod plain;
pub mod questions;
mod scenario_metric;
pub(crate) mod vocabulary;
