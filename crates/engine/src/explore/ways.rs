//! The ways on from the state that is being explored, found again by where they lead and what they say.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};

use super::graph::{Edge, Graph};

/// Places that a new table has.
const PLACES: usize = 64;

/// A table of the current state's edges. It is never emptied: what belongs to an earlier state is written over, so that
/// a state with a million ways does not burden all that come after it.
#[derive(Debug)]
pub(super) struct Ways {
    /// The state, by the count of states, and the edge; as many places as a power of two.
    places: Vec<(u32, u32)>,
    taken: usize,
    state: u32,
    /// The first edge of the current state.
    first: u32,
}

impl Ways {
    pub(super) fn new() -> Ways {
        Ways { places: vec![(0, 0); PLACES], taken: 0, state: 0, first: 0 }
    }

    /// The ways on from here on are those of another state.
    pub(super) fn open_state(&mut self, graph: &Graph) {
        (self.taken, self.first) = (0, graph.edges.len() as u32);
        self.state = self.state.checked_add(1).unwrap_or_else(|| {
            self.places.fill((0, 0));
            1
        });
    }

    /// The edge that leads there and says this; a new one, without any mass yet, where there is none.
    pub(super) fn find(&mut self, graph: &mut Graph, target: u32, seen: &[u32]) -> usize {
        if 2 * self.taken >= self.places.len() {
            self.grow(graph);
        }
        let mut place = self.place(target, seen);
        while self.places[place].0 == self.state {
            let edge = self.places[place].1 as usize;
            if graph.edges[edge].target == target && graph.seen(edge) == seen {
                return edge;
            }
            place = self.after(place);
        }
        let edge = graph.edges.len();
        self.places[place] = (self.state, edge as u32);
        self.taken += 1;
        graph.edges.push(Edge { mass: crate::odds::Mass::ZERO, target, cells: graph.seen.len() as u32 });
        graph.seen.extend_from_slice(seen);
        edge
    }

    #[inline]
    fn place(&self, target: u32, seen: &[u32]) -> usize {
        let mut hasher: FxHasher = FxBuildHasher.build_hasher();
        target.hash(&mut hasher);
        seen.iter().for_each(|cell| cell.hash(&mut hasher));
        hasher.finish() as usize & (self.places.len() - 1)
    }

    #[inline]
    fn after(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }

    fn grow(&mut self, graph: &Graph) {
        self.places = vec![(0, 0); 2 * self.places.len()];
        for edge in self.first as usize..graph.edges.len() {
            let mut place = self.place(graph.edges[edge].target, graph.seen(edge));
            while self.places[place].0 == self.state {
                place = self.after(place);
            }
            self.places[place] = (self.state, edge as u32);
        }
    }
}
