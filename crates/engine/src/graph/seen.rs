//! Finds the slots that may be recorded from a state onwards.

use std::ops::Range;

use super::edge::Cell;
use super::state_graph::Graph;
use crate::metric::Fold;

/// No slot: an index greater than all slots.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// Returns, for each state and each of the metrics, the first slot that may still be recorded from
/// there on, state by state. `seen` returns the metric index and the slot of each observation on an
/// edge.
pub(crate) fn next_slots<S: Iterator<Item = (u32, u32)>>(
    graph: &Graph,
    metrics: usize,
    seen: impl Fn(usize) -> S,
) -> Vec<u32> {
    let mut next = vec![NO_SLOT; graph.state_count() * metrics];
    let mut first_slots = vec![NO_SLOT; metrics];
    graph.order().for_each_backwards(|state| {
        first_slots.fill(NO_SLOT);
        for edge in graph.edges_of(state as usize) {
            for (metric, slot) in seen(edge) {
                first_slots[metric as usize] = slot.min(first_slots[metric as usize]);
            }
            for &target in graph.next_states(edge) {
                let target_slots = &next[target as usize * metrics..][..metrics];
                first_slots
                    .iter_mut()
                    .zip(target_slots)
                    .for_each(|(slot, &target_slot)| *slot = target_slot.min(*slot));
            }
        }
        let known = &mut next[state as usize * metrics..][..metrics];
        let has_changed = *known != *first_slots;
        known.copy_from_slice(&first_slots);
        has_changed
    });
    next
}

impl Graph {
    /// Returns whether the values in these slots never decrease along any path.
    pub(crate) fn never_falls(&self, slots: &Range<usize>) -> bool {
        let mut latest = vec![i64::MIN; self.state_count()];
        let mut falls = false;
        self.order().for_each_forwards(|state| {
            let mut has_changed = false;
            for edge in self.edges_of(state as usize) {
                let mut last = latest[state as usize];
                let mut values = self
                    .edge_cells(edge)
                    .filter(|cell| slots.contains(&(cell.slot as usize)));
                falls |= values.any(|cell| std::mem::replace(&mut last, cell.value) > cell.value);
                for &target in self.next_states(edge) {
                    let target_latest = &mut latest[target as usize];
                    has_changed |= last > *target_latest;
                    *target_latest = last.max(*target_latest);
                }
            }
            has_changed && !falls
        });
        !falls
    }

    /// Returns whether trials may stay in a cycle and repeatedly add a nonzero value to a sum in an
    /// asked slot.
    pub(crate) fn is_unbounded(&self, is_asked: impl Fn(u32) -> bool) -> bool {
        let order = self.order();
        if !order.has_cycles {
            return false;
        }
        let is_sum = |slot: u32| self.layout.metric(slot as usize).fold == Fold::Sum;
        let grows = |cell: &Cell| cell.value != 0 && is_asked(cell.slot) && is_sum(cell.slot);
        let grows: Vec<bool> = self.cells.iter().map(grows).collect();
        let component = order.numbers(self.state_count());
        let adds = |edge: usize| {
            self.edge_cell_indices(edge)
                .iter()
                .any(|&cell| grows[cell as usize])
        };
        let stays = |state: usize, edge: usize| {
            self.next_states(edge)
                .iter()
                .any(|&target| component[target as usize] == component[state])
        };
        (0..self.state_count()).any(|state| {
            self.edges_of(state)
                .any(|edge| stays(state, edge) && adds(edge))
        })
    }
}
