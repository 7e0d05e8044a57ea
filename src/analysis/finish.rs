//! Completes the report of a run after its last case: tests it, chooses its charts and writes their
//! titles.

use oddsmith_engine::explore::Watch;

use super::best::bounds_text;
use super::cross_check::{self, PValues};
use super::offers::{self, Offered};
use super::plan::RunPlan;
use super::run_error::RunError;
use super::{answer, gather, histories, states};
use crate::chart_choice::{self, ChartChoice};
use crate::chart_words::write_chart_titles;
use crate::input::diagnostic::Diagnostic;
use crate::report::{Case, Report};
use crate::scenario::document::Scenario;

/// Returns the report of all cases. Each case comes with the p-values of its questions. `offers`
/// holds what each choice offered in each case.
pub(super) fn finish_report(
    plan: &RunPlan<'_>,
    cases: Vec<(Case, PValues)>,
    offers: &[Vec<Offered>],
    watch: &Watch,
) -> Result<Report, RunError> {
    let scenario = &*plan.scenario;
    let (cases, tested): (Vec<Case>, Vec<PValues>) = cases.into_iter().unzip();
    let mut report = gather::report(plan, cases);
    answer::refuse_impossible_conditions(scenario, &report)?;
    report.unused_play = offers::unused_answer_notes(scenario, offers);
    report.without_trials = untried_cases_note(&report)?;
    (report.check_p, report.sampler_p) = cross_check::run_p_values(&report, tested);
    settle_charts(scenario, &mut report);
    report.state_graphs = states::state_graphs(scenario, &report, watch);
    report.histories = histories::histories(scenario, &report, watch);
    if watch.is_stopped() {
        return Err(RunError::Interrupted);
    }
    write_chart_titles(&mut report);
    Ok(report)
}

/// Chooses the charts of a report. This depends on the odds, because the first chart shows what the
/// headline is about.
pub(super) fn settle_charts(scenario: &Scenario, report: &mut Report) {
    let choice = match (&scenario.charts, scenario.settings.all_charts) {
        (Some(_), _) => ChartChoice::Named,
        (None, true) => ChartChoice::All,
        (None, false) => ChartChoice::Few,
    };
    chart_choice::settle(report, choice);
}

/// Returns a note about cases without trials: a trial did not end, or best play is not known;
/// `None` if there are none.
///
/// # Errors
/// Fails if this happened in all cases and no exact odds are known for any of them.
fn untried_cases_note(report: &Report) -> Result<Option<String>, RunError> {
    let bounded = report.cases.iter().filter_map(|case| {
        let bounds = bounds_text(case.aim_bounds.as_ref()?);
        let which = match report.cases.len() {
            1 => String::new(),
            _ => format!(" for {}", report.case_name(case)),
        };
        Some(format!(
            "no trials{which}: best play is too large for `limit`, but {bounds}"
        ))
    });
    let bounded = Some(bounded.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty());
    let ended: Vec<String> = report
        .cases
        .iter()
        .filter(|case| case.trials == 0 && case.aim_bounds.is_none())
        .map(|case| report.case_name(case))
        .collect();
    let reason = "a trial does not end within ten million dice rolls";
    let is_known = |case: &Case| {
        case.unresolved.is_some_and(|unresolved| unresolved < 1.0)
            || case
                .metrics
                .iter()
                .flat_map(|observed| &observed.distributions)
                .any(|distribution| distribution.exact_mean().is_some())
    };
    if ended.len() == report.cases.len() && !report.cases.iter().any(is_known) {
        let problem = format!("in every case {reason}");
        let help = "can each loop's condition always become false? Every trial must end";
        return Err(RunError::Diagnostics(
            Diagnostic::nowhere(problem, help).into(),
        ));
    }
    if ended.is_empty() {
        return Ok(bounded);
    }
    let shown = match (report.cases.len(), ended.len().saturating_sub(3)) {
        (1, _) => String::new(),
        (_, 0) => format!(" for {}", ended.join(", ")),
        (_, more) => format!(" for {} and {more} more cases", ended[..3].join(", ")),
    };
    let ended = format!("no simulated trials{shown}: {reason}");
    Ok(Some(bounded.map_or(ended.clone(), |bounded| {
        format!("{ended}; {bounded}")
    })))
}
