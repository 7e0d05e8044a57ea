//! A report as the page shows it, at the setting where its knobs stand.

#[cfg(test)]
mod tests;

use serde_json::json;

use crate::analysis::{self, RunPlan};
use crate::export;
use crate::export::picture::Picture;
use crate::report::{Report, Setting, Swept, Value, pinned};
use crate::rule::nouns::in_a_row;
use crate::scenario::document::Scenario;

/// Returns what the page shows of a report, with its charts compared with the pinned ones.
pub(super) fn answer(
    report: &mut Report,
    pinned: Option<&Report>,
    is_narrow: bool,
) -> serde_json::Value {
    let mut answer = export::json_view::answer(report);
    answer["charts"] = charts(report, pinned, is_narrow).into();
    answer
}

/// What the page shows where the knobs stand apart from all that is swept: that setting, and charts
/// of the others; and the report of these.
pub(super) fn apart(
    mut separate: Report,
    mut others: Report,
    pinned: Option<&Report>,
    is_narrow: bool,
) -> (serde_json::Value, Report) {
    separate.selected_setting = separate.cases.first().map(|case| Setting {
        variant: case.variant,
        point: case.point.clone(),
    });
    let mut answer = export::json_view::answer(&separate);
    answer["setting"] = separate
        .cases
        .first()
        .map(|case| separate.named(case, 1))
        .into();
    let all = export::json_view::answer(&others)["status"].take();
    for key in ["cases", "exact", "sampled"] {
        let of = |status: &serde_json::Value| status[key].as_u64().unwrap_or_default();
        answer["status"][key] = (of(&answer["status"]) + of(&all)).into();
    }
    answer["charts"] = charts(&mut others, pinned, is_narrow).into();
    answer["note"] = charted_otherwise(&separate, &others).into();
    (answer, others)
}

/// Returns a note that the charts show other values than the setting whose numbers are shown.
fn charted_otherwise(separate: &Report, others: &Report) -> String {
    let is_apart =
        |(separate, others): &(&Swept, &Swept)| !others.values.contains(&separate.values[0]);
    let one = |(separate, others): (&Swept, &Swept)| {
        let values: Vec<String> = others.values.iter().map(Value::in_print).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let name = if separate.short.is_empty() {
            &separate.label
        } else {
            &separate.short
        };
        let value = separate.values[0].in_print();
        format!(
            "The charts show {name} {}; {name} {value} is computed separately.",
            in_a_row(&values)
        )
    };
    separate
        .sweep
        .iter()
        .zip(&others.sweep)
        .filter(is_apart)
        .map(one)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the charts of a report, compared with the pinned ones. The files of a report do not have
/// this comparison.
pub(super) fn charts(
    report: &mut Report,
    pinned: Option<&Report>,
    is_narrow: bool,
) -> Vec<serde_json::Value> {
    let mut chart_views = Vec::new();
    for at in 0..report.charts.len() {
        report.changes_since =
            pinned.and_then(|pinned| pinned::compare(report, &report.charts[at], pinned));
        chart_views.extend(export::json_view::chart(
            &Picture::Chart(report, &report.charts[at]),
            is_narrow,
        ));
    }
    report.changes_since = None;
    chart_views.extend(export::json_view::maps(report, is_narrow));
    chart_views
}

/// The setting that a reader looks at: the scenario's own parameters, where they are among what is
/// swept.
pub(super) fn now(scenario: &Scenario) -> Setting {
    let point = (0..scenario.sweep.len())
        .map(|index| scenario.usual_value(index))
        .collect();
    Setting {
        variant: (!scenario.variants.is_empty()).then_some(0),
        point,
    }
}

/// The swept values of the setting that is looked at, by key.
pub(super) fn setting(scenario: &Scenario, now: &Setting) -> serde_json::Value {
    let swept = scenario.sweep.iter().zip(&now.point);
    swept
        .map(|(sweep, &index)| (sweep.path.text.clone(), json!(sweep.values[index].brief())))
        .collect()
}

/// Describes in a few words what the scenario sets in addition to what it sweeps.
pub(super) fn given(knobs: &[serde_json::Value]) -> String {
    let is_set = |knob: &&serde_json::Value| {
        knob["given"] == true && knob["swept"].is_null() && knob["value"] != knob["default"]
    };
    let knob_text = |knob: &serde_json::Value| {
        Some(format!(
            "{} {}",
            knob["short"].as_str()?,
            knob["value"].as_str()?
        ))
    };
    knobs
        .iter()
        .filter(is_set)
        .filter_map(knob_text)
        .take(3)
        .collect::<Vec<_>>()
        .join(", ")
}

pub(super) fn words(scenario: &Scenario) -> Vec<String> {
    scenario.rule.in_words().says
}

/// Returns the warnings of a finished run.
pub(super) fn warnings(scenario: &Scenario, report: &Report) -> Vec<String> {
    let Ok(plan) = analysis::plan(scenario) else {
        return Vec::new();
    };
    let of = |plan: &RunPlan<'_>| {
        plan.past_the_limit(report)
            .into_iter()
            .chain(plan.asked_of_trials(report))
            .chain(
                report
                    .unused_play
                    .iter()
                    .chain(&report.without_trials)
                    .cloned(),
            )
            .collect()
    };
    of(&plan)
}
