//! Graphs in which a play makes all decisions.

use std::ops::Range;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::recorded::check;
use crate::budget::{Stop, Watch};
use crate::graph::{Decision, Edge, Graph, Masses, OpenEdge, Play};
use crate::odds::Mass;

/// A graph in which each decision is made by a play: it takes one option, or several with certain
/// probabilities.
pub(crate) struct GraphUnderPlay<'g> {
    graph: &'g Graph,
    play: &'g Play,
    /// The index of the decision at each state plus 1; 0 if there is none.
    decision_numbers: Vec<u32>,
}

impl<'g> GraphUnderPlay<'g> {
    pub(crate) fn new(graph: &'g Graph, play: &'g Play) -> GraphUnderPlay<'g> {
        GraphUnderPlay {
            graph,
            play,
            decision_numbers: graph.decision_numbers(),
        }
    }

    /// Returns the index of the decision at a state.
    pub(crate) fn decision_at(&self, state: u32) -> Option<usize> {
        let index = self.decision_numbers[state as usize].checked_sub(1)?;
        Some(index as usize)
    }

    fn decision(&self, state: u32) -> Option<&'g Decision> {
        self.decision_at(state)
            .map(|index| &self.graph.decisions[index])
    }

    /// Returns the expected value over the edges of a state. `value_of_edge` receives the index
    /// of an edge in [`Graph::edges`].
    pub(crate) fn expected(&self, state: u32, value_of_edge: impl Fn(usize) -> f64) -> f64 {
        let along = |edges: Range<usize>| -> f64 {
            edges
                .map(|edge| self.graph.mass(edge).float() * value_of_edge(edge))
                .sum()
        };
        match self.decision(state) {
            Some(decision) => self
                .play
                .taken(decision)
                .map(|(option, weight)| {
                    weight.float() * along(self.graph.edges_of_option(decision, option))
                })
                .sum(),
            None => along(self.graph.edges_of(state as usize)),
        }
    }

    /// Returns the expected cost of leaving a state.
    fn cost_of(&self, state: u32) -> f64 {
        match self.decision(state) {
            Some(decision) => self
                .play
                .taken(decision)
                .map(|(option, weight)| {
                    weight.float() * self.graph.cost_of_option(decision, option)
                })
                .sum(),
            None => self.graph.costs[state as usize],
        }
    }

    /// Returns the graph of this play, and the states that it keeps. It omits the states that are
    /// no longer reachable, and keeps the order of the others. It does not check how trials may
    /// end.
    pub(crate) fn to_unchecked_graph(&self) -> (Graph, Vec<u32>) {
        let graph = self.graph;
        let is_mixed = |index: usize| self.play.certain_option(&graph.decisions[index]).is_none();
        let mixed = MixedEdges::new(graph, self.play, is_mixed);
        let edges_of = |state: u32| match self.decision_at(state) {
            None => &graph.edges[graph.edges_of(state as usize)],
            Some(index) => match self.play.certain_option(&graph.decisions[index]) {
                Some(option) => {
                    &graph.edges[graph.edges_of_option(&graph.decisions[index], option)]
                }
                None => mixed.get(index),
            },
        };
        graph.rewire(mixed.masses.clone(), edges_of, |state| self.cost_of(state))
    }

    /// Returns the same graph after a check of the ends of trials.
    ///
    /// # Errors
    /// Returns an error if the work is stopped, and fails like [`explore`](super::explore) if a
    /// metric is then recorded twice or not at all.
    pub(crate) fn to_graph(&self, watch: &Watch) -> Result<(Graph, Vec<u32>), Stop> {
        let (mut graph, reached) = self.to_unchecked_graph();
        graph.ends = check(&graph, &self.graph.parts, watch)?;
        Ok((graph, reached))
    }
}

