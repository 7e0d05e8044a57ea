//! Titles held against what they claim: on reports made up for it, on every bundled scenario, and on scenarios made at random.

pub(crate) mod bundled;
mod judge;
mod kinds;
pub(crate) mod made;
mod random;
mod sentence;
mod states;
mod summary;
mod summary_judge;
mod words;
