//! A graph with other edges: states that can no longer be reached are left out.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::budget::{Stop, Watch};
use super::graph::{Decision, Edge, Graph, SPLITS};
use super::recorded::check;

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

    /// The graph with these edges of each state and no decisions. States that cannot be reached are left out, the others
    /// keep their order; which those are comes with it. Nobody has looked at how trials end.
    pub(super) fn rewired<'g>(&'g self, edges_of: impl Fn(u32) -> &'g [Edge]) -> (Graph, Vec<u32>) {
        let mut is_reached = vec![false; self.state_count()];
        let mut waiting = vec![0u32];
        is_reached[0] = true;
        while let Some(state) = waiting.pop() {
            for &target in edges_of(state).iter().flat_map(|edge| self.onward_of(edge)) {
                if !std::mem::replace(&mut is_reached[target as usize], true) {
                    waiting.push(target);
                }
            }
        }
        let mut number = vec![0u32; self.state_count()];
        let reached: Vec<u32> = (0..self.state_count() as u32).filter(|&state| is_reached[state as usize]).collect();
        (0..).zip(&reached).for_each(|(new, &old)| number[old as usize] = new);
        let renumbered = |split: &[u32]| split.iter().map(|&state| number[state as usize]).collect();
        let mut graph = Graph {
            states: Vec::with_capacity(reached.len() + 1),
            edges: Vec::new(),
            lists: self.lists.clone(),
            cells: self.cells.clone(),
            splits: self.splits.iter().map(|split| renumbered(split)).collect(),
            decisions: Vec::new(),
            starts: Vec::new(),
            option_costs: Vec::new(),
            offered: self.offered.clone(),
            layout: self.layout.clone(),
            costs: reached.iter().map(|&state| self.costs[state as usize]).collect(),
            parts: self.parts.clone(),
            cost: OnceLock::new(),
            ends: None,
            order: None,
            repeats_above: self.repeats_above,
        };
        for &state in &reached {
            graph.states.push(graph.edges.len() as u32);
            graph.edges.extend(edges_of(state).iter().map(|edge| {
                let target = if edge.target < SPLITS { number[edge.target as usize] } else { edge.target };
                Edge { target, ..edge.clone() }
            }));
        }
        graph.states.push(graph.edges.len() as u32);
        graph.is_whole();
        (graph, reached)
    }
}
