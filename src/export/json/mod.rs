//! A run as JSON: the table and more. Each case with what varies, its questions, its headlines and its metrics; with every
//! law, value by value, where that is wanted. `docs/json.md` tells it, and `docs/run.schema.json` describes it.

mod search;

use serde_json::{Map, Value, json};

pub use search::searches;

use super::asks;
use super::csv::{case_cells, case_headers, step_label, summary_row};
use crate::report::columns::{ASKS, SUMMARY};
use crate::report::{Case, Law, Observed, Reading, Report};
use crate::rule::metric::{Kind, Statistic};

/// Metrics and steps, and rows of laws, that are told; the rest is counted, and stands in the CSV files.
const MOST_METRICS: usize = 100_000;
const MOST_ROWS: usize = 1_000_000;
/// Columns of `summary.csv` that every metric has for itself, before its numbers.
const LEADING: usize = 3;

/// Several runs, as one array.
pub fn reports(reports: &[Report], is_full: bool) -> String {
    let all: Vec<Value> = reports.iter().map(|report| one(report, is_full)).collect();
    serde_json::to_string_pretty(&all).expect("values of JSON") + "\n"
}

/// What is left to tell, and what has been left out.
struct Room {
    is_full: bool,
    metrics: usize,
    rows: usize,
    left_out: (usize, usize),
}

fn one(report: &Report, is_full: bool) -> Value {
    let mut room = Room { is_full, metrics: MOST_METRICS, rows: MOST_ROWS, left_out: (0, 0) };
    let cases: Vec<Value> = report.cases.iter().map(|own| case(report, own, &mut room)).collect();
    let swept = |swept: &crate::report::Swept| json!({ "parameter": swept.key, "label": swept.label });
    let mut told = json!({
        "scenario": report.name,
        "title": report.title,
        "description": report.description,
        "rule": report.rule,
        "program": format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
        "seed": report.run.seed,
        "confidence": report.run.confidence.level(),
        "witness_p": report.witness_p,
        "swept": report.sweep.iter().map(swept).collect::<Vec<_>>(),
        "variants": report.variants,
        "asks": report.asks.iter().map(|ask| json!({ "ask": ask.label, "question": ask.question, "want": ask.want })).collect::<Vec<_>>(),
        "notes": report.notes.iter().map(|(label, value)| json!({ "label": label, "value": value })).collect::<Vec<_>>(),
        "cases": cases,
    });
    if room.left_out != (0, 0) {
        told["left_out"] =
            json!({ "metrics": room.left_out.0, "values": room.left_out.1, "see": "summary.csv and distribution.csv" });
    }
    if let Some(own) = &report.sensitivity {
        let change = |change: &crate::report::sensitivity::Change| {
            json!({
                "parameter": change.parameter,
                "direction": change.direction.name(),
                "from": change.from,
                "to": change.to,
                "value": change.value,
                "difference": own.difference(change),
            })
        };
        told["sensitivity"] = json!({
            "ask": own.ask,
            "value": own.base,
            "changes": own.changes.iter().map(change).collect::<Vec<_>>(),
            "notes": own.notes,
        });
    }
    if let Some(own) = &report.changes_since {
        let row = |row: &crate::report::changes::ChangedNumber| {
            let interval = row.interval();
            json!({
                "case": row.case,
                "ask": row.ask,
                "old": row.old.map(|known| known.value),
                "new": row.new.map(|known| known.value),
                "difference": row.difference(),
                "ci_low": interval.map(|interval| interval.low),
                "ci_high": interval.map(|interval| interval.high),
                "changed": row.has_changed(),
            })
        };
        told["changes"] = json!({
            "against": own.folder,
            "inputs": own.inputs,
            "numbers": own.rows.iter().map(row).collect::<Vec<_>>(),
            "added": own.added,
            "gone": own.gone,
        });
    }
    told
}

fn case(report: &Report, case: &Case, room: &mut Room) -> Value {
    // The first column is the case's number; a variant is told by itself.
    let which =
        case_headers(report).into_iter().zip(case_cells(report, case)).skip(1 + usize::from(case.variant.is_some()));
    let values: Map<String, Value> = which.map(|(key, cell)| (key, typed(&cell))).collect();
    let asked = report.asks.iter().zip(&case.answers).map(|(ask, answer)| {
        let cells = ASKS.iter().zip(asks::cells(ask, answer));
        let cell = |(key, cell): (&&str, String)| ((*key).to_owned(), text_or_number(key, &cell));
        let mut told: Map<String, Value> = cells.map(cell).collect();
        told.insert("trials".to_owned(), answer.trials.into());
        told.insert("absent".to_owned(), answer.absent.into());
        Value::Object(told)
    });
    let asked: Vec<Value> = asked.collect();
    let headlines: Vec<Value> =
        report.headlines.iter().filter_map(|quantity| headline(report, case, quantity)).collect();
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
                |outcome: &crate::rule::metric::Outcome| json!({ "name": outcome.name, "label": outcome.label });
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
    })
}

fn headline(report: &Report, case: &Case, quantity: &Statistic) -> Option<Value> {
    let law = case.law(&quantity.metric, quantity.step)?;
    let reading: Reading = case.observed(&quantity.metric)?.read(law, quantity.measure, report.run.confidence);
    Some(json!({
        "label": quantity.label,
        "metric": quantity.metric,
        "step": law.step,
        "is_probability": reading.is_probability,
        "value": finite(reading.estimate),
        "ci_low": finite(reading.interval.low),
        "ci_high": finite(reading.interval.high),
        "exact": reading.exact,
    }))
}

/// A metric at a step: the row of `summary.csv`, and the rows of `distribution.csv` where they are wanted.
fn step(report: &Report, case: &Case, observed: &Observed, law: &Law, room: &mut Room) -> Value {
    let cells = SUMMARY.iter().zip(summary_row(report, case, observed, law)).skip(LEADING);
    let mut told: Map<String, Value> = Map::new();
    told.insert("step".to_owned(), law.step.map_or(Value::Null, Value::from));
    told.insert("step_label".to_owned(), step_label(report, law).into());
    told.extend(cells.map(|(key, cell)| ((*key).to_owned(), text_or_number(key, &cell))));
    if room.is_full {
        let mut values = Vec::new();
        let rows = law.rows_of_all(report.run.confidence).into_iter().map(|row| (Some(row.value), row));
        let absent = law.absence(report.run.confidence).map(|row| (None, row));
        for (value, row) in rows.chain(absent) {
            if room.rows == 0 {
                room.left_out.1 += 1;
                continue;
            }
            room.rows -= 1;
            let exact = row.exact.map(oddsmith_engine::odds::Mass::resolved);
            values.push(json!({
                "value": value,
                "label": value.map_or("absent".to_owned(), |value| observed.value_label(value)),
                "count": row.count,
                "estimate": finite(row.estimate),
                "ci_low": finite(row.interval.low),
                "ci_high": finite(row.interval.high),
                "exact": exact.map(|(value, _)| value),
                "exact_fraction": exact.and_then(|(_, fraction)| fraction).map(|(n, d)| format!("{n}/{d}")),
            }));
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

/// A cell as JSON has it: a name or a fraction stays text, whatever it is called.
fn text_or_number(key: &str, cell: &str) -> Value {
    match key {
        "ask" | "want" | "met" | "exact_fraction" | "source" if !cell.is_empty() => cell.into(),
        _ => typed(cell),
    }
}

/// A number where the text is one.
fn typed(text: &str) -> Value {
    match text {
        "" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => serde_json::from_str::<serde_json::Number>(text).map_or_else(|_| text.into(), Value::Number),
    }
}
