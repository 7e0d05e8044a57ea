//! A case as JSON: its questions, its headlines, its metrics, what comes together, and best play.

use oddsmith_engine::odds::Mass;
use serde_json::{Map, Value, json};

use super::number::exact;
use super::recommendation;
use super::room::JsonRoom;
use crate::estimate::Estimate;
use crate::export::asks;
use crate::export::cell::TableCell;
use crate::export::laws::summary_row;
use crate::report::columns::{ASKS, SUMMARY};
use crate::report::play::{BestPlay, HeldChoice, MetSituation, Offer, Spread, Worth};
use crate::report::{Case, Law, Observed, Reading, Report};
use crate::rule::metric::{Kind, Outcome};
use crate::rule::presentation::Headline;

pub(super) fn case(report: &Report, case: &Case, room: &mut JsonRoom) -> Value {
    let swept = report.sweep.iter().zip(&case.point);
    let values: Map<String, Value> = swept
        .map(|(swept, &at)| (swept.key.clone(), json!(swept.values[at])))
        .collect();
    let asked = report.asks.iter().zip(&case.answers).map(|(ask, answer)| {
        let mut told = object(&ASKS, asks::cells(ask, answer));
        told.insert("trials".to_owned(), answer.trials.into());
        told.insert("absent".to_owned(), answer.absent.into());
        Value::Object(told)
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
        for law in &observed.laws {
            if room.metrics == 0 {
                room.left_out.0 += 1;
                continue;
            }
            room.metrics -= 1;
            steps.push(step(report, case, observed, law, room));
        }
        if !steps.is_empty() {
            let outcome =
                |outcome: &Outcome| json!({ "name": outcome.name, "label": outcome.label });
            let mut told = json!({
                "metric": observed.metric.name,
                "label": observed.metric.label,
                "kind": kind(&observed.metric.kind),
                "steps": steps,
            });
            if !observed.metric.outcomes().is_empty() {
                told["outcomes"] = observed.metric.outcomes().iter().map(outcome).collect();
            }
            metrics.push(told);
        }
    }
    let joints: Vec<Value> = (0..report.joints.len())
        .map(|at| joint(report, case, at, room))
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
    })
}

/// What comes together: the columns of `joint.csv`.
fn joint(report: &Report, case: &Case, at: usize, room: &mut JsonRoom) -> Value {
    let (of, law) = (&report.joints[at], &case.joints[at]);
    let mut rows = Vec::new();
    for row in &law.rows {
        if !room.takes_row() {
            continue;
        }
        let values: Vec<Value> = row
            .values
            .iter()
            .zip(asks::values(of, row))
            .map(|(value, cell)| match value {
                Some(_) => json!(cell),
                None => Value::Null,
            })
            .collect();
        let share = Estimate::sampled(row.count, law.trials, report.run.confidence);
        let mut told = odds(
            row.count,
            share.value,
            (share.low, share.high),
            row.exact,
            law.unresolved,
        );
        told.insert("values".to_owned(), values.into());
        rows.push(Value::Object(told));
    }
    json!({ "of": of.names, "rows": rows })
}

/// What serves the aim best; situation by situation where that is wanted.
fn best_play(report: &Report, play: &BestPlay, room: &mut JsonRoom) -> Value {
    let held = |held: &HeldChoice| {
        json!({
            "choice": held.choice,
            "answer": held.answered(),
            "value": held.value().map(exact),
            "never_ends": held.worth == Worth::NeverEnds,
        })
    };
    let spread = |own: &Spread| json!({ "of": own.of, "least": own.range.map(|range| exact(range.least)), "most": own.range.map(|range| exact(range.most)) });
    let offer = |offer: &Offer| json!({ "option": offer.name, "value": offer.value().map(exact), "loss": offer.loss().map(exact) });
    let situation = |own: &MetSituation| {
        let parts: Map<String, Value> = own
            .parts
            .iter()
            .map(|(name, value)| (name.clone(), typed(value)))
            .collect();
        json!({
            "situation": own.words,
            "parts": parts,
            "choice": own.choice,
            "best": own.best,
            "value": exact(own.value),
            "options": own.options.iter().map(offer).collect::<Vec<_>>(),
            "reached": own.reached,
        })
    };
    let mut told = json!({
        "aim": play.aim,
        "is_probability": play.kind.is_chance(),
        "minimises": play.minimises,
        "value": exact(play.value),
        "held": play.held.as_ref().map(|all| all.iter().map(held).collect::<Vec<_>>()),
        "then": play.then,
        "ties": play.spreads.iter().map(spread).collect::<Vec<_>>(),
        "recommendations": play.recommendations.iter().map(|own| recommendation::json(report, own)).collect::<Vec<_>>(),
        "situations": play.situations.len(),
    });
    if room.is_full {
        let all = play.situations.iter().filter(|_| room.takes_row());
        told["policy"] = all.map(situation).collect();
    }
    told
}

