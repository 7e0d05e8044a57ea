//! Checks on what a graph records, on every path: nothing twice, nothing missing, however small the
//! probability.

mod ahead;
mod paths;
mod recorded_slots;

use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::graph::{Ends, Graph};
use crate::rule::Parts;
use recorded_slots::RecordedSlots;

/// Graphs with a greater product of states and recorded slots are not checked. A block of slots
/// takes 36 bytes for each state.
const MAX_STATE_SLOTS: usize = 1 << 28;

/// Checks all paths of a graph at once. Returns `None` if the graph is too large.
///
/// # Errors
/// Returns an error if a metric may be recorded twice but allows one value, or may be missing but
/// is required. It also fails if a metric that folds at each of its steps returns to an earlier
/// step, or if a cycle contains a split.
pub(super) fn check(graph: &Graph, parts: &Parts, watch: &Watch) -> Result<Option<Ends>, Stop> {
    let recorded_slots = RecordedSlots::new(graph);
    if graph
        .state_count()
        .saturating_mul(recorded_slots.index_count())
        > MAX_STATE_SLOTS
    {
        return Ok(None);
    }
    check_splits(graph)?;
    let (mut unrecorded, mut truncated) = (Vec::new(), Vec::new());
    for block in recorded_slots.blocks() {
        let ahead = ahead::ahead_of_states(graph, &block, watch)?;
        paths::check(graph, &recorded_slots, &block, &ahead, watch)?;
        unrecorded.push(ahead[0].unrecorded);
        truncated.push(ahead[0].truncated);
    }
    let layout = &graph.layout;
    let slot_flags = |sets: &[u64]| {
        (0..layout.len())
            .map(|slot| recorded_slots.contains(sets, slot))
            .collect()
    };
    let ends = Ends {
        absent: slot_flags(&unrecorded),
        truncated: slot_flags(&truncated),
    };
    let is_required =
        |slot: usize| !layout.metric(slot).may_be_left_out() && parts.has(layout.metric(slot).part);
    match (0..layout.len()).find(|&slot| is_required(slot) && ends.may_be_absent(slot)) {
        Some(slot) => Err(layout.missing_error(slot as u32).into()),
        None => Ok(Some(ends)),
    }
}

/// Checks that no side of a split returns to the state that split.
fn check_splits(graph: &Graph) -> Result<(), RuleError> {
    let order = graph.order();
    if graph.splits.is_empty() || !order.has_cycles {
        return Ok(());
    }
    let component = order.numbers(graph.state_count());
    let comes_back = |state: usize, edge: usize| match graph.next_states(edge) {
        [_] | [] => false,
        sides => sides
            .iter()
            .any(|&side| component[side as usize] == component[state]),
    };
    if (0..graph.state_count())
        .any(|state| graph.edges_of(state).any(|edge| comes_back(state, edge)))
    {
        let help = "let each part end by itself, or combine what repeats into one number";
        Err(RuleError::new(
            "a trial can split again and again forever",
            help,
        ))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
