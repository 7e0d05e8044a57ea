//! A graph in which every decision has been made.

use rustc_hash::FxHashMap;

use super::recorded::check;
use crate::budget::{Stop, Watch};
use crate::graph::{Decision, Graph};

impl Graph {
    /// The graph as it is where every decision has been made: each by the option of this index. States that play then
    /// cannot reach are left out, the others keep their order; which those are comes with it.
    ///
    /// # Errors
    /// When it is stopped, and as [`explore`](super::explore) for what is then recorded twice or never.
    pub(crate) fn decided(&self, options: &[u32], watch: &Watch) -> Result<(Graph, Vec<u32>), Stop> {
        let made: FxHashMap<u32, (&Decision, usize)> =
            self.decisions.iter().zip(options).map(|(own, &option)| (own.state, (own, option as usize))).collect();
        let edges_of = |state: u32| match made.get(&state) {
            Some((decision, option)) => &self.edges[self.edges_of_option(decision, *option)],
            None => &self.edges[self.edges_of(state as usize)],
        };
        let (mut graph, reached) = self.rewired(edges_of);
        for (cost, state) in graph.costs.iter_mut().zip(&reached) {
            if let Some((decision, option)) = made.get(state) {
                *cost = self.cost_of_option(decision, *option);
            }
        }
        graph.ends = check(&graph, &self.parts, watch)?;
        Ok((graph, reached))
    }
}
