//! The results of the engines: exact distributions, and counts of trials.

mod mass;
mod pmf;
pub(crate) mod residue;
mod tally;

pub use mass::Mass;
pub use pmf::Pmf;
pub use tally::Tally;
