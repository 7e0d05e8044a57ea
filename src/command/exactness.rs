//! Finds out whether a run can compute a case exactly, by exploring the case before the run.

use oddsmith_engine::explore::{Budget, Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::{AnyRule, RuleError, RuleErrorKind};

use crate::analysis::partial::explore_in_part;

const PILOT: Stream = Stream {
    seed: 1,
    case: 1,
    purpose: Purpose::Pilot,
};

/// The part of a case that has exact odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exactness {
    /// Every metric.
    Exact,
    /// Every metric, but rare states are left out: each chance is a range.
    Ranges,
    /// Some metrics; the others are simulated.
    Partly,
    /// No metric.
    Simulated,
}

impl Exactness {
    /// Explores a case within the budget of a run. If it has no exact odds, its first trial is
    /// played. Then `simulated` is simulated for a moment. It is `None` if best play must be found
    /// first.
    ///
    /// # Errors
    /// Returns the mistake that exploring or simulating met. Returns an error for a case that no
    /// run can answer: nothing of it can be explored, and its first trial does not end.
    pub(super) fn determine(
        rule: &dyn AnyRule,
        simulated: Option<&dyn AnyRule>,
        budget: &Budget,
    ) -> Result<Exactness, RuleError> {
        let exactness = explore_parts(rule, budget)?;
        if exactness == Exactness::Simulated {
            if let Err(Stop::Rule(error)) =
                simulated.unwrap_or(rule).pilot(PILOT, 1, &Watch::default())
                && error.kind == RuleErrorKind::TooLong
            {
                return Err(error);
            }
            simulated.map_or(Ok(()), simulate_briefly)?;
        }
        Ok(exactness)
    }
}

/// Explores every part of a rule. If a part is too large, its slices and its likeliest states are
/// explored.
fn explore_parts(rule: &dyn AnyRule, budget: &Budget) -> Result<Exactness, RuleError> {
    let watch = Watch::default();
    let part_budget = budget.per_exploration(rule.part_count() as usize);
    let (mut exact, mut ranges, mut simulated) = (0, 0, 0);
    for part in 0..rule.part_count() {
        match rule.explore(part, &part_budget, &watch) {
            Ok(_) => exact += 1,
            Err(Stop::Rule(error)) if error.kind == RuleErrorKind::Mistake => return Err(error),
            Err(_) => {
                let (explored, others) = explore_slices(rule, part, &part_budget, &watch);
                exact += explored;
                match explore_in_part(rule, Some(part), &part_budget, &watch) {
                    Ok(Some(_)) => ranges += others,
                    _ => simulated += others,
                }
            }
        }
    }
    Ok(match (exact, ranges, simulated) {
        (_, 0, 0) => Exactness::Exact,
        (_, _, 0) => Exactness::Ranges,
        (0, 0, _) => Exactness::Simulated,
        _ => Exactness::Partly,
    })
}

/// Returns the number of slices of a part that can be explored, and the number of other slices.
fn explore_slices(rule: &dyn AnyRule, part: u32, budget: &Budget, watch: &Watch) -> (usize, usize) {
    let slices = rule.slices(part);
    let budget = budget.per_exploration(slices.len() + 1);
    let is_explored = |slice: &dyn AnyRule| slice.explore(part, &budget, watch).is_ok();
    let explored = slices
        .iter()
        .filter(|(slice, _)| is_explored(&**slice))
        .count();
    let others = (slices.len() - explored).max(usize::from(slices.is_empty()));
    (explored, others)
}

/// Simulates a rule that is too large to be explored, for a moment.
///
/// # Errors
/// Returns the mistake that a trial met.
fn simulate_briefly(rule: &dyn AnyRule) -> Result<(), RuleError> {
    const TRIALS: u64 = 3000;
    /// The number of faces, flips and cards that take a moment.
    const WORK: f64 = 1e6;
    let watch = Watch::default().with_dice_limit(WORK as u64);
    let cost_of = |trials: u64| match rule.pilot(PILOT, trials, &watch) {
        Err(Stop::Rule(error)) if error.kind == RuleErrorKind::Mistake => Err(error),
        Err(_) => Ok(WORK),
        Ok((cost, _)) => Ok(cost),
    };
    let trials = (WORK / cost_of(1)?.max(1.0)) as u64;
    cost_of(trials.clamp(1, TRIALS)).map(|_| ())
}