/// How often something was seen, and how likely it is.
fn odds(
    count: u64,
    estimate: f64,
    (low, high): (f64, f64),
    exact: Option<Mass>,
    unresolved: Option<f64>,
) -> Map<String, Value> {
    let exact = exact.map(Mass::resolved);
    let fraction = exact
        .and_then(|(_, fraction)| fraction)
        .map(|(n, d)| format!("{n}/{d}"));
    let told: [(&str, Value); 7] = [
        ("count", count.into()),
        ("estimate", finite(estimate).into()),
        ("ci_low", finite(low).into()),
        ("ci_high", finite(high).into()),
        ("exact", exact.map(|(value, _)| value).into()),
        ("exact_fraction", fraction.into()),
        ("unresolved", unresolved.into()),
    ];
    told.into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn headline(report: &Report, case: &Case, quantity: &Headline) -> Option<Value> {
    let law = case.law(&quantity.metric, quantity.step)?;
    let reading: Reading =
        case.observed(&quantity.metric)?
            .read(law, quantity.measure, report.run.confidence);
    Some(json!({
        "label": quantity.label,
        "metric": quantity.metric,
        "step": law.step,
        "is_probability": reading.kind.is_chance(),
        "value": finite(reading.estimate),
        "ci_low": finite(reading.interval.low),
        "ci_high": finite(reading.interval.high),
        "exact": reading.exact.map(exact),
        "unresolved": reading.exact.map(|_| reading.unresolved),
    }))
}

/// A metric at a step: the row of `summary.csv`, and the rows of `distribution.csv` where they are
/// wanted.
fn step(
    report: &Report,
    case: &Case,
    observed: &Observed,
    law: &Law,
    room: &mut JsonRoom,
) -> Value {
    let mut told = object(&SUMMARY, summary_row(report, case, observed, law));
    // Its metric tells all of its steps. A step without a name of its own has an empty one.
    told.remove("metric");
    told.entry("step_label")
        .and_modify(|label| *label = label.as_str().unwrap_or_default().into());
    if room.is_full {
        let mut values = Vec::new();
        let unresolved = law.exact.as_ref().map(|exact| exact.unresolved);
        let rows = law
            .rows_of_all(report.run.confidence)
            .into_iter()
            .map(|row| (Some(row.value), row));
        let absent = law.absence(report.run.confidence).map(|row| (None, row));
        for (value, row) in rows.chain(absent) {
            if !room.takes_row() {
                continue;
            }
            let interval = (row.interval.low, row.interval.high);
            let mut told = odds(row.count, row.estimate, interval, row.exact, unresolved);
            let label = value.map_or("absent".to_owned(), |value| observed.value_label(value));
            told.insert("value".to_owned(), value.into());
            told.insert("label".to_owned(), label.into());
            values.push(Value::Object(told));
        }
        told.insert("law".to_owned(), values.into());
    }
    Value::Object(told)
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

/// The value of a part of a situation: a number where it is one.
fn typed(text: &str) -> Value {
    match text {
        "" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => serde_json::from_str::<serde_json::Number>(text)
            .map_or_else(|_| text.into(), Value::Number),
    }
}

/// A row of a table as JSON has it.
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
