//! Estimates the cost of a run's trials from a few simulated ones. The estimate is available before
//! anything is explored, and it is the same on every machine that runs a share.

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::{AnyRule, DecisionRule};

use super::each::map_cases;
use super::run_error::RunError;
use crate::rule::BuiltRule;
use crate::scenario::document::Scenario;

/// The maximal number of cases whose cost is measured. The others are taken to cost the same as
/// their neighbours.
const MAX_CASES: usize = 64;
/// The number of simulated trials per case: at most 10, then at most 1,000 if those were cheap.
/// [`MAX_COST`] limits the faces, flips and cards of each round.
const TRIALS: [u64; 2] = [10, 1000];
const MAX_COST: f64 = 20_000.0;

/// The cost of a run's cross-check, as a share of what a fully simulated run may cost.
pub(super) const CROSS_CHECK_SHARE: f64 = 0.05;

/// The maximal cost of one trial of the cross-check, as a share of the whole cross-check. Longer
/// trials are abandoned.
const LONGEST_TRIAL_SHARE: f64 = 0.25;

/// The estimated number of faces, flips and cards of a trial, for evenly spaced cases.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Costs {
    cases: usize,
    measured: Vec<f64>,
}

impl Costs {
    /// Simulates a few trials of evenly spaced cases.
    pub(crate) fn measure(scenario: &Scenario, watch: &Watch) -> Result<Costs, RunError> {
        let cases = scenario.case_count();
        let measured_count = cases.min(MAX_CASES);
        let measured = map_cases(0..measured_count, |index| {
            measure_case(scenario, first_case_of(index, measured_count, cases), watch)
        })?;
        Ok(Costs { cases, measured })
    }

    /// Returns the cost of a trial of a case, at least 1.
    pub(crate) fn case_cost(&self, case: usize) -> f64 {
        self.measured[case * self.measured.len() / self.cases].max(1.0)
    }

    /// Returns the cost of a trial in the most expensive measured case.
    pub(super) fn dearest(&self) -> f64 {
        self.measured.iter().copied().fold(1.0, f64::max)
    }

    /// Returns the cost of this many trials of every case.
    pub(super) fn total_cost(&self, trials: u64) -> f64 {
        (0..self.cases)
            .map(|case| self.case_cost(case))
            .sum::<f64>()
            * trials as f64
    }
}

/// Returns the first case to which a measured cost applies.
fn first_case_of(index: usize, measured_count: usize, cases: usize) -> usize {
    (index * cases).div_ceil(measured_count)
}

fn measure_case(scenario: &Scenario, case: usize, watch: &Watch) -> Result<f64, RunError> {
    let mut most = 0.0f64;
    for built in measured_rules(scenario, case)? {
        match pilot_cost(&*built.rule, scenario, case, watch) {
            Ok(cost) => most = most.max(cost),
            Err(Stop::Requested) => return Err(RunError::Interrupted),
            // The run itself reports errors of the rule.
            Err(_) => {}
        }
    }
    Ok(most)
}

/// Estimates the number of faces, flips and cards of a trial: from one simulated trial, and from
/// more if that one was cheap.
pub(super) fn pilot_cost(
    rule: &dyn AnyRule,
    scenario: &Scenario,
    case: usize,
    watch: &Watch,
) -> Result<f64, Stop> {
    let watch = &watch.with_dice_limit(trial_cost_limit(scenario));
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
        let affordable_trials = (MAX_COST / cost.max(1.0)) as u64;
        if affordable_trials > 1 {
            play(affordable_trials.min(most))
        } else {
            Ok(cost)
        }
    })?;
    // An abandoned trial would have cost more than was counted.
    Ok(if watch.unfinished() > 0 {
        cost.max(scenario.rule.simulation_limit())
    } else {
        cost
    })
}

/// Returns the number of faces, flips and cards after which an optional trial is abandoned.
pub(super) fn trial_cost_limit(scenario: &Scenario) -> u64 {
    (LONGEST_TRIAL_SHARE * CROSS_CHECK_SHARE * scenario.rule.simulation_limit()) as u64
}

/// Returns the rules of a case whose cost is measured. While best play is not known, there are two.
/// One takes every option with the same probability. The other always takes the first option, which
/// often continues the trial.
fn measured_rules(scenario: &Scenario, case: usize) -> Result<Vec<BuiltRule>, RunError> {
    let built = scenario.build_case(case)?;
    let playing = scenario.case_play(case, &built.presentation)?;
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
        scenario.build_case(case)?.with_policy(by_chance),
        built.with_policy(first),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_take_the_cost_of_an_earlier_neighbour() {
        for cases in [1, 2, 63, 64, 65, 100, 1000, 99_999] {
            let measured_count = cases.min(MAX_CASES);
            let costs = Costs {
                cases,
                measured: (0..measured_count)
                    .map(|index| index as f64 + 2.0)
                    .collect(),
            };
            for index in 0..measured_count {
                assert_eq!(
                    costs.case_cost(first_case_of(index, measured_count, cases)),
                    index as f64 + 2.0
                );
            }
            assert!((1..cases).all(|case| costs.case_cost(case) >= costs.case_cost(case - 1)));
        }
    }
}
