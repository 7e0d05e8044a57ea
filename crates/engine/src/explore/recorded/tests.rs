//! Compares the check of all paths at once with an enumeration of the trials of small random rules.

use super::*;
use crate::budget::Budget;
use crate::chance::Weights;
use crate::explore::explore;
use crate::{Ask, Fold, Metric, Rule, RuleError, Step};

/// Observations in order: metric and step.
type Recorded = Vec<(usize, u32)>;

/// The observations of a transition, and the states that it leads to.
type Transition = (Recorded, Vec<usize>);

/// The observations of a trial, and those of each chain of states from the start to an end.
type Trial = (Recorded, Vec<Recorded>);

/// A rule without cycles: each state has equally likely transitions.
struct TableRule {
    states: Vec<Vec<Transition>>,
    is_optional: bool,
}

/// The metrics: once per step; more steps than fit into one block; folded at each step; once per
/// trial.
const ONCE: usize = 0;
const MANY: usize = 1;
const FOLDED: usize = 2;
const WHOLE: usize = 3;
const STEPS: u32 = 70;

impl Rule for TableRule {
    type State = usize;

    fn metrics(&self) -> Vec<Metric> {
        let steps = |name: &str| Metric::steps(name, 0, STEPS - 1).optional();
        let whole = Metric::whole("whole");
        let whole = if self.is_optional {
            whole.optional()
        } else {
            whole
        };
        vec![
            steps("once"),
            steps("many"),
            steps("folded").fold(Fold::Max),
            whole,
        ]
    }

    fn start(&self, _: &Parts) -> usize {
        0
    }

    fn step<A: Ask>(&self, state: &mut usize, ask: &mut A) -> Result<Step<usize>, RuleError> {
        let transitions = &self.states[*state];
        let weights = Weights::new(&vec![1; transitions.len()]).expect("there is a way");
        let (recorded, onward) = &transitions[ask.pick(&weights)];
        recorded
            .iter()
            .for_each(|&(metric, step)| ask.observe(metric, step, 1));
        Ok(match onward[..] {
            [] => Step::Done,
            [next] => {
                *state = next;
                Step::Continue
            }
            _ => Step::Split(onward.clone()),
        })
    }
}

impl TableRule {
    fn random(seed: u64) -> TableRule {
        let mut word = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |n: u64| {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            (word >> 16) % n
        };
        let states = 6;
        let mut random_transition = |state: usize| {
            let mut recorded = Recorded::new();
            for _ in 0..below(3) {
                let step = [0, 1, 2, 63, 64, 69][below(6) as usize];
                recorded.push(
                    [(ONCE, step), (FOLDED, step), (FOLDED, step), (WHOLE, 0)][below(4) as usize],
                );
            }
            let sides = if state + 1 == states {
                0
            } else {
                [0, 1, 1, 1, 1, 2][below(6) as usize]
            };
            let onward =
                (0..sides).map(|_| state + 1 + below((states - state - 1) as u64) as usize);
            let onward = onward.collect();
            (recorded, onward)
        };
        let mut states: Vec<Vec<Transition>> = (0..states)
            .map(|state| (0..2).map(|_| random_transition(state)).collect())
            .collect();
        // Many slots are recorded, so that the slots around them are in different blocks.
        if below(2) == 0 {
            let step_count = 55 + below(10) as u32;
            states[0].iter_mut().for_each(|(recorded, _)| {
                recorded.extend((0..step_count).map(|step| (MANY, step)))
            });
        }
        TableRule {
            states,
            is_optional: below(4) > 0,
        }
    }

    /// Returns the number of trials from a state on.
    fn trial_count(&self, state: usize) -> u64 {
        let sides = |transition: &Transition| {
            transition
                .1
                .iter()
                .map(|&next| self.trial_count(next))
                .product::<u64>()
        };
        self.states[state].iter().map(sides).sum()
    }

    /// Returns every trial from a state on.
    fn trials(&self, state: usize) -> Vec<Trial> {
        let mut all_trials = Vec::new();
        for (recorded, onward) in &self.states[state] {
            let mut trials = vec![(recorded.clone(), Vec::new())];
            for &next in onward {
                let sides = self.trials(next);
                let with = |trial: &Trial| {
                    let combine = |side: &Trial| {
                        let chains = side.1.iter().map(|chain| [&recorded[..], chain].concat());
                        (
                            [&trial.0[..], &side.0].concat(),
                            trial.1.iter().cloned().chain(chains).collect(),
                        )
                    };
                    sides.iter().map(combine).collect::<Vec<_>>()
                };
                trials = trials.iter().flat_map(with).collect();
            }
            if onward.is_empty() {
                trials[0].1.push(recorded.clone());
            }
            all_trials.extend(trials);
        }
        all_trials
    }

    /// Returns whether a trial may record this.
    fn allows(&self, recorded: &[(usize, u32)], chains: &[Recorded]) -> bool {
        let is_twice = |index: usize| {
            recorded[index].0 != FOLDED && recorded[..index].contains(&recorded[index])
        };
        let comes_again = |chain: &Recorded| {
            let mut steps: Vec<u32> = chain
                .iter()
                .filter(|observation| observation.0 == FOLDED)
                .map(|observation| observation.1)
                .collect();
            steps.dedup();
            (0..steps.len()).any(|index| steps[..index].contains(&steps[index]))
        };
        let has_all = self.is_optional || recorded.contains(&(WHOLE, 0));
        has_all && !(0..recorded.len()).any(is_twice) && !chains.iter().any(comes_again)
    }
}

#[test]
fn errors_and_absence_match_enumerated_trials() {
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .expect("threads");
    let (mut allowed, mut refused) = (0, 0);
    for seed in 0..3_000 {
        let table = TableRule::random(seed);
        if table.trial_count(0) > 200 {
            continue;
        }
        let trials = table.trials(0);
        let explored = || explore(&table, &Parts::ALL, &Budget::default(), &Watch::default());
        let explored = if seed % 2 == 0 {
            threads.install(explored)
        } else {
            explored()
        };
        let is_allowed = trials
            .iter()
            .all(|(recorded, chains)| table.allows(recorded, chains));
        assert_eq!(explored.is_ok(), is_allowed, "{seed}: {explored:?}");
        let Ok(graph) = explored else {
            refused += 1;
            continue;
        };
        allowed += 1;
        let ends = graph.ends.as_ref().expect("it is small");
        for slot in 0..graph.layout.len() {
            let observation = (
                graph.layout.metric_of(slot),
                graph.layout.step_of(slot).unwrap_or(0),
            );
            let may_be_absent = trials
                .iter()
                .any(|(recorded, _)| !recorded.contains(&observation));
            assert_eq!(
                ends.may_be_absent(slot),
                may_be_absent,
                "{seed}: {observation:?}"
            );
            assert!(!ends.may_be_truncated(slot));
        }
    }
    assert!(
        allowed > 200 && refused > 200,
        "{allowed} allowed and {refused} refused"
    );
}
