//! Computes values of states and options, and makes decisions by them.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::compare::ScaledValue;
use super::matrix_game::solve_oriented;
use super::objective::EdgeObjective;
use crate::budget::Watch;
use crate::choice::likeliest;
use crate::graph::{AtOnce, Decision, EndingStates, Graph};

/// The state of a search from the end of the trial to its start.
pub(super) struct BestPlaySearch<'g> {
    pub(super) graph: &'g Graph,
    pub(super) aim: &'g EdgeObjective<'g>,
    pub(super) watch: &'g Watch,
    /// The states from which a trial can end. Play never leads to other states.
    pub(super) ending: EndingStates,
    /// The index of the decision at each state plus 1; 0 if there is none.
    decision_numbers: Vec<u32>,
    pub(super) values: Vec<f64>,
    /// The scale of each value; empty if it is always the absolute value.
    scales: Vec<f64>,
    pub(super) best: Vec<u32>,
    /// The mixed strategies of the decisions at which two players decide at once and against each
    /// other, by the index of the decision.
    pub(super) mixes: FxHashMap<usize, PairOfMixes>,
}

/// The probability of each option of both players of a game.
pub(super) type PairOfMixes = Box<[Vec<f64>; 2]>;

/// The value of a state, and its decision.
#[derive(Clone, Debug)]
pub(super) struct DecidedState {
    pub(super) value: ScaledValue,
    /// The first of the best options, or the likeliest pair of options; 0 if nobody decides.
    pub(super) best: u32,
    /// The mixes of both players, if they decide at once and against each other.
    pub(super) mixes: Option<PairOfMixes>,
}

impl DecidedState {
    pub(super) fn new(value: ScaledValue, best: u32) -> DecidedState {
        DecidedState {
            value,
            best,
            mixes: None,
        }
    }

    /// Returns the decision of a state in which both players mix their options.
    pub(super) fn mixed(value: ScaledValue, first: Vec<f64>, second: Vec<f64>) -> DecidedState {
        let [row, column] = [&first, &second].map(|mix| likeliest(mix.iter().copied()));
        let best = row * second.len() + column;
        DecidedState {
            value,
            best: best as u32,
            mixes: Some(Box::new([first, second])),
        }
    }
}

impl<'g> BestPlaySearch<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        aim: &'g EdgeObjective<'g>,
        watch: &'g Watch,
    ) -> BestPlaySearch<'g> {
        let scales = if aim.has_both_signs() {
            vec![0.0; graph.state_count()]
        } else {
            Vec::new()
        };
        let mut search = BestPlaySearch {
            graph,
            aim,
            watch,
            ending: EndingStates::find(graph, |decision| aim.opposed_choices(decision).is_some()),
            decision_numbers: graph.decision_numbers(),
            values: vec![0.0; graph.state_count()],
            scales,
            best: vec![0; graph.decisions.len()],
            mixes: FxHashMap::default(),
        };
        for (index, decision) in graph.decisions.iter().enumerate() {
            let first = search.ending_options(decision).next().unwrap_or(0);
            search.best[index] = first as u32;
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
        let index = self.decision_numbers[state as usize].checked_sub(1)? as usize;
        Some((index, &self.graph.decisions[index]))
    }

    /// Returns whether the scale of a value may differ from its absolute value.
    pub(super) fn has_scales(&self) -> bool {
        !self.scales.is_empty()
    }

    /// Returns the value of a state.
    pub(super) fn value(&self, state: u32) -> ScaledValue {
        let value = self.values[state as usize];
        match self.scales.get(state as usize) {
            Some(&scale) => ScaledValue { value, scale },
            None => ScaledValue::of(value),
        }
    }

    /// Returns the expected value along these edges.
    fn expected_worth(&self, edges: Range<usize>) -> ScaledValue {
        let along = |edge: usize, worth: f64, values: &[f64]| {
            let onward = self.graph.next_states(edge).iter();
            let onward: f64 = onward.map(|&target| values[target as usize]).sum();
            self.graph.mass(edge).float() * (worth + onward)
        };
        let worths = &self.aim.by_edge;
        let value = edges.clone();
        let value: f64 = value
            .map(|edge| along(edge, worths[edge], &self.values))
            .sum();
        if !self.has_scales() {
            return ScaledValue::of(value);
        }
        let scale = edges.map(|edge| along(edge, worths[edge].abs(), &self.scales));
        let scale = scale.sum();
        ScaledValue { value, scale }
    }

    /// Returns the value of an option; `None` if no trial can end after it.
    pub(super) fn option_worth(&self, decision: &Decision, option: usize) -> Option<ScaledValue> {
        self.can_end(decision, option)
            .then(|| self.expected_worth(self.graph.edges_of_option(decision, option)))
    }

    /// Decides a state by the values of its successors.
    pub(super) fn weigh(&self, state: u32) -> DecidedState {
        let Some((_, decision)) = self.decision(state) else {
            let value = self.expected_worth(self.graph.edges_of(state as usize));
            return DecidedState::new(value, 0);
        };
        if let Some(both) = self.aim.opposed_choices(decision) {
            return self.weigh_game(decision, both);
        }
        let wants_more = self.aim.wants_more(decision);
        let mut best: Option<(ScaledValue, u32)> = None;
        for option in 0..decision.options.len() {
            if let Some(worth) = self.option_worth(decision, option)
                && best.is_none_or(|(value, _)| worth.is_better(wants_more, value))
            {
                best = Some((worth, option as u32));
            }
        }
        let (value, option) = best.unwrap_or((ScaledValue::of(f64::NAN), 0));
        DecidedState::new(value, option)
    }

    /// Solves the game of two players who decide at once.
    fn weigh_game(&self, decision: &Decision, both: &AtOnce) -> DecidedState {
        let pairs = 0..decision.options.len();
        let never = ScaledValue::of(f64::NAN);
        let worths = pairs.map(|pair| self.option_worth(decision, pair).unwrap_or(never));
        let (value, solution) = solve_oriented(
            worths.collect(),
            both.options[1].len(),
            self.aim.wants_more(decision),
        );
        DecidedState::mixed(value, solution.rows, solution.columns)
    }

    /// Stores the values and the decisions of states.
    pub(super) fn store<'s>(
        &mut self,
        states: impl Iterator<Item = &'s u32>,
        decided: Vec<DecidedState>,
    ) {
        for (&state, decided) in states.zip(decided) {
            self.values[state as usize] = decided.value.value;
            if let Some(scale) = self.scales.get_mut(state as usize) {
                *scale = decided.value.scale;
            }
            if let Some((index, _)) = self.decision(state) {
                self.best[index] = decided.best;
                self.mixes.extend(decided.mixes.map(|mixes| (index, mixes)));
            }
        }
    }
}
