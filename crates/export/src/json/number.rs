//! Numbers in JSON.

use oddsmith_model::number::{EXACT_DIGITS, round_significant};

/// Returns a computed number with the digits that tables show.
pub(super) fn exact(value: f64) -> f64 {
    if value.is_finite() {
        round_significant(value, EXACT_DIGITS)
    } else {
        value
    }
}
