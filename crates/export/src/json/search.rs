//! Writes the results of searches as JSON.

use serde_json::{Value, json};

use oddsmith_model::report::search::{Search, SearchedCase, TriedValue};

/// Returns the results of searches as one array.
pub fn searches(found: &[Search]) -> String {
    let tried = |tried: &TriedValue| {
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
            "crosses": case.crossings.iter().map(|(first, other)| [tried(first), tried(other)]).collect::<Vec<_>>(),
            "roots": case.roots.iter().map(tried).collect::<Vec<_>>(),
            "tried": case.tried.iter().map(tried).collect::<Vec<_>>(),
        })
    };
    let search_json = |search: &Search| {
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
    let values: Vec<Value> = found.iter().map(search_json).collect();
    serde_json::to_string_pretty(&values).expect("values of JSON") + "\n"
}
