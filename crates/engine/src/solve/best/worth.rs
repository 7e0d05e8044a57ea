//! The objective of a player as a sum over edges.

use crate::choice::{Choice, Side};
use crate::graph::Decision;

/// The objective of a player as a sum over the edges of a trial.
#[derive(Clone, Debug)]
pub(crate) struct EdgeWorth<'c> {
    /// The contribution of each edge of the graph.
    pub(crate) by_edge: Vec<f64>,
    /// Whether the player minimises it.
    pub(crate) minimises: bool,
    /// The choices of the rule. They give the side that decides.
    pub(crate) choices: &'c [Choice],
}

impl EdgeWorth<'_> {
    /// Returns whether this decision maximises.
    pub(crate) fn wants_more(&self, decision: &Decision) -> bool {
        let side = self
            .choices
            .get(decision.choice as usize)
            .map(|choice| choice.side)
            .unwrap_or_default();
        (side == Side::Us) != self.minimises
    }
}
