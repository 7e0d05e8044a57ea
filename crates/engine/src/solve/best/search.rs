//! Computes values of states and options, and makes decisions by them.

use std::ops::Range;

use super::worth::EdgeWorth;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::graph::{Decision, EndingStates, Graph};

/// Options whose values differ by no more than this, relative to the value (at least 1), are
/// equally good. The first of them is chosen.
const VALUE_TOLERANCE: f64 = 1e-12;

pub(super) struct BestPlaySearch<'g> {
    pub(super) graph: &'g Graph,
    pub(super) aim: &'g EdgeWorth<'g>,
    pub(super) watch: &'g Watch,
    /// The states from which a trial can end. Play never leads to other states.
    pub(super) ending: EndingStates,
    /// The index of the decision at each state plus 1; 0 if there is none.
    decision_at: Vec<u32>,
    pub(super) values: Vec<f64>,
    pub(super) best: Vec<u32>,
    /// The value of each option of the decision that was evaluated last.
    pub(super) worths: Vec<f64>,
}

impl<'g> BestPlaySearch<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        aim: &'g EdgeWorth<'g>,
        watch: &'g Watch,
    ) -> BestPlaySearch<'g> {
        let mut decision_at = vec![0; graph.state_count()];
        (1..)
            .zip(&graph.decisions)
            .for_each(|(number, decision)| decision_at[decision.state as usize] = number);
        let (values, best) = (
            vec![0.0; graph.state_count()],
            vec![0; graph.decisions.len()],
        );
        let sure = EndingStates::find(graph);
        let mut search = BestPlaySearch {
            graph,
            aim,
            watch,
            ending: sure,
            decision_at,
            values,
            best,
            worths: Vec::new(),
        };
        for (number, decision) in graph.decisions.iter().enumerate() {
            let first = search.ending_options(decision).next().unwrap_or(0);
            search.best[number] = first as u32;
        }
        search
    }

    /// Returns whether a trial can end after an option.
    pub(super) fn can_end(&self, decision: &Decision, option: usize) -> bool {
        self.ending
            .contains_targets(self.graph, self.graph.edges_of_option(decision, option))
    }

    /// Returns the options after which a trial can end.
    pub(super) fn ending_options<'s>(
        &'s self,
        decision: &'s Decision,
    ) -> impl Iterator<Item = usize> + 's {
        (0..decision.options.len()).filter(|&option| self.can_end(decision, option))
    }

    pub(super) fn decision(&self, state: u32) -> Option<(usize, &'g Decision)> {
        let number = self.decision_at[state as usize].checked_sub(1)? as usize;
        Some((number, &self.graph.decisions[number]))
    }

    pub(super) fn has_self_loop(&self, state: u32) -> bool {
        self.graph
            .edges_of(state as usize)
            .any(|edge| self.graph.next_states(edge).contains(&state))
    }

    /// Returns the expected value along these edges.
    pub(super) fn expected_worth(&self, edges: Range<usize>) -> f64 {
        let onward = |edge: usize| {
            self.graph
                .next_states(edge)
                .iter()
                .map(|&target| self.values[target as usize])
                .sum::<f64>()
        };
        edges
            .map(|edge| self.graph.mass(edge).float() * (self.aim.by_edge[edge] + onward(edge)))
            .sum()
    }

    /// Computes the values of the options of a decision.
    pub(super) fn weigh_options(&mut self, decision: &Decision) {
        let mut worths = std::mem::take(&mut self.worths);
        worths.clear();
        let worst = if self.aim.wants_more(decision) {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        let worth = |option: usize| {
            if self.can_end(decision, option) {
                self.expected_worth(self.graph.edges_of_option(decision, option))
            } else {
                worst
            }
        };
        worths.extend((0..decision.options.len()).map(worth));
        self.worths = worths;
    }

    /// Returns whether one value is better than another for the side that decides. Equal values are
    /// not better.
    pub(super) fn is_better(&self, decision: &Decision, value: f64, other: f64) -> bool {
        let gain = if self.aim.wants_more(decision) {
            value - other
        } else {
            other - value
        };
        gain > VALUE_TOLERANCE * other.abs().max(1.0)
    }

    /// Returns the first of the best options of the decision that was evaluated last.
    pub(super) fn first_best(&self, decision: &Decision) -> u32 {
        let worths = &self.worths;
        let mut best = worths
            .iter()
            .position(|worth| worth.is_finite())
            .unwrap_or(0);
        for option in best + 1..worths.len() {
            if self.is_better(decision, worths[option], worths[best]) {
                best = option;
            }
        }
        best as u32
    }

    /// Computes the value of a state from its successors, and makes its decision if it has one.
    pub(super) fn weigh(&mut self, state: u32) -> f64 {
        match self.decision(state) {
            None => self.expected_worth(self.graph.edges_of(state as usize)),
            Some((number, decision)) => {
                self.weigh_options(decision);
                let best = self.first_best(decision);
                self.best[number] = best;
                self.worths[best as usize]
            }
        }
    }
}

pub(super) fn endless_play_error() -> Stop {
    let help = "add a limit, or a cost for going on";
    Stop::Rule(RuleError::endless(
        "with best play a trial would never end",
        help,
    ))
}
