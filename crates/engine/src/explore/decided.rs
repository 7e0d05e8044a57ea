//! A graph in which every decision has been made.

use super::recorded::check;
use crate::budget::{Stop, Watch};
use crate::graph::Graph;

impl Graph {
    /// The graph as it is where every decision has been made: each by the option of this index.
    /// States that play then cannot reach are left out, the others keep their order; which
    /// those are comes with it.
    ///
    /// # Errors
    /// When it is stopped, and as [`explore`](super::explore) for what is then recorded twice or
    /// never.
    pub(crate) fn with_decisions(
        &self,
        options: &[u32],
        watch: &Watch,
    ) -> Result<(Graph, Vec<u32>), Stop> {
        let chosen_option = |state: u32| {
            self.decision_at(state)
                .map(|(number, decision)| (decision, options[number] as usize))
        };
        let edges_of = |state: u32| match chosen_option(state) {
            Some((decision, option)) => &self.edges[self.edges_of_option(decision, option)],
            None => &self.edges[self.edges_of(state as usize)],
        };
        let cost_of = |state: u32| match chosen_option(state) {
            Some((decision, option)) => self.cost_of_option(decision, option),
            None => self.costs[state as usize],
        };
        let (mut graph, reached) = self.rewire(edges_of, cost_of);
        graph.ends = check(&graph, &self.parts, watch)?;
        Ok((graph, reached))
    }
}
