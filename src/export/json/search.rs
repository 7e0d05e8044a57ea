//! What searches found, as JSON.

use serde_json::{Value, json};

use crate::report::search::{Search, SearchedCase, Tried};

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
            "is_probability": search.kind.is_chance(),
            "target": search.target,
            "parameter": search.parameter,
            "left_out": search.left_out,
            "searches": search.cases.iter().map(|searched_case| case(search, searched_case)).collect::<Vec<_>>(),
        })
    };
    let all: Vec<Value> = found.iter().map(one).collect();
    serde_json::to_string_pretty(&all).expect("values of JSON") + "\n"
}
