//! Limits how much of a run is written as JSON.

/// The remaining budget, and what has been left out.
pub(super) struct JsonBudget {
    pub(super) is_full: bool,
    pub(super) metrics: usize,
    pub(super) rows: usize,
    pub(super) left_out: (usize, usize),
}

impl JsonBudget {
    /// Returns whether one more row may be written. If not, the row is counted.
    pub(super) fn takes_row(&mut self) -> bool {
        let is_written = self.rows > 0;
        if is_written {
            self.rows -= 1;
        } else {
            self.left_out.1 += 1;
        }
        is_written
    }
}
