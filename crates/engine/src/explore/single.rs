//! The expansion of a single state.

use super::expand::Expand;
use super::graph_builder::GraphBuilder;
use super::leaves::{Leaves, Terms};
use super::outset::Outset;
use super::transition::Onward;
use crate::budget::{Budget, Watch};
use crate::error::RuleError;
use crate::graph::{Cell, EdgeTarget};
use crate::odds::Mass;

/// All transitions of one state, each with its probability, its cells and its target, and the
/// expected cost of leaving the state.
pub(super) struct ExpandedState<S> {
    pub(super) transitions: Vec<(Mass, Vec<Cell>, Onward<S>)>,
    pub(super) cost: f64,
}

impl<S> ExpandedState<S> {
    /// Expands a state.
    ///
    /// # Errors
    /// Returns an error if the work is stopped, the rule is wrong or a choice is open.
    pub(super) fn new<E: Expand<State = S>>(
        expander: &mut E,
        outset: &Outset<S>,
        state: &S,
        watch: &Watch,
    ) -> Result<ExpandedState<S>, RuleError>
    where
        S: Clone + Eq + std::hash::Hash,
    {
        let outset = Outset {
            start: state.clone(),
            ..outset.clone()
        };
        let mut leaves = Leaves::new(&Terms::new(&outset, &Budget::default(), watch));
        expander.expand(state, &mut leaves)?;
        leaves.close_state();
        let mut builder = GraphBuilder::new(&outset);
        builder.add_states(&mut leaves);
        let (mut graph, states) = (builder.graph, builder.states);
        graph.first_edges.push(graph.edges.len() as u32);
        if !graph.decisions.is_empty() {
            return Err(RuleError::new("a choice is open", ""));
        }
        let state = |index: &u32| {
            states
                .get_index(*index as usize)
                .cloned()
                .expect("it was numbered")
        };
        let onward = |edge: usize| match graph.target(edge) {
            EdgeTarget::Done => Onward::Done,
            EdgeTarget::Truncated => Onward::Truncated,
            EdgeTarget::State(target) => Onward::State(state(&target)),
            EdgeTarget::Split(targets) => Onward::Split(targets.iter().map(state).collect()),
        };
        let transition = |edge: usize| {
            (
                graph.mass(edge),
                graph.edge_cells(edge).collect(),
                onward(edge),
            )
        };
        Ok(ExpandedState {
            transitions: (0..graph.edges.len()).map(transition).collect(),
            cost: graph.costs[0],
        })
    }
}
