//! Compares headlines and chart titles with the distributions: in made-up reports, in every bundled
//! scenario, and in random scenarios.

pub(crate) mod bundled;
mod charts;
mod hard_names;
pub(super) mod random;
pub(super) mod random_made;
mod reader;
mod summary;
pub(super) mod summary_judge;
mod words;
