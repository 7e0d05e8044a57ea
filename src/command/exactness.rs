//! Whether a run can compute a case exactly, found out before the run by exploring the case.

use oddsmith_engine::explore::{Budget, Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::{AnyRule, RuleError, RuleErrorKind};

const PILOT: Stream = Stream {
    seed: 1,
    case: 1,
    purpose: Purpose::Pilot,
};

/// How much of a case has exact odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exactness {
    /// Every metric.
    Exact,
    /// Some metrics; the others are simulated.
    Partly,
    /// No metric.
    Simulated,
}

impl Exactness {
    /// Explores a case within the budget of a run. A case without exact odds is simulated for a
    /// moment, unless best play has to be found first: then there is no `simulated` rule.
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

/// Explores every part of a rule, and the slices of a part that is too large as a whole.
fn explore_parts(rule: &dyn AnyRule, budget: &Budget) -> Result<Exactness, RuleError> {
    let watch = Watch::default();
    let part_budget = budget.per_exploration(rule.part_count() as usize);
    let (mut exact, mut simulated) = (0, 0);
    for part in 0..rule.part_count() {
        match rule.explore(part, &part_budget, &watch) {
            Ok(_) => exact += 1,
            Err(Stop::Rule(error)) if error.kind == RuleErrorKind::Mistake => return Err(error),
            Err(_) => {
                let slices = rule.slices(part);
                let slice_budget = part_budget.per_exploration(slices.len());
                let is_explored =
                    |slice: &dyn AnyRule| slice.explore(part, &slice_budget, &watch).is_ok();
                let explored = slices
                    .iter()
                    .filter(|(slice, _)| is_explored(&**slice))
                    .count();
                exact += explored;
                simulated += (slices.len() - explored).max(usize::from(slices.is_empty()));
            }
        }
    }
    Ok(match (exact, simulated) {
        (_, 0) => Exactness::Exact,
        (0, _) => Exactness::Simulated,
        _ => Exactness::Partly,
    })
}

/// Simulates a rule that is too large to be explored, for a moment.
///
/// # Errors
/// Returns the mistake that a trial met.
fn simulate_briefly(rule: &dyn AnyRule) -> Result<(), RuleError> {
    const TRIALS: u64 = 3000;
    /// Faces, flips and cards that take a moment.
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
