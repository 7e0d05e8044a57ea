//! Statistics of tallies: how accurate an estimate is, and whether it agrees with the exact odds.

mod binomial;
mod cells;
mod cross_check;
mod deviation;
mod fit;
mod interval;
mod quantile;
mod spread;

pub use cross_check::{cross_check, holm};
pub use deviation::{deviation, quantile_deviation, share_deviation};
pub use fit::goodness_of_fit;
pub use interval::{Confidence, Interval};
pub use quantile::quantile_interval;
pub(crate) use spread::correct_skew;
pub use spread::spread_interval;
