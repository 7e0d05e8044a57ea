//! Answers only the questions of a scenario: exactly, or from enough trials.

use oddsmith_engine::explore::Watch;

use super::plan::plan;
use super::run::run;
use super::run_error::RunError;
use super::trial_method::EngineMode;
use crate::report::Report;
use crate::scenario::document::Scenario;

/// The maximal number of trials for a question without exact odds.
const ENOUGH_TRIALS: u64 = 200_000;
/// The maximal number of trials if all answers are exact.
const FEW_TRIALS: u64 = 1000;

/// Returns a report of the questions. It simulates few trials if exact odds answer all of them.
///
/// # Errors
/// Returns the errors of a run.
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
