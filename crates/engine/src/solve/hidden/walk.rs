//! An acyclic graph, prepared for many plays. It computes the values of all states under a play,
//! and the probability that the play reaches them.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::chance_cycle::{ChanceCycle, ChanceSteps};
use super::step::Step;
use crate::error::RuleError;
use crate::graph::{Components, Decision, EdgeTarget, Graph};
use crate::solve::best::EdgeObjective;

/// An acyclic graph, prepared for many plays. Cycles without decisions are eliminated.
pub(super) struct Walk<'g> {
    graph: &'g Graph,
    components: Arc<Components>,
    /// The steps of all edges of the graph, and then those of the states of eliminated cycles.
    steps: Vec<Step>,
    eliminated: FxHashMap<u32, Range<usize>>,
    /// The index of the decision at each state plus 1; 0 if there is none.
    decision_numbers: Vec<u32>,
    /// For each state, the largest mean sum of absolute contributions to the aim that a play can
    /// have from there on.
    scales: Vec<f64>,
}

impl<'g> Walk<'g> {
    /// Prepares a graph for this aim.
    ///
    /// # Errors
    /// Returns an error if trials can return to a decision, or split into independent parts.
    pub(super) fn new(graph: &'g Graph, aim: &EdgeObjective<'_>) -> Result<Walk<'g>, RuleError> {
        let mut steps = Vec::with_capacity(graph.edge_count());
        for edge in 0..graph.edge_count() {
            let target = match graph.target(edge) {
                EdgeTarget::State(target) => Some(target),
                EdgeTarget::Done | EdgeTarget::Truncated => None,
                EdgeTarget::Split(_) => return Err(split_error()),
            };
            let mass = graph.mass(edge).float();
            let worth = mass * aim.by_edge[edge];
            steps.push(Step {
                mass,
                worth,
                target,
            });
        }
        let mut walk = Walk {
            graph,
            components: graph.order(),
            steps,
            eliminated: FxHashMap::default(),
            decision_numbers: graph.decision_numbers(),
            scales: Vec::new(),
        };
        if walk.components.has_cycles {
            walk.eliminate_cycles(aim)?;
        }
        walk.scales = walk.values_along(Walk::scale_along, |index, scales| {
            let options = 0..graph.decisions[index].options.len();
            let scales = options
                .map(|option| Walk::scale_along(walk.steps_of_option(index, option), scales));
            scales.fold(0.0, f64::max)
        });
        Ok(walk)
    }

    fn eliminate_cycles(&mut self, aim: &EdgeObjective<'_>) -> Result<(), RuleError> {
        for states in Arc::clone(&self.components).iter() {
            if states.len() == 1 && !self.graph.leads_back(states[0]) {
                continue;
            }
            if let Some((_, decision)) = states.iter().find_map(|&state| self.decision(state)) {
                return Err(cycle_error(aim.name_of(decision)));
            }
            let of = |state: &u32| -> ChanceSteps {
                let steps = &self.steps[self.graph.edges_of(*state as usize)];
                ChanceSteps::new(steps)
            };
            let steps = states.iter().map(of).collect();
            let solved = ChanceCycle::new(states, steps)
                .eliminate()
                .ok_or_else(large_loop_error)?;
            for (&state, steps) in states.iter().zip(solved) {
                let start = self.steps.len();
                self.steps.extend(steps.into_steps());
                self.eliminated.insert(state, start..self.steps.len());
            }
        }
        Ok(())
    }

    pub(super) fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// Returns the states from the start to the end.
    pub(super) fn states(&self) -> &[u32] {
        &self.components.states
    }

    /// Returns the decision at a state, with its index.
    pub(super) fn decision(&self, state: u32) -> Option<(usize, &'g Decision)> {
        let index = self.decision_numbers[state as usize].checked_sub(1)? as usize;
        Some((index, &self.graph.decisions[index]))
    }

    /// Returns the steps of a state without a decision.
    pub(super) fn steps_of(&self, state: u32) -> &[Step] {
        let edges = self.eliminated.get(&state);
        let edges = edges
            .cloned()
            .unwrap_or_else(|| self.graph.edges_of(state as usize));
        &self.steps[edges]
    }

    /// Returns the steps of an option of a decision.
    pub(super) fn steps_of_option(&self, index: usize, option: usize) -> &[Step] {
        let decision = &self.graph.decisions[index];
        &self.steps[self.graph.edges_of_option(decision, option)]
    }

    fn along(steps: &[Step], values: &[f64]) -> f64 {
        let value = |step: &Step| {
            let later = step.target.map_or(0.0, |target| values[target as usize]);
            step.worth + step.mass * later
        };
        steps.iter().map(value).sum()
    }

    fn scale_along(steps: &[Step], scales: &[f64]) -> f64 {
        let scale = |step: &Step| {
            let later = step.target.map_or(0.0, |target| scales[target as usize]);
            step.worth.abs() + step.mass * later
        };
        steps.iter().map(scale).sum()
    }

    /// Returns the largest mean sum of absolute contributions to the aim that a play can have: the
    /// scale of rounding errors of its value.
    pub(super) fn scale(&self) -> f64 {
        self.scales[0]
    }

    /// Returns the same scale for the value of an option.
    pub(super) fn option_scale(&self, index: usize, option: usize) -> f64 {
        Walk::scale_along(self.steps_of_option(index, option), &self.scales)
    }

    /// Returns the value of an option, given the values of later states.
    pub(super) fn option_value(&self, index: usize, option: usize, values: &[f64]) -> f64 {
        Walk::along(self.steps_of_option(index, option), values)
    }

    /// Returns the value of every state. `decide` returns the value of a decision, given its index
    /// and the values of later states.
    pub(super) fn values(&self, decide: impl FnMut(usize, &[f64]) -> f64) -> Vec<f64> {
        self.values_along(Walk::along, decide)
    }

    fn values_along(
        &self,
        along: fn(&[Step], &[f64]) -> f64,
        mut decide: impl FnMut(usize, &[f64]) -> f64,
    ) -> Vec<f64> {
        let mut values = vec![0.0; self.graph.state_count()];
        for &state in self.states().iter().rev() {
            values[state as usize] = match self.decision(state) {
                Some((index, _)) => decide(index, &values),
                None => along(self.steps_of(state), &values),
            };
        }
        values
    }

    /// Returns the probability that a play reaches each decision. `weight` returns the probability
    /// of an option of a decision.
    pub(super) fn reaches(&self, weight: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let mut reached = vec![0.0; self.graph.state_count()];
        reached[0] = 1.0;
        for &state in self.states() {
            let here = reached[state as usize];
            if here == 0.0 {
                continue;
            }
            let mut follow = |steps: &[Step], weight: f64| {
                for step in steps {
                    if let Some(target) = step.target {
                        reached[target as usize] += weight * step.mass;
                    }
                }
            };
            match self.decision(state) {
                None => follow(self.steps_of(state), here),
                Some((index, decision)) => {
                    for option in 0..decision.options.len() {
                        let weight = weight(index, option);
                        if weight > 0.0 {
                            follow(self.steps_of_option(index, option), here * weight);
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

fn cycle_error(name: &str) -> RuleError {
    let help = "count the rounds and end the trial after the last one, such as with \
        `for turn in upto(20):`";
    let problem = format!(
        "a trial can return to the choice `{name}` in the same situation: best play cannot be found if \
            a choice of the rule sees only part of the situation"
    );
    RuleError::new(problem, help)
}

fn large_loop_error() -> RuleError {
    let help = "end the loop after a number of rounds, such as with `for turn in upto(20):`";
    let problem = "a loop without choices has more than 3,000 states, or may never end: best play cannot be \
        found if a choice of the rule sees only part of the situation";
    RuleError::new(problem, help)
}

fn split_error() -> RuleError {
    let help = "pass everything that the player may know to the choice";
    let problem = "a choice that sees only part of the situation cannot follow a split into \
        independent parts";
    RuleError::new(problem, help)
}
