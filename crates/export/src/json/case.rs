//! Writes a case as JSON: its questions, headlines, metrics, joint distributions and best play.

use oddsmith_model::odds::Interval;
use oddsmith_model::odds::Mass;
use serde_json::{Map, Value, json};

use super::number::exact;
use super::recommendation;
use super::room::JsonBudget;
use crate::asks;
use crate::cell::TableCell;
use crate::distributions::summary_row;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::report::columns::{ASKS, SUMMARY};
use oddsmith_model::report::play::{BestPlay, HeldChoice, MetSituation, Offer, Spread, Worth};
use oddsmith_model::report::{Case, Distribution, Observed, Reading, Report};
use oddsmith_model::rule::metric::{Kind, Outcome};
use oddsmith_model::rule::presentation::Headline;

pub(super) fn case(report: &Report, case: &Case, room: &mut JsonBudget) -> Value {
    let swept = report.sweep.iter().zip(&case.point);
    let values: Map<String, Value> = swept
        .map(|(swept, &value_index)| (swept.key.clone(), json!(swept.values[value_index])))
        .collect();
    let asked = report.asks.iter().zip(&case.answers).map(|(ask, answer)| {
        let mut fields = object(&ASKS, asks::ask_cells(ask, answer));
        fields.insert("trials".to_owned(), answer.trials.into());
        fields.insert("absent".to_owned(), answer.absent.into());
        Value::Object(fields)
    });
    let asked: Vec<Value> = asked.collect();
    let headlines: Vec<Value> = report
        .headlines
        .iter()
        .filter_map(|quantity| headline(report, case, quantity))
        .collect();
    let mut metrics = Vec::new();
    for observed in &case.metrics {
        let mut steps = Vec::new();
        for distribution in &observed.distributions {
            if room.metrics == 0 {
                room.left_out.0 += 1;
                continue;
            }
            room.metrics -= 1;
            steps.push(step(report, case, observed, distribution, room));
        }
        if !steps.is_empty() {
            let outcome =
                |outcome: &Outcome| json!({ "name": outcome.name, "label": outcome.label });
            let mut metric_json = json!({
                "metric": observed.metric.name,
                "label": observed.metric.label,
                "kind": kind(&observed.metric.kind),
                "steps": steps,
            });
            if !observed.metric.outcomes().is_empty() {
                metric_json["outcomes"] = observed.metric.outcomes().iter().map(outcome).collect();
            }
            metrics.push(metric_json);
        }
    }
    let joints: Vec<Value> = (0..report.joints.len())
        .map(|index| joint(report, case, index, room))
        .collect();
    json!({
        "case": case.number,
        "name": report.case_name(case),
        "variant": case.variant.map(|index| &report.variants[index]),
        "values": values,
        "trials": case.trials,
        "source": case.source.name(),
        "asks": asked,
        "headlines": headlines,
        "metrics": metrics,
        "joints": joints,
        "play": case.best_play.as_ref().map(|play| best_play(report, play, room)),
        "play_bounds": case.aim_bounds.as_ref().map(|bounds| json!({ "aim": bounds.aim, "least": exact(bounds.least), "most": exact(bounds.most) })),
    })
}

/// Returns a joint distribution with the columns of `joint.csv`.
fn joint(report: &Report, case: &Case, index: usize, room: &mut JsonBudget) -> Value {
    let (joint, distribution) = (&report.joints[index], &case.joints[index]);
    let mut rows = Vec::new();
    for row in &distribution.rows {
        if !room.takes_row() {
            continue;
        }
        let values: Vec<Value> = row
            .values
            .iter()
            .zip(asks::value_cells(joint, row))
            .map(|(value, cell)| match value {
                Some(_) => json!(cell),
                None => Value::Null,
            })
            .collect();
        let share = Estimate::sampled(row.count, distribution.trials, report.run.confidence);
        let mut fields = odds(
            row.count,
            share.value,
            Interval {
                low: share.low,
                high: share.high,
            },
            row.exact,
            distribution.unresolved,
        );
        fields.insert("values".to_owned(), values.into());
        rows.push(Value::Object(fields));
    }
    json!({ "of": joint.names, "rows": rows })
}

