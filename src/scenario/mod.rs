//! Reads scenario files in TOML and checks their cases. It reports all mistakes in the input before
//! the first trial.

mod altered;
pub(crate) mod balance;
mod balanced;
pub mod bundled;
mod cases;
mod chart_files;
mod chart_keys;
mod chart_layout;
pub mod chart_request;
pub mod charts;
pub(crate) mod description;
pub mod document;
pub mod find;
mod heuristic;
mod informal_play;
pub mod labels;
mod line_ends;
#[cfg(test)]
mod mistake_tests;
mod named;
pub mod named_rule;
pub mod path;
pub(crate) mod play;
mod policy_charts;
mod put_in;
mod range;
pub(crate) mod restricted_sweep;
pub(crate) mod searched;
mod sections;
pub mod settings;
mod skill_answer;
pub(crate) mod steps;
pub mod sweep;
pub mod unchanged;
pub mod unused;
#[cfg(test)]
mod unused_tests;
pub(crate) mod wishing;
mod words;
