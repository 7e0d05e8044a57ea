//! oddsmith

pub mod analysis;
pub mod chance;
pub mod engine;
pub mod odds;
pub mod report;
pub mod rule;
pub mod rules;
pub mod scenario;
pub mod stats;
#[cfg(test)]
mod testing;
