//! Graphs in which all decisions have been made.

use super::recorded::check;
use crate::budget::{Stop, Watch};
use crate::graph::Graph;

impl Graph {
    /// Returns the graph in which every decision takes the option of this index, and the states
    /// that it keeps. It omits the states that are no longer reachable, and keeps the order of the
    /// others.
    ///
    /// # Errors
    /// Returns an error if the work is stopped, and fails like [`explore`](super::explore) if a
    /// metric is then recorded twice or not at all.
    pub(crate) fn with_decisions(
        &self,
        options: &[u32],
        watch: &Watch,
    ) -> Result<(Graph, Vec<u32>), Stop> {
        let edges_of = |state: u32| &self.edges[self.decided_edges(state, options)];
        let cost_of = |state: u32| match self.decision_at(state) {
            Some((number, decision)) => self.cost_of_option(decision, options[number] as usize),
            None => self.costs[state as usize],
        };
        let (mut graph, reached) = self.rewire(self.masses.clone(), edges_of, cost_of);
        graph.ends = check(&graph, &self.parts, watch)?;
        Ok((graph, reached))
    }
}
