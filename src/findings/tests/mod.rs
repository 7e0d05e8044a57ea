//! Titles held against what they claim: on reports made up for it, and on every bundled scenario.

pub(crate) mod bundled;
mod judge;
mod kinds;
pub(crate) mod made;
