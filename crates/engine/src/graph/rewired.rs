//! Graphs with other edges, without the states that are no longer reachable.

use std::sync::Arc;

use super::components::Components;
use super::edge::{Edge, SPLITS};
use super::masses::Masses;
use super::state_graph::Graph;

impl Graph {
    /// Returns the graph with these edges and costs of each state and without decisions, and the
    /// states that it keeps. Each edge must follow a path of the old edges. `masses` has the
    /// probabilities of the edges. The graph omits
    /// unreachable states and keeps the order of the others. It does not determine how trials may
    /// end.
    pub(crate) fn rewire<'g>(
        &'g self,
        masses: Masses,
        edges_of: impl Fn(u32) -> &'g [Edge],
        cost_of: impl Fn(u32) -> f64,
    ) -> (Graph, Vec<u32>) {
        let mut is_reached = vec![false; self.state_count()];
        let mut waiting = vec![0u32];
        is_reached[0] = true;
        while let Some(state) = waiting.pop() {
            for &target in edges_of(state)
                .iter()
                .flat_map(|edge| self.next_states_of(edge))
            {
                if !std::mem::replace(&mut is_reached[target as usize], true) {
                    waiting.push(target);
                }
            }
        }
        let mut new_index = vec![0u32; self.state_count()];
        let reached: Vec<u32> = (0..self.state_count() as u32)
            .filter(|&state| is_reached[state as usize])
            .collect();
        (0..)
            .zip(&reached)
            .for_each(|(new, &old)| new_index[old as usize] = new);
        let reindexed = |split: &[u32]| {
            split
                .iter()
                .map(|&state| new_index[state as usize])
                .collect()
        };
        let mut graph = Graph {
            lists: self.lists.clone(),
            cells: self.cells.clone(),
            masses,
            splits: self.splits.iter().map(|split| reindexed(split)).collect(),
            offered: self.offered.clone(),
            costs: reached.iter().map(|&state| cost_of(state)).collect(),
            parts: self.parts.clone(),
            repeats_above: self.repeats_above,
            is_partial: self.is_partial,
            ..Graph::new(self.layout.clone())
        };
        for &state in &reached {
            graph.first_edges.push(graph.edges.len() as u32);
            graph.edges.extend(edges_of(state).iter().map(|edge| {
                let target = if edge.target < SPLITS {
                    new_index[edge.target as usize]
                } else {
                    edge.target
                };
                Edge { target, ..*edge }
            }));
        }
        graph.first_edges.push(graph.edges.len() as u32);
        let order = self.order();
        if !order.has_cycles {
            // The new edges follow paths of the old ones, so the order stays.
            let states = order.states.iter().map(|&state| state as usize);
            let kept = states.filter(|&state| is_reached[state]);
            let states = kept.map(|state| new_index[state]).collect();
            graph.order = Some(Arc::new(Components::singletons(states)));
        }
        graph.store_order();
        (graph, reached)
    }
}
