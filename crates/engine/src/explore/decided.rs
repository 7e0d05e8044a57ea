//! Graphs in which all decisions have been made.

use std::ops::Range;

use super::recorded::check;
use crate::budget::{Stop, Watch};
use crate::graph::Graph;

/// A graph in which each decision takes one option.
pub(crate) struct DecidedGraph<'g> {
    graph: &'g Graph,
    /// The option of each decision, as an index into its options.
    options: &'g [u32],
    /// The index of the decision at each state plus 1; 0 if there is none.
    decision_at: Vec<u32>,
}

impl<'g> DecidedGraph<'g> {
    pub(crate) fn new(graph: &'g Graph, options: &'g [u32]) -> DecidedGraph<'g> {
        DecidedGraph {
            graph,
            options,
            decision_at: graph.decision_numbers(),
        }
    }

    /// Returns the index of the decision at a state.
    pub(crate) fn decision_at(&self, state: u32) -> Option<usize> {
        let number = self.decision_at[state as usize].checked_sub(1)?;
        Some(number as usize)
    }

    /// Returns the edges of a state, as a range in [`Graph::edges`].
    pub(crate) fn edges_of(&self, state: u32) -> Range<usize> {
        match self.decision_at(state) {
            Some(number) => self
                .graph
                .edges_of_option(&self.graph.decisions[number], self.options[number] as usize),
            None => self.graph.edges_of(state as usize),
        }
    }

    /// Returns the expected cost of leaving a state.
    fn cost_of(&self, state: u32) -> f64 {
        match self.decision_at(state) {
            Some(number) => self
                .graph
                .cost_of_option(&self.graph.decisions[number], self.options[number] as usize),
            None => self.graph.costs[state as usize],
        }
    }

    /// Returns the graph without the other options, and the states that it keeps. It omits the
    /// states that are no longer reachable, and keeps the order of the others.
    ///
    /// # Errors
    /// Returns an error if the work is stopped, and fails like [`explore`](super::explore) if a
    /// metric is then recorded twice or not at all.
    pub(crate) fn to_graph(&self, watch: &Watch) -> Result<(Graph, Vec<u32>), Stop> {
        let edges_of = |state: u32| &self.graph.edges[self.edges_of(state)];
        let (mut graph, reached) =
            self.graph
                .rewire(self.graph.masses.clone(), edges_of, |state| {
                    self.cost_of(state)
                });
        graph.ends = check(&graph, &self.graph.parts, watch)?;
        Ok((graph, reached))
    }
}
