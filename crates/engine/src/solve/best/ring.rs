//! A cycle with decisions, stored compactly for fast iteration.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// The transitions of an option, or of a state without a decision.
struct OptionTransitions {
    /// The part of its value that does not depend on transitions within the cycle.
    outside: f64,
    within: Range<usize>,
}

/// The states of a cycle, in the order of the iteration.
pub(super) struct DecisionCycle {
    /// The range of options of each state, in `transitions`.
    options: Vec<Range<usize>>,
    /// Whether each state maximises.
    wants_more: Vec<bool>,
    transitions: Vec<OptionTransitions>,
    /// The transitions within the cycle: target and probability.
    within: Vec<(u32, f64)>,
    values: Vec<f64>,
}

impl DecisionCycle {
    /// Returns a cycle of states with these values. [`push_state`](DecisionCycle::push_state) adds
    /// the transitions in the same order.
    pub(super) fn new(values: Vec<f64>) -> DecisionCycle {
        DecisionCycle {
            options: Vec::new(),
            wants_more: Vec::new(),
            transitions: Vec::new(),
            within: Vec::new(),
            values,
        }
    }

    /// Adds the next state. Each option has a part of its value that is fixed, and transitions
    /// within the cycle.
    pub(super) fn push_state(
        &mut self,
        wants_more: bool,
        options: impl Iterator<Item = (f64, Vec<(u32, f64)>)>,
    ) {
        let first = self.transitions.len();
        for (outside, within) in options {
            let start = self.within.len();
            self.within.extend(within);
            self.transitions.push(OptionTransitions {
                outside,
                within: start..self.within.len(),
            });
        }
        self.options.push(first..self.transitions.len());
        self.wants_more.push(wants_more);
    }

    /// Performs one iteration. Returns the largest change and the largest value (at least 1).
    pub(super) fn sweep(&mut self) -> (f64, f64) {
        let (mut change, mut largest) = (0f64, 1f64);
        for (state, options) in self.options.iter().enumerate() {
            let worths = self.transitions[options.clone()].iter().map(|transitions| {
                let ahead = &self.within[transitions.within.clone()];
                ahead.iter().fold(transitions.outside, |sum, &(target, p)| {
                    sum + p * self.values[target as usize]
                })
            });
            let value = if self.wants_more[state] {
                worths.fold(f64::NEG_INFINITY, f64::max)
            } else {
                worths.fold(f64::INFINITY, f64::min)
            };
            change = change.max((value - self.values[state]).abs());
            largest = largest.max(value.abs());
            self.values[state] = value;
        }
        (change, largest)
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the number of multiplications in one iteration.
    pub(super) fn sweep_cost(&self) -> u64 {
        (self.within.len() + self.transitions.len()) as u64
    }
}

/// Returns the index of each state of a cycle.
pub(super) fn state_indices(states: impl Iterator<Item = u32>) -> FxHashMap<u32, u32> {
    states.zip(0..).collect()
}
