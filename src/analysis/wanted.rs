//! The answers that a scenario asks for, without other results: exact, or from as many trials as
//! decide.

use oddsmith_engine::explore::Watch;

use super::manner::EngineMode;
use super::plan::plan;
use super::run::run;
use super::run_error::RunError;
use crate::report::Report;
use crate::scenario::document::Scenario;

/// Trials from which on a question without exact odds has been asked enough.
const ENOUGH_TRIALS: u64 = 200_000;
/// Trials where all that is wanted is exact.
const FEW_TRIALS: u64 = 1000;

/// The report of a scenario with hardly any trials where exact odds answer everything.
///
/// # Errors
/// As a run.
pub(crate) fn quick_report(scenario: &Scenario, watch: &Watch) -> Result<Report, RunError> {
    let report_with = |trials: u64| {
        let mut small = scenario.clone();
        small.settings.trials = small.settings.trials.min(trials);
        small.settings.precision = None;
        run(&plan(&small)?, EngineMode::Auto, watch)
    };
    let report = report_with(FEW_TRIALS)?;
    let is_exact = report
        .cases
        .iter()
        .flat_map(|case| &case.answers)
        .all(|answer| answer.exact.is_some());
    if is_exact {
        Ok(report)
    } else {
        report_with(ENOUGH_TRIALS)
    }
}
