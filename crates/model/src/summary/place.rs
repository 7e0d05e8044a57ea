//! Cases in words: "at QV 4 with no white cubes".

use crate::labels::{
    CountedLabel, names_owner, number_text, parse_counted, possessive, quote_if_ambiguous,
    uncapitalize_unless, without_brackets,
};
use crate::messages::{Messages, Word};
use crate::report::{Axis, Case, Report, Swept, Value};

/// The maximal number of parts of a case that a sentence lists.
const MAX_PARTS: usize = 3;
/// The longest label that replaces a short name in a sentence.
const LONGEST_LABEL: usize = 28;

/// A value of a parameter, or a variant, in a sentence.
struct Place {
    /// The full text: "at QV 4", "with no cubes", "with our die at 6 faces".
    full: String,
    /// The text after another place on the same axis: "at 4", "with none".
    repeated: String,
    /// The text in a list after another place on the same axis: "4", "none", "“Harsh”".
    bare: String,
    /// Whether it is a number of things: "3 cubes".
    is_counted: bool,
}

impl Place {
    /// Returns a place such as "with “Harsh”".
    fn with(name: String) -> Place {
        let full = format!("with {name}");
        Place {
            repeated: full.clone(),
            full,
            bare: name,
            is_counted: false,
        }
    }

    /// Returns a place with a count, such as "with 3 cubes".
    fn counted(number: i64, counted_phrase: &str) -> Place {
        let (full, number) = match number {
            0 => (
                format!("with no {}", counted_phrase.trim_start_matches("0 ")),
                "none".to_owned(),
            ),
            _ => (format!("with {counted_phrase}"), number_text(number)),
        };
        Place {
            full,
            repeated: format!("with {number}"),
            bare: number,
            is_counted: true,
        }
    }
}

/// Returns the axes along which some cases differ from a given case and agree with it in everything
/// else. Each axis comes with these cases, in its order.
pub fn axes(report: &Report, usual: usize) -> Vec<(Axis, Vec<usize>)> {
    let swept = (0..report.sweep.len()).map(Axis::Sweep);
    let candidates = swept.chain((!report.variants.is_empty()).then_some(Axis::Variants));
    candidates
        .map(|axis| (axis, cases_along(report, axis, usual)))
        .filter(|(_, cases)| cases.len() > 1)
        .collect()
}

/// Returns the cases that differ from a given case along an axis alone, in the order of the axis.
pub(super) fn cases_along(report: &Report, axis: Axis, home: usize) -> Vec<usize> {
    let home = &report.cases[home];
    let fits = |case: &&Case| {
        let mut points = case.point.iter().zip(&home.point).enumerate();
        (case.variant == home.variant || axis == Axis::Variants)
            && points
                .all(|(parameter, (index, other))| index == other || axis == Axis::Sweep(parameter))
    };
    report
        .cases
        .iter()
        .filter(fits)
        .map(|case| case.number - 1)
        .collect()
}

/// Returns the place of a case: "at QV 4 with no white cubes". It is empty if there is only one
/// case.
pub fn case_place(report: &Report, case: usize, words: &Messages) -> String {
    let parts = parts(report, case, &[], words);
    match parts.len() {
        0..=MAX_PARTS => join_parts(parts, words),
        _ => words.fill(
            Word::SayInCase,
            &[("case", &report.case_name(&report.cases[case]))],
        ),
    }
}

/// Returns the place of a case without some axes.
pub(super) fn remaining_place(
    report: &Report,
    case: usize,
    axes: &[Axis],
    words: &Messages,
) -> String {
    let parts = parts(report, case, axes, words);
    if parts.len() > MAX_PARTS {
        words.text(Word::SayRestUnchanged).to_owned()
    } else {
        join_parts(parts, words)
    }
}

/// Returns where a case is along an axis: "with 3 white cubes".
pub fn place(report: &Report, axis: Axis, case: usize, words: &Messages) -> String {
    place_of(report, axis, case, words).full
}

/// Returns where a case is along several axes: "at QV 4 with no white cubes".
pub(crate) fn places(
    report: &Report,
    axes: impl Iterator<Item = Axis>,
    case: usize,
    words: &Messages,
) -> String {
    join_parts(
        axes.map(|axis| place(report, axis, case, words)).collect(),
        words,
    )
}

