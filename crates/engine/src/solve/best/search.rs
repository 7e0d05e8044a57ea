//! Computes values of states and options, and makes decisions by them.

use std::ops::Range;

use super::compare::is_better;
use super::worth::EdgeWorth;
use crate::budget::Watch;
use crate::graph::{Decision, EndingStates, Graph};

/// The state of a search from the end of the trial to its start.
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
}

impl<'g> BestPlaySearch<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        aim: &'g EdgeWorth<'g>,
        watch: &'g Watch,
    ) -> BestPlaySearch<'g> {
        let mut search = BestPlaySearch {
            graph,
            aim,
            watch,
            ending: EndingStates::find(graph),
            decision_at: graph.decision_numbers(),
            values: vec![0.0; graph.state_count()],
            best: vec![0; graph.decisions.len()],
        };
        for (number, decision) in graph.decisions.iter().enumerate() {
            let first = search.ending_options(decision).next().unwrap_or(0);
            search.best[number] = first as u32;
        }
        search
    }

    /// Returns whether a trial can end after an option.
    pub(super) fn can_end(&self, decision: &Decision, option: usize) -> bool {
        self.ending.contains_all()
            || self
                .ending
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

    /// Returns the expected value along these edges.
    fn expected_worth(&self, edges: Range<usize>) -> f64 {
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

    /// Returns the value of an option; `None` if no trial can end after it.
    pub(super) fn option_worth(&self, decision: &Decision, option: usize) -> Option<f64> {
        self.can_end(decision, option)
            .then(|| self.expected_worth(self.graph.edges_of_option(decision, option)))
    }

    /// Returns the value of a state from its successors, and the first of its best options (0 if it
    /// has no decision).
    pub(super) fn weigh(&self, state: u32) -> (f64, u32) {
        let Some((_, decision)) = self.decision(state) else {
            return (self.expected_worth(self.graph.edges_of(state as usize)), 0);
        };
        let wants_more = self.aim.wants_more(decision);
        let mut best: Option<(f64, u32)> = None;
        for option in 0..decision.options.len() {
            if let Some(worth) = self.option_worth(decision, option)
                && best.is_none_or(|(value, _)| is_better(wants_more, worth, value))
            {
                best = Some((worth, option as u32));
            }
        }
        best.unwrap_or((f64::NAN, 0))
    }

    /// Stores the values and the best options of states.
    pub(super) fn store<'s>(
        &mut self,
        states: impl Iterator<Item = &'s u32>,
        decided: &[(f64, u32)],
    ) {
        for (&state, &(value, option)) in states.zip(decided) {
            self.values[state as usize] = value;
            if let Some((number, _)) = self.decision(state) {
                self.best[number] = option;
            }
        }
    }
}
