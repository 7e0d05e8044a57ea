//! Tests of `power-effect` with its published text, reference figures and brute force.

mod aim;
mod checks;
mod figures;
mod presence;
mod rounds;
mod whole;

use crate::kaiser::effect::{PowerEffect, RULE};
use oddsmith_model::rule::values::ParameterError;
use oddsmith_testing::{Odds, build_error, scripted_trial, values};
use std::collections::BTreeMap;

fn rule(toml: &str) -> PowerEffect {
    PowerEffect::new(&values(RULE.parameters, toml)).0
}

fn exact_odds(toml: &str) -> Odds {
    Odds::of(&rule(toml))
}

fn fault(toml: &str) -> ParameterError {
    build_error(&RULE, toml)
}

/// Returns faces of two dice with these sums.
fn faces_with_sums(sums: &[i64]) -> Vec<i64> {
    sums.iter()
        .flat_map(|&sum| [(sum - 1).min(6), sum - (sum - 1).min(6)])
        .collect()
}

/// Returns the value of a metric of the whole trial.
fn metric_value(toml: &str, rolls: &[i64], metric: &str) -> i64 {
    metric_value_if_shown(toml, rolls, metric).unwrap_or_else(|| panic!("{metric} is absent"))
}

/// Returns the value of a metric of the whole trial, if it is recorded.
fn metric_value_if_shown(toml: &str, rolls: &[i64], metric: &str) -> Option<i64> {
    scripted_trial(&rule(toml), &faces_with_sums(rolls))
        .get(&(metric.to_owned(), 0))
        .copied()
}

/// Returns the number of afflicted targets at the end of each round.
fn afflicted_by_round(toml: &str, rolls: &[i64]) -> Vec<i64> {
    let trial = scripted_trial(&rule(toml), &faces_with_sums(rolls));
    trial
        .into_iter()
        .filter(|((metric, _), _)| metric == "afflicted")
        .map(|(_, value)| value)
        .collect()
}

/// Returns the probability of each sum of two dice.
fn brute_force_sums() -> BTreeMap<i64, f64> {
    let mut sums = BTreeMap::new();
    for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        *sums.entry(a + b).or_insert(0.0) += 1.0 / 36.0;
    }
    sums
}

/// Returns the distribution of (rounds afflicted as a list of flags, checks) of one target, by
/// enumeration of every roll of every check.
fn brute_force_target(
    difficulty: i64,
    rounds: usize,
    lingers: bool,
    trigger: bool,
) -> BTreeMap<(Vec<bool>, i64), f64> {
    brute_force_trigger(difficulty, rounds, lingers, trigger.then_some((1.0, 1)))
}

/// Returns the same distribution for a Trigger, whose condition is met with this probability, and
/// with additional rounds beyond the Degree of Success.
fn brute_force_trigger(
    difficulty: i64,
    rounds: usize,
    lingers: bool,
    trigger: Option<(f64, usize)>,
) -> BTreeMap<(Vec<bool>, i64), f64> {
    let mut distribution = BTreeMap::new();
    let mut open = vec![(1usize, vec![false; rounds], 0i64, 1.0, true)];
    while let Some((round, flags, checks, mut p, waits)) = open.pop() {
        if let (true, Some((condition, _))) = (waits && round <= rounds, trigger) {
            if condition < 1.0 {
                open.push((
                    round + 1,
                    flags.clone(),
                    checks,
                    p * (1.0 - condition),
                    true,
                ));
            }
            p *= condition;
        }
        if round > rounds {
            *distribution.entry((flags, checks)).or_insert(0.0) += p;
            continue;
        }
        for (sum, share) in brute_force_sums() {
            let mut flags = flags.clone();
            let next = if sum < difficulty {
                let span = if lingers {
                    (difficulty - sum) as usize
                } else {
                    1
                };
                (round..round + span)
                    .filter(|&r| r <= rounds)
                    .for_each(|r| flags[r - 1] = true);
                if lingers || trigger.is_some() {
                    round + span
                } else {
                    rounds + 1
                }
            } else if let Some((_, beyond)) = trigger {
                round + (sum - difficulty).max(1) as usize + beyond
            } else {
                rounds + 1
            };
            open.push((
                next,
                flags,
                checks + 1,
                p * share,
                sum >= difficulty || !lingers,
            ));
        }
    }
    distribution
}
