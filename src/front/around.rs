//! The steps around a run, for every interface of the program: checks before it, its warnings, and
//! additions to its report.

use oddsmith_engine::explore::Watch;

use crate::analysis::{self, RunError, RunPlan};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::preflight::preflight;
use crate::report::Report;
use crate::report::skill::SkillEffect;
use crate::rerun::{RunOptions, rerun_command};
use crate::scenario::document::Scenario;
use crate::scenario::unchanged::unchanged_warnings;
use crate::scenario::unused::unused_values;

/// Checks a scenario against its rule, and returns the plan of its run.
///
/// # Errors
/// Returns everything that is wrong with it, such as a chart that cannot be drawn.
pub(crate) fn plan<'s>(scenario: &'s Scenario, watch: &Watch) -> Result<RunPlan<'s>, Diagnostics> {
    preflight(scenario, watch)?;
    analysis::plan(scenario)
}

/// Returns the warnings about a scenario without mistakes.
pub(crate) fn warnings(plan: &RunPlan<'_>) -> Vec<Diagnostic> {
    let scenario = &*plan.scenario;
    let in_some_cases = plan.unused_in_some_cases.iter().cloned();
    in_some_cases
        .chain(unused_values(scenario))
        .chain(unchanged_warnings(scenario))
        .chain(scenario.words_left_out.clone())
        .collect()
}

/// Returns the warnings about a finished run.
pub(crate) fn report_warnings(plan: &RunPlan<'_>, report: &Report) -> Vec<String> {
    plan.simulated_metrics_note(report)
        .into_iter()
        .chain(plan.simulated_questions_note(report))
        .chain(report.unused_play.clone())
        .chain(report.without_trials.clone())
        .collect()
}

/// Returns how much skill matters, if it is asked for, or if a page has room for it and it is
/// quickly computed.
///
/// # Errors
/// Fails if it is asked for and cannot be computed, or if the watch stops it.
pub(crate) fn skill(
    report: &Report,
    scenario: &Scenario,
    is_asked: bool,
    has_page: bool,
    watch: &Watch,
) -> Result<Option<SkillEffect>, RunError> {
    if is_asked {
        analysis::skill_effect(report, scenario, watch).map(Some)
    } else if has_page {
        Ok(analysis::unasked_skill_effect(report, scenario, watch))
    } else {
        Ok(None)
    }
}

/// Completes the report of a scenario for output: each chart that needs several sheets becomes
/// several charts, and the report names the command that repeats the run with these options.
pub(crate) fn complete(
    report: &mut Report,
    scenario: &Scenario,
    run: RunOptions<'_>,
    other_options: RunOptions<'_>,
) {
    report.charts = oddsmith_charts::sheets(report);
    report.rerun = rerun_command(report, &scenario.typed_names(), run, other_options);
}
