//! oddsmith: the odds of game rules, from a scenario file to tables, charts and a page.
//!
//! The engine is a library of its own, [`oddsmith_engine`]; this is the program around it.

pub mod analysis;
pub mod catalogue;
pub mod cli;
pub mod command;
pub mod estimate;
mod exactly;
pub mod export;
pub mod findings;
mod gallery;
pub mod manual;
pub mod progress;
mod question;
mod rehearsal;
pub mod replay;
pub mod report;
mod rerun;
pub mod rule;
pub mod rule_file;
pub mod rules;
pub mod scenario;
pub mod schema;
#[cfg(feature = "shards")]
pub mod shard;
mod shown;
pub mod terminal;
#[cfg(test)]
mod testing;
mod wanted;
mod workers;
