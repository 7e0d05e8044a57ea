//! oddsmith: the odds of game rules, from a scenario file to tables, charts and a page.
//!
//! The engine is a library of its own, [`oddsmith_engine`]; this is the program around it.

pub mod analysis;
pub mod catalogue;
mod chart_choice;
pub mod chart_table;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod command;
pub mod editing;
pub mod estimate;
mod exactly;
pub mod export;
pub mod figures;
pub mod findings;
pub mod gallery;
pub mod input;
pub mod live;
#[cfg(feature = "cli")]
mod lsp;
#[cfg(feature = "cli")]
pub mod manual;
#[cfg(feature = "cli")]
mod page;
#[cfg(feature = "cli")]
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
#[cfg(feature = "cli")]
pub mod shard;
mod shown;
pub mod terminal;
#[cfg(test)]
mod testing;
pub mod wordbook;
#[cfg(feature = "cli")]
mod workers;
