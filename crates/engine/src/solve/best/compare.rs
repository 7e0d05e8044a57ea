//! Compares the values of options.

use crate::budget::Stop;
use crate::error::RuleError;

/// Options whose values differ by no more than this, relative to the value (at least 1), are
/// equally good. The first of them is chosen.
const VALUE_TOLERANCE: f64 = 1e-12;

/// Returns whether one value is better than another for a side that maximises or minimises. Equal
/// values are not better.
pub(super) fn is_better(wants_more: bool, value: f64, other: f64) -> bool {
    let gain = if wants_more {
        value - other
    } else {
        other - value
    };
    gain > VALUE_TOLERANCE * other.abs().max(1.0)
}

pub(super) fn endless_play_error() -> Stop {
    let help = "add a limit, or a cost for going on";
    Stop::Rule(RuleError::endless(
        "with best play a trial would never end",
        help,
    ))
}
