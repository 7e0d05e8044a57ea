//! One way on from a state: how likely, where to, and what it says.

use crate::odds::Mass;

/// The end of a trial, as an edge's target.
pub(crate) const DONE: u32 = u32::MAX;
/// Where an endless question or an endless trial was cut, as an edge's target.
pub(crate) const TRUNCATED: u32 = u32::MAX - 1;
/// Targets from here to `TRUNCATED` are splits.
pub(crate) const SPLITS: u32 = 1 << 31;

/// What an edge says: this slot shows this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The slot, by the rule's [`Layout`](crate::Layout).
    pub slot: u32,
    /// The value; of [`Fold::First`](crate::Fold::First), the step.
    pub value: i64,
}

/// What has been folded of a metric so far, and in which slot; nothing yet.
pub(crate) type FoldState = Option<Cell>;

/// One way on from a state.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its probability in its state.
    pub mass: Mass,
    pub(crate) target: u32,
    /// What it says, by the number of the list.
    pub(crate) list: u32,
}

impl Edge {
    /// The number of its split, where it is one.
    pub(crate) fn split_index(&self) -> Option<usize> {
        (SPLITS..TRUNCATED)
            .contains(&self.target)
            .then(|| (self.target - SPLITS) as usize)
    }
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeTarget<'g> {
    /// To a state, by its number.
    State(u32),
    /// To the end of the trial.
    Done,
    /// Nowhere: an endless question or an endless trial was cut here.
    Truncated,
    /// To these states, which go on side by side.
    Split(&'g [u32]),
}
