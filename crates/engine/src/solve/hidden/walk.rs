//! Values of all states of an acyclic graph under a play, and how likely the play reaches them.

use std::ops::Range;
use std::sync::Arc;

use crate::graph::{Components, Decision, EdgeTarget, Graph};
use crate::solve::best::EdgeWorth;

/// The number of a target that is the end of the trial.
const END: u32 = u32::MAX;

struct Step {
    mass: f64,
    /// The contribution to the aim, times the probability.
    worth: f64,
    target: u32,
}

/// An acyclic graph, prepared for many plays.
pub(super) struct Walk<'g> {
    graph: &'g Graph,
    /// The states, from the start to the end.
    order: Arc<Components>,
    steps: Vec<Step>,
    decision_at: Vec<u32>,
}

impl<'g> Walk<'g> {
    pub(super) fn new(graph: &'g Graph, aim: &EdgeWorth<'_>) -> Walk<'g> {
        let step = |edge: usize| {
            let mass = graph.mass(edge).float();
            let target = match graph.target(edge) {
                EdgeTarget::State(target) => target,
                _ => END,
            };
            let worth = mass * aim.by_edge[edge];
            Step {
                mass,
                worth,
                target,
            }
        };
        Walk {
            graph,
            order: graph.order(),
            steps: (0..graph.edge_count()).map(step).collect(),
            decision_at: graph.decision_numbers(),
        }
    }

    pub(super) fn edge_count(&self) -> usize {
        self.steps.len()
    }

    fn decision(&self, state: u32) -> Option<(usize, &'g Decision)> {
        let number = self.decision_at[state as usize].checked_sub(1)? as usize;
        Some((number, &self.graph.decisions[number]))
    }

    fn along(&self, edges: Range<usize>, values: &[f64]) -> f64 {
        self.steps[edges]
            .iter()
            .map(|step| match step.target {
                END => step.worth,
                target => step.worth + step.mass * values[target as usize],
            })
            .sum()
    }

    /// Returns the value of an option, given the values of later states.
    pub(super) fn option_value(&self, number: usize, option: usize, values: &[f64]) -> f64 {
        let decision = &self.graph.decisions[number];
        self.along(self.graph.edges_of_option(decision, option), values)
    }

    /// Returns the value of every state. `decide` returns the value of a decision, given its index
    /// and the values of later states.
    pub(super) fn values(&self, mut decide: impl FnMut(usize, &[f64]) -> f64) -> Vec<f64> {
        let mut values = vec![0.0; self.graph.state_count()];
        for &state in self.order.states.iter().rev() {
            values[state as usize] = match self.decision(state) {
                Some((number, _)) => decide(number, &values),
                None => self.along(self.graph.edges_of(state as usize), &values),
            };
        }
        values
    }

    /// Returns the probability that a play reaches each decision. `weight` returns the probability
    /// of an option of a decision.
    pub(super) fn reaches(&self, weight: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let mut reached = vec![0.0; self.graph.state_count()];
        reached[0] = 1.0;
        for &state in &self.order.states {
            let here = reached[state as usize];
            if here == 0.0 {
                continue;
            }
            let mut follow = |edges: Range<usize>, weight: f64| {
                for step in &self.steps[edges] {
                    if step.target != END {
                        reached[step.target as usize] += weight * step.mass;
                    }
                }
            };
            match self.decision(state) {
                None => follow(self.graph.edges_of(state as usize), here),
                Some((number, decision)) => {
                    for option in 0..decision.options.len() {
                        let weight = weight(number, option);
                        if weight > 0.0 {
                            follow(self.graph.edges_of_option(decision, option), here * weight);
                        }
                    }
                }
            }
        }
        let decisions = self.graph.decisions.iter();
        decisions
            .map(|decision| reached[decision.state as usize])
            .collect()
    }
}
