//! oddsmith: the odds of game rules.

pub mod analysis;
pub mod catalogue;
pub mod chance;
pub mod cli;
pub mod command;
pub mod engine;
pub mod export;
pub mod findings;
pub mod odds;
pub mod progress;
pub mod report;
pub mod rule;
pub mod rules;
pub mod scenario;
pub mod stats;
#[cfg(test)]
mod testing;
