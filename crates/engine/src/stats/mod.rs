//! Statistics of tallies: how sure an estimate is, and whether it agrees with the exact odds.

mod binomial;
mod fit;
mod interval;
mod quantile;
mod witness;

pub use fit::goodness_of_fit;
pub use interval::{Confidence, Interval};
pub use quantile::quantile_interval;
pub use witness::{holm, witness};
