//! A report as the page shows it, for the selected setting.

#[cfg(test)]
mod tests;

use serde_json::json;

use crate::analysis;
use crate::export;
use crate::export::picture::Picture;
use crate::front::around;
use crate::report::{Report, Setting, Swept, Value, pinned};
use crate::rule::nouns::join_with_and;
use crate::scenario::document::Scenario;

/// Returns what the page shows of a report, with its charts compared with the pinned ones.
pub(super) fn answer(
    report: &mut Report,
    pinned: Option<&Report>,
    is_narrow: bool,
) -> serde_json::Value {
    let mut answer = export::json_view::report_view(report);
    answer["charts"] = charts(report, pinned, is_narrow).into();
    answer
}

/// Returns the answer if the selected setting is not among the swept ones: the numbers of a
/// separate run, and the charts of the sweep. Also returns the report of the sweep.
pub(super) fn separate_answer(
    mut separate: Report,
    mut swept_report: Report,
    pinned: Option<&Report>,
    is_narrow: bool,
) -> (serde_json::Value, Report) {
    separate.selected_setting = separate.cases.first().map(|case| Setting {
        variant: case.variant,
        point: case.point.clone(),
    });
    let mut answer = export::json_view::report_view(&separate);
    answer["setting"] = separate
        .cases
        .first()
        .map(|case| separate.varied_name(case, 1))
        .into();
    let swept_status = export::json_view::report_view(&swept_report)["status"].take();
    for key in ["cases", "exact", "sampled"] {
        let count_of = |status: &serde_json::Value| status[key].as_u64().unwrap_or_default();
        answer["status"][key] = (count_of(&answer["status"]) + count_of(&swept_status)).into();
    }
    answer["charts"] = charts(&mut swept_report, pinned, is_narrow).into();
    answer["note"] = charted_values_note(&separate, &swept_report).into();
    (answer, swept_report)
}

/// Returns a note that the charts show other values than the setting whose numbers are shown.
fn charted_values_note(separate: &Report, swept_report: &Report) -> String {
    let is_apart =
        |(separate, charted): &(&Swept, &Swept)| !charted.values.contains(&separate.values[0]);
    let describe = |(separate, charted): (&Swept, &Swept)| {
        let values: Vec<String> = charted.values.iter().map(Value::printed_text).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let name = if separate.short.is_empty() {
            &separate.label
        } else {
            &separate.short
        };
        let value = separate.values[0].printed_text();
        format!(
            "The charts show {name} {}; {name} {value} is computed separately.",
            join_with_and(&values)
        )
    };
    separate
        .sweep
        .iter()
        .zip(&swept_report.sweep)
        .filter(is_apart)
        .map(describe)
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
    for chart_index in 0..report.charts.len() {
        report.changes_since =
            pinned.and_then(|pinned| pinned::compare(report, &report.charts[chart_index], pinned));
        chart_views.extend(export::json_view::chart(
            &Picture::Chart(report, &report.charts[chart_index]),
            is_narrow,
        ));
    }
    report.changes_since = None;
    chart_views.extend(export::json_view::maps(report, is_narrow));
    chart_views
}

/// Returns the selected setting: the scenario's own parameters, if they are among the swept ones.
pub(super) fn selected_setting(scenario: &Scenario) -> Setting {
    let point = (0..scenario.sweep.len())
        .map(|index| scenario.usual_value(index))
        .collect();
    Setting {
        variant: (!scenario.variants.is_empty()).then_some(0),
        point,
    }
}

/// Returns the swept values of the selected setting, by key.
pub(super) fn setting_json(scenario: &Scenario, now: &Setting) -> serde_json::Value {
    let swept = scenario.sweep.iter().zip(&now.point);
    swept
        .map(|(sweep, &index)| (sweep.path.text.clone(), json!(sweep.values[index].brief())))
        .collect()
}

/// Describes in a few words what the scenario sets in addition to what it sweeps.
pub(super) fn describe_changed_parameters(knobs: &[serde_json::Value]) -> String {
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

pub(super) fn rule_description(scenario: &Scenario) -> Vec<String> {
    scenario.rule.in_words().paragraphs
}

/// Returns the warnings of a finished run.
pub(super) fn warnings(scenario: &Scenario, report: &Report) -> Vec<String> {
    let plan = analysis::plan(scenario);
    plan.map_or_else(
        |_| Vec::new(),
        |plan| around::report_warnings(&plan, report),
    )
}
