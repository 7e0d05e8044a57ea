//! Statistics of tallies: how sure an estimate is, and whether it agrees with the exact odds.

pub mod fit;
pub mod interval;
