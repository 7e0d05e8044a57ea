//! Whether walks come to the same places again and again. Where they do, each place becomes a
//! situation of its own, so that what follows it is explored once.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use super::walk_places::{MAX_PLACES, WaitingPlace};

/// Edges of a graph from which places are counted: smaller graphs cost little as they are.
const MANY_EDGES: usize = 1 << 17;
/// Places that are counted before it is decided, and then anew.
const SAMPLE: usize = 1 << 14;
/// How often each place is met, on average, where it becomes a situation of its own.
const FREQUENT_VISITS: usize = 4;

/// Counts how often walks come to the same places.
#[derive(Debug, Default)]
pub(super) struct RepeatCounter {
    is_counting: bool,
    known: FxHashSet<u64>,
    visit_count: usize,
    is_frequent: bool,
}

impl RepeatCounter {
    /// How many places the next walk of a graph with so many edges may hold.
    pub(super) fn place_limit(&mut self, edges: usize) -> usize {
        self.is_counting = edges >= MANY_EDGES && !self.is_frequent;
        if self.is_frequent { 1 } else { MAX_PLACES }
    }

    /// A walk came to these places.
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
