//! For each state of a graph, what trials may still record from there on and how they may end, for
//! one block of slots.

use super::recorded_slots::{SlotBlock, SlotSet};
use crate::budget::{Stop, Watch};
use crate::graph::{EdgeTarget, Graph};

/// The slots that may be recorded from a state onwards.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct RecordedAhead {
    /// The slots that may be recorded on some path.
    pub(super) after: SlotSet,
    /// The slots that a trial may not have recorded at its end.
    pub(super) unrecorded: SlotSet,
    /// The slots that a trial may not have recorded where it is truncated.
    pub(super) truncated: SlotSet,
}

/// Returns, for every state, what may be recorded from there on.
///
/// # Errors
/// Returns an error if the work is stopped.
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
                unrecorded: SlotSet::MAX,
                ..RecordedAhead::default()
            },
            EdgeTarget::Truncated => RecordedAhead {
                truncated: SlotSet::MAX,
                ..RecordedAhead::default()
            },
            EdgeTarget::State(target) => ahead[target as usize],
            EdgeTarget::Split(targets) => join_sides(targets, ahead),
        };
        let recorded = block.recorded_set(graph, edge);
        recorded_ahead.after |= onward.after | recorded;
        recorded_ahead.unrecorded |= onward.unrecorded & !recorded;
        recorded_ahead.truncated |= onward.truncated & !recorded;
    }
    recorded_ahead
}

/// A split leaves a slot unrecorded if all sides do. It truncates a slot if one side does and no
/// other side must record it.
fn join_sides(targets: &[u32], ahead: &[RecordedAhead]) -> RecordedAhead {
    let sides = || targets.iter().map(|&target| ahead[target as usize]);
    let unrecorded = sides().fold(SlotSet::MAX, |set, side| set & side.unrecorded);
    let open = sides().fold(SlotSet::MAX, |set, side| {
        set & (side.unrecorded | side.truncated)
    });
    let truncated = sides().fold(0, |set, side| set | side.truncated) & open;
    RecordedAhead {
        after: sides().fold(0, |set, side| set | side.after),
        unrecorded,
        truncated,
    }
}
