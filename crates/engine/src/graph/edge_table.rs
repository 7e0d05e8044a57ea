//! The edges of the state that is being explored, found again by where they lead and what they say.

use super::edge::Edge;

/// Places that a new table has.
const PLACES: usize = 64;

/// Two odd numbers, from the digits of pi, that scatter targets and lists over the places.
const SCATTER: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345];

/// A table of the current state's edges. It is never emptied: what belongs to an earlier state is
/// written over, so that a state with a million ways does not burden all that come after it.
#[derive(Debug)]
pub(crate) struct EdgeTable {
    /// As many as a power of two.
    places: Vec<EdgePlace>,
    taken: usize,
    state: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct EdgePlace {
    /// The state that it was taken for, counted from 1.
    state: u32,
    target: u32,
    list: u32,
    edge: u32,
}

impl Default for EdgeTable {
    fn default() -> EdgeTable {
        EdgeTable {
            places: vec![EdgePlace::default(); PLACES],
            taken: 0,
            state: 1,
        }
    }
}

impl EdgeTable {
    /// The edges from here on are those of another state.
    pub(crate) fn open_state(&mut self) {
        self.taken = 0;
        self.state = self.state.checked_add(1).unwrap_or_else(|| {
            self.places.fill(EdgePlace::default());
            1
        });
    }

    /// Adds an edge to those of the state, or its mass to the one that leads there and says the
    /// same; the number of either.
    #[inline]
    pub(crate) fn add(&mut self, edges: &mut Vec<Edge>, edge: Edge) -> u32 {
        if 2 * self.taken >= self.places.len() {
            self.grow();
        }
        let (place, new) = (self.place(edge.target, edge.list), edges.len() as u32);
        let there = &mut self.places[place];
        if there.state == self.state {
            edges[there.edge as usize].mass += edge.mass;
            return there.edge;
        }
        *there = EdgePlace {
            state: self.state,
            target: edge.target,
            list: edge.list,
            edge: new,
        };
        self.taken += 1;
        edges.push(edge);
        new
    }

    /// The place of an edge, or the free one where it goes.
    #[inline]
    fn place(&self, target: u32, list: u32) -> usize {
        let mask = self.places.len() - 1;
        let hash =
            u64::from(target).wrapping_mul(SCATTER[0]) ^ u64::from(list).wrapping_mul(SCATTER[1]);
        let mut place = (hash >> 32) as usize & mask;
        loop {
            let there = &self.places[place];
            if there.state != self.state || there.target == target && there.list == list {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let wider = vec![EdgePlace::default(); 2 * self.places.len()];
        let before = std::mem::replace(&mut self.places, wider);
        for old_place in before.into_iter().filter(|place| place.state == self.state) {
            let place = self.place(old_place.target, old_place.list);
            self.places[place] = old_place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Mass;

    #[test]
    fn each_state_finds_its_own_edges_and_no_other_state_s() {
        let (mut table, mut edges) = (EdgeTable::default(), Vec::new());
        for state in 0..3u32 {
            table.open_state();
            let (first, count) = (edges.len() as u32, 1000 >> state);
            for _ in 0..2 {
                for index in 0..count {
                    let edge = Edge {
                        mass: Mass::ratio(1, 2),
                        target: index % 40,
                        list: index / 40,
                    };
                    assert_eq!(table.add(&mut edges, edge), first + index);
                }
            }
            assert!(
                edges[first as usize..]
                    .iter()
                    .all(|edge| edge.mass == Mass::ONE)
            );
        }
    }
}
