//! Plays that are tied for the player, and what else they lead to.

use super::aim::AimedGraph;
use super::best::{EdgeObjective, ScaledValue, best_play};
use crate::budget::{Budget, Stop, Watch};
use crate::expression::Expression;
use crate::graph::Graph;

/// All tied plays. The best play of a plan is one of them.
#[derive(Clone, Debug)]
pub struct Ties(pub(super) Graph);

impl Ties {
    /// Returns the least and the greatest mean of a number, or probability of a condition, under
    /// any of these plays. Both are exact: they are the results of the plays that minimise and
    /// maximise the objective.
    ///
    /// # Errors
    /// Fails like [`plan`](super::plan), also if the objective is the mean of a number that may be
    /// absent.
    pub fn range(
        &self,
        objective: &Expression,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<(f64, f64), Stop> {
        let end = |minimises: bool| {
            // Both sides may break ties in any way.
            let aimed = AimedGraph::new(&self.0, [objective], budget, watch)?;
            let AimedGraph {
                graph,
                worths: [worth],
                ..
            } = aimed;
            let edge_objective = EdgeObjective {
                by_edge: worth,
                minimises,
                choices: &[],
            };
            Ok::<ScaledValue, Stop>(best_play(&graph, &edge_objective, watch)?.value_at(0))
        };
        let (least, most) = (end(true)?, end(false)?);
        // Ends that differ only by rounding errors are the same.
        let is_range = most.is_better(true, least);
        Ok((least.value, if is_range { most.value } else { least.value }))
    }
}
