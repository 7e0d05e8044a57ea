//! What graphs say about the slots of a question: which slots may still be recorded from each
//! state, and which values they may have.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::residual::KnownSlot;
use crate::graph::{EdgeTarget, Graph};
use crate::metric::{Fold, Metric};

/// For each state of some graphs, the set of asked slots that may still be recorded from there on.
/// Sets have indices.
pub(super) struct RecordableSets {
    sets: IndexSet<Box<[u64]>, FxBuildHasher>,
    by_state: Vec<u32>,
    /// The index of the union of two sets.
    unions: FxHashMap<(u32, u32), u32>,
}

impl RecordableSets {
    /// The index of the empty set.
    pub(super) const NONE: u32 = 0;

    /// Computes the sets of all states, graph by graph. `index` gives the index of each slot among
    /// the asked slots, and `words` is the size of a set.
    pub(super) fn new(
        graphs: &[&Graph],
        index: &FxHashMap<u32, u32>,
        words: usize,
    ) -> RecordableSets {
        let mut sets = RecordableSets {
            sets: IndexSet::default(),
            by_state: Vec::new(),
            unions: FxHashMap::default(),
        };
        sets.sets.insert(vec![0; words].into());
        for graph in graphs {
            for set in recordable_sets(graph, index, words).chunks(words) {
                let known = sets.sets.get_index_of(set);
                let set_index = known.unwrap_or_else(|| sets.sets.insert_full(set.into()).0);
                sets.by_state.push(set_index as u32);
            }
        }
        sets
    }

    pub(super) fn get(&self, index: u32) -> &[u64] {
        &self.sets[index as usize]
    }

    /// Returns the index of the set of slots that a state may still record.
    pub(super) fn set_of_state(&self, state: u32) -> u32 {
        self.by_state[state as usize]
    }

    /// Returns the index of the union of two sets.
    pub(super) fn union_of(&mut self, first: u32, other: u32) -> u32 {
        if first == other {
            return first;
        }
        *self
            .unions
            .entry((first.min(other), first.max(other)))
            .or_insert_with(|| {
                let united = self.sets[first as usize]
                    .iter()
                    .zip(&self.sets[other as usize])
                    .map(|(a, b)| a | b)
                    .collect();
                self.sets.insert_full(united).0 as u32
            })
    }
}

/// Returns the sets of slots that the states of a graph may still record, one set after the other.
fn recordable_sets(graph: &Graph, index: &FxHashMap<u32, u32>, words: usize) -> Vec<u64> {
    let cell_slots: Vec<Option<u32>> = graph
        .cells
        .iter()
        .map(|cell| index.get(&cell.slot).copied())
        .collect();
    let add = |set: &mut [u64], slot: u32| set[slot as usize / 64] |= 1 << (slot % 64);
    let unite = |set: &mut [u64], other: &[u64]| {
        set.iter_mut()
            .zip(other)
            .for_each(|(set, other)| *set |= other)
    };
    let mut beyond = vec![0u64; words];
    index
        .iter()
        .filter(|&(&slot, _)| may_be_truncated_in(graph, slot))
        .for_each(|(_, &slot_index)| add(&mut beyond, slot_index));
    let mut recordable = vec![0u64; graph.state_count() * words];
    let mut now = vec![0u64; words];
    graph.order().for_each_backwards(|state| {
        now.fill(0);
        for edge in graph.edges_of(state as usize) {
            graph
                .edge_cell_indices(edge)
                .iter()
                .filter_map(|&cell| cell_slots[cell as usize])
                .for_each(|slot| add(&mut now, slot));
            if graph.target(edge) == EdgeTarget::Truncated {
                unite(&mut now, &beyond);
            }
            graph.next_states(edge).iter().for_each(|&target| {
                unite(&mut now, &recordable[target as usize * words..][..words])
            });
        }
        let known = &mut recordable[state as usize * words..][..words];
        let has_changed = *known != *now;
        known.copy_from_slice(&now);
        has_changed
    });
    recordable
}

/// Returns whether truncated trials may have any value in a slot.
fn may_be_truncated_in(graph: &Graph, slot: u32) -> bool {
    let slot = slot as usize;
    let is_over = || graph.layout.metric(slot).fold == Fold::Once && !graph.may_be_truncated(slot);
    graph.includes_metric(graph.layout.metric_of(slot)) && !is_over() && graph.is_truncated()
}

/// Returns the facts about a slot.
pub(super) fn known_slot(graphs: &[&Graph], slot: u32) -> KnownSlot {
    let may_be_absent = |graph: &&Graph| graph.may_be_absent(slot as usize);
    let &Metric {
        fold, otherwise, ..
    } = graphs[0].layout.metric(slot as usize);
    let values = || {
        let cells = graphs.iter().flat_map(|graph| &graph.cells);
        cells
            .filter(move |cell| cell.slot == slot)
            .map(|cell| cell.value)
            .chain(otherwise)
    };
    let is_open = graphs.iter().any(|graph| may_be_truncated_in(graph, slot));
    KnownSlot {
        fold,
        ends: if is_open {
            (i64::MIN, i64::MAX)
        } else {
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        },
        // It suffices that one graph always records it.
        may_be_absent: otherwise.is_none() && (is_open || graphs.iter().all(may_be_absent)),
        otherwise,
    }
}
