//! What a player wants, edge by edge.

use crate::choice::{Choice, Side};
use crate::graph::Decision;

/// What a player wants, as a sum over the ways that a trial takes.
#[derive(Clone, Debug)]
pub(crate) struct EdgeWorth<'c> {
    /// What each edge of the graph adds to it.
    pub(crate) by_edge: Vec<f64>,
    /// Whether less of it is better.
    pub(crate) minimises: bool,
    /// The choices, by index: whose aim each serves.
    pub(crate) choices: &'c [Choice],
}

impl EdgeWorth<'_> {
    /// Whether more is better where this choice is made.
    pub(crate) fn wants_more(&self, decision: &Decision) -> bool {
        let side = self
            .choices
            .get(decision.choice as usize)
            .map(|choice| choice.side)
            .unwrap_or_default();
        (side == Side::Us) != self.minimises
    }
}
