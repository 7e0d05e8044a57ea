//! Detects whether different states lead to the same positions between two questions. If they do,
//! each position becomes a separate state, so that what follows it is explored once.

use rustc_hash::FxHashSet;

use super::leaves::Terms;

/// The number of edges at which counting begins. Smaller graphs are cheap anyway.
const MANY_EDGES: usize = 1 << 17;
/// The number of positions that are counted before each decision.
const SAMPLE: usize = 1 << 14;
/// The average number of visits to a position from which on positions become separate states.
const FREQUENT_VISITS: usize = 2;

/// Counts how often states lead to the same positions.
#[derive(Debug, Default)]
pub(super) struct PositionCounter {
    known: FxHashSet<u64>,
    visit_count: usize,
    is_frequent: bool,
}

impl PositionCounter {
    /// Sets the terms of the next states, given the number of edges of the graph.
    pub(super) fn prepare(&self, terms: &mut Terms, edges: usize) {
        terms.joins_questions = !self.is_frequent;
        terms.counts_positions = edges >= MANY_EDGES && !self.is_frequent;
    }

    /// Counts the positions that states lead to.
    pub(super) fn count(&mut self, positions: &[u64]) {
        self.known.extend(positions);
        self.visit_count += positions.len();
        if self.visit_count >= SAMPLE {
            self.is_frequent |= self.visit_count >= FREQUENT_VISITS * self.known.len();
            self.known.clear();
            self.visit_count = 0;
        }
    }
}
