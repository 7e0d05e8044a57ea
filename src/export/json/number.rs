//! Numbers of JSON.

use oddsmith_model::number::{EXACT, rounded};

/// Returns a computed number with the digits that tables have of it.
pub(super) fn exact(value: f64) -> f64 {
    if value.is_finite() {
        rounded(value, EXACT)
    } else {
        value
    }
}
