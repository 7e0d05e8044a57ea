//! Headlines and titles of charts, held against the distributions: on reports made up for it, on every bundled scenario, and on
//! scenarios made at random.

pub(crate) mod bundled;
mod charts;
pub(crate) mod made;
mod random;
mod summary;
mod summary_judge;
mod words;
