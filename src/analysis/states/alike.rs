//! Situations that act alike: the same chances of the same things said, on the way to situations
//! that act alike.

use std::collections::BTreeMap;

use oddsmith_engine::odds::Mass;

/// Chances nearer than this are the same.
const SAME: f64 = 1e-12;

/// What a way says: slots and values.
pub(super) type Said = Vec<(u32, i64)>;

/// A way out of a state.
#[derive(Clone, Debug)]
pub(super) struct WayOut {
    /// Where it leads; nowhere at the end.
    pub(super) to: Option<usize>,
    /// What it says.
    pub(super) says: Said,
    pub(super) chance: Mass,
}

/// States merged into classes, that of the start first and the others as they are found.
#[derive(Debug)]
pub(super) struct Lumped {
    /// The states of each class.
    pub(super) classes: Vec<Vec<usize>>,
    /// The ways out of each, to classes.
    pub(super) ways: Vec<Vec<WayOut>>,
}

/// What tells states apart: where their ways lead and what these say, each with its chance in steps
/// of [`SAME`].
type Signature = Vec<(Option<usize>, Said, i64)>;

/// Merges what acts alike: classes are split until all states of each have the same ways to
/// classes.
pub(super) fn lumped(ways: &[Vec<WayOut>]) -> Lumped {
    let start = start(ways);
    let states = reached(ways, start);
    let mut class: Vec<usize> = vec![0; ways.len()];
    let mut count = 1;
    loop {
        let mut numbers: BTreeMap<(usize, Signature), usize> = BTreeMap::new();
        let mut next = class.clone();
        for &state in &states {
            let key = (class[state], signature(&merged(&ways[state], &class)));
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
    let ways = classes
        .iter()
        .map(|own| merged(&ways[own[0]], &class))
        .collect();
    Lumped { classes, ways }
}

/// The same ways, each led on through states from which one way alone leads, saying what these say.
pub(super) fn straightened(ways: &[Vec<WayOut>]) -> Vec<Vec<WayOut>> {
    let led_on = |way: &WayOut| {
        let mut own = way.clone();
        // A circle of such states has no end.
        for _ in 0..ways.len() {
            let Some(at) = own.to else { break };
            let [only] = ways[at].as_slice() else { break };
            if only.to == Some(at) {
                break;
            }
            own.says.extend(&only.says);
            own.to = only.to;
        }
        own
    };
    ways.iter()
        .map(|own| own.iter().map(led_on).collect())
        .collect()
}

/// The first state that is more than a silent step to another.
fn start(ways: &[Vec<WayOut>]) -> usize {
    let mut start = 0;
    for _ in 0..ways.len() {
        match ways[start].as_slice() {
            [
                WayOut {
                    to: Some(to), says, ..
                },
            ] if says.is_empty() && *to != start => start = *to,
            _ => break,
        }
    }
    start
}

/// The states that are reached from the start, in the order in which they are met.
fn reached(ways: &[Vec<WayOut>], start: usize) -> Vec<usize> {
    let mut met = vec![start];
    let mut at = 0;
    while let Some(&state) = met.get(at) {
        for to in ways[state].iter().filter_map(|way| way.to) {
            if !met.contains(&to) {
                met.push(to);
            }
        }
        at += 1;
    }
    met
}

/// The ways of a state, those to one class that say the same as one.
fn merged(ways: &[WayOut], class: &[usize]) -> Vec<WayOut> {
    let mut all: BTreeMap<(Option<usize>, Said), Mass> = BTreeMap::new();
    for way in ways {
        *all.entry((way.to.map(|to| class[to]), way.says.clone()))
            .or_insert(Mass::ZERO) += way.chance;
    }
    all.into_iter()
        .map(|((to, says), chance)| WayOut { to, says, chance })
        .collect()
}

fn signature(ways: &[WayOut]) -> Signature {
    ways.iter()
        .map(|way| {
            (
                way.to,
                way.says.clone(),
                (way.chance.value() / SAME).round() as i64,
            )
        })
        .collect()
}
