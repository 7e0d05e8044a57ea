//! Headlines and titles of charts, held against the distributions: on reports made up for it, on
//! every bundled scenario, and on scenarios made at random.

pub(crate) mod bundled;
mod charts;
mod hard_names;
pub(crate) mod made;
mod random;
mod random_made;
mod reader;
mod summary;
mod summary_judge;
mod words;
