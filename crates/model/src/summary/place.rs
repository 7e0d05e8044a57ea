//! Cases and places in words: "at QV 4 with no white cubes".

use crate::labels::{
    CountedLabel, bare, counted, in_digits, possessive, small_unless, somebodys, standing,
};
use crate::messages::{Messages, Word};
use crate::report::{Axis, Case, Report, Swept, Value};

/// Parts of a case that a sentence can name one by one.
const MOST: usize = 3;
/// The longest label that replaces a short name in a sentence.
const LONGEST: usize = 28;

/// A value of a parameter, or a variant, as a sentence names it.
struct Place {
    /// All of it: "at QV 4", "with no cubes", "with our die at 6 faces".
    full: String,
    /// The same after another place on its axis: "at 4", "with none".
    again: String,
    /// The same in a list, after another place on its axis: "4", "none", "“Harsh”".
    bare: String,
    /// Whether it is a number of things: "3 cubes".
    is_counted: bool,
}

impl Place {
    /// "with “Harsh”".
    fn with(name: String) -> Place {
        let full = format!("with {name}");
        Place {
            again: full.clone(),
            full,
            bare: name,
            is_counted: false,
        }
    }

    /// A number of things: "with 3 cubes".
    fn counted(number: i64, things: &str) -> Place {
        let (full, number) = match number {
            0 => (
                format!("with no {}", things.trim_start_matches("0 ")),
                "none".to_owned(),
            ),
            _ => (format!("with {things}"), in_digits(number)),
        };
        Place {
            full,
            again: format!("with {number}"),
            bare: number,
            is_counted: true,
        }
    }
}

/// Returns the axes along which there are several cases that are otherwise like one, each with
/// these cases in its order.
pub fn axes(report: &Report, usual: usize) -> Vec<(Axis, Vec<usize>)> {
    let swept = (0..report.sweep.len()).map(Axis::Sweep);
    let all = swept.chain((!report.variants.is_empty()).then_some(Axis::Variants));
    all.map(|axis| (axis, along(report, axis, usual)))
        .filter(|(_, cases)| cases.len() > 1)
        .collect()
}

/// Returns the cases that differ from one along an axis alone, in the order of the axis.
pub(super) fn along(report: &Report, axis: Axis, home: usize) -> Vec<usize> {
    let home = &report.cases[home];
    let fits = |case: &&Case| {
        let mut points = case.point.iter().zip(&home.point).enumerate();
        (case.variant == home.variant || axis == Axis::Variants)
            && points.all(|(at, (one, other))| one == other || axis == Axis::Sweep(at))
    };
    report
        .cases
        .iter()
        .filter(fits)
        .map(|case| case.number - 1)
        .collect()
}

/// Returns where a case is: "at QV 4 with no white cubes"; nothing where there is one case only.
pub fn at(report: &Report, case: usize, words: &Messages) -> String {
    let parts = parts(report, case, &[], words);
    match parts.len() {
        0..=MOST => joined(parts, words),
        _ => words.fill(
            Word::SayInCase,
            &[("case", &report.case_name(&report.cases[case]))],
        ),
    }
}

