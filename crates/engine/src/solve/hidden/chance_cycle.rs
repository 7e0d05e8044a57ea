//! Cycles without decisions, such as rolling until a six. The module computes how likely a trial is
//! to leave them for each later state, and what they contribute until then.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::step::Step;

/// The maximal number of states of a cycle.
const MAX_STATES: usize = 3_000;

/// The steps of a state of a cycle.
#[derive(Clone, Debug)]
pub(super) struct ChanceSteps {
    masses: IndexMap<Option<u32>, f64, FxBuildHasher>,
    /// The expected contribution.
    worth: f64,
}

impl ChanceSteps {
    pub(super) fn new(steps: &[Step]) -> ChanceSteps {
        let mut masses: IndexMap<Option<u32>, f64, FxBuildHasher> = IndexMap::default();
        for step in steps {
            *masses.entry(step.target).or_default() += step.mass;
        }
        let worth = steps.iter().map(|step| step.worth).sum();
        ChanceSteps { masses, worth }
    }

    /// Returns the masses as steps. The first one has the whole contribution.
    pub(super) fn into_steps(self) -> impl Iterator<Item = Step> {
        let worth = self.worth;
        let step = move |(index, (target, mass)): (usize, (Option<u32>, f64))| Step {
            mass,
            worth: if index == 0 { worth } else { 0.0 },
            target,
        };
        self.masses.into_iter().enumerate().map(step)
    }
}

/// A cycle of states, with the steps of each.
pub(super) struct ChanceCycle<'s> {
    states: &'s [u32],
    steps: Vec<ChanceSteps>,
}

impl<'s> ChanceCycle<'s> {
    pub(super) fn new(states: &'s [u32], steps: Vec<ChanceSteps>) -> ChanceCycle<'s> {
        ChanceCycle { states, steps }
    }

    /// Returns the steps of each state to the states after the cycle. Eliminates one state after
    /// another, without subtractions (Grassmann, Taksar and Heyman 1985). Returns `None` if the
    /// cycle never ends or is too large.
    pub(super) fn eliminate(mut self) -> Option<Vec<ChanceSteps>> {
        if self.states.len() > MAX_STATES {
            return None;
        }
        let mut sources: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (index, steps) in self.steps.iter().enumerate() {
            for &target in steps.masses.keys().flatten() {
                sources.entry(target).or_default().push(index);
            }
        }
        for (index, &state) in self.states.iter().enumerate() {
            let steps = &mut self.steps[index];
            steps.masses.shift_remove(&Some(state));
            let leaving: f64 = steps.masses.values().sum();
            if leaving <= 0.0 {
                return None;
            }
            steps.masses.values_mut().for_each(|mass| *mass /= leaving);
            steps.worth /= leaving;
            let steps = steps.clone();
            for source in sources.remove(&state).unwrap_or_default() {
                let changed = &mut self.steps[source];
                let Some(mass) = changed.masses.shift_remove(&Some(state)) else {
                    continue;
                };
                changed.worth += mass * steps.worth;
                for (&target, share) in &steps.masses {
                    *changed.masses.entry(target).or_default() += mass * share;
                    if let Some(target) = target {
                        sources.entry(target).or_default().push(source);
                    }
                }
            }
        }
        Some(self.steps)
    }
}
