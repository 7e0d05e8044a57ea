//! The summary as JSON: the rows of `summary.csv` with their types.

use serde_json::{Map, Value, json};

use crate::report::Report;
use crate::report::search::{Search, SearchedCase, Tried};

use super::asks;
use super::csv::{case_cells, case_headers, laws, summary_row};
use crate::report::columns::{ASKS, SUMMARY};

/// The summaries of several scenarios, as one array.
pub fn summaries(reports: &[Report]) -> String {
    let all: Vec<Value> = reports.iter().map(summary).collect();
    serde_json::to_string_pretty(&all).expect("values of JSON") + "\n"
}

/// What searches found, as one array.
pub fn searches(found: &[Search]) -> String {
    let tried = |tried: &Tried| {
        json!({
            "value": tried.number,
            "answer": tried.answer,
            "ci_low": tried.interval.map(|interval| interval.low),
            "ci_high": tried.interval.map(|interval| interval.high),
        })
    };
    let case = |search: &Search, case: &SearchedCase| {
        json!({
            "case": case.name,
            "nearest": case.nearest(search).into_iter().map(tried).collect::<Vec<_>>(),
            "crosses": case.crossings.iter().map(|(one, other)| [tried(one), tried(other)]).collect::<Vec<_>>(),
            "roots": case.roots.iter().map(tried).collect::<Vec<_>>(),
            "tried": case.tried.iter().map(tried).collect::<Vec<_>>(),
        })
    };
    let one = |search: &Search| {
        json!({
            "scenario": search.name,
            "title": search.title,
            "question": search.question,
            "is_probability": search.is_probability,
            "target": search.target,
            "parameter": search.parameter,
            "left_out": search.left_out,
            "searches": search.cases.iter().map(|own| case(search, own)).collect::<Vec<_>>(),
        })
    };
    let all: Vec<Value> = found.iter().map(one).collect();
    serde_json::to_string_pretty(&all).expect("values of JSON") + "\n"
}

fn summary(report: &Report) -> Value {
    let headers = case_headers(report);
    let rows = laws(report).map(|(case, observed, law)| {
        let which = headers.iter().cloned().zip(case_cells(report, case));
        let cells = SUMMARY.iter().map(|&name| name.to_owned()).zip(summary_row(report, case, observed, law));
        Value::Object(
            which
                .chain(cells)
                .map(|(key, text)| {
                    let value = typed(&key, &text);
                    (key, value)
                })
                .collect::<Map<_, _>>(),
        )
    });
    let asked = asks::answers(report).map(|(case, ask, answer)| {
        let which = headers.iter().cloned().zip(case_cells(report, case));
        let cells = ASKS.iter().map(|&name| name.to_owned()).zip(asks::cells(ask, answer));
        let pairs = which.chain(cells).map(|(key, text)| {
            let value = typed(&key, &text);
            (key, value)
        });
        Value::Object(pairs.collect::<Map<_, _>>())
    });
    json!({
        "scenario": report.name,
        "title": report.title,
        "rule": report.rule,
        "seed": report.run.seed,
        "confidence": report.run.confidence.level(),
        "witness_p": report.witness_p,
        "rows": rows.collect::<Vec<_>>(),
        "asks": asked.collect::<Vec<_>>(),
    })
}

/// A number where the text is one; a variant, a metric or a name stays text, whatever it is called.
fn typed(key: &str, text: &str) -> Value {
    match text {
        "" => Value::Null,
        _ if ["variant", "metric", "step_label", "ask", "want"].contains(&key) => text.into(),
        _ => serde_json::from_str::<serde_json::Number>(text).map_or_else(|_| text.into(), Value::Number),
    }
}
