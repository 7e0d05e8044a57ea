//! The questions of a scenario, which are read for the metrics of each case.

pub(crate) mod asking;
pub(crate) mod bands;
pub(crate) mod plain;
pub mod questions;
mod scenario_metric;
pub(crate) mod vocabulary;
