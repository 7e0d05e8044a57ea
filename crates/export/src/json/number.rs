//! Numbers in JSON.

use oddsmith_model::number::{EXACT_DIGITS, round_significant};

/// Rounds a computed number to the digits that CSV files have.
pub(super) fn exact(value: f64) -> f64 {
    if value.is_finite() {
        round_significant(value, EXACT_DIGITS)
    } else {
        value
    }
}
