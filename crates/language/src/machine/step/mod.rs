//! The instructions of the machine.

mod asking;
mod base;
mod by_index;
mod flow;
mod instruction;
mod lists;
mod numbers;
mod recording;
mod run;
mod variables;

pub(crate) use run::MAX_STEPS;