/// The same without what varies along some axes.
pub(super) fn rest(report: &Report, case: usize, axes: &[Axis], words: &Messages) -> String {
    let parts = parts(report, case, axes, words);
    if parts.len() > MOST {
        words.say(Word::SayRestUnchanged).to_owned()
    } else {
        joined(parts, words)
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
    joined(
        axes.map(|axis| place(report, axis, case, words)).collect(),
        words,
    )
}

/// The same after another place of the axis: "with 4".
pub(super) fn place_again(report: &Report, axis: Axis, case: usize, words: &Messages) -> String {
    place_of(report, axis, case, words).again
}

/// The same in a list, after another place of the axis: "4".
pub(super) fn value_again(report: &Report, axis: Axis, case: usize, words: &Messages) -> String {
    place_of(report, axis, case, words).bare
}

/// Whether the place of a case along an axis is a number of things: "with 3 cubes".
pub(super) fn is_counted(report: &Report, axis: Axis, case: usize) -> bool {
    place_of(report, axis, case, Messages::english()).is_counted
}

fn place_of(report: &Report, axis: Axis, case: usize, words: &Messages) -> Place {
    let at = axis.place_of(&report.cases[case]).unwrap_or(0);
    match axis {
        Axis::Sweep(parameter) => value_place(&report.sweep[parameter], at, words),
        _ => variant_place(&report.variants[at], words),
    }
}

/// What distinguishes a case from the others, part by part.
fn parts(report: &Report, case: usize, without: &[Axis], words: &Messages) -> Vec<String> {
    let case = &report.cases[case];
    let is_named =
        |at: usize| report.sweep[at].values.len() > 1 && !without.contains(&Axis::Sweep(at));
    let swept = report
        .sweep
        .iter()
        .zip(&case.point)
        .enumerate()
        .filter(|(at, _)| is_named(*at));
    let swept = swept.map(|(_, (swept, &at))| value_place(swept, at, words).full);
    let variant = case
        .variant
        .filter(|_| report.variants.len() > 1 && !without.contains(&Axis::Variants));
    let variant = variant.map(|at| variant_place(&report.variants[at], words).full);
    let mut parts: Vec<String> = swept.chain(variant).collect();
    parts.sort_by_key(|part| !part.starts_with("at "));
    parts
}

/// Joins places. English joins two that begin with "with": "with 3 cubes and “Harsh”".
fn joined(parts: Vec<String>, words: &Messages) -> String {
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
    let name = words.quoted(name);
    let full = words.fill(Word::SayWith, &[("name", &name)]);
    Place {
        again: full.clone(),
        full,
        bare: name,
        is_counted: false,
    }
}

/// A swept value in a sentence. Another language has its label and its value; English counts things
/// ("with 3 cubes") and has the words of the rule, where it has some ("with advantage").
fn value_place(swept: &Swept, index: usize, words: &Messages) -> Place {
    if words.is_translated() {
        let value = swept.value(index, words);
        let label = if swept.short.is_empty() {
            &swept.label
        } else {
            &swept.short
        };
        let full = words.fill(Word::SayAtValue, &[("label", label), ("value", &value)]);
        let again = words
            .fill(Word::SayAtValue, &[("label", ""), ("value", &value)])
            .replacen("  ", " ", 1);
        return Place {
            full,
            again,
            bare: value,
            is_counted: false,
        };
    }
    if let Some(phrase) = swept.in_words.get(index) {
        return Place {
            full: phrase.clone(),
            again: phrase.clone(),
            bare: phrase.clone(),
            is_counted: false,
        };
    }
    if let Some(label) = swept.labels.get(index).and_then(Option::as_ref) {
        return Place::with(words.quoted(label));
    }
    let value = &swept.values[index];
    let (owner, label) = owned(called(swept));
    // "4 players" does not need the unit "players" again.
    if !has_redundant_unit(swept, label) {
        // What a die has to show is written as players do: 4+.
        let number = value.in_print();
        let number = if swept.unit == "or more" {
            format!("{number}+")
        } else {
            format!("{number} {}", swept.unit)
        };
        return labelled(swept, (&owner, label), &number);
    }
    match (value, counts(swept, label)) {
        (Value::Flag(flag), _) => Place::with(words.quoted(&format!("{label}: {flag}"))),
        (Value::Text(_) | Value::List(_), _) => Place::with(words.quoted(&value.to_string())),
        (Value::Whole(number), Some(noun)) => {
            let of = if owner.is_empty() {
                String::new()
            } else {
                format!(" for {owner}")
            };
            Place::counted(*number, &(noun.number(*number) + &of))
        }
        (Value::Whole(_) | Value::Decimal(..), _) => {
            labelled(swept, (&owner, label), &value.in_print())
        }
    }
}

/// A label and a number: "at QV 4"; "with our die at 6 faces" where the label is long or says whose
/// it is.
fn labelled(swept: &Swept, (owner, label): (&str, &str), number: &str) -> Place {
    let belongs = somebodys(label) || label.to_lowercase().starts_with("the ");
    let is_long = label.split_whitespace().count() > 2 || belongs;
    let name = format!(
        "{}{}",
        possessive(owner),
        small_unless(swept.is_named, &standing(label))
    );
    let has_unit = number.contains(' ');
    // "Hits on" has its preposition.
    let between = match has_unit {
        _ if name.ends_with(" on") || name.ends_with(" at") => "",
        true => " of",
        false => " at",
    };
    let full = if is_long {
        format!("with {name}{between} {number}")
    } else {
        format!("at {name} {number}")
    };
    let again = if between == " of" {
        full.clone()
    } else {
        format!("at {number}")
    };
    Place {
        full,
        again,
        bare: number.to_owned(),
        is_counted: false,
    }
}

/// What a parameter is called in a sentence: its short name, unless that is a pronoun, or only the
/// long one counts things.
pub(super) fn called(swept: &Swept) -> &str {
    let counts = |label: &str| counts(swept, owned(label).1).is_some();
    let is_pronoun =
        ["ours", "theirs", "yours"].contains(&owned(&swept.short).1.to_lowercase().as_str());
    let is_brief = bare(&swept.label).chars().count() <= LONGEST;
    let is_better =
        !counts(&swept.short) && is_brief && (counts(&swept.label) || somebodys(&swept.label));
    if swept.short.is_empty() || is_pronoun || is_better {
        &swept.label
    } else {
        &swept.short
    }
}

/// The things that the label of a swept parameter counts. A label that the designer gave stays as
/// it was typed.
pub(crate) fn counts<'l>(swept: &Swept, label: &'l str) -> Option<CountedLabel<'l>> {
    let is_brief = |noun: &CountedLabel<'_>| {
        label.chars().count() <= LONGEST && !noun.after.starts_with("that ")
    };
    counted(label).filter(|noun| (noun.after.is_empty() || is_brief(noun)) && !swept.is_named)
}

/// Whether the unit says no more than the label: "dice" of "dice in the pool".
fn has_redundant_unit(swept: &Swept, label: &str) -> bool {
    let is_counted = || counts(swept, label).is_some_and(|noun| noun.counts(&swept.unit));
    swept.unit.is_empty() || label.eq_ignore_ascii_case(&swept.unit) || is_counted()
}

/// Splits a label into the entry of a list and its own part: "Vanguard: QV" into "Vanguard" and
/// "QV".
pub(crate) fn owned(label: &str) -> (String, &str) {
    match label.split_once(": ") {
        Some((path, part_label)) => (
            path.split('.').next().unwrap_or(path).to_owned(),
            bare(part_label),
        ),
        None => (String::new(), bare(label)),
    }
}
