//! What may be seen on the ways from a state on.

use std::ops::Range;

use super::edge::Cell;
use super::state_graph::Graph;
use crate::metric::Fold;

/// No slot: past all that there are.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// The first slot that may still be seen from each state on, for each of so many metrics, state by
/// state. `seen` tells what an edge shows of them: each metric by its number, and the slot.
pub(crate) fn next_seen<S: Iterator<Item = (u32, u32)>>(
    graph: &Graph,
    metrics: usize,
    seen: impl Fn(usize) -> S,
) -> Vec<u32> {
    let mut next = vec![NO_SLOT; graph.state_count() * metrics];
    let mut here = vec![NO_SLOT; metrics];
    graph.order().backwards(|state| {
        here.fill(NO_SLOT);
        for edge in graph.edges_of(state as usize) {
            for (metric, slot) in seen(edge) {
                here[metric as usize] = slot.min(here[metric as usize]);
            }
            for &target in graph.onward(edge) {
                let there = &next[target as usize * metrics..][..metrics];
                here.iter_mut()
                    .zip(there)
                    .for_each(|(slot, &there)| *slot = there.min(*slot));
            }
        }
        let known = &mut next[state as usize * metrics..][..metrics];
        let has_changed = *known != *here;
        known.copy_from_slice(&here);
        has_changed
    });
    next
}

impl Graph {
    /// Whether what is seen in these slots never gets smaller on any way.
    pub(crate) fn never_falls(&self, slots: &Range<usize>) -> bool {
        let mut latest = vec![i64::MIN; self.state_count()];
        let mut falls = false;
        self.order().forwards(|state| {
            let mut has_changed = false;
            for edge in self.edges_of(state as usize) {
                let mut last = latest[state as usize];
                let mut values = self
                    .shown(edge)
                    .filter(|cell| slots.contains(&(cell.slot as usize)));
                falls |= values.any(|cell| std::mem::replace(&mut last, cell.value) > cell.value);
                for &target in self.onward(edge) {
                    let there = &mut latest[target as usize];
                    has_changed |= last > *there;
                    *there = last.max(*there);
                }
            }
            has_changed && !falls
        });
        !falls
    }

    /// Whether trials may go round and round and add something other than 0 each time, to a sum
    /// that is asked for.
    pub(crate) fn is_unbounded(&self, is_asked: impl Fn(u32) -> bool) -> bool {
        let order = self.order();
        if !order.has_cycles {
            return false;
        }
        let is_sum = |slot: u32| self.layout.metric(slot as usize).fold == Fold::Sum;
        let grows = |cell: &Cell| cell.value != 0 && is_asked(cell.slot) && is_sum(cell.slot);
        let grows: Vec<bool> = self.cells.iter().map(grows).collect();
        let component = order.numbers(self.state_count());
        let adds = |edge: usize| self.seen(edge).iter().any(|&cell| grows[cell as usize]);
        let stays = |state: usize, edge: usize| {
            self.onward(edge)
                .iter()
                .any(|&target| component[target as usize] == component[state])
        };
        (0..self.state_count()).any(|state| {
            self.edges_of(state)
                .any(|edge| stays(state, edge) && adds(edge))
        })
    }
}
