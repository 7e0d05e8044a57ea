//! Runs every case of a scenario on all threads.

use oddsmith_engine::explore::Watch;

use super::cost::Costs;
use super::each::map_cases;
use super::examine::{Examined, GraphSpace};
use super::finish::finish_report;
use super::found::run_examined;
use super::offers::{self, Offered};
use super::plan::RunPlan;
use super::run_error::RunError;
use super::trial_method::{EngineMode, Share, TrialMethod};
use super::{before_trials, gather, row_estimate};
use crate::report::Report;

/// Runs every case. It first explores and solves all of them, so that a case beyond the budget is
/// reported before the first trial.
///
/// # Errors
/// Fails if the watch stops the run, if the rule has a fault, or if required exact odds are beyond
/// the budget.
pub fn run(plan: &RunPlan<'_>, mode: EngineMode, watch: &Watch) -> Result<Report, RunError> {
    run_with_listener(plan, mode, None, watch)
}

/// Like [`run`], but passes `tell` a report without trials, once the exact odds are known.
///
/// # Errors
/// The same as [`run`].
pub(crate) fn run_with_listener(
    plan: &RunPlan<'_>,
    mode: EngineMode,
    tell: Option<&dyn Fn(&Report)>,
    watch: &Watch,
) -> Result<Report, RunError> {
    let scenario = &*plan.scenario;
    row_estimate::refuse_too_many_rows(scenario, watch)?;
    let method = TrialMethod::choose(scenario, &Costs::measure(scenario, watch)?, mode);
    let room = GraphSpace::for_method(method);
    let explored = map_cases(0..scenario.case_count(), |case| {
        Examined::for_case(scenario, case, mode, method, &room, true, watch)
    });
    let mut examined = explored?;
    let offers: Vec<Vec<Offered>> = examined
        .iter()
        .map(|examined_case| examined_case.offers.clone())
        .collect();
    offers::refuse_unoffered_answers(scenario, &offers)?;
    if let Some(tell) = tell {
        let report = before_trials::report(plan, &mut examined)?;
        tell(&report);
        before_trials::give_back(report, &mut examined);
    }
    let numbered: Vec<(usize, Examined)> = examined.into_iter().enumerate().collect();
    let share = Share::whole(scenario.settings.trials);
    let cases = map_cases(numbered, |(case, examined)| {
        let (computed, counts) = run_examined(scenario, case, examined, &share, method, watch)?;
        gather::case(plan, case, computed, counts)
    })?;
    finish_report(plan, cases, &offers, watch)
}
