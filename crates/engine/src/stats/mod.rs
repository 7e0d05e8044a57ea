//! Statistics of tallies: how sure an estimate is, and whether it agrees with the exact odds.

mod fit;
mod interval;
pub use fit::goodness_of_fit;
pub use interval::{Confidence, Interval};
