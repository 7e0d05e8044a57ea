//! What trials may still say from each state of a graph on, and how they may end, of one block of
//! slots.

use super::said::{Block, Set};
use crate::budget::{Stop, Watch};
use crate::graph::{EdgeTarget, Graph};

/// What may be said from a state on.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct SaidAhead {
    /// What may be said on any way.
    pub(super) after: Set,
    /// What a trial may leave unsaid at its end.
    pub(super) unsaid: Set,
    /// What it may not have said yet where it is cut.
    pub(super) cut: Set,
}

/// What may be said from every state on.
///
/// # Errors
/// When it is stopped.
pub(super) fn ahead(graph: &Graph, block: &Block, watch: &Watch) -> Result<Vec<SaidAhead>, Stop> {
    let mut ahead = vec![SaidAhead::default(); graph.state_count()];
    graph.order().backwards(|state| {
        let own = if watch.is_stopped() {
            ahead[state as usize]
        } else {
            from(graph, block, state as usize, &ahead)
        };
        std::mem::replace(&mut ahead[state as usize], own) != own
    });
    if watch.is_stopped() {
        Err(Stop::Asked)
    } else {
        Ok(ahead)
    }
}

#[inline]
fn from(graph: &Graph, block: &Block, state: usize, ahead: &[SaidAhead]) -> SaidAhead {
    let mut own = SaidAhead::default();
    for edge in graph.edges_of(state) {
        let onward = match graph.target(edge) {
            EdgeTarget::Done => SaidAhead {
                unsaid: Set::MAX,
                ..SaidAhead::default()
            },
            EdgeTarget::Cut => SaidAhead {
                cut: Set::MAX,
                ..SaidAhead::default()
            },
            EdgeTarget::State(target) => ahead[target as usize],
            EdgeTarget::Split(targets) => all_sides(targets, ahead),
        };
        let says = block.says(graph, edge);
        own.after |= onward.after | says;
        own.unsaid |= onward.unsaid & !says;
        own.cut |= onward.cut & !says;
    }
    own
}

/// A split leaves unsaid what all sides do; it is cut where one is and no other has said it.
fn all_sides(targets: &[u32], ahead: &[SaidAhead]) -> SaidAhead {
    let sides = || targets.iter().map(|&target| ahead[target as usize]);
    let unsaid = sides().fold(Set::MAX, |set, side| set & side.unsaid);
    let open = sides().fold(Set::MAX, |set, side| set & (side.unsaid | side.cut));
    let cut = sides().fold(0, |set, side| set | side.cut) & open;
    SaidAhead {
        after: sides().fold(0, |set, side| set | side.after),
        unsaid,
        cut,
    }
}
