//! Merges equivalent states: states with the same probabilities of the same observations and of
//! moving to equivalent states.

use std::collections::BTreeMap;

use oddsmith_engine::odds::Mass;

/// Probabilities that differ by less than this are equal.
const CHANCE_TOLERANCE: f64 = 1e-12;

/// The observations of a transition: slots and values.
pub(super) type Observations = Vec<(u32, i64)>;

/// A transition out of a state.
#[derive(Clone, Debug)]
pub(super) struct OutgoingTransition {
    /// The next state or class; `None` at the end of the trial.
    pub(super) to: Option<usize>,
    pub(super) observations: Observations,
    pub(super) chance: Mass,
}

/// States merged into classes. The class of the start comes first, and the others follow in the
/// order in which they are found.
#[derive(Debug)]
pub(super) struct Lumped {
    pub(super) classes: Vec<Vec<usize>>,
    /// The transitions out of each class, to other classes.
    pub(super) transitions: Vec<Vec<OutgoingTransition>>,
}

/// The key that distinguishes states: the targets and the observations of their transitions, each
/// with its probability in units of [`CHANCE_TOLERANCE`].
type Signature = Vec<(Option<usize>, Observations, i64)>;

/// Merges equivalent states. It splits classes until all states of each class have the same
/// transitions to classes.
pub(super) fn lump_states(transitions: &[Vec<OutgoingTransition>]) -> Lumped {
    let start = start_state(transitions);
    let states = reachable_states(transitions, start);
    let mut class: Vec<usize> = vec![0; transitions.len()];
    let mut count = 1;
    loop {
        let mut numbers: BTreeMap<(usize, Signature), usize> = BTreeMap::new();
        let mut next = class.clone();
        for &state in &states {
            let key = (
                class[state],
                signature(&merge_transitions(&transitions[state], &class)),
            );
            let new = numbers.len();
            next[state] = *numbers.entry(key).or_insert(new);
        }
        let found = numbers.len();
        class = next;
        if found == count {
            break;
        }
        count = found;
    }
    let mut classes = vec![Vec::new(); count];
    states
        .iter()
        .for_each(|&state| classes[class[state]].push(state));
    let transitions = classes
        .iter()
        .map(|members| merge_transitions(&transitions[members[0]], &class))
        .collect();
    Lumped {
        classes,
        transitions,
    }
}

/// Extends each transition through states that have a single transition, and collects the
/// observations on the way.
pub(super) fn straighten(transitions: &[Vec<OutgoingTransition>]) -> Vec<Vec<OutgoingTransition>> {
    let led_on = |transition: &OutgoingTransition| {
        let mut extended = transition.clone();
        // A cycle of such states has no end.
        for _ in 0..transitions.len() {
            let Some(state) = extended.to else { break };
            let [only] = transitions[state].as_slice() else {
                break;
            };
            if only.to == Some(state) {
                break;
            }
            extended.observations.extend(&only.observations);
            extended.to = only.to;
        }
        extended
    };
    transitions
        .iter()
        .map(|outgoing| outgoing.iter().map(led_on).collect())
        .collect()
}

/// Returns the first state that does more than move to another state without an observation.
fn start_state(transitions: &[Vec<OutgoingTransition>]) -> usize {
    let mut start = 0;
    for _ in 0..transitions.len() {
        match transitions[start].as_slice() {
            [
                OutgoingTransition {
                    to: Some(to),
                    observations: says,
                    ..
                },
            ] if says.is_empty() && *to != start => start = *to,
            _ => break,
        }
    }
    start
}

/// Returns the states that can be reached from the start, in breadth-first order.
fn reachable_states(transitions: &[Vec<OutgoingTransition>], start: usize) -> Vec<usize> {
    let mut met = vec![start];
    let mut index = 0;
    while let Some(&state) = met.get(index) {
        for to in transitions[state]
            .iter()
            .filter_map(|transition| transition.to)
        {
            if !met.contains(&to) {
                met.push(to);
            }
        }
        index += 1;
    }
    met
}

/// Returns the transitions of a state, in which those with the same class and the same observations
/// are added up.
fn merge_transitions(
    transitions: &[OutgoingTransition],
    class: &[usize],
) -> Vec<OutgoingTransition> {
    let mut chances: BTreeMap<(Option<usize>, Observations), Mass> = BTreeMap::new();
    for transition in transitions {
        *chances
            .entry((
                transition.to.map(|to| class[to]),
                transition.observations.clone(),
            ))
            .or_insert(Mass::ZERO) += transition.chance;
    }
    chances
        .into_iter()
        .map(|((to, says), chance)| OutgoingTransition {
            to,
            observations: says,
            chance,
        })
        .collect()
}

fn signature(transitions: &[OutgoingTransition]) -> Signature {
    transitions
        .iter()
        .map(|transition| {
            (
                transition.to,
                transition.observations.clone(),
                (transition.chance.value() / CHANCE_TOLERANCE).round() as i64,
            )
        })
        .collect()
}
