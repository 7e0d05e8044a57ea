//! Transitions between states, stored as edges.

use super::masses::Masses;
use crate::odds::Mass;

/// The target of edges that end the trial.
pub(crate) const DONE: u32 = u32::MAX;
/// The target of edges that were truncated at an unbounded question or an unexplored state.
pub(crate) const TRUNCATED: u32 = u32::MAX - 1;
/// Targets from here up to `TRUNCATED` are splits.
pub(crate) const SPLITS: u32 = 1 << 31;

/// An observation on an edge: a slot has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The slot in the rule's [`Layout`](crate::Layout).
    pub slot: u32,
    /// The value; for [`Fold::First`](crate::Fold::First) the step.
    pub value: i64,
}

/// The folded value of a metric so far, with its slot; `None` if there is no value yet.
pub(crate) type FoldState = Option<Cell>;

/// A transition from a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The probability of the edge, given its state, as an index in the masses of the graph.
    pub(crate) mass: u32,
    pub(crate) target: u32,
    /// The index of its list of cells.
    pub(crate) list: u32,
}

/// A transition whose probability has no index yet, because equal transitions may still be added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenEdge {
    pub(crate) mass: Mass,
    pub(crate) target: u32,
    pub(crate) list: u32,
}

impl OpenEdge {
    /// Returns the edge as it is stored in a graph with these masses.
    #[inline]
    pub(crate) fn close(self, masses: &mut Masses) -> Edge {
        Edge {
            mass: masses.get_or_add(self.mass),
            target: self.target,
            list: self.list,
        }
    }
}

impl Edge {
    /// Returns the index of its split, if it is one.
    pub(crate) fn split_index(&self) -> Option<usize> {
        (SPLITS..TRUNCATED)
            .contains(&self.target)
            .then(|| (self.target - SPLITS) as usize)
    }
}

/// The target of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeTarget<'g> {
    /// A state, given by its index.
    State(u32),
    /// The end of the trial.
    Done,
    /// No target: an unbounded question or an unexplored state was truncated here.
    Truncated,
    /// Several independent states, all of which continue.
    Split(&'g [u32]),
}
