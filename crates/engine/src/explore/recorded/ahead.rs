//! What trials may still say from each state of a graph on, and how they may end, of one block of
//! slots.

use super::recorded_slots::{Block, Set};
use crate::budget::{Stop, Watch};
use crate::graph::{EdgeTarget, Graph};

/// What may be said from a state on.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct RecordedAhead {
    /// What may be said on any way.
    pub(super) after: Set,
    /// What a trial may leave unsaid at its end.
    pub(super) unsaid: Set,
    /// What it may not have said yet where it is cut.
    pub(super) truncated: Set,
}

/// What may be said from every state on.
///
/// # Errors
/// When it is stopped.
pub(super) fn ahead(
    graph: &Graph,
    block: &Block,
    watch: &Watch,
) -> Result<Vec<RecordedAhead>, Stop> {
    let mut ahead = vec![RecordedAhead::default(); graph.state_count()];
    graph.order().backwards(|state| {
        let recorded_ahead = if watch.is_stopped() {
            ahead[state as usize]
        } else {
            from(graph, block, state as usize, &ahead)
        };
        std::mem::replace(&mut ahead[state as usize], recorded_ahead) != recorded_ahead
    });
    if watch.is_stopped() {
        Err(Stop::Asked)
    } else {
        Ok(ahead)
    }
}

#[inline]
fn from(graph: &Graph, block: &Block, state: usize, ahead: &[RecordedAhead]) -> RecordedAhead {
    let mut recorded_ahead = RecordedAhead::default();
    for edge in graph.edges_of(state) {
        let onward = match graph.target(edge) {
            EdgeTarget::Done => RecordedAhead {
                unsaid: Set::MAX,
                ..RecordedAhead::default()
            },
            EdgeTarget::Truncated => RecordedAhead {
                truncated: Set::MAX,
                ..RecordedAhead::default()
            },
            EdgeTarget::State(target) => ahead[target as usize],
            EdgeTarget::Split(targets) => all_sides(targets, ahead),
        };
        let says = block.says(graph, edge);
        recorded_ahead.after |= onward.after | says;
        recorded_ahead.unsaid |= onward.unsaid & !says;
        recorded_ahead.truncated |= onward.truncated & !says;
    }
    recorded_ahead
}

/// A split leaves unsaid what all sides do; it is cut where one is and no other has said it.
fn all_sides(targets: &[u32], ahead: &[RecordedAhead]) -> RecordedAhead {
    let sides = || targets.iter().map(|&target| ahead[target as usize]);
    let unsaid = sides().fold(Set::MAX, |set, side| set & side.unsaid);
    let open = sides().fold(Set::MAX, |set, side| set & (side.unsaid | side.truncated));
    let truncated = sides().fold(0, |set, side| set | side.truncated) & open;
    RecordedAhead {
        after: sides().fold(0, |set, side| set | side.after),
        unsaid,
        truncated,
    }
}
