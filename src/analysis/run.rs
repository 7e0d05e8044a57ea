//! Runs every case of a scenario on all threads.

use oddsmith_engine::explore::Watch;

use super::cost::Costs;
use super::cross_check::PValues;
use super::each::map_cases;
use super::examine::Examined;
use super::finish::finish_report;
use super::found::run_examined;
use super::graph_space::GraphSpace;
use super::offers::{self, Offered};
use super::plan::RunPlan;
use super::run_error::RunError;
use super::trial_method::{EngineMode, Share, TrialMethod};
use super::{before_trials, gather, row_estimate};
use crate::report::{Case, Report};
use crate::scenario::document::Scenario;

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
/// Returns the errors of [`run`].
pub(crate) fn run_with_listener(
    plan: &RunPlan<'_>,
    mode: EngineMode,
    tell: Option<&dyn Fn(&Report)>,
    watch: &Watch,
) -> Result<Report, RunError> {
    let scenario = &*plan.scenario;
    let work = CaseWork::prepare(scenario, mode, watch)?;
    let mut examined = map_cases(0..scenario.case_count(), |case| {
        work.explore(scenario, case, watch)
    })?;
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
    let cases = map_cases(numbered, |(case, examined)| {
        work.run(plan, case, examined, watch)
    })?;
    finish_report(plan, cases, &offers, watch)
}

/// The work on each case of a run. All cases are explored before the trials of the first.
pub(super) struct CaseWork {
    mode: EngineMode,
    method: TrialMethod,
    /// The space for the graphs of all cases.
    room: GraphSpace,
}

impl CaseWork {
    /// Chooses how trials are made, and refuses a run with too many rows.
    pub(super) fn prepare(
        scenario: &Scenario,
        mode: EngineMode,
        watch: &Watch,
    ) -> Result<CaseWork, RunError> {
        row_estimate::refuse_too_many_rows(scenario, watch)?;
        let method = TrialMethod::choose(scenario, &Costs::measure(scenario, watch)?, mode);
        let room = GraphSpace::for_method(method);
        Ok(CaseWork { mode, method, room })
    }

    /// Explores and solves a case.
    pub(super) fn explore(
        &self,
        scenario: &Scenario,
        case: usize,
        watch: &Watch,
    ) -> Result<Examined, RunError> {
        let CaseWork { mode, method, room } = self;
        Examined::for_case(scenario, case, *mode, *method, room, true, watch)
    }

    /// Runs the trials of an explored case, and returns its results.
    pub(super) fn run(
        &self,
        plan: &RunPlan<'_>,
        case: usize,
        examined: Examined,
        watch: &Watch,
    ) -> Result<(Case, PValues), RunError> {
        let scenario = &*plan.scenario;
        let share = Share::whole(scenario.settings.trials);
        let (computed, counts) =
            run_examined(scenario, case, examined, &share, self.method, watch)?;
        gather::case(plan, case, computed, counts)
    }
}
