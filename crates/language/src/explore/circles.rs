//! The law of a function that goes round in a circle: a die that is rolled again as long as it shows a one.
//!
//! The states of the circle are eliminated one after the other, without a subtraction (Grassmann, Taksar and Heyman 1985), so that
//! what the function gives has a law of its own and nobody outside needs to know where in the circle it stands.

use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::calls::{CallLaw, CallOutcome};
use super::state::{ExploredRule, WaitingFor};
use crate::asking::Request;
use crate::machine::{Faulty, Machine};

/// States of a circle at most: a function with more goes round as it stands.
const MAX_STATES: usize = 200;

/// Where a state of a circle leads: to others, by number, and to outcomes.
struct CircleState {
    circle: FxHashMap<usize, Mass>,
    outcomes: Vec<(usize, Mass)>,
    dice: f64,
}

/// The states of a circle in the making.
struct Circle<'w> {
    rule: ExploredRule<'w>,
    /// The number of each state.
    known: FxHashMap<(Machine, WaitingFor), usize>,
    open: Vec<(Machine, WaitingFor)>,
    /// The outcomes that are no states, each once.
    outcomes: Vec<CallOutcome>,
}

/// The law of a call without the states of its circle, each of which goes on by `walk`; the law itself where there are too many, or
/// a player decides in one.
pub(super) fn without_circles(
    rule: ExploredRule,
    law: CallLaw,
    mut walk: impl FnMut(Machine, WaitingFor) -> Faulty<CallLaw>,
) -> Faulty<CallLaw> {
    let mut circle = Circle { rule, known: FxHashMap::default(), open: Vec::new(), outcomes: Vec::new() };
    let Some(start) = circle.state(&law) else { return Ok(law) };
    let mut states: Vec<CircleState> = Vec::new();
    while let Some((machine, waiting)) = circle.open.get(states.len()).cloned() {
        match circle.state(&walk(machine, waiting)?) {
            Some(state) => states.push(state),
            None => return Ok(law),
        }
    }
    let Some(start) = eliminated(start, states) else { return Ok(law) };
    let mut outcomes: Vec<(CallOutcome, Mass)> = circle.outcomes.into_iter().map(|own| (own, Mass::ZERO)).collect();
    start.outcomes.into_iter().for_each(|(at, mass)| outcomes[at].1 += mass);
    Ok(CallLaw { outcomes, dice: start.dice })
}

impl Circle<'_> {
    /// A state by its law; `None` where the circle has too many states, or a player decides in it.
    fn state(&mut self, law: &CallLaw) -> Option<CircleState> {
        let mut state = CircleState { circle: FxHashMap::default(), outcomes: Vec::new(), dice: law.dice };
        for (outcome, mass) in &law.outcomes {
            match outcome {
                CallOutcome::Waiting(machine, waiting) => {
                    *state.circle.entry(self.number(machine, waiting)?).or_insert(Mass::ZERO) += *mass;
                }
                CallOutcome::Value(value) => {
                    let is_same = |own: &CallOutcome| matches!(own, CallOutcome::Value(own) if own == value);
                    state.outcomes.push((self.outcome(is_same, || CallOutcome::Value(value.clone())), *mass));
                }
                CallOutcome::Cut => {
                    let is_same = |own: &CallOutcome| matches!(own, CallOutcome::Cut);
                    state.outcomes.push((self.outcome(is_same, || CallOutcome::Cut), *mass));
                }
            }
        }
        Some(state)
    }

    fn number(&mut self, machine: &Machine, waiting: &WaitingFor) -> Option<usize> {
        if matches!(waiting, WaitingFor::Answer(Request::Choose { choice, options }) if self.rule.is_open(*choice, options.len()))
        {
            return None;
        }
        let next = self.known.len();
        let number = *self.known.entry((machine.clone(), waiting.clone())).or_insert(next);
        if number == next {
            self.open.push((machine.clone(), waiting.clone()));
        }
        (number < MAX_STATES).then_some(number)
    }

    fn outcome(&mut self, is_same: impl Fn(&CallOutcome) -> bool, make: impl FnOnce() -> CallOutcome) -> usize {
        self.outcomes.iter().position(is_same).unwrap_or_else(|| {
            self.outcomes.push(make());
            self.outcomes.len() - 1
        })
    }
}

/// What a start comes to when no state of the circle is left; `None` where one is never left.
fn eliminated(mut start: CircleState, mut states: Vec<CircleState>) -> Option<CircleState> {
    while let Some(mut last) = states.pop() {
        let at = states.len();
        last.circle.remove(&at);
        let leaves: Mass = last.circle.values().chain(last.outcomes.iter().map(|(_, mass)| mass)).copied().sum();
        if leaves.float() <= 0.0 {
            return None;
        }
        for state in states.iter_mut().chain([&mut start]) {
            let Some(mass) = state.circle.remove(&at) else { continue };
            let share = mass * leaves.inverse();
            for (&to, &own) in &last.circle {
                *state.circle.entry(to).or_insert(Mass::ZERO) += share * own;
            }
            state.outcomes.extend(last.outcomes.iter().map(|&(to, own)| (to, share * own)));
            state.dice += share.float() * last.dice;
        }
    }
    Some(start)
}