/// Returns the place after another one on the same axis: "with 4".
pub(super) fn repeated_place(report: &Report, axis: Axis, case: usize, words: &Messages) -> String {
    place_of(report, axis, case, words).repeated
}

/// Returns the value in a list after another one on the same axis: "4".
pub(super) fn repeated_value(report: &Report, axis: Axis, case: usize, words: &Messages) -> String {
    place_of(report, axis, case, words).bare
}

/// Returns whether the place of a case along an axis is a count: "with 3 cubes".
pub(super) fn is_counted(report: &Report, axis: Axis, case: usize) -> bool {
    place_of(report, axis, case, Messages::english()).is_counted
}

fn place_of(report: &Report, axis: Axis, case: usize, words: &Messages) -> Place {
    let index = axis.index_of(&report.cases[case]).unwrap_or(0);
    match axis {
        Axis::Sweep(parameter) => value_place(&report.sweep[parameter], index, words),
        _ => variant_place(&report.variants[index], words),
    }
}

/// Returns the parts of a case that distinguish it from the others.
fn parts(report: &Report, case: usize, without: &[Axis], words: &Messages) -> Vec<String> {
    let case = &report.cases[case];
    let is_named = |parameter: usize| {
        report.sweep[parameter].values.len() > 1 && !without.contains(&Axis::Sweep(parameter))
    };
    let swept = report
        .sweep
        .iter()
        .zip(&case.point)
        .enumerate()
        .filter(|(parameter, _)| is_named(*parameter));
    let swept = swept.map(|(_, (swept, &index))| value_place(swept, index, words).full);
    let variant = case
        .variant
        .filter(|_| report.variants.len() > 1 && !without.contains(&Axis::Variants));
    let variant = variant.map(|index| variant_place(&report.variants[index], words).full);
    let mut parts: Vec<String> = swept.chain(variant).collect();
    parts.sort_by_key(|part| !part.starts_with("at "));
    parts
}

/// Joins places. English joins two that begin with "with": "with 3 cubes and “Harsh”".
fn join_parts(parts: Vec<String>, words: &Messages) -> String {
    if words.is_translated() {
        return parts.join(", ");
    }
    let mut text = String::new();
    let mut is_with = false;
    for part in parts {
        let rest = part
            .strip_prefix("with ")
            .filter(|_| is_with)
            .map(str::to_owned);
        is_with = part.starts_with("with ");
        if !text.is_empty() {
            text.push_str(if rest.is_some() { " and " } else { " " });
        }
        text.push_str(&rest.unwrap_or(part));
    }
    text
}

fn variant_place(name: &str, words: &Messages) -> Place {
    let name = words.quote(name);
    let full = words.fill(Word::SayWith, &[("name", &name)]);
    Place {
        repeated: full.clone(),
        full,
        bare: name,
        is_counted: false,
    }
}

/// Returns a swept value in a sentence. Other languages use its label and its value. English counts
/// things ("with 3 cubes") and uses the rule's wording if there is one ("with advantage").
fn value_place(swept: &Swept, index: usize, words: &Messages) -> Place {
    if words.is_translated() {
        let value = swept.value(index, words);
        let label = if swept.short.is_empty() {
            &swept.label
        } else {
            &swept.short
        };
        let full = words.fill(Word::SayAtValue, &[("label", label), ("value", &value)]);
        let repeated = words
            .fill(Word::SayAtValue, &[("label", ""), ("value", &value)])
            .replacen("  ", " ", 1);
        return Place {
            full,
            repeated,
            bare: value,
            is_counted: false,
        };
    }
    if let Some(phrase) = swept.phrases.get(index) {
        return Place {
            full: phrase.clone(),
            repeated: phrase.clone(),
            bare: phrase.clone(),
            is_counted: false,
        };
    }
    if let Some(label) = swept.labels.get(index).and_then(Option::as_ref) {
        return Place::with(words.quote(label));
    }
    let value = &swept.values[index];
    let (owner, label) = split_owner(parameter_name(swept));
    // "4 players" does not need the unit "players" again.
    if !has_redundant_unit(swept, label) {
        // The target of a die is written as players do: 4+.
        let number = value.printed_text();
        let number = if swept.unit == "or more" {
            format!("{number}+")
        } else {
            format!("{number} {}", swept.unit)
        };
        return labelled_place(swept, &owner, label, &number);
    }
    match (value, counted_label(swept, label)) {
        (Value::Flag(flag), _) => Place::with(words.quote(&format!("{label}: {flag}"))),
        (Value::Text(_) | Value::List(_), _) => Place::with(words.quote(&value.to_string())),
        (Value::Whole(number), Some(noun)) => {
            let owner_suffix = if owner.is_empty() {
                String::new()
            } else {
                format!(" for {owner}")
            };
            Place::counted(*number, &(noun.number(*number) + &owner_suffix))
        }
        (Value::Whole(_) | Value::Decimal(..), _) => {
            labelled_place(swept, &owner, label, &value.printed_text())
        }
    }
}

