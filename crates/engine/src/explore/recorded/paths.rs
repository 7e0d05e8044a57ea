//! Checks the order of records on the paths of a graph. Metrics that allow one value must not be
//! recorded twice, and metrics that fold must not return to an earlier step.

use super::ahead::RecordedAhead;
use super::recorded_slots::{RecordedSlots, SlotBlock, SlotSet};
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::graph::Graph;

/// The slots that may be recorded on the paths of a graph, for one block of slots.
struct Paths<'g> {
    graph: &'g Graph,
    recorded_slots: &'g RecordedSlots<'g>,
    block: &'g SlotBlock,
    /// The slots that may have been recorded before each state; empty if not needed.
    before: Vec<SlotSet>,
    ahead: &'g [RecordedAhead],
}

/// Checks all paths of a graph.
///
/// # Errors
/// Returns an error if a metric may be recorded twice but allows one value. Also returns an error
/// if a metric that folds at each of its steps may return to an earlier step.
pub(super) fn check(
    graph: &Graph,
    recorded_slots: &RecordedSlots,
    block: &SlotBlock,
    ahead: &[RecordedAhead],
    watch: &Watch,
) -> Result<(), Stop> {
    let before = if recorded_slots.has_folded_steps() {
        before(graph, block, watch)
    } else {
        Vec::new()
    };
    let paths = Paths {
        graph,
        recorded_slots,
        block,
        before,
        ahead,
    };
    for state in 0..graph.state_count() {
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        for edge in graph.edges_of(state) {
            paths.check_once(edge)?;
            paths.check_order(state, edge)?;
        }
    }
    Ok(())
}

/// Returns the slots that may have been recorded before each state.
fn before(graph: &Graph, block: &SlotBlock, watch: &Watch) -> Vec<SlotSet> {
    let mut before = vec![0; graph.state_count()];
    graph.order().for_each_forwards(|state| {
        let mut has_changed = false;
        for edge in graph
            .edges_of(state as usize)
            .filter(|_| !watch.is_stopped())
        {
            let recorded = before[state as usize] | block.recorded_set(graph, edge);
            for &target in graph.next_states(edge) {
                let before_target = &mut before[target as usize];
                has_changed |= recorded & !*before_target != 0;
                *before_target |= recorded;
            }
        }
        has_changed
    });
    before
}

impl Paths<'_> {
    fn after(&self, state: u32) -> SlotSet {
        self.ahead[state as usize].after
    }

    /// Checks that slots that allow one value are not recorded again later, nor on two sides of a
    /// split.
    #[inline]
    fn check_once(&self, edge: usize) -> Result<(), RuleError> {
        let (recorded, once) = (
            self.block.recorded_set(self.graph, edge),
            self.block.once_slots,
        );
        let mut after = 0;
        for &target in self.graph.next_states(edge) {
            let target_set = self.after(target);
            let repeated = target_set & (recorded | after) & once;
            if repeated != 0 {
                return Err(self.graph.layout.recorded_twice_error(self.slot(repeated)));
            }
            after |= target_set;
        }
        Ok(())
    }

    /// Checks that a metric that folds at each of its steps does not return to an earlier step.
    fn check_order(&self, state: usize, edge: usize) -> Result<(), RuleError> {
        let folded = self.recorded_slots.folded_indices(edge);
        for (i, &index) in folded.iter().enumerate() {
            let (earlier, later) = (&folded[..i], &folded[i + 1..]);
            let (steps, index_bit) = (
                self.recorded_slots.step_range(index),
                self.block.bit(index).unwrap_or(0),
            );
            // It is an error if another step is recorded both before this one and after it. Both
            // records may be on this edge or on other edges.
            let set = |indices: &[usize]| {
                let metric_indices = indices.iter().filter(|index| steps.contains(index));
                metric_indices
                    .filter_map(|&index| self.block.bit(index))
                    .fold(0, |set, bit| set | bit)
            };
            let other_steps = self.block.range_set(steps) & !index_bit;
            let behind = self
                .graph
                .next_states(edge)
                .iter()
                .fold(0, |set, &target| set | self.after(target));
            let misordered =
                (set(earlier) | self.before[state]) & (set(later) | behind) & other_steps;
            if misordered != 0 {
                return Err(self.graph.layout.out_of_order_error(self.slot(misordered)));
            }
        }
        Ok(())
    }

    /// Returns the first slot of a nonempty set.
    #[cold]
    fn slot(&self, set: SlotSet) -> u32 {
        self.recorded_slots.slot(self.block.first_index_of(set)) as u32
    }
}
