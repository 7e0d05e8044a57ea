//! Graphs with fewer options at decisions.

use rustc_hash::FxHashMap;

use super::graph_under_play::MixedEdges;
use crate::graph::{Decision, Edge, Graph, Play};

impl Graph {
    /// Returns the graph whose decisions have only the options that `keeps` accepts, and the states
    /// that it keeps. `keeps` receives the index of the decision and of the option, and must accept
    /// at least one option of each decision. The graph omits states that are no longer reachable,
    /// and keeps the order of the others.
    ///
    /// A decision that `is_mixed` accepts keeps one option, which must be the only one that `keeps`
    /// accepts: it mixes all options as the play does.
    pub(crate) fn restrict_options(
        &self,
        play: &Play,
        is_mixed: impl Fn(usize) -> bool,
        keeps: impl Fn(usize, usize) -> bool,
    ) -> (Graph, Vec<u32>) {
        let mixed = MixedEdges::new(self, play, &is_mixed);
        let kept = |index: usize, decision: &Decision| {
            (0..decision.options.len())
                .filter(|&option| keeps(index, option))
                .collect()
        };
        let kept: Vec<Vec<usize>> = self
            .decisions
            .iter()
            .enumerate()
            .map(|(index, decision)| kept(index, decision))
            .collect();
        let edges: FxHashMap<u32, Vec<Edge>> = self
            .decisions
            .iter()
            .zip(&kept)
            .enumerate()
            .map(|(index, (decision, kept))| {
                if is_mixed(index) {
                    return (decision.state, mixed.get(index).to_vec());
                }
                let edges = kept
                    .iter()
                    .flat_map(|&option| &self.edges[self.edges_of_option(decision, option)]);
                (decision.state, edges.copied().collect())
            })
            .collect();
        let edges_of = |state: u32| match edges.get(&state) {
            Some(edges) => edges.as_slice(),
            None => &self.edges[self.edges_of(state as usize)],
        };
        let (mut graph, reached) = self.rewire(mixed.masses.clone(), edges_of, |state| {
            self.costs[state as usize]
        });
        for (state, &before) in (0..).zip(&reached) {
            let Some((index, decision)) = self.decision_at(before) else {
                continue;
            };
            let first = graph.option_first_edges.len() as u32;
            let mut start = graph.first_edges[state as usize];
            for &option in &kept[index] {
                graph.option_first_edges.push(start);
                graph
                    .option_costs
                    .push(self.cost_of_option(decision, option));
                start += if is_mixed(index) {
                    mixed.get(index).len() as u32
                } else {
                    self.edges_of_option(decision, option).len() as u32
                };
            }
            let options = kept[index]
                .iter()
                .map(|&option| decision.options[option])
                .collect();
            graph.decisions.push(Decision {
                state,
                options,
                first_option: first,
                ..decision.clone()
            });
        }
        (graph, reached)
    }
}
