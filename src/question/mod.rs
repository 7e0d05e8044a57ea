//! What a scenario asks of its rule: questions read against the metrics that there are, case by case.

pub(crate) mod asking;
mod labels;
pub(crate) mod plain;
pub(crate) mod vocabulary;
pub(crate) mod written;