/// Returns a label with a number: "at QV 4", or "with our die at 6 faces" if the label is long or
/// names an owner.
fn labelled_place(swept: &Swept, owner: &str, label: &str, number: &str) -> Place {
    let belongs = names_owner(label) || label.to_lowercase().starts_with("the ");
    let is_long = label.split_whitespace().count() > 2 || belongs;
    let name = format!(
        "{}{}",
        possessive(owner),
        uncapitalize_unless(swept.is_named, &quote_if_ambiguous(label))
    );
    let has_unit = number.contains(' ');
    // "Hits on" already has a preposition.
    let between = if name.ends_with(" on") || name.ends_with(" at") {
        ""
    } else if has_unit {
        " of"
    } else {
        " at"
    };
    let full = if is_long {
        format!("with {name}{between} {number}")
    } else {
        format!("at {name} {number}")
    };
    let repeated = if between == " of" {
        full.clone()
    } else {
        format!("at {number}")
    };
    Place {
        full,
        repeated,
        bare: number.to_owned(),
        is_counted: false,
    }
}

/// Returns the name of a parameter in a sentence: its short label, unless that is a pronoun, or
/// only the long label counts things.
pub(super) fn parameter_name(swept: &Swept) -> &str {
    let counts = |label: &str| counted_label(swept, split_owner(label).1).is_some();
    let is_pronoun =
        ["ours", "theirs", "yours"].contains(&split_owner(&swept.short).1.to_lowercase().as_str());
    let is_brief = without_brackets(&swept.label).chars().count() <= LONGEST_LABEL;
    let is_better =
        !counts(&swept.short) && is_brief && (counts(&swept.label) || names_owner(&swept.label));
    if swept.short.is_empty() || is_pronoun || is_better {
        &swept.label
    } else {
        &swept.short
    }
}

/// Returns the things that the label of a swept parameter counts. The designer's labels are never
/// counted.
pub(crate) fn counted_label<'l>(swept: &Swept, label: &'l str) -> Option<CountedLabel<'l>> {
    let is_brief = |noun: &CountedLabel<'_>| {
        label.chars().count() <= LONGEST_LABEL && !noun.after.starts_with("that ")
    };
    parse_counted(label).filter(|noun| (noun.after.is_empty() || is_brief(noun)) && !swept.is_named)
}

/// Returns whether the unit repeats the label, as "dice" does for "dice in the pool".
fn has_redundant_unit(swept: &Swept, label: &str) -> bool {
    let is_counted = || counted_label(swept, label).is_some_and(|noun| noun.counts(&swept.unit));
    swept.unit.is_empty() || label.eq_ignore_ascii_case(&swept.unit) || is_counted()
}

/// Splits a label into the name of an entry and the rest: "Vanguard: QV" becomes "Vanguard" and
/// "QV".
pub(crate) fn split_owner(label: &str) -> (String, &str) {
    match label.split_once(": ") {
        Some((path, part_label)) => (
            path.split('.').next().unwrap_or(path).to_owned(),
            without_brackets(part_label),
        ),
        None => (String::new(), without_brackets(label)),
    }
}
