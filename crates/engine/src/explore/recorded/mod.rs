//! What a graph records, path by path: nothing twice, nothing left out, whatever the odds.

mod ahead;
mod paths;
mod recorded_slots;

use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::graph::{Ends, Graph};
use crate::rule::Parts;
use recorded_slots::RecordedSlots;

/// States times slots that are said above which a graph is not looked at: one block of slots takes
/// 36 bytes for each state.
const MOST_STATE_SLOTS: usize = 1 << 28;

/// Looks at every path of a graph at once; `None` where it is too large for that.
///
/// # Errors
/// When something may be recorded twice that is recorded once, or never that is required; when a
/// step that folds is come back to after it was left; when a circle splits.
pub(super) fn check(graph: &Graph, parts: &Parts, watch: &Watch) -> Result<Option<Ends>, Stop> {
    let recorded_slots = RecordedSlots::new(graph);
    if graph
        .state_count()
        .saturating_mul(recorded_slots.index_count())
        > MOST_STATE_SLOTS
    {
        return Ok(None);
    }
    check_splits(graph)?;
    let (mut unsaid, mut truncated) = (Vec::new(), Vec::new());
    for block in recorded_slots.blocks() {
        let ahead = ahead::ahead_of_states(graph, &block, watch)?;
        paths::check(graph, &recorded_slots, &block, &ahead, watch)?;
        unsaid.push(ahead[0].unsaid);
        truncated.push(ahead[0].truncated);
    }
    let layout = &graph.layout;
    let slot_flags = |sets: &[u64]| {
        (0..layout.len())
            .map(|slot| recorded_slots.contains(sets, slot))
            .collect()
    };
    let ends = Ends {
        absent: slot_flags(&unsaid),
        truncated: slot_flags(&truncated),
    };
    let is_required =
        |slot: usize| !layout.metric(slot).may_be_left_out() && parts.has(layout.metric(slot).part);
    match (0..layout.len()).find(|&slot| is_required(slot) && ends.may_be_absent(slot)) {
        Some(slot) => Err(layout.missing_error(slot as u32).into()),
        None => Ok(Some(ends)),
    }
}

/// Whether no side of a split comes back to where it split.
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
    match (0..graph.state_count())
        .any(|state| graph.edges_of(state).any(|edge| comes_back(state, edge)))
    {
        true => {
            let help = "let each part end by itself, or combine what repeats into one number";
            Err(RuleError::new(
                "a trial can split again and again forever",
                help,
            ))
        }
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
