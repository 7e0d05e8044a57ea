//! Simulates one trial of every case before the run, to check whether the requested charts can be
//! drawn.

use oddsmith_engine::explore::Watch;

use crate::analysis::{self, EngineMode, RunError};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::policy_grid::PolicyGrid;
use crate::report::state_graph::StateGraph;
use crate::report::{Axis, Chart, Report};
use crate::rule::presentation::ChartKind;
use crate::scenario::document::Scenario;
use crate::scenario::settings::ExactMode;

/// With more cases, the check would take too long. A chart that cannot be drawn is then left out.
const MAX_CASES: usize = 2000;

/// Checks the charts that a scenario names against the metrics of its cases. If it names none,
/// nothing is checked: default charts that do not apply are left out silently. Best play takes a
/// while; the watch stops it.
///
/// # Errors
/// Returns an error for every chart that cannot be drawn.
pub(crate) fn preflight(scenario: &Scenario, watch: &Watch) -> Result<(), Diagnostics> {
    let Some(requests) = scenario
        .charts
        .as_ref()
        .filter(|requests| !requests.is_empty())
    else {
        return Ok(());
    };
    if scenario.case_count() > MAX_CASES {
        return Ok(());
    }
    let mut small = scenario.clone();
    (
        small.settings.trials,
        small.settings.precision,
        small.settings.exact,
    ) = (1, None, ExactMode::Never);
    let plan = analysis::plan(&small)?;
    let report = match analysis::run(&plan, EngineMode::Play, watch) {
        Ok(report) => report,
        Err(RunError::Diagnostics(problems)) => return Err(problems),
        Err(RunError::Interrupted) => return Ok(()),
    };
    let has_play_override = scenario.sets_play();
    let problem = |(request, chart): (&crate::scenario::chart_request::ChartRequest, &Chart)| {
        // Options need not fit the scenario's policy charts. A chart that does not fit is left out
        // with a warning.
        if chart.kind == ChartKind::Policy && has_play_override {
            return None;
        }
        let help = unfit_help(&report, chart)?;
        Some(Diagnostic::at(
            request.place(),
            format!("{} cannot show this", chart.kind.with_article()),
            help,
        ))
    };
    let is_kept = |index: usize| {
        plan.left_out
            .iter()
            .all(|left_out| left_out.request_index != index)
    };
    let kept_requests = requests
        .iter()
        .enumerate()
        .filter(|(index, _)| is_kept(*index))
        .map(|(_, request)| request);
    let problems: Vec<Diagnostic> = kept_requests
        .zip(&report.charts)
        .filter_map(problem)
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Diagnostics(problems))
    }
}

/// Returns why a chart of a report cannot be drawn, and what to do. Returns `None` if it can be
/// drawn.
fn unfit_help(report: &Report, chart: &Chart) -> Option<String> {
    if chart.kind == ChartKind::Policy {
        return PolicyGrid::read(report, chart).err();
    }
    if chart.kind == ChartKind::States {
        return StateGraph::read(report, chart).err();
    }
    let case = report
        .cases_of(chart)
        .into_iter()
        .find(|case| case.distribution(&chart.metric, chart.step).is_none());
    if let Some(case) = case {
        let step_suffix = chart
            .step
            .map_or_else(String::new, |step| format!(" at step {step}"));
        let case_text = case.variant.map_or_else(
            || format!("case {}", case.number),
            |index| format!("case {}, \"{}\",", case.number, report.variants[index]),
        );
        return Some(format!(
            "{case_text} has no {}{step_suffix}: leave that case out by `where`, or the chart",
            chart.metric
        ));
    }
    let lines = match chart.series {
        Some(Axis::Sweep(index)) => report.sweep[index].values.len(),
        Some(Axis::Variants) => report.variants.len(),
        _ => 1,
    };
    (chart.kind == ChartKind::Compare && lines < 2)
        .then(|| "a comparison takes two variants, or a series of two swept values".to_owned())
}
