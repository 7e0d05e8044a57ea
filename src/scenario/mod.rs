//! Scenario files: TOML in, checked cases out. Every error of the input is found here, before the first trial.

pub mod check;
pub mod problem;
pub mod tree;
