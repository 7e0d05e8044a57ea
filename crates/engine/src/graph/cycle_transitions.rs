//! The transitions between the states of a cycle, state by state.

use std::ops::Range;

use super::number::FlowNumber;

/// The transitions of a cycle, with their probabilities. States are numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct CycleTransitions<N> {
    pub(super) pattern: Pattern,
    /// The probability of each transition.
    pub(super) masses: Vec<N>,
    /// The probability of leaving the cycle from each state.
    pub(super) exits: Vec<N>,
}

impl<N: FlowNumber> CycleTransitions<N> {
    /// Returns a cycle without states.
    pub(crate) fn new() -> CycleTransitions<N> {
        CycleTransitions {
            pattern: Pattern {
                starts: vec![0],
                targets: Vec::new(),
            },
            masses: Vec::new(),
            exits: Vec::new(),
        }
    }

    /// Adds the next state, with its transitions in any order. Transitions with the same target are
    /// merged, and those to the state itself are left out.
    pub(crate) fn push_state(&mut self, transitions: &mut [(u32, N)], exit: N) {
        let state = self.exits.len() as u32;
        transitions.sort_by_key(|&(to, _)| to);
        let mut before = None;
        for &(to, mass) in transitions.iter().filter(|&&(to, _)| to != state) {
            if before == Some(to) {
                let last = self.masses.len() - 1;
                self.masses[last] = self.masses[last] + mass;
            } else {
                self.pattern.targets.push(to);
                self.masses.push(mass);
                before = Some(to);
            }
        }
        self.pattern.starts.push(self.masses.len() as u32);
        self.exits.push(exit);
    }

    /// Returns the probabilities of the transitions of a state.
    pub(super) fn masses_of(&self, state: usize) -> &[N] {
        &self.masses[self.pattern.range_of(state)]
    }

    /// Returns the same cycle with floats.
    pub(super) fn to_floats(&self) -> CycleTransitions<f64> {
        let floats = |numbers: &[N]| numbers.iter().map(|number| number.float()).collect();
        CycleTransitions {
            pattern: self.pattern.clone(),
            masses: floats(&self.masses),
            exits: floats(&self.exits),
        }
    }
}

/// The transitions between states, without probabilities.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The first transition of each state, followed by the number of transitions.
    pub(super) starts: Vec<u32>,
    /// The target of each transition, in ascending order within a state. No state leads to itself.
    pub(super) targets: Vec<u32>,
}

impl Pattern {
    pub(super) fn state_count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn targets_of(&self, state: usize) -> &[u32] {
        &self.targets[self.range_of(state)]
    }

    fn range_of(&self, state: usize) -> Range<usize> {
        self.starts[state] as usize..self.starts[state + 1] as usize
    }

    /// Returns the transitions by their targets.
    pub(super) fn sources(&self) -> Sources {
        let n = self.state_count();
        let mut starts = vec![0u32; n + 1];
        self.targets
            .iter()
            .for_each(|&to| starts[to as usize + 1] += 1);
        (0..n).for_each(|state| starts[state + 1] += starts[state]);
        let mut next = starts.clone();
        let mut sources = vec![(0, 0); self.targets.len()];
        for state in 0..n {
            for (transition, &to) in (self.starts[state]..).zip(self.targets_of(state)) {
                sources[next[to as usize] as usize] = (state as u32, transition);
                next[to as usize] += 1;
            }
        }
        Sources { starts, sources }
    }
}

/// The transitions that lead to each state.
pub(super) struct Sources {
    /// The first transition to each state, followed by the number of transitions.
    starts: Vec<u32>,
    /// The source and the index of each transition.
    sources: Vec<(u32, u32)>,
}

impl Sources {
    /// Returns the sources of a state, each with the index of its transition.
    pub(super) fn of(&self, state: usize) -> &[(u32, u32)] {
        &self.sources[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}
