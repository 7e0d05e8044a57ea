//! Reads `--over KEY=A..B`: a parameter to search, and its range.

use super::document::Scenario;
use super::labels::key_of;
use super::path;
use super::sweep::{self, Sweep, option_sweep};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source, nearest};
use crate::input::habits;
use crate::input::tree::{Key, Node, Tree};
use crate::rule::nearest::Help;
use crate::rule::parameter::ParameterType;

/// The most values of an integer range. They are tried one by one.
const MAX_VALUES: i128 = 1000;

/// A parameter to search.
#[derive(Clone, Debug)]
pub(crate) struct SearchedParameter {
    /// Its path.
    pub(crate) key: Key,
    /// The searched range.
    pub(crate) range: Range,
    /// Notes for the reader.
    pub(crate) notes: Vec<String>,
}

/// A searched range.
#[derive(Clone, Debug)]
pub(crate) enum Range {
    /// Each of these values.
    Listed(Vec<Node>),
    /// All decimals between two ends.
    Decimals(f64, f64),
}

/// The numbers that a parameter may be.
enum NumberRange {
    Whole(i64, i64),
    Decimal(f64, f64),
    /// Dice, which may also be an integer.
    Unbounded,
}

impl SearchedParameter {
    /// Reads the value of `--over`.
    ///
    /// # Errors
    /// Returns an error if it names no parameter that can be searched, or one that another option
    /// sets.
    pub(crate) fn read(scenario: &Scenario, over: &str) -> Result<SearchedParameter, Diagnostics> {
        let (source, span) = Source::option("--over", over);
        let (written, range) = match over.split_once('=') {
            Some((key, range)) => (key, Some(range)),
            None => (over, None),
        };
        let place = Place {
            source,
            span: span.start..span.start + written.len(),
        };
        let mut key = Key {
            text: written.trim().to_owned(),
            place: place.clone(),
        };
        path::check(&key)?;
        key.text = key_of(scenario.rule.parameters(), &key.text).unwrap_or(key.text);
        if let Ok(node) = scenario.written_parameters(0) {
            key.text = path::with_entry_names(&node, &key.text);
        }
        let wrong = |message: String, help: Help| {
            Err(Diagnostics::from(Diagnostic::at(&place, message, help)))
        };
        let refuse = |message: String, help: String| wrong(message, help.into());
        if key.text.starts_with(super::sections::PREFIX) {
            let help = format!("to compare its options use --sweep {}=...", key.text);
            return refuse(
                format!("`{}` is a choice, and a search needs a number", key.text),
                help,
            );
        }
        let Some(parameter) = scenario.parameter(&key.text) else {
            let known: Vec<&str> = scenario
                .rule
                .parameters()
                .iter()
                .map(|parameter| parameter.key)
                .collect();
            // The last part of a path is the likeliest typo.
            let last = key.text.rsplit('.').next().unwrap_or(&key.text);
            return wrong(
                format!("there is no parameter `{}`", key.text),
                nearest(last, &known),
            );
        };
        if scenario.sets.iter().any(|(set, _)| set.text == key.text) {
            let help = "remove one of the two options".to_owned();
            return refuse(
                format!("`{}` is both in --set and in --over", key.text),
                help,
            );
        }
        // The search replaces a sweep of the file, but contradicts a sweep of the command line.
        let swept = |sweep: &Sweep| {
            sweep.path.text == key.text && sweep.path.place.source.name == place.source.name
        };
        if scenario.sweep.iter().any(swept) {
            let help = format!(
                "remove --sweep, and give the range as --over {}=A..B",
                key.text
            );
            return refuse(
                format!("`{}` is both in --sweep and in --over", key.text),
                help,
            );
        }
        let Some(numbers) = numbers(&parameter.shape) else {
            let message = format!(
                "`{}` is not a number: it is {}",
                key.text,
                parameter.shape.allowed()
            );
            return refuse(
                message,
                format!("to compare its values use --sweep {}=a,b", key.text),
            );
        };
        let notes = override_note(scenario, &key)?.into_iter().collect();
        let mut problems = Vec::new();
        let sweeps = [Sweep {
            path: key.clone(),
            values: Vec::new(),
        }];
        sweep::check_collisions(&sweeps, &scenario.variants, &mut problems);
        let range = range_of((over, range), &numbers, &key, &mut problems)?;
        if problems.is_empty() {
            Ok(SearchedParameter { key, range, notes })
        } else {
            Err(Diagnostics(problems))
        }
    }
}

/// Returns a note about entries that override a parameter. Returns an error if all entries override
/// it.
fn override_note(scenario: &Scenario, key: &Key) -> Result<Option<String>, Diagnostics> {
    let Some((entries, other_count)) = scenario.entry_overrides(&key.text) else {
        return Ok(None);
    };
    let (name, place) = &entries[0];
    if other_count == 0 {
        let message = format!(
            "the search has no effect: every entry has its own `{}`, as \"{name}\" has",
            key.text
        );
        let help = format!(
            "search over one entry with --over {}, or remove the value from the entries",
            entry_path(scenario, name, &key.text)
        );
        return Err(Diagnostic::at(place, message, help).into());
    }
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    Ok(Some(format!(
        "`{}` is used by {other_count} entries only: {} have their own.",
        key.text,
        names.join(", ")
    )))
}

