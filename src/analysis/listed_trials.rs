//! Replays the first trials of each case and records the values of all metrics.

use indexmap::IndexSet;
use oddsmith_engine::explore::Watch;
use oddsmith_engine::simulate::{Purpose, Stream};

use super::best::find_policy;
use super::each::map_cases;
use super::run_error::{RunError, stop_error};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::report::listed_trials::ListedTrials;
use crate::rule::BuiltRule;
use crate::rule::metric::{Kind, ShownMetric};
use crate::scenario::document::Scenario;
use crate::shown::shown_values;

/// The maximal number of cells that the table of all cases may have.
const MAX_CELLS: usize = 10_000_000;

/// Checks the number of requested trials.
///
/// # Errors
/// Fails if more trials are requested than the run has, or than the table may have.
pub fn refuse_too_many_listed_trials(scenario: &Scenario, trials: u64) -> Result<(), Diagnostics> {
    let run = scenario.settings.trials;
    if trials > run {
        let message =
            format!("trials.csv cannot have {trials} trials of each case: the run has {run}");
        return Err(Diagnostic::nowhere(
            message,
            format!("write fewer, or run more: --trials {trials}"),
        )
        .into());
    }
    let slots = columns(&scenario.build_case(0)?.presentation.metrics)
        .len()
        .max(1);
    let most = (MAX_CELLS / (slots * scenario.case_count()).max(1)) as u64;
    if trials > most {
        let message = format!(
            "{trials} trials of each of {} cases, with {slots} numbers each, are too many",
            scenario.case_count()
        );
        return Err(Diagnostic::nowhere(message, format!("use at most --samples {most}")).into());
    }
    Ok(())
}

/// Returns the first trials of each case, `trials[case]` of them, as `replay` shows them.
///
/// # Errors
/// Returns the errors of a run.
pub fn list_trials(
    scenario: &Scenario,
    trials: &[u64],
    watch: &Watch,
) -> Result<ListedTrials, RunError> {
    let cases: Vec<(Vec<String>, Vec<Vec<String>>)> =
        map_cases(0..scenario.case_count(), |case| {
            list_case_trials(scenario, case, trials[case], watch)
        })?;
    let mut all_columns: IndexSet<String> = IndexSet::new();
    cases
        .iter()
        .for_each(|(columns, _)| all_columns.extend(columns.iter().cloned()));
    // A case may lack some of the metrics or steps of others.
    let spread = |(columns, rows): (Vec<String>, Vec<Vec<String>>)| {
        let indices: Vec<Option<usize>> = all_columns
            .iter()
            .map(|column| columns.iter().position(|name| name == column))
            .collect();
        let row = |row: Vec<String>| {
            indices
                .iter()
                .map(|index| index.map_or_else(String::new, |column| row[column].clone()))
                .collect()
        };
        rows.into_iter().map(row).collect()
    };
    let cases = cases.into_iter().map(spread).collect();
    Ok(ListedTrials {
        columns: all_columns.into_iter().collect(),
        cases,
    })
}

fn list_case_trials(
    scenario: &Scenario,
    case: usize,
    trials: u64,
    watch: &Watch,
) -> Result<(Vec<String>, Vec<Vec<String>>), RunError> {
    let BuiltRule {
        rule, presentation, ..
    } = simulated_rule(scenario, case, watch)?;
    let asking = scenario.asking(case, &presentation)?;
    let stream = Stream {
        seed: scenario.settings.seed,
        case: case as u64 + 1,
        purpose: Purpose::Simulated,
    };
    let metrics = presentation
        .metrics
        .iter()
        .chain(asking.metrics.iter().map(|(metric, _)| metric));
    let metrics: Vec<ShownMetric> = metrics.cloned().collect();
    let mut rows = Vec::new();
    let mut take = |moments: Vec<_>| {
        let shown = shown_values(&moments, &presentation.metrics, &asking);
        let cells = metrics.iter().zip(shown).flat_map(|(metric, values)| {
            values
                .into_iter()
                .map(|value| value.map_or_else(String::new, |value| cell(metric, value)))
                .collect::<Vec<_>>()
        });
        rows.push(cells.collect());
    };
    rule.replay_first(stream, trials, watch, &mut take)
        .map_err(|stop| stop_error(scenario, case, stop))?;
    Ok((columns(&metrics), rows))
}

/// Returns the rule of a case as a run simulates it.
pub(crate) fn simulated_rule(
    scenario: &Scenario,
    case: usize,
    watch: &Watch,
) -> Result<BuiltRule, RunError> {
    let built = scenario.build_case(case)?;
    Ok(match find_policy(scenario, case, &built, watch)? {
        Some(policy) => built.with_policy(policy),
        None => built,
    })
}

/// Returns a column for each metric and step: `actions`, `successes@1`.
fn columns(metrics: &[ShownMetric]) -> Vec<String> {
    let metric_columns = |metric: &ShownMetric| {
        let name = metric.name.clone();
        metric
            .all_steps()
            .map(move |step| step.map_or_else(|| name.clone(), |step| format!("{name}@{step}")))
            .collect::<Vec<_>>()
    };
    metrics.iter().flat_map(metric_columns).collect()
}

/// Returns a value as a number or, for a category, the name of the outcome.
fn cell(metric: &ShownMetric, value: i64) -> String {
    let outcome = match &metric.kind {
        Kind::Category(outcomes) => usize::try_from(value)
            .ok()
            .and_then(|code| outcomes.get(code)),
        _ => None,
    };
    outcome.map_or_else(|| value.to_string(), |outcome| outcome.name.clone())
}
