//! Writes a run as JSON: the table and more. Each case has its parameters, questions, headlines,
//! metrics, joint distributions and best play. `--json=full` adds every distribution.
//! `docs/results.md` and `docs/run.schema.json` describe the format.

mod balance;
mod case;
mod number;
mod playtest;
mod recommendation;
mod room;
mod search;

use std::cell::RefCell;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

pub use playtest::{playtest_text, trial_plan};
pub use search::searches;

use oddsmith_model::report::Report;
use oddsmith_model::report::changes::{ChangedNumber, Changes};
use oddsmith_model::report::sensitivity::{Change, Sensitivity};
use room::JsonBudget;

/// The maximal number of metrics at steps and the maximal number of rows of distributions that are
/// written. The rest is counted, and is in the CSV files.
const MAX_METRICS: usize = 100_000;
const MAX_ROWS: usize = 1_000_000;

/// Returns several runs as one array.
pub fn reports(reports: &[Report], is_full: bool) -> String {
    let runs: Vec<JsonRun<'_>> = reports
        .iter()
        .map(|report| JsonRun { report, is_full })
        .collect();
    serde_json::to_string_pretty(&runs).expect("values of JSON") + "\n"
}

/// A run. Each case is built when it is written, because all of them together could need more
/// memory than the run.
struct JsonRun<'r> {
    report: &'r Report,
    is_full: bool,
}

impl Serialize for JsonRun<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let room = RefCell::new(JsonBudget {
            is_full: self.is_full,
            metrics: MAX_METRICS,
            rows: MAX_ROWS,
            left_out: (0, 0),
        });
        let cases = JsonCases {
            report: self.report,
            room: &room,
        };
        let mut other_fields = all_but_cases(self.report);
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in other_fields
            .iter()
            .filter(|(key, _)| key.as_str() < CASES_KEY)
        {
            map.serialize_entry(key, value)?;
        }
        map.serialize_entry(CASES_KEY, &cases)?;
        let (metrics, values) = room.borrow().left_out;
        if (metrics, values) != (0, 0) {
            let see = "summary.csv, distribution.csv, joint.csv and policy.csv";
            other_fields.insert(
                "left_out".to_owned(),
                json!({ "metrics": metrics, "values": values, "see": see }),
            );
        }
        for (key, value) in other_fields
            .iter()
            .filter(|(key, _)| key.as_str() > CASES_KEY)
        {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

const CASES_KEY: &str = "cases";

struct JsonCases<'r> {
    report: &'r Report,
    room: &'r RefCell<JsonBudget>,
}

impl Serialize for JsonCases<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let case_json = |case| case::case(self.report, case, &mut self.room.borrow_mut());
        serializer.collect_seq(self.report.cases.iter().map(case_json))
    }
}

/// Returns all fields of a run except its cases, sorted by key.
fn all_but_cases(report: &Report) -> Map<String, Value> {
    let swept = |swept: &oddsmith_model::report::Swept| json!({ "parameter": swept.key, "label": swept.label });
    let mut run_json = json!({
        "scenario": report.name,
        "title": report.title,
        "description": report.description,
        "rule": report.rule,
        "program": format!("{} {}", crate::PROGRAM, env!("CARGO_PKG_VERSION")),
        "seed": report.run.seed,
        "confidence": report.run.confidence.level(),
        "check_p": report.check_p,
        "sampler_p": report.sampler_p,
        "swept": report.sweep.iter().map(swept).collect::<Vec<_>>(),
        "variants": report.variants,
        "asks": report.asks.iter().map(|ask| json!({ "ask": ask.label, "question": ask.question, "want": ask.want })).collect::<Vec<_>>(),
        "notes": report.notes.iter().map(|(label, value)| json!({ "label": label, "value": value })).collect::<Vec<_>>(),
    });
    if let Some(report_sensitivity) = &report.sensitivity {
        run_json["sensitivity"] = sensitivity(report_sensitivity);
    }
    if let Some(skill) = report.skill.as_ref().filter(|skill| skill.is_requested) {
        run_json["skill"] = super::skill::skill_json(skill);
    }
    if let Some(balancing) = &report.balance {
        run_json["balance"] = balance::balance(balancing);
    }
    if let Some(report_playtest) = &report.playtest {
        run_json["playtest"] = playtest::playtest(report_playtest);
    }
    if let Some(report_changes) = &report.changes_since {
        run_json["changes"] = changes(report_changes);
    }
    match run_json {
        Value::Object(fields) => fields,
        _ => unreachable!("an object was made"),
    }
}

fn sensitivity(sensitivity: &Sensitivity) -> Value {
    let change = |change: &Change| {
        json!({
            "parameter": change.parameter,
            "direction": change.direction.name(),
            "from": change.from,
            "to": change.to,
            "value": change.value,
            "difference": sensitivity.difference(change),
        })
    };
    json!({
        "ask": sensitivity.ask,
        "value": sensitivity.base,
        "changes": sensitivity.changes.iter().map(change).collect::<Vec<_>>(),
        "notes": sensitivity.notes,
    })
}

fn changes(changes: &Changes) -> Value {
    let row = |row: &ChangedNumber| {
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
    json!({
        "against": changes.folder,
        "inputs": changes.inputs,
        "numbers": changes.rows.iter().map(row).collect::<Vec<_>>(),
        "added": changes.added,
        "gone": changes.removed,
    })
}