/// The edges of the decisions at which a play mixes several options.
pub(super) struct MixedEdges {
    /// The probabilities of all edges.
    pub(super) masses: Masses,
    edges: Vec<Edge>,
    /// The edges of each decision with several options, by its index.
    ranges: FxHashMap<usize, Range<usize>>,
}

impl MixedEdges {
    /// Returns the edges of the decisions that `is_mixed` accepts.
    pub(super) fn new(graph: &Graph, play: &Play, is_mixed: impl Fn(usize) -> bool) -> MixedEdges {
        let mut mixed = MixedEdges {
            masses: graph.masses.clone(),
            edges: Vec::new(),
            ranges: FxHashMap::default(),
        };
        for index in (0..graph.decisions.len()).filter(|&index| is_mixed(index)) {
            mixed.add(graph, play, index);
        }
        mixed
    }

    /// Adds the edges of a decision. Edges with the same target and the same observations are
    /// merged.
    fn add(&mut self, graph: &Graph, play: &Play, index: usize) {
        let decision = &graph.decisions[index];
        let mut merged: IndexMap<(u32, u32), Mass, FxBuildHasher> = IndexMap::default();
        for (option, weight) in play.taken(decision) {
            for edge in graph.edges_of_option(decision, option) {
                let Edge { target, list, .. } = graph.edges[edge];
                *merged.entry((target, list)).or_default() += graph.mass(edge) * weight;
            }
        }
        let start = self.edges.len();
        for ((target, list), mass) in merged {
            let open = OpenEdge { mass, target, list };
            self.edges.push(open.close(&mut self.masses));
        }
        self.ranges.insert(index, start..self.edges.len());
    }

    pub(super) fn get(&self, index: usize) -> &[Edge] {
        &self.edges[self.ranges[&index].clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::chance::Die;
    use crate::explore::explore;
    use crate::solve::solve;
    use crate::{
        Ask, Choice, DecisionRule, Metric, Parts, Policy, PolicyModel, Rule, RuleError, Step,
    };

    /// A d4 that a player may roll again. The choice does not show the face.
    #[derive(Clone)]
    struct Blind;

    impl Rule for Blind {
        type State = bool;

        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("face")]
        }

        fn choices(&self) -> Vec<Choice> {
            vec![Choice::new("again", ["again"])]
        }

        fn start(&self, _: &Parts) -> bool {
            false
        }

        fn step<A: Ask>(&self, again: &mut bool, ask: &mut A) -> Result<Step<bool>, RuleError> {
            let sides = match ask.choose(0, &[4, 8, 0], &[i64::from(*again)]) {
                0 if *again => 1,
                0 => {
                    *again = true;
                    return Ok(Step::Continue);
                }
                sides => sides,
            };
            let face = ask.roll(Die::new(sides as u32));
            ask.observe_whole(0, face.into());
            Ok(Step::Done)
        }
    }

    #[test]
    fn mixed_options_are_merged_with_exact_fractions() {
        let (budget, watch) = (Budget::default(), Watch::default());
        let open = PolicyModel::new(Blind, Policy::new(vec![DecisionRule::Best]));
        let graph = explore(&open, &Parts::ALL, &budget, &watch).expect("it is small");
        let mut play = Play::pure(&graph.decisions, &[2, 0]);
        let third = Mass::ratio(1, 3);
        play.mix(&graph.decisions[0], &[third, third, third]);
        let (decided, _) = GraphUnderPlay::new(&graph, &play)
            .to_graph(&watch)
            .expect("it ends");
        // Eight faces and the second choice: the four faces of both dice are merged.
        assert_eq!(decided.edges_of(0).len(), 9);
        let distributions = solve(&decided, &budget, &watch).expect("it ends");
        let pmf = &distributions[0].as_ref().expect("a distribution").pmf;
        // A low face: d4 now, d8, or d4 after the second choice. A high face: d8 only.
        assert_eq!(pmf.mass(3).fraction(), Some((5, 24)));
        assert_eq!(pmf.mass(7).fraction(), Some((1, 24)));
    }
}
