//! The objective of a player as a sum over edges.

use crate::choice::{Choice, Side, Skill};
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
        (self.player(decision).0 == Side::Us) != self.minimises
    }

    /// Returns the side that makes this decision, and its skill.
    pub(crate) fn player(&self, decision: &Decision) -> (Side, Skill) {
        self.choices
            .get(decision.choice as usize)
            .map(|choice| (choice.side, choice.skill))
            .unwrap_or_default()
    }

    /// Returns the same objective for another graph, whose edges are these edges.
    pub(crate) fn of_edges(&self, edges: &[u32]) -> Self {
        EdgeWorth {
            by_edge: edges
                .iter()
                .map(|&edge| self.by_edge[edge as usize])
                .collect(),
            ..*self
        }
    }
}