/// Returns the searched range: the written one, else all values that the parameter may have.
fn range_of(
    (over, range): (&str, Option<&str>),
    numbers: &NumberRange,
    key: &Key,
    problems: &mut Vec<Diagnostic>,
) -> Result<Range, Diagnostics> {
    let refuse = |message: String, help: String| {
        Err(Diagnostics::from(Diagnostic::at(&key.place, message, help)))
    };
    Ok(match (range, numbers) {
        (None, NumberRange::Whole(from, to))
            if i128::from(*to) - i128::from(*from) >= MAX_VALUES =>
        {
            let help = format!("give a smaller range: --over {}=A..B", key.text);
            return refuse(
                format!("`{}` has too many values to try: {from} to {to}", key.text),
                help,
            );
        }
        (None, NumberRange::Whole(from, to)) => {
            let value = |value: i64| Node {
                tree: Tree::Whole(value),
                place: key.place.clone(),
            };
            Range::Listed((*from..=*to).map(value).collect())
        }
        (None, NumberRange::Decimal(from, to)) => Range::Decimals(*from, *to),
        (None, NumberRange::Unbounded) => {
            let help = format!(
                "give a range: --over {}=A..B; {}",
                key.text,
                comparison_help(&key.text)
            );
            return refuse(format!("`{}` has no range of its own", key.text), help);
        }
        (Some(range), NumberRange::Unbounded) if range.contains(|c: char| c.is_alphabetic()) => {
            return refuse(
                "a search needs numbers, not dice".to_owned(),
                comparison_help(&key.text),
            );
        }
        (Some(range), _) if habits::range_ends(range).is_some_and(|_| !range.contains("..")) => {
            let (from, to) = habits::range_ends(range).unwrap_or_default();
            return refuse(
                format!("{} is not a number", range.trim()),
                format!("write --over {}={from}..{to}", key.text),
            );
        }
        (Some(range), NumberRange::Decimal(..)) if range.split("..").count() == 2 => {
            decimals((over, range), key, problems)?
        }
        (Some(_), _) => {
            let mut swept = option_sweep("--over", over, None, problems);
            let values = swept.pop().map_or_else(Vec::new, |sweep| sweep.values);
            if values.len() as i128 > MAX_VALUES {
                return refuse(
                    format!("this range has {} values", values.len()),
                    format!("use at most {MAX_VALUES} values"),
                );
            }
            if let Some(other) = values.iter().find(|value| number(value).is_none()) {
                return refuse(
                    format!("{} is not a number", other.brief()),
                    "use numbers only".to_owned(),
                );
            }
            Range::Listed(values)
        }
    })
}

/// Reads a range of decimals.
fn decimals(
    (over, range): (&str, &str),
    key: &Key,
    problems: &mut Vec<Diagnostic>,
) -> Result<Range, Diagnostics> {
    if range.split("..").any(|end| end.trim().is_empty()) {
        option_sweep("--over", over, None, problems);
        return Err(Diagnostics(std::mem::take(problems)));
    }
    // The ends are read like the values of a sweep.
    let swept = option_sweep("--over", &over.replacen("..", ",", 1), None, problems);
    let ends: Vec<Option<f64>> = swept
        .iter()
        .flat_map(|sweep| &sweep.values)
        .map(number)
        .collect();
    match ends[..] {
        [Some(from), Some(to)] if from < to => Ok(Range::Decimals(from, to)),
        _ => {
            let message = format!("{} is not a range of numbers", range.trim());
            let help = format!(
                "write --over {}=0.1..0.5, with the lower end first",
                key.text
            );
            Err(Diagnostics::from(Diagnostic::at(&key.place, message, help)))
        }
    }
}

/// Returns the help for dice, which can be compared but not searched.
fn comparison_help(key: &str) -> String {
    format!("to compare dice use --sweep {key}=d4,d6,d8")
}

/// Returns the path of an entry's value: `wings.Vanguard.quality`.
fn entry_path(scenario: &Scenario, name: &str, key: &str) -> String {
    let inherits = |shape: &ParameterType| match shape.entries() {
        Some(ParameterType::Entries { inherits, .. }) => inherits.contains(&key),
        _ => false,
    };
    let list = scenario
        .rule
        .parameters()
        .iter()
        .find(|parameter| inherits(&parameter.shape));
    format!(
        "{}.{name}.{key}",
        list.map_or("entries", |parameter| parameter.key)
    )
}

fn number(node: &Node) -> Option<f64> {
    match &node.tree {
        Tree::Whole(number) => Some(*number as f64),
        Tree::Decimal(digits) => digits
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

/// Returns the numbers that a value of a type may be.
fn numbers(shape: &ParameterType) -> Option<NumberRange> {
    match shape {
        ParameterType::Whole { from, to } => Some(NumberRange::Whole(*from, *to)),
        ParameterType::Probability => Some(NumberRange::Decimal(0.0, 1.0)),
        ParameterType::Decimal { from, to } => {
            let float = |ratio: oddsmith_language::Ratio| {
                ratio.numerator() as f64 / ratio.denominator() as f64
            };
            Some(NumberRange::Decimal(float(*from), float(*to)))
        }
        ParameterType::Dice | ParameterType::DiceText => Some(NumberRange::Unbounded),
        ParameterType::AnyOf(shapes) => shapes.iter().find_map(numbers),
        _ => None,
    }
}
