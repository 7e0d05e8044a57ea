//! Mistakes as an editor shows them: the text, the position in it, and the fix that a click can
//! apply.

use serde_json::{Value, json};

use super::texts::Texts;
use crate::editing::boundary;
use crate::input::diagnostic::{Diagnostic, Diagnostics, describe_fix};

/// The most problems that are listed; the rest are counted.
const MOST: usize = 50;

/// Every problem with its place, in the units that a browser counts text in.
pub(super) fn to_json(problems: &Diagnostics, texts: &Texts) -> Vec<Value> {
    let more = problems.0.len().saturating_sub(MOST);
    let mut entries: Vec<Value> = problems
        .0
        .iter()
        .take(MOST)
        .map(|problem| one(problem, texts))
        .collect();
    if more > 0 {
        entries
            .push(json!({ "what": format!("and {more} more problems"), "help": "", "notes": [] }));
    }
    entries
}

fn one(problem: &Diagnostic, texts: &Texts) -> Value {
    let mut entry = json!({ "what": problem.what, "help": problem.help, "notes": problem.notes });
    let Some(place) = &problem.place else {
        return entry;
    };
    let name = &place.source.name;
    let is_rule = texts
        .rule_file
        .as_ref()
        .is_some_and(|(rule_name, _)| rule_name == name);
    let is_scenario = *name == format!("{}.toml", texts.name);
    if !is_rule && !is_scenario {
        entry["what"] = json!(format!("{name}: {}", problem.what));
        return entry;
    }
    let (from, to) = (
        units(&place.source.text, place.span.start),
        units(&place.source.text, place.span.end),
    );
    entry["text"] = json!(if is_rule { "rule" } else { "scenario" });
    entry["from"] = json!(from);
    entry["to"] = json!(to);
    entry["line"] = json!(
        place.source.text[..boundary(&place.source.text, place.span.start)]
            .matches('\n')
            .count()
            + 1
    );
    if let Some(fix) = &problem.fix {
        let at = |byte| units(&place.source.text, byte);
        let (from, to) = (at(fix.span.start), at(fix.span.end));
        entry["fix"] =
            json!({ "label": describe_fix(fix), "from": from, "to": to, "insert": fix.text });
    }
    entry
}

/// How many units of UTF-16 stand before a byte of a text.
pub(super) fn units(text: &str, byte: usize) -> usize {
    text[..boundary(text, byte)].encode_utf16().count()
}
