//! What the trials of a run are going to cost, from a few that are played: known before anything is
//! explored, and to every machine that runs a part of it alike.

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::{AnyRule, DecisionRule};

use super::each::each;
use super::run_error::RunError;
use crate::rule::Built;
use crate::scenario::document::Scenario;

/// The most cases whose cost is measured. The others are taken to cost the same as their
/// neighbours.
const MOST_CASES: usize = 64;
/// Trials of each, more where the fewer were cheap, and the faces, flips and cards past which fewer
/// do.
const TRIALS: [u64; 2] = [10, 1000];
const MOST_COST: f64 = 20_000.0;

/// The cost of a run's cross-check, as a share of what a fully simulated run may cost.
pub(super) const CROSS_CHECK_SHARE: f64 = 0.05;

/// A trial of the cross-check may cost so much of what all of them may; longer ones are given up.
const LONGEST: f64 = 0.25;

/// Faces, flips and cards of a trial of each case, about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Costs {
    cases: usize,
    measured: Vec<f64>,
}

impl Costs {
    /// Plays a few trials of cases that lie evenly among all.
    pub(crate) fn of(scenario: &Scenario, watch: &Watch) -> Result<Costs, RunError> {
        let cases = scenario.case_count();
        let many = cases.min(MOST_CASES);
        let measured = each(0..many, |at| {
            of_case(scenario, first_of(at, many, cases), watch)
        })?;
        Ok(Costs { cases, measured })
    }

    /// What a trial of a case costs: never nothing.
    pub(crate) fn of_case(&self, case: usize) -> f64 {
        self.measured[case * self.measured.len() / self.cases].max(1.0)
    }

    /// What a trial of the dearest case costs, of those that were looked at.
    pub(super) fn dearest(&self) -> f64 {
        self.measured.iter().copied().fold(1.0, f64::max)
    }

    /// What so many trials of every case cost.
    pub(super) fn of_all(&self, trials: u64) -> f64 {
        (0..self.cases).map(|case| self.of_case(case)).sum::<f64>() * trials as f64
    }
}

/// The first case of those that one which is looked at speaks for.
fn first_of(at: usize, many: usize, cases: usize) -> usize {
    (at * cases).div_ceil(many)
}

fn of_case(scenario: &Scenario, case: usize, watch: &Watch) -> Result<f64, RunError> {
    let mut most = 0.0f64;
    for built in measured_rules(scenario, case)? {
        match piloted(&*built.rule, scenario, case, watch) {
            Ok(cost) => most = most.max(cost),
            Err(Stop::Asked) => return Err(RunError::Interrupted),
            // The run itself reports errors of the rule.
            Err(_) => {}
        }
    }
    Ok(most)
}

/// Faces, flips and cards of a trial, about, from a few that are played: one, and more where it was
/// cheap.
pub(super) fn piloted(
    rule: &dyn AnyRule,
    scenario: &Scenario,
    case: usize,
    watch: &Watch,
) -> Result<f64, Stop> {
    let watch = &watch.within(longest(scenario));
    let stream = Stream {
        seed: scenario.settings.seed,
        case: case as u64 + 1,
        purpose: Purpose::Pilot,
    };
    let play = |trials: u64| -> Result<f64, Stop> {
        Ok(rule
            .pilot(stream, trials.min(scenario.settings.trials), watch)?
            .0)
    };
    let cost = TRIALS.into_iter().try_fold(play(1)?, |cost, most| {
        let many = (MOST_COST / cost.max(1.0)) as u64;
        if many > 1 {
            play(many.min(most))
        } else {
            Ok(cost)
        }
    })?;
    // A trial that was given up costs more than it had cost by then.
    Ok(if watch.unfinished() > 0 {
        cost.max(scenario.rule.simulation_limit())
    } else {
        cost
    })
}

/// Faces, flips and cards after which a trial that need not be played is given up.
pub(super) fn longest(scenario: &Scenario) -> u64 {
    (LONGEST * CROSS_CHECK_SHARE * scenario.rule.simulation_limit()) as u64
}

/// The rule of a case. Where its best play is sought, which is not known yet, the dearer of two:
/// every option is taken with the same chance, or the first always, which is often the one that
/// goes on.
fn measured_rules(scenario: &Scenario, case: usize) -> Result<Vec<Built>, RunError> {
    let built = scenario.built(case)?;
    let playing = scenario.playing(case, &built.presentation)?;
    if !playing.policy.seeks_best() {
        return Ok(vec![built]);
    }
    let in_place_of_best = |other: DecisionRule| {
        let best = playing
            .answered
            .iter()
            .filter(|answered| answered.answer == DecisionRule::Best);
        best.fold(playing.policy.clone(), |policy, answered| {
            policy.with_answer(answered.choice, other)
        })
    };
    let [by_chance, first] = [DecisionRule::Uniform, DecisionRule::First].map(in_place_of_best);
    Ok(vec![
        scenario.built(case)?.with_policy(by_chance),
        built.with_policy(first),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_case_is_spoken_for_by_one_that_was_looked_at_before_it() {
        for cases in [1, 2, 63, 64, 65, 100, 1000, 99_999] {
            let many = cases.min(MOST_CASES);
            let costs = Costs {
                cases,
                measured: (0..many).map(|at| at as f64 + 2.0).collect(),
            };
            for at in 0..many {
                assert_eq!(costs.of_case(first_of(at, many, cases)), at as f64 + 2.0);
            }
            assert!((1..cases).all(|case| costs.of_case(case) >= costs.of_case(case - 1)));
        }
    }
}
