//! How much of a run is written as JSON.

/// What is left to tell, and what has been left out.
pub(super) struct JsonBudget {
    pub(super) is_full: bool,
    pub(super) metrics: usize,
    pub(super) rows: usize,
    pub(super) left_out: (usize, usize),
}

impl JsonBudget {
    /// Whether one more row is written; if not, it is counted.
    pub(super) fn takes_row(&mut self) -> bool {
        let is_written = self.rows > 0;
        match is_written {
            true => self.rows -= 1,
            false => self.left_out.1 += 1,
        }
        is_written
    }
}
