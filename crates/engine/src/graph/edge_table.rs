//! A hash table of the edges of the current state, by target and list of cells.

use super::edge::OpenEdge;

/// The initial capacity of a table.
const INITIAL_CAPACITY: usize = 64;

/// Two odd numbers from the digits of π for hashing targets and lists.
const HASH_MULTIPLIERS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345];

/// A hash table of the edges of the current state. It is never cleared: entries of earlier states
/// are overwritten, so that one state with many edges does not slow down all later ones.
#[derive(Debug)]
pub(crate) struct EdgeTable {
    /// The entries. Their number is a power of two.
    entries: Vec<EdgeEntry>,
    used: usize,
    state: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct EdgeEntry {
    /// The state of the entry, counted from 1.
    state: u32,
    target: u32,
    list: u32,
    edge: u32,
}

impl Default for EdgeTable {
    fn default() -> EdgeTable {
        EdgeTable {
            entries: vec![EdgeEntry::default(); INITIAL_CAPACITY],
            used: 0,
            state: 1,
        }
    }
}

impl EdgeTable {
    /// Starts another state.
    pub(crate) fn open_state(&mut self) {
        self.used = 0;
        self.state = self.state.checked_add(1).unwrap_or_else(|| {
            self.entries.fill(EdgeEntry::default());
            1
        });
    }

    /// Adds an edge to the state. If there is an edge with the same target and list, its mass is
    /// increased instead. Returns the index of the edge.
    #[inline]
    pub(crate) fn add(&mut self, edges: &mut Vec<OpenEdge>, edge: OpenEdge) -> u32 {
        if 2 * self.used >= self.entries.len() {
            self.grow();
        }
        let (index, new) = (self.find_index(edge.target, edge.list), edges.len() as u32);
        let entry = &mut self.entries[index];
        if entry.state == self.state {
            edges[entry.edge as usize].mass += edge.mass;
            return entry.edge;
        }
        *entry = EdgeEntry {
            state: self.state,
            target: edge.target,
            list: edge.list,
            edge: new,
        };
        self.used += 1;
        edges.push(edge);
        new
    }

    /// Returns the index of an entry, or of a free one.
    #[inline]
    fn find_index(&self, target: u32, list: u32) -> usize {
        let mask = self.entries.len() - 1;
        let hash = u64::from(target).wrapping_mul(HASH_MULTIPLIERS[0])
            ^ u64::from(list).wrapping_mul(HASH_MULTIPLIERS[1]);
        let mut index = (hash >> 32) as usize & mask;
        loop {
            let entry = &self.entries[index];
            if entry.state != self.state || entry.target == target && entry.list == list {
                return index;
            }
            index = (index + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let wider = vec![EdgeEntry::default(); 2 * self.entries.len()];
        let before = std::mem::replace(&mut self.entries, wider);
        for old_entry in before.into_iter().filter(|entry| entry.state == self.state) {
            let index = self.find_index(old_entry.target, old_entry.list);
            self.entries[index] = old_entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Mass;

    #[test]
    fn edges_of_other_states_are_not_found() {
        let (mut table, mut edges) = (EdgeTable::default(), Vec::new());
        for state in 0..3u32 {
            table.open_state();
            let (first, count) = (edges.len() as u32, 1000 >> state);
            for _ in 0..2 {
                for index in 0..count {
                    let edge = OpenEdge {
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
