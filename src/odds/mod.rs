//! Odds: what engines return, counted or exact, one law for each metric and step.

pub mod layout;
pub mod pmf;
pub mod tally;
