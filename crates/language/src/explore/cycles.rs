//! The distribution of a function with a cycle, such as a die that is rolled again while it shows a
//! one.
//!
//! The states of the cycle are eliminated one after the other without subtraction (Grassmann,
//! Taksar and Heyman 1985). The result of the function then has a distribution that does not
//! mention the states of the cycle.

use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::call_distribution::{CallDistribution, CallOutcome};
use super::explored_rule::ExploredRule;
use super::state::WaitingFor;
use crate::machine::{Faulty, Machine};
use crate::value::Datum;

/// The maximal number of states of a cycle. A function with more is explored step by step.
const MAX_STATES: usize = 200;
/// The maximal number of transitions from the states of a cycle, with the same consequence.
const MAX_TRANSITIONS: usize = 20_000;

/// The transitions of a state in a cycle: to other states, by index, and to outcomes.
struct CycleState {
    successors: FxHashMap<usize, Mass>,
    outcomes: FxHashMap<usize, Mass>,
    dice: f64,
}

/// Collects the states of a cycle.
struct CycleBuilder<'w> {
    rule: ExploredRule<'w>,
    /// The index of each state.
    known: FxHashMap<(Machine, WaitingFor), usize>,
    open: Vec<(Machine, WaitingFor)>,
    /// The returned values, each with its index; `None` is the truncated outcome.
    values: FxHashMap<Option<Datum>, usize>,
    transition_count: usize,
}

/// Returns the distribution of a call without the states of its cycle. `walk` expands each of these
/// states. If there are too many states, or a player decides in one, the distribution stays as it
/// is.
pub(super) fn eliminate_cycle(
    rule: ExploredRule,
    distribution: CallDistribution,
    mut walk: impl FnMut(Machine, WaitingFor) -> Faulty<CallDistribution>,
) -> Faulty<CallDistribution> {
    let mut builder = CycleBuilder {
        rule,
        known: FxHashMap::default(),
        open: Vec::new(),
        values: FxHashMap::default(),
        transition_count: 0,
    };
    let Some(start) = builder.add_state(&distribution) else {
        return Ok(distribution);
    };
    let mut states: Vec<CycleState> = Vec::new();
    while let Some((machine, waiting)) = builder.open.get(states.len()).cloned() {
        match builder.add_state(&walk(machine, waiting)?) {
            Some(state) => states.push(state),
            None => return Ok(distribution),
        }
    }
    let Some(start) = eliminate_states(start, states) else {
        return Ok(distribution);
    };
    let mut values: Vec<(Option<Datum>, usize)> = builder.values.into_iter().collect();
    values.sort_unstable_by_key(|(_, index)| *index);
    let outcome = |(value, index): (Option<Datum>, usize)| {
        let mass = start.outcomes.get(&index).copied().unwrap_or(Mass::ZERO);
        (
            value.map_or(CallOutcome::Truncated, CallOutcome::Value),
            mass,
        )
    };
    Ok(CallDistribution {
        outcomes: values.into_iter().map(outcome).collect(),
        dice: start.dice,
    })
}

impl CycleBuilder<'_> {
    /// Adds a state, given its distribution. Returns `None` if the cycle has too many states or
    /// transitions, or if a player decides in it.
    fn add_state(&mut self, distribution: &CallDistribution) -> Option<CycleState> {
        self.transition_count += distribution.outcomes.len();
        if self.transition_count > MAX_TRANSITIONS {
            return None;
        }
        let mut state = CycleState {
            successors: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            dice: distribution.dice,
        };
        for (outcome, mass) in &distribution.outcomes {
            let (into, index) = match outcome {
                CallOutcome::Waiting(machine, waiting) => {
                    (&mut state.successors, self.state_index(machine, waiting)?)
                }
                CallOutcome::Value(value) => {
                    (&mut state.outcomes, self.value_index(Some(value.clone())))
                }
                CallOutcome::Truncated => (&mut state.outcomes, self.value_index(None)),
            };
            *into.entry(index).or_insert(Mass::ZERO) += *mass;
        }
        Some(state)
    }

    fn state_index(&mut self, machine: &Machine, waiting: &WaitingFor) -> Option<usize> {
        if matches!(waiting, WaitingFor::Answer(request) if self.rule.is_open_request(request)) {
            return None;
        }
        let next = self.known.len();
        let index = *self
            .known
            .entry((machine.clone(), waiting.clone()))
            .or_insert(next);
        if index == next {
            self.open.push((machine.clone(), waiting.clone()));
        }
        (index < MAX_STATES).then_some(index)
    }

    fn value_index(&mut self, value: Option<Datum>) -> usize {
        let next = self.values.len();
        *self.values.entry(value).or_insert(next)
    }
}

/// Eliminates all states of the cycle from `start`. Returns `None` if a state is never left.
fn eliminate_states(mut start: CycleState, mut states: Vec<CycleState>) -> Option<CycleState> {
    while let Some(mut last) = states.pop() {
        let state_index = states.len();
        last.successors.remove(&state_index);
        let leaves: Mass = last
            .successors
            .values()
            .chain(last.outcomes.values())
            .copied()
            .sum();
        if leaves.float() <= 0.0 {
            return None;
        }
        for state in states.iter_mut().chain([&mut start]) {
            let Some(mass) = state.successors.remove(&state_index) else {
                continue;
            };
            let share = mass * leaves.inverse();
            for (&to, &last_mass) in &last.successors {
                *state.successors.entry(to).or_insert(Mass::ZERO) += share * last_mass;
            }
            for (&to, &last_mass) in &last.outcomes {
                *state.outcomes.entry(to).or_insert(Mass::ZERO) += share * last_mass;
            }
            state.dice += share.float() * last.dice;
        }
    }
    Some(start)
}
