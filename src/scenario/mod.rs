//! Scenario files: TOML in, checked cases out. Every error of the input is found here, before the
//! first trial.

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
pub mod document;
pub mod find;
pub mod idle;
#[cfg(test)]
mod idle_tests;
pub mod labels;
mod line_ends;
mod named;
pub mod named_rule;
pub(crate) mod narrowed;
pub mod path;
pub(crate) mod play;
mod policy_charts;
mod put_in;
mod range;
pub(crate) mod searched;
mod sections;
pub mod settings;
#[cfg(test)]
mod slip_tests;
mod spoken_play;
pub(crate) mod steps;
pub mod sweep;
mod thumb;
pub(crate) mod told;
pub mod unchanged;
pub(crate) mod wishing;
mod words;
