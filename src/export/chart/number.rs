//! Decimals that the numbers of a chart share.

use crate::estimate::Estimate;
use crate::report::Reading;

/// Decimals that means deserve: those that tell values of this size apart, and no more than their intervals hold.
pub(super) fn decimals<'r>(readings: impl Iterator<Item = &'r Reading>) -> usize {
    readings.map(|reading| Estimate::read(reading).decimals()).min().unwrap_or(2)
}
