//! Plays that are tied for the side that aims, and what else they may lead to.

use super::aim::{Aim, AimedGraph};
use super::best::{EdgeWorth, best_play};
use crate::budget::{Budget, Stop, Watch};
use crate::expression::Expression;
use crate::graph::Graph;

/// All tied plays. The best play of a plan is one of them.
#[derive(Clone, Debug)]
pub struct Ties(pub(super) Graph);

impl Ties {
    /// The least and the most that the mean of a number, or the chance of a condition, comes to
    /// under any of these plays: exactly, by finding the play that serves it worst and the one
    /// that serves it best.
    ///
    /// # Errors
    /// As [`plan`](super::plan): the mean of what may be absent is refused, too.
    pub fn range(
        &self,
        objective: &Expression,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<(f64, f64), Stop> {
        let end = |minimises: bool| {
            // Both sides may break a tie either way.
            let Aim {
                objective: of,
                minimises,
            } = Aim {
                objective: objective.clone(),
                minimises,
            };
            let AimedGraph { graph, worth, .. } = AimedGraph::new(&self.0, &of, budget, watch)?;
            let worth = EdgeWorth {
                by_edge: worth,
                minimises,
                choices: &[],
            };
            Ok::<f64, Stop>(best_play(&graph, &worth, watch)?.value)
        };
        Ok((end(true)?, end(false)?))
    }
}