/// Returns the best play, with all situations in a full report.
fn best_play(report: &Report, play: &BestPlay, room: &mut JsonBudget) -> Value {
    let held = |held: &HeldChoice| {
        json!({
            "choice": held.choice,
            "answer": held.answer_text(),
            "value": held.value().map(exact),
            "never_ends": held.worth == Worth::NeverEnds,
        })
    };
    let spread = |spread: &Spread| json!({ "of": spread.label, "least": spread.range.map(|range| exact(range.least)), "most": spread.range.map(|range| exact(range.most)) });
    let offer = |offer: Offer<'_>| json!({ "option": offer.name, "value": offer.value().map(exact), "loss": offer.loss().map(exact), "probability": exact(offer.probability) });
    let situation = |situation: MetSituation<'_>| {
        let parts: Map<String, Value> = situation
            .parts()
            .map(|(name, value)| (name.to_owned(), typed_json(value)))
            .collect();
        json!({
            "situation": situation.words(),
            "parts": parts,
            "choice": situation.choice(),
            "best": situation.best(),
            "value": exact(situation.value()),
            "options": situation.options().map(offer).collect::<Vec<_>>(),
            "reached": situation.reached(),
        })
    };
    let mut play_json = json!({
        "aim": play.aim,
        "is_probability": play.kind.is_chance(),
        "minimises": play.minimises,
        "stated": play.stated.iter().map(|stated| json!({ "choice": stated.choice, "answer": stated.answer })).collect::<Vec<_>>(),
        "value": exact(play.value),
        "optimality": play.optimality.map(|optimality| json!({ "play": optimality.name(), "gap": exact(optimality.gap()) })),
        "held": play.held.as_ref().map(|held_choices| held_choices.iter().map(held).collect::<Vec<_>>()),
        "then": play.then,
        "their_aim": play.theirs.as_ref().map(|theirs| json!({ "aim": theirs.aim, "is_probability": theirs.kind.is_chance(), "minimises": theirs.minimises, "value": exact(theirs.value) })),
        "ties": play.spreads.iter().map(spread).collect::<Vec<_>>(),
        "recommendations": play.recommendations.iter().map(|recommendation| recommendation::json(report, recommendation)).collect::<Vec<_>>(),
        "situations": play.situations.len(),
    });
    if room.is_full {
        let kept_situations = play.situations.iter().filter(|_| room.takes_row());
        play_json["policy"] = kept_situations.map(situation).collect();
    }
    play_json
}

/// Returns how often something occurred, and its probability.
fn odds(
    count: u64,
    estimate: f64,
    interval: Interval,
    exact: Option<Mass>,
    unresolved: Option<f64>,
) -> Map<String, Value> {
    let exact = exact.map(Mass::value_and_fraction);
    let fraction = exact
        .and_then(|(_, fraction)| fraction)
        .map(|(n, d)| format!("{n}/{d}"));
    let fields: [(&str, Value); 7] = [
        ("count", count.into()),
        ("estimate", finite(estimate).into()),
        ("ci_low", finite(interval.low).into()),
        ("ci_high", finite(interval.high).into()),
        ("exact", exact.map(|(value, _)| value).into()),
        ("exact_fraction", fraction.into()),
        ("unresolved", unresolved.into()),
    ];
    fields
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn headline(report: &Report, case: &Case, quantity: &Headline) -> Option<Value> {
    let distribution = case.distribution(&quantity.metric, quantity.step)?;
    let reading: Reading = case.observed(&quantity.metric)?.read(
        distribution,
        quantity.measure,
        report.run.confidence,
    );
    Some(json!({
        "label": quantity.label,
        "metric": quantity.metric,
        "step": distribution.step,
        "is_probability": reading.kind.is_chance(),
        "value": finite(reading.estimate),
        "ci_low": finite(reading.interval.low),
        "ci_high": finite(reading.interval.high),
        "exact": reading.exact.map(exact),
        "unresolved": reading.exact.map(|_| reading.unresolved),
    }))
}

/// Returns a metric at a step: the row of `summary.csv` and, in a full report, the rows of
/// `distribution.csv`.
fn step(
    report: &Report,
    case: &Case,
    observed: &Observed,
    distribution: &Distribution,
    room: &mut JsonBudget,
) -> Value {
    let mut fields = object(&SUMMARY, summary_row(report, case, observed, distribution));
    // The name of the metric is written once for all of its steps. A step without a name has an
    // empty one.
    fields.remove("metric");
    fields
        .entry("step_label")
        .and_modify(|label| *label = label.as_str().unwrap_or_default().into());
    if room.is_full {
        let mut values = Vec::new();
        let unresolved = distribution.exact.as_ref().map(|exact| exact.unresolved);
        let rows = distribution
            .rows_of_all(report.run.confidence)
            .into_iter()
            .map(|row| (Some(row.value), row));
        let absent = distribution
            .absence_row(report.run.confidence)
            .map(|row| (None, row));
        for (value, row) in rows.chain(absent) {
            if !room.takes_row() {
                continue;
            }
            let mut row_fields = odds(row.count, row.estimate, row.interval, row.exact, unresolved);
            let label = value.map_or("absent".to_owned(), |value| observed.value_label(value));
            row_fields.insert("value".to_owned(), value.into());
            row_fields.insert("label".to_owned(), label.into());
            values.push(Value::Object(row_fields));
        }
        fields.insert("distribution".to_owned(), values.into());
    }
    Value::Object(fields)
}

fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Count => "count",
        Kind::When => "when",
        Kind::Flag => "flag",
        Kind::Category(_) => "category",
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Returns the value of a part of a situation: a number or a Boolean if the text is one, and null
/// if it is empty.
fn typed_json(text: &str) -> Value {
    match text {
        "" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => serde_json::from_str::<serde_json::Number>(text)
            .map_or_else(|_| text.into(), Value::Number),
    }
}

/// Returns a row of a table as a JSON object.
fn object<'c>(
    columns: &[&str],
    cells: impl IntoIterator<Item = TableCell<'c>>,
) -> Map<String, Value> {
    columns
        .iter()
        .zip(cells)
        .map(|(column, cell)| ((*column).to_owned(), json!(cell)))
        .collect()
}
