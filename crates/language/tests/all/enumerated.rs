//! Enumerates every trial of made-up rules on the register machine, each with its probability, and
//! compares the distributions with exploration, which forks the stack machine.

use std::collections::BTreeMap;

use oddsmith_engine::explore::{Budget, Model, Stop, Watch, explore};
use oddsmith_engine::solve::solve;
use oddsmith_engine::{Ask, Metric, Parts, RuleError, RuleErrorKind};
use oddsmith_language::{RuleFile, SetRule, Setting};

use crate::both_machines::made_up;

/// The most trials of a rule, and the most questions of a trial.
const MAX_TRIALS: usize = 3000;
const MAX_QUESTIONS: usize = 300;

/// Answers the questions of one trial after another: each with every number, in turn.
#[derive(Default)]
struct EveryTrial {
    /// The answers on the current path, each with the number of answers.
    path: Vec<(u64, u64)>,
    asked: usize,
    mass: f64,
    seen: Vec<(usize, u32, i64)>,
}

impl Ask for EveryTrial {
    fn below(&mut self, n: u64) -> u64 {
        if self.asked == self.path.len() {
            self.path.push((0, n));
        }
        let (answer, count) = self.path[self.asked];
        assert_eq!(count, n, "the same answers lead to the same question");
        self.asked += 1;
        self.mass /= n as f64;
        answer
    }

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.seen.push((metric, step, value));
    }

    fn is_stopped(&self) -> bool {
        self.asked > MAX_QUESTIONS
    }
}

impl EveryTrial {
    fn start(&mut self) {
        (self.asked, self.mass) = (0, 1.0);
        self.seen.clear();
    }

    /// Moves to the next trial. Returns whether there is one.
    fn advance(&mut self) -> bool {
        self.path.truncate(self.asked);
        while let Some((answer, count)) = self.path.last_mut() {
            *answer += 1;
            if answer < count {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// The distribution of each slot.
type Distributions = Vec<BTreeMap<i64, f64>>;

/// What the trials of a rule record.
struct Enumerated {
    distributions: Distributions,
    /// Whether these are all trials.
    is_complete: bool,
    mistake: Option<RuleError>,
}

/// Returns what the trials of a rule record, or `None` if some may not end.
fn enumerate(rule: &SetRule) -> Option<Enumerated> {
    let metrics = rule.metrics();
    let slots: Vec<(usize, Option<u32>, &Metric)> = metrics
        .iter()
        .enumerate()
        .flat_map(|(index, metric)| metric.all_steps().map(move |step| (index, step, metric)))
        .collect();
    let mut found = Enumerated {
        distributions: vec![BTreeMap::new(); slots.len()],
        is_complete: false,
        mistake: None,
    };
    let mut trial = EveryTrial::default();
    for _ in 0..MAX_TRIALS {
        trial.start();
        let played = rule.play(&mut trial);
        if trial.is_stopped() {
            return None;
        }
        match played {
            Err(error) if error.kind != RuleErrorKind::Mistake => return None,
            Err(error) => found.mistake = Some(error),
            Ok(()) => {
                for ((metric, step, described), values) in
                    slots.iter().zip(&mut found.distributions)
                {
                    let seen = trial.seen.iter().filter(|seen| seen.0 == *metric);
                    let seen = seen.filter(|seen| step.is_none_or(|step| step == seen.1));
                    let value = described.fold.apply(seen.map(|seen| (seen.1, seen.2)));
                    if let Some(value) = value.or(described.otherwise) {
                        *values.entry(value).or_default() += trial.mass;
                    }
                }
            }
        }
        if !trial.advance() {
            found.is_complete = true;
            break;
        }
    }
    Some(found)
}

/// Returns the exact distributions, or `None` if the rule is too large.
fn explored(rule: &SetRule) -> Option<Result<Distributions, RuleError>> {
    let (watch, budget) = (Watch::default(), Budget::default());
    let small = Budget {
        leaves: 60_000,
        ..budget
    };
    let graph = match explore(rule, &Parts::ALL, &small, &watch) {
        Ok(graph) => graph,
        Err(Stop::Rule(error)) if error.kind == RuleErrorKind::Mistake => return Some(Err(error)),
        Err(_) => return None,
    };
    let slots = solve(&graph, &budget, &watch).ok()?.into_iter();
    let masses = slots.map(|slot| {
        let slot = slot?;
        let masses = slot.pmf.masses().iter();
        Some(masses.map(|&(value, mass)| (value, mass.float())).collect())
    });
    masses.collect::<Option<Distributions>>().map(Ok)
}

/// Compares one rule. Returns whether all of its trials were compared; `None` if it was left out.
fn compare(text: &str) -> Option<bool> {
    let file = RuleFile::read(text).ok()?;
    let rule = file.rule(&[("size", Setting::Whole(2))]).ok()?;
    let enumerated = enumerate(&rule)?;
    let exact = match explored(&rule)? {
        Ok(exact) => exact,
        Err(error) => {
            let found = enumerated.mistake;
            assert!(
                found.is_some() || !enumerated.is_complete,
                "only exploring finds a mistake: {error:?}\n{text}"
            );
            return found.map(|_| enumerated.is_complete);
        }
    };
    assert_eq!(enumerated.mistake, None, "only trials find it\n{text}");
    for (slot, (some, all)) in enumerated.distributions.iter().zip(&exact).enumerate() {
        for value in some.keys().chain(all.keys()) {
            let [some, all] = [some, all].map(|masses| masses.get(value).copied().unwrap_or(0.0));
            let is_right = if enumerated.is_complete {
                (some - all).abs() < 1e-12
            } else {
                some < all + 1e-12
            };
            assert!(
                is_right,
                "slot {slot}, value {value}: {some} and {all}\n{text}"
            );
        }
    }
    Some(enumerated.is_complete)
}

fn compare_made_up(rules: u64) {
    let (mut whole, mut partly, mut seed) = (0, 0, 0);
    while whole + partly < rules {
        match compare(&made_up::rule(seed)) {
            Some(true) => whole += 1,
            Some(false) => partly += 1,
            None => {}
        }
        seed += 1;
    }
    println!("{seed} rules: all trials of {whole} were compared, and {MAX_TRIALS} of {partly}");
    assert!(whole > rules / 10 && partly > rules / 10 && seed < 10 * rules);
}

/// Ten thousand of them are compared with `cargo test --release -p oddsmith-language --test all --
/// --ignored every_trial`.
#[test]
fn every_trial_of_made_up_rules_has_its_exact_probability() {
    compare_made_up(40);
}

#[test]
#[ignore = "takes minutes"]
fn every_trial_of_ten_thousand_made_up_rules_has_its_exact_probability() {
    compare_made_up(10_000);
}
