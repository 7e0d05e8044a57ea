//! A cycle in which somebody decides, stored compactly so that it is traversed quickly.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// What follows an option, or a state that leaves nothing to decide.
struct OptionTransitions {
    /// The part of its worth that does not depend on transitions within the cycle.
    outside: f64,
    within: Range<usize>,
}

/// The states of a circle, in the order in which they are weighed.
pub(super) struct DecisionCycle {
    /// For each state: what follows each of its options.
    options: Vec<Range<usize>>,
    /// Whether more is better there.
    wants_more: Vec<bool>,
    transitions: Vec<OptionTransitions>,
    /// Where ways within the circle lead, and how likely.
    within: Vec<(u32, f64)>,
    values: Vec<f64>,
}

impl DecisionCycle {
    /// States with their values so far; what each leads to is added by [`Ring::state`] in the same
    /// order.
    pub(super) fn new(values: Vec<f64>) -> DecisionCycle {
        DecisionCycle {
            options: Vec::new(),
            wants_more: Vec::new(),
            transitions: Vec::new(),
            within: Vec::new(),
            values,
        }
    }

    /// The next state: for each of its options what it is worth by itself, and where else it leads.
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

    /// Weighs every state once more; the largest change, and the largest value.
    pub(super) fn sweep(&mut self) -> (f64, f64) {
        let (mut change, mut largest) = (0f64, 1f64);
        for (state, options) in self.options.iter().enumerate() {
            let worths = self.transitions[options.clone()].iter().map(|transitions| {
                let ahead = &self.within[transitions.within.clone()];
                ahead.iter().fold(transitions.outside, |sum, &(target, p)| {
                    sum + p * self.values[target as usize]
                })
            });
            let value = match self.wants_more[state] {
                true => worths.fold(f64::NEG_INFINITY, f64::max),
                false => worths.fold(f64::INFINITY, f64::min),
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

    /// Products that going round once costs.
    pub(super) fn sweep_cost(&self) -> u64 {
        (self.within.len() + self.transitions.len()) as u64
    }
}

/// The place of each state of a circle.
pub(super) fn state_indices(states: impl Iterator<Item = u32>) -> FxHashMap<u32, u32> {
    states.zip(0..).collect()
}
