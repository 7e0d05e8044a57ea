//! Problems for an editor: the text, the position in it, and the fix that a click applies.

use oddsmith_language::Edit;
use serde_json::{Value, json};

use super::texts::Texts;
use crate::front::Position;
use crate::input::diagnostic::{Diagnostic, Diagnostics, char_boundary, describe_fix};

/// The most problems that are listed; the rest are counted.
const MAX_LISTED: usize = 50;

/// Returns every problem with its position in UTF-16 units, as browsers count.
pub(super) fn to_json(problems: &Diagnostics, texts: &Texts) -> Vec<Value> {
    let more = problems.0.len().saturating_sub(MAX_LISTED);
    let mut entries: Vec<Value> = problems
        .0
        .iter()
        .take(MAX_LISTED)
        .map(|problem| problem_to_json(problem, texts))
        .collect();
    if more > 0 {
        entries.push(
            json!({ "message": format!("and {more} more problems"), "help": "", "notes": [] }),
        );
    }
    entries
}

fn problem_to_json(problem: &Diagnostic, texts: &Texts) -> Value {
    let mut entry =
        json!({ "message": problem.problem, "help": problem.help, "notes": problem.notes });
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
        entry["message"] = json!(format!("{name}: {}", problem.problem));
        return entry;
    }
    let (from, to) = (
        utf16_offset(&place.source.text, place.span.start),
        utf16_offset(&place.source.text, place.span.end),
    );
    entry["text"] = json!(if is_rule { "rule" } else { "scenario" });
    entry["from"] = json!(from);
    entry["to"] = json!(to);
    entry["line"] = json!(Position::of(problem).map(|position| position.line));
    if let Some(fix) = &problem.fix {
        entry["fix"] = fix_to_json(fix, |byte| utf16_offset(&place.source.text, byte));
    }
    entry
}

/// Returns a fix with its position in the page's text.
pub(super) fn fix_to_json(fix: &Edit, offset: impl Fn(usize) -> usize) -> Value {
    json!({
        "label": describe_fix(fix),
        "from": offset(fix.span.start),
        "to": offset(fix.span.end),
        "insert": fix.text,
    })
}

/// Returns the number of UTF-16 units before a byte of a text.
pub(super) fn utf16_offset(text: &str, byte: usize) -> usize {
    text[..char_boundary(text, byte)].encode_utf16().count()
}
