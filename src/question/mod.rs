//! What a scenario asks of its rule: questions read against the metrics that there are, case by
//! case.

pub(crate) mod asking;
pub(crate) mod bands;
mod own_metric;
pub(crate) mod plain;
pub mod questions;
pub(crate) mod vocabulary;
pub(crate) mod written;
