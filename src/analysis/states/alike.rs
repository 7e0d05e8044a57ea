//! Situations that act alike: the same chances of the same things said, on the way to situations
//! that act alike.

use std::collections::BTreeMap;

use oddsmith_engine::odds::Mass;

/// Chances nearer than this are the same.
const CHANCE_TOLERANCE: f64 = 1e-12;

/// What a way says: slots and values.
pub(super) type Observations = Vec<(u32, i64)>;

/// A way out of a state.
#[derive(Clone, Debug)]
pub(super) struct OutgoingTransition {
    /// Where it leads; nowhere at the end.
    pub(super) to: Option<usize>,
    /// What it says.
    pub(super) observations: Observations,
    pub(super) chance: Mass,
}

/// States merged into classes, that of the start first and the others as they are found.
#[derive(Debug)]
pub(super) struct Lumped {
    /// The states of each class.
    pub(super) classes: Vec<Vec<usize>>,
    /// The ways out of each, to classes.
    pub(super) transitions: Vec<Vec<OutgoingTransition>>,
}

/// What tells states apart: where their ways lead and what these say, each with its chance in steps
/// of [`SAME`].
type Signature = Vec<(Option<usize>, Observations, i64)>;

/// Merges what acts alike: classes are split until all states of each have the same ways to
/// classes.
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

/// The same ways, each led on through states from which one way alone leads, saying what these say.
pub(super) fn straighten(transitions: &[Vec<OutgoingTransition>]) -> Vec<Vec<OutgoingTransition>> {
    let led_on = |transition: &OutgoingTransition| {
        let mut extended = transition.clone();
        // A circle of such states has no end.
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

/// The first state that is more than a silent step to another.
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

/// The states that are reached from the start, in the order in which they are met.
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

/// The ways of a state, those to one class that say the same as one.
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
