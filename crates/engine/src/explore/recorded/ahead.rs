//! What trials may still say from each state of a graph on, and how they may end, of one block of
//! slots.

use super::recorded_slots::{SlotBlock, SlotSet};
use crate::budget::{Stop, Watch};
use crate::graph::{EdgeTarget, Graph};

/// What may be said from a state on.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct RecordedAhead {
    /// What may be said on any way.
    pub(super) after: SlotSet,
    /// What a trial may leave unsaid at its end.
    pub(super) unsaid: SlotSet,
    /// What it may not have said yet where it is cut.
    pub(super) truncated: SlotSet,
}

/// What may be said from every state on.
///
/// # Errors
/// When it is stopped.
pub(super) fn ahead_of_states(
    graph: &Graph,
    block: &SlotBlock,
    watch: &Watch,
) -> Result<Vec<RecordedAhead>, Stop> {
    let mut ahead = vec![RecordedAhead::default(); graph.state_count()];
    graph.order().for_each_backwards(|state| {
        let recorded_ahead = if watch.is_stopped() {
            ahead[state as usize]
        } else {
            ahead_of_state(graph, block, state as usize, &ahead)
        };
        std::mem::replace(&mut ahead[state as usize], recorded_ahead) != recorded_ahead
    });
    if watch.is_stopped() {
        Err(Stop::Requested)
    } else {
        Ok(ahead)
    }
}

#[inline]
fn ahead_of_state(
    graph: &Graph,
    block: &SlotBlock,
    state: usize,
    ahead: &[RecordedAhead],
) -> RecordedAhead {
    let mut recorded_ahead = RecordedAhead::default();
    for edge in graph.edges_of(state) {
        let onward = match graph.target(edge) {
            EdgeTarget::Done => RecordedAhead {
                unsaid: SlotSet::MAX,
                ..RecordedAhead::default()
            },
            EdgeTarget::Truncated => RecordedAhead {
                truncated: SlotSet::MAX,
                ..RecordedAhead::default()
            },
            EdgeTarget::State(target) => ahead[target as usize],
            EdgeTarget::Split(targets) => join_sides(targets, ahead),
        };
        let says = block.recorded_set(graph, edge);
        recorded_ahead.after |= onward.after | says;
        recorded_ahead.unsaid |= onward.unsaid & !says;
        recorded_ahead.truncated |= onward.truncated & !says;
    }
    recorded_ahead
}

/// A split leaves unsaid what all sides do; it is cut where one is and no other has said it.
fn join_sides(targets: &[u32], ahead: &[RecordedAhead]) -> RecordedAhead {
    let sides = || targets.iter().map(|&target| ahead[target as usize]);
    let unsaid = sides().fold(SlotSet::MAX, |set, side| set & side.unsaid);
    let open = sides().fold(SlotSet::MAX, |set, side| {
        set & (side.unsaid | side.truncated)
    });
    let truncated = sides().fold(0, |set, side| set | side.truncated) & open;
    RecordedAhead {
        after: sides().fold(0, |set, side| set | side.after),
        unsaid,
        truncated,
    }
}
