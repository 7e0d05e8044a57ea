//! How trials may end: what they may not have said by then, of one block of slots.

use super::paths::is_going_on;
use super::said::{Block, Set};
use crate::budget::{Stop, Watch};
use crate::graph::{Graph, Target};

/// What a trial may leave unsaid at its end, and what it may not have said yet where it is cut.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct EndsAt {
    pub(super) unsaid: Set,
    pub(super) cut: Set,
}

/// How trials may end from the start on.
///
/// # Errors
/// When it is stopped.
pub(super) fn ends(graph: &Graph, block: &Block, watch: &Watch) -> Result<EndsAt, Stop> {
    let components = graph.order();
    let mut ends = vec![EndsAt::default(); graph.state_count()];
    for component in (0..components.len()).rev() {
        let states = components.get(component);
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for &state in states.iter().rev() {
                let own = ends_at(graph, block, state as usize, &ends);
                has_changed |= states.len() > 1 && ends[state as usize] != own;
                ends[state as usize] = own;
            }
            is_going_on(if states.len() > 1 { 0 } else { component }, watch)?;
        }
    }
    Ok(ends[0])
}

/// How trials may end from one state on.
#[inline]
fn ends_at(graph: &Graph, block: &Block, state: usize, ends: &[EndsAt]) -> EndsAt {
    let mut own = EndsAt::default();
    for edge in graph.edges_of(state) {
        let onward = match graph.target(edge) {
            Target::Done => EndsAt { unsaid: Set::MAX, cut: 0 },
            Target::Cut => EndsAt { unsaid: 0, cut: Set::MAX },
            Target::State(target) => ends[target as usize],
            Target::Split(targets) => all_sides(targets, ends),
        };
        let says = block.lists[graph.list(edge) as usize];
        own.unsaid |= onward.unsaid & !says;
        own.cut |= onward.cut & !says;
    }
    own
}

/// A split leaves unsaid what all sides do; it is cut where one is and no other has said it.
fn all_sides(targets: &[u32], ends: &[EndsAt]) -> EndsAt {
    let sides = || targets.iter().map(|&target| ends[target as usize]);
    let unsaid = sides().fold(Set::MAX, |set, side| set & side.unsaid);
    let open = sides().fold(Set::MAX, |set, side| set & (side.unsaid | side.cut));
    EndsAt { unsaid, cut: sides().fold(0, |set, side| set | side.cut) & open }
}
