//! oddsmith computes the odds of game rules, from a scenario file to tables, charts and a page.
//!
//! Other programs call [`roll`], [`odds`], [`run`] or [`Run`]. The engine is a separate library,
//! [`oddsmith_engine`].
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod analysis;
pub mod catalogue;
mod chart_choice;
mod chart_fit;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod command;
pub mod editing;
mod front;
pub mod gallery;
#[cfg(feature = "cli")]
mod lsp;
#[cfg(feature = "cli")]
pub mod manual;
#[cfg(feature = "cli")]
mod page;
pub mod playtest;
mod preflight;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "cli")]
pub mod progress;
mod question;
pub mod replay;
mod rerun;
pub mod rolls;
pub mod rule_file;
pub mod scenario;
pub mod schema;
pub mod session;
#[cfg(feature = "cli")]
pub mod shard;
mod shown;
mod sums;
pub mod terminal;
#[cfg(test)]
mod tests;
#[cfg(feature = "cli")]
mod workers;

pub use front::{
    Error, Position, Results, Roll, Run, WrittenFiles, balance_text, find_text, odds,
    playtest_json, playtest_text, quick_roll, roll, roll_while, run,
};
pub use oddsmith_export as export;
pub use oddsmith_model::{
    card, chart_data, chart_words, estimate, figures, file_name, input, labels, messages,
    recommendation, report, rule, summary,
};
pub use oddsmith_rules as rules;
#[cfg(feature = "cli")]
pub use program::program;
