//! oddsmith

pub mod chance;
pub mod engine;
pub mod export;
pub mod odds;
pub mod report;
pub mod rule;
pub mod rules;
pub mod stats;
