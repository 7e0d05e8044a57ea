//! What engines return: exact odds, counts of trials, and where each observation goes.

mod layout;
mod mass;
mod pmf;
pub(crate) mod residue;
mod tally;

pub use layout::Layout;
pub use mass::Mass;
pub use pmf::Pmf;
pub use tally::Tally;
