//! Detects whether walks reach the same places again and again. If they do, each place becomes a
//! separate state, so that what follows it is explored once.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use super::walk_places::{MAX_PLACES, WaitingPlace};

/// The number of edges at which counting begins. Smaller graphs are cheap anyway.
const MANY_EDGES: usize = 1 << 17;
/// The number of places that are counted before each decision.
const SAMPLE: usize = 1 << 14;
/// The average number of visits to a place from which on places become separate states.
const FREQUENT_VISITS: usize = 2;

/// Counts how often walks reach the same places.
#[derive(Debug, Default)]
pub(super) struct RepeatCounter {
    is_counting: bool,
    known: FxHashSet<u64>,
    visit_count: usize,
    is_frequent: bool,
}

impl RepeatCounter {
    /// Returns how many places the next walk may hold, given the number of edges of the graph.
    pub(super) fn place_limit(&mut self, edges: usize) -> usize {
        self.is_counting = edges >= MANY_EDGES && !self.is_frequent;
        if self.is_frequent { 1 } else { MAX_PLACES }
    }

    /// Counts the places that a walk has reached.
    pub(super) fn count<'p>(&mut self, places: impl Iterator<Item = &'p WaitingPlace>) {
        if !self.is_counting {
            return;
        }
        for place in places {
            let mut hasher = FxHasher::default();
            place.hash(&mut hasher);
            self.known.insert(hasher.finish());
            self.visit_count += 1;
        }
        if self.visit_count >= SAMPLE {
            self.is_frequent = self.visit_count >= FREQUENT_VISITS * self.known.len();
            self.known.clear();
            self.visit_count = 0;
        }
    }
}
