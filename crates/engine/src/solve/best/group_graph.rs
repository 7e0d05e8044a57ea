//! Graphs of one group of players: the others play as stated, and the group may look ahead only a
//! few choices.

use std::ops::Range;

use super::erring_pairs::{Facing, both_of};
use crate::graph::{DONE, Decision, Edge, Graph, Play, SPLITS, TRUNCATED};
use crate::odds::Mass;

/// A graph made of copies of the states of another one, in layers.
struct LayeredGraph<'g> {
    source: &'g Graph,
    graph: Graph,
    /// The edge of the source for each edge.
    edges: Vec<u32>,
}

impl<'g> LayeredGraph<'g> {
    fn new(source: &'g Graph, layers: u32) -> LayeredGraph<'g> {
        let states = source.state_count() as u32;
        let shifted = |layer: u32, split: &[u32]| {
            let states = split.iter().map(|&state| state + layer * states);
            states.collect()
        };
        let splits = (0..layers)
            .flat_map(|layer| source.splits.iter().map(move |split| shifted(layer, split)));
        let graph = Graph {
            masses: source.masses.clone(),
            splits: splits.collect(),
            ..Graph::new(source.layout.clone())
        };
        LayeredGraph {
            source,
            graph,
            edges: Vec::new(),
        }
    }

    fn begin_state(&mut self) {
        let first = self.graph.edges.len() as u32;
        self.graph.first_edges.push(first);
    }

    /// Adds edges to the last state, with a weight. They lead to states of a layer.
    fn add_edges(&mut self, edges: Range<usize>, weight: Mass, layer: u32) {
        let states = self.source.state_count() as u32;
        let splits = self.source.splits.len() as u32;
        for edge in edges {
            let Edge { mass, target, list } = self.source.edges[edge];
            let target = match target {
                DONE | TRUNCATED => target,
                split if split >= SPLITS => split + layer * splits,
                state => state + layer * states,
            };
            let mass = if weight == Mass::ONE {
                mass
            } else {
                let product = self.source.masses.get(mass) * weight;
                self.graph.masses.get_or_add(product)
            };
            self.graph.edges.push(Edge { mass, target, list });
            self.edges.push(edge as u32);
        }
    }

    /// Leaves the decision at the last state open. Its edges lead to states of a layer.
    fn open_decision(&mut self, decision: &Decision, layer: u32) {
        let first_option = self.graph.option_first_edges.len() as u32;
        for option in 0..decision.options.len() {
            let first = self.graph.edges.len() as u32;
            self.graph.option_first_edges.push(first);
            let edges = self.source.edges_of_option(decision, option);
            self.add_edges(edges, Mass::ONE, layer);
        }
        self.graph.decisions.push(Decision {
            state: self.graph.first_edges.len() as u32 - 1,
            first_option,
            ..decision.clone()
        });
    }

    /// Leaves open the decision of one of two players who decide at once. The other player takes
    /// the options with these weights.
    fn open_side(&mut self, decision: &Decision, side: usize, other: &[Mass]) {
        let both = both_of(decision);
        let first_option = self.graph.option_first_edges.len() as u32;
        let columns = both.options[1].len();
        for option in 0..both.options[side].len() {
            let first = self.graph.edges.len() as u32;
            self.graph.option_first_edges.push(first);
            for (answer, &weight) in other
                .iter()
                .enumerate()
                .filter(|(_, weight)| !weight.is_zero())
            {
                let pair = match side {
                    0 => option * columns + answer,
                    _ => answer * columns + option,
                };
                let edges = self.source.edges_of_option(decision, pair);
                self.add_edges(edges, weight, 0);
            }
        }
        self.graph.decisions.push(Decision {
            state: self.graph.first_edges.len() as u32 - 1,
            first_option,
            choice: both.choices[side],
            options: both.options[side].clone(),
            at_once: None,
            ..decision.clone()
        });
    }

    fn finish(mut self) -> (Graph, Vec<u32>) {
        let end = self.graph.edges.len() as u32;
        self.graph.first_edges.push(end);
        self.graph.store_order_of_all();
        (self.graph, self.edges)
    }
}

/// Returns a graph with the same states in which only some decisions are open, given by their
/// indices. A play makes the others. At those in `facing`, only one of two players decides, and the
/// weights of the other player are fixed. Also returns the original of each edge.
pub(in crate::solve) fn decide_others(
    graph: &Graph,
    play: &Play,
    open: &[usize],
    facing: &Facing,
) -> (Graph, Vec<u32>) {
    let mut built = LayeredGraph::new(graph, 1);
    let (mut decisions, mut open) = (
        graph.decisions.iter().enumerate().peekable(),
        open.iter().peekable(),
    );
    for state in 0..graph.state_count() as u32 {
        built.begin_state();
        match decisions.next_if(|(_, decision)| decision.state == state) {
            None => built.add_edges(graph.edges_of(state as usize), Mass::ONE, 0),
            Some((index, decision)) if open.next_if(|&&open| open == index).is_some() => {
                match facing.get(&index) {
                    Some((side, other)) => built.open_side(decision, *side, other),
                    None => built.open_decision(decision, 0),
                }
            }
            Some((_, decision)) => {
                for (option, weight) in play.taken(decision) {
                    built.add_edges(graph.edges_of_option(decision, option), weight, 0);
                }
            }
        }
    }
    built.finish()
}

/// Returns a graph in which a player makes only this many choices, and the original of each edge.
/// The player's later choices are random among the `allowed` options: one flag for each option of
/// each decision. The last decisions of the graph are the first choices of the player, one for each
/// decision of the original.
pub(super) fn look_ahead(graph: &Graph, choices: u32, allowed: &[bool]) -> (Graph, Vec<u32>) {
    let mut built = LayeredGraph::new(graph, choices + 1);
    for layer in 0..=choices {
        let mut decisions = graph.decisions.iter().peekable();
        for state in 0..graph.state_count() as u32 {
            built.begin_state();
            match decisions.next_if(|decision| decision.state == state) {
                None => built.add_edges(graph.edges_of(state as usize), Mass::ONE, layer),
                Some(decision) if layer > 0 => built.open_decision(decision, layer - 1),
                Some(decision) => {
                    let first = decision.first_option as usize;
                    let allowed = &allowed[first..first + decision.options.len()];
                    let count = allowed.iter().filter(|allowed| **allowed).count();
                    for option in (0..allowed.len()).filter(|&option| allowed[option]) {
                        let edges = graph.edges_of_option(decision, option);
                        built.add_edges(edges, Mass::ratio(1, count as u128), layer);
                    }
                }
            }
        }
    }
    built.finish()
}
