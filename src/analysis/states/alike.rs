//! Situations that act alike: the same chances of the same things said, on the way to situations
//! that act alike.

use std::collections::BTreeMap;

use oddsmith_engine::odds::Mass;

/// Chances nearer than this are the same.
const SAME: f64 = 1e-12;

/// What a way says: slots and values.
pub(super) type Observations = Vec<(u32, i64)>;

/// A way out of a state.
#[derive(Clone, Debug)]
pub(super) struct OutgoingTransition {
    /// Where it leads; nowhere at the end.
    pub(super) to: Option<usize>,
    /// What it says.
    pub(super) says: Observations,
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
pub(super) fn lumped(transitions: &[Vec<OutgoingTransition>]) -> Lumped {
    let start = start(transitions);
    let states = reached(transitions, start);
    let mut class: Vec<usize> = vec![0; transitions.len()];
    let mut count = 1;
    loop {
        let mut numbers: BTreeMap<(usize, Signature), usize> = BTreeMap::new();
        let mut next = class.clone();
        for &state in &states {
            let key = (
                class[state],
                signature(&merged(&transitions[state], &class)),
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
        .map(|members| merged(&transitions[members[0]], &class))
        .collect();
    Lumped {
        classes,
        transitions,
    }
}

/// The same ways, each led on through states from which one way alone leads, saying what these say.
pub(super) fn straightened(
    transitions: &[Vec<OutgoingTransition>],
) -> Vec<Vec<OutgoingTransition>> {
    let led_on = |transition: &OutgoingTransition| {
        let mut extended = transition.clone();
        // A circle of such states has no end.
        for _ in 0..transitions.len() {
            let Some(at) = extended.to else { break };
            let [only] = transitions[at].as_slice() else {
                break;
            };
            if only.to == Some(at) {
                break;
            }
            extended.says.extend(&only.says);
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
fn start(transitions: &[Vec<OutgoingTransition>]) -> usize {
    let mut start = 0;
    for _ in 0..transitions.len() {
        match transitions[start].as_slice() {
            [
                OutgoingTransition {
                    to: Some(to), says, ..
                },
            ] if says.is_empty() && *to != start => start = *to,
            _ => break,
        }
    }
    start
}

/// The states that are reached from the start, in the order in which they are met.
fn reached(transitions: &[Vec<OutgoingTransition>], start: usize) -> Vec<usize> {
    let mut met = vec![start];
    let mut at = 0;
    while let Some(&state) = met.get(at) {
        for to in transitions[state]
            .iter()
            .filter_map(|transition| transition.to)
        {
            if !met.contains(&to) {
                met.push(to);
            }
        }
        at += 1;
    }
    met
}

/// The ways of a state, those to one class that say the same as one.
fn merged(transitions: &[OutgoingTransition], class: &[usize]) -> Vec<OutgoingTransition> {
    let mut all: BTreeMap<(Option<usize>, Observations), Mass> = BTreeMap::new();
    for transition in transitions {
        *all.entry((transition.to.map(|to| class[to]), transition.says.clone()))
            .or_insert(Mass::ZERO) += transition.chance;
    }
    all.into_iter()
        .map(|((to, says), chance)| OutgoingTransition { to, says, chance })
        .collect()
}

fn signature(transitions: &[OutgoingTransition]) -> Signature {
    transitions
        .iter()
        .map(|transition| {
            (
                transition.to,
                transition.says.clone(),
                (transition.chance.value() / SAME).round() as i64,
            )
        })
        .collect()
}
