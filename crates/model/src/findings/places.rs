//! Places of a chart in words: "at QV 4", "with 3 cubes", "up to Turn 5".

use super::words::{CountedLabel, bare, counted, in_words, possessive, quoted, small_unless, somebodys, standing};
use crate::chart_table::ChartTable;
use crate::report::{Axis, Law, Report, Swept, Value};
use crate::rule::metric::Kind;
use crate::rule::nouns::{is_plural, listed};

/// What stands before a place says what it is: "at" a value, "with" a number of things, "for" one of several.
pub(crate) struct Spoken {
    before: &'static str,
    /// How many of something it is.
    counts: Option<i64>,
    /// The place: "QV 4", "3 cubes", "Turn 5".
    pub(crate) name: String,
    /// What stands for both where these words do not do: "with our die of 6 faces".
    whole: Option<String>,
    /// The value alone: "4", "3+"; what has a number of things goes by that.
    value: Option<String>,
}

impl Spoken {
    /// One of several things: "with “Harsh”".
    pub(crate) fn with(name: String) -> Spoken {
        Spoken { before: "with", counts: None, name, whole: None, value: None }
    }

    /// Whether it is a number of things: "3 cubes".
    pub(crate) fn is_counted(&self) -> bool {
        self.counts.is_some()
    }

    /// "at QV 4", "with no cubes".
    pub(crate) fn at(&self) -> String {
        if let Some(whole) = &self.whole {
            return whole.clone();
        }
        match self.name.strip_prefix("0 ").filter(|_| self.counts == Some(0)) {
            Some(things) => format!("with no {things}"),
            None => format!("{} {}", self.before, self.name).trim_start().to_owned(),
        }
    }

    /// The same after another of its axis: "with 4", "at 4".
    pub(crate) fn again(&self) -> String {
        match (&self.value, self.counts) {
            (Some(value), _) => format!("at {value}"),
            (None, Some(0)) => "with none".to_owned(),
            (None, Some(number)) => format!("with {number}"),
            (None, None) => self.at(),
        }
    }

    /// Its value after another of its axis, in a list: "4", "none", “Harsh”.
    pub(crate) fn bare(&self) -> String {
        match (&self.value, self.counts) {
            (Some(value), _) => value.clone(),
            (None, Some(0)) => "none".to_owned(),
            (None, Some(number)) => number.to_string(),
            (None, None) => self.name.clone(),
        }
    }
}

/// A place of an axis, by its order along it; `None` where the axis has but one place, which needs no words.
pub(super) fn place(data: &ChartTable<'_>, axis: Axis, nth: usize) -> Option<Spoken> {
    let index = data.along(axis).get(nth)?.index;
    match axis {
        Axis::Sweep(parameter) => Some(swept_at(&data.report.sweep[parameter], index)),
        Axis::Variants => Some(Spoken::with(quoted(&data.report.variants[index]))),
        Axis::Steps => {
            let step = data.observed.laws.get(index)?.step?;
            let before = match data.own_step_name(step) {
                Some(_) => "for",
                None if data.observed.metric.is_by_then => "by",
                None => "in",
            };
            Some(Spoken { before, counts: None, name: data.step_place(step), whole: None, value: None })
        }
        Axis::Values | Axis::Single => None,
    }
}

/// The longest label that stands in a sentence for a short name.
const LONGEST: usize = 28;

/// What a parameter is called in a sentence: its short name, unless that says too little to stand alone or only the long
/// one counts something.
pub(super) fn called(swept: &Swept) -> &str {
    let counts = |label: &str| counts(swept, owned(label).1).is_some();
    let is_pronoun = ["ours", "theirs", "yours"].contains(&owned(&swept.short).1.to_lowercase().as_str());
    let is_brief = bare(&swept.label).chars().count() <= LONGEST;
    let is_better = !counts(&swept.short) && is_brief && (counts(&swept.label) || somebodys(&swept.label));
    if swept.short.is_empty() || is_pronoun || is_better { &swept.label } else { &swept.short }
}

/// What the label of a swept parameter counts. What the designer has named is no word of ours: it is only told.
fn counts<'l>(swept: &Swept, label: &'l str) -> Option<CountedLabel<'l>> {
    let is_brief = |noun: &CountedLabel<'_>| label.chars().count() <= LONGEST && !noun.after.starts_with("that ");
    counted(label).filter(|noun| (noun.after.is_empty() || is_brief(noun)) && !swept.is_named)
}

/// Whether what follows the values says no more than the label: "dice" of "dice in the pool".
fn has_said_unit(swept: &Swept, label: &str) -> bool {
    let is_counted = || counts(swept, label).is_some_and(|noun| noun.counts(&swept.unit));
    swept.unit.is_empty() || label.eq_ignore_ascii_case(&swept.unit) || is_counted()
}

/// So many things of a swept parameter that counts some: "one white cube"; `None` where it counts nothing.
pub(super) fn things(report: &Report, parameter: usize, index: usize) -> Option<String> {
    let swept = &report.sweep[parameter];
    let number = swept.values.get(index)?.whole()?;
    let label = called(swept);
    let noun = counts(swept, label).filter(|_| !label.contains(": ") && has_said_unit(swept, label))?;
    Some(format!("{} {}", in_words(number), noun.noun(number == 1)))
}

/// A label and a number that nobody has worded: "at QV 4"; "with our die at 6 faces", where the label is long or somebody's.
fn labelled(swept: &Swept, (owner, label): (&str, &str), number: &str) -> Spoken {
    let words = label.split_whitespace().count();
    let belongs = somebodys(label) || label.to_lowercase().starts_with("the ");
    let name = format!("{}{}", possessive(owner), small_unless(swept.is_named, &standing(label)));
    // "Hits on" has its word before the number.
    let of = match number.contains(' ') {
        _ if name.ends_with(" on") || name.ends_with(" at") => "",
        true => " of",
        false => " at",
    };
    let whole = (words > 2 || belongs).then(|| format!("with {name}{of} {number}"));
    let value = (of != " of").then(|| number.to_owned());
    Spoken { before: "at", counts: None, name: format!("{name} {number}"), whole, value }
}

/// A swept value in the rule's own words, where it has some: "with advantage", "at range 12 inches".
pub(crate) fn swept_at(swept: &Swept, index: usize) -> Spoken {
    if let Some(said) = swept.said.get(index) {
        return Spoken { before: "", counts: None, name: said.clone(), whole: None, value: None };
    }
    if let Some(label) = swept.labels.get(index).and_then(Option::as_ref) {
        return Spoken { before: "with", counts: None, name: quoted(label), whole: None, value: None };
    }
    let spoken = value(swept, &swept.values[index]);
    // "4 players" is not said twice where players is what they are called.
    if has_said_unit(swept, owned(called(swept)).1) {
        return spoken;
    }
    let (owner, label) = owned(called(swept));
    let number = swept.values[index].in_print();
    // What a die has to show is written as players do: 4+.
    let number = if swept.unit == "or more" { format!("{number}+") } else { format!("{number} {}", swept.unit) };
    labelled(swept, (&owner, label), &number)
}

/// A swept value: "QV 4"; "3 cubes", where cubes are counted; “avert”, where it is a word.
fn value(swept: &Swept, value: &Value) -> Spoken {
    let (owner, label) = owned(called(swept));
    let with = |name: String| Spoken { before: "with", counts: value.whole(), name, whole: None, value: None };
    match (value, counts(swept, label)) {
        (Value::Flag(flag), _) => with(quoted(&format!("{label}: {flag}"))),
        (Value::Text(_) | Value::List(_), _) => with(quoted(&value.to_string())),
        (Value::Whole(number), Some(noun)) => {
            let of = if owner.is_empty() { String::new() } else { format!(" for {owner}") };
            with(format!("{}{of}", noun.number(*number)))
        }
        (Value::Whole(_) | Value::Decimal(..), _) => labelled(swept, (&owner, label), &value.in_print()),
    }
}

/// The entry of a list and what is swept of it: "Vanguard: QV" is "Vanguard" and "QV".
fn owned(label: &str) -> (String, &str) {
    match label.split_once(": ") {
        Some((path, own)) => (path.split('.').next().unwrap_or(path).to_owned(), bare(own)),
        None => (String::new(), bare(label)),
    }
}

/// "at every QV", "with any number of cubes", "for every Wing"; nothing of an axis without places.
pub(super) fn every(data: &ChartTable<'_>, axis: Axis) -> String {
    match axis {
        Axis::Sweep(parameter) => {
            let swept = &data.report.sweep[parameter];
            let (owner, label) = owned(called(swept));
            // "At every alien colony" would be of colonies, and not of whether there is one.
            let is_number = swept.values.iter().all(|value| value.number().is_some());
            match counts(swept, label).filter(|_| is_number) {
                Some(noun) if owner.is_empty() => format!("with {} {}", any_number(&swept.values), noun.noun(false)),
                Some(noun) => format!("with {} {} for {owner}", any_number(&swept.values), noun.noun(false)),
                None if owner.is_empty() && is_number => {
                    format!("at every {}", small_unless(swept.is_named, &standing(label)))
                }
                None => {
                    format!("at every setting of {}{}", possessive(&owner), small_unless(swept.is_named, label))
                }
            }
        }
        Axis::Variants => "with every variant".to_owned(),
        Axis::Steps => {
            let is_named = data.names_steps();
            format!("{} every {}", if is_named { "for" } else { "in" }, data.step_word())
        }
        Axis::Values | Axis::Single => String::new(),
    }
}

/// "any number of" where no number is left out from none or one on; else the numbers, "3, 5 or 10", or from where to where.
fn any_number(values: &[Value]) -> String {
    const ONE_BY_ONE: usize = 4;
    let numbers: Vec<f64> = values.iter().filter_map(Value::number).collect();
    let (least, most) =
        (numbers.iter().copied().fold(f64::INFINITY, f64::min), numbers.iter().copied().fold(0.0, f64::max));
    match numbers.len() {
        _ if least <= 1.0 && most - least <= (numbers.len() - 1) as f64 => "any number of".to_owned(),
        0..=ONE_BY_ONE => {
            let all: Vec<String> = values.iter().map(Value::to_string).collect();
            listed(&all.iter().map(String::as_str).collect::<Vec<_>>(), "or")
        }
        _ => format!("{least} to {most}"),
    }
}

/// "The number of cubes", "Our Base Damage": what is swept along an axis.
pub(super) fn setting(data: &ChartTable<'_>, axis: Axis) -> Option<String> {
    let Axis::Sweep(parameter) = axis else { return None };
    let swept = &data.report.sweep[parameter];
    let (owner, label) = owned(called(swept));
    Some(match counts(swept, label) {
        Some(noun) if owner.is_empty() => format!("the number of {}", noun.noun(false)),
        Some(noun) => format!("the number of {} for {owner}", noun.noun(false)),
        None if owner.is_empty() => quoted(label),
        None => format!("{}{}", possessive(&owner), small_unless(swept.is_named, label)),
    })
}

/// "at every QV, with any number of cubes": every place of a chart; nothing where it has but one.
pub(super) fn everywhere(data: &ChartTable<'_>) -> String {
    let axes = [(data.chart.x, data.xs.len()), (data.series(), data.lines.len())];
    let places = axes.into_iter().filter(|&(_, len)| len > 1).map(|(axis, _)| every(data, axis));
    places.filter(|place| !place.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Whether one place of an axis comes after another. Steps that have names are units, sides, places: none comes first.
fn is_sequence(data: &ChartTable<'_>, axis: Axis) -> bool {
    axis != Axis::Steps || !data.names_steps()
}

/// "up to QV 4"; "only at QV 2", where nothing comes before it; nothing where places are no sequence.
pub(super) fn up_to(data: &ChartTable<'_>, axis: Axis, last: usize) -> Option<String> {
    let spoken = place(data, axis, last).filter(|_| is_sequence(data, axis))?;
    Some(if last == 0 { format!("only {}", spoken.at()) } else { format!("up to {}", spoken.name) })
}

/// "from QV 5 on"; "only at QV 6", where nothing comes after it.
pub(super) fn from_on(data: &ChartTable<'_>, axis: Axis, first: usize) -> Option<String> {
    let spoken = place(data, axis, first).filter(|_| is_sequence(data, axis))?;
    let is_end = first + 1 == data.along(axis).len();
    Some(if is_end { format!("only {}", spoken.at()) } else { format!("from {} on", spoken.name) })
}

/// "past QV 4", where the next place is the next number; else "from QV 6 on", which says nothing of what lies between.
pub(super) fn past(data: &ChartTable<'_>, axis: Axis, last: usize) -> Option<String> {
    let numbers = data.numbers(axis).filter(|_| is_sequence(data, axis))?;
    let next = numbers.get(last + 1)?;
    if (next - numbers[last] - 1.0).abs() < 1e-9 && numbers[last].fract() == 0.0 {
        place(data, axis, last).map(|spoken| format!("past {}", spoken.name))
    } else {
        from_on(data, axis, last + 1)
    }
}

/// One "with" after another is the same "with": "with 3 cubes and “Harsh”".
pub(crate) fn joined(parts: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut is_with = false;
    for part in parts {
        let rest = part.strip_prefix("with ").filter(|_| is_with).map(str::to_owned);
        is_with = part.starts_with("with ");
        if !text.is_empty() {
            text.push_str(if rest.is_some() { " and " } else { " " });
        }
        text.push_str(&rest.unwrap_or(part));
    }
    text
}

/// The slice of all that was varied that a chart shows, in words: "with no cubes, “No penalties”". `None` where it shows
/// all of it.
pub(super) fn slice(data: &ChartTable<'_>) -> Option<String> {
    let chart = data.chart;
    let varied = chart.held.iter().filter(|&&(parameter, _)| data.report.sweep[parameter].values.len() > 1);
    let mut held: Vec<String> =
        varied.map(|&(parameter, index)| swept_at(&data.report.sweep[parameter], index).at()).collect();
    // What holds for a whole family is said of none of it.
    let all = chart.family.iter().map(Vec::len).sum::<usize>() == data.report.variants.len();
    let variant = chart.variant.filter(|_| data.report.variants.len() > 1 && !all);
    held.extend(variant.map(|index| quoted(&data.report.variants[index])));
    if let Some(step) = chart.step.filter(|_| data.observed.metric.steps.is_some_and(|(first, last)| first < last)) {
        let name = data.step_place(step);
        held.push(if data.observed.metric.is_by_then { format!("by {name}") } else { name });
    }
    // Of what not every trial shows, all that is said is of those that do.
    let metric = &data.observed.metric;
    if metric.kind != Kind::When && data.laws().any(Law::may_be_absent) {
        held.push(provided(&metric.absent));
    }
    (!held.is_empty()).then(|| held.join(", "))
}

/// Of which trials it is, from the words for the others: "when activated" of "not activated".
fn provided(absent: &str) -> String {
    match absent.split_once(' ') {
        Some(("not", what)) => format!("when {what}"),
        // A whole sentence is turned round: "no beast is met".
        Some(("no", what)) if what.contains(" is ") => format!("where {} {what}", article(what)),
        Some(("no", what)) if what.contains(" are ") => format!("where {what}"),
        Some(("none", what)) => format!("where any is {what}"),
        Some(("no", what)) if is_plural(what.rsplit(' ').next().unwrap_or(what)) => format!("where there are {what}"),
        Some(("no", what)) => format!("where there is {} {what}", article(what)),
        Some(("nothing", what)) if what.starts_with("to ") => format!("where there is something {what}"),
        Some(("nothing", what)) => format!("where something {what}"),
        None if matches!(absent, "" | "none" | "never" | "absent") => "where there is any".to_owned(),
        _ => format!("unless {absent}"),
    }
}

fn article(of: &str) -> &'static str {
    if of.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_which_trials_a_title_is() {
        for (absent, words) in [
            ("not activated", "when activated"),
            ("no check", "where there is a check"),
            ("no order", "where there is an order"),
            ("no survivors", "where there are survivors"),
            ("nothing to maintain", "where there is something to maintain"),
            ("nothing scattered", "where something scattered"),
            ("none", "where there is any"),
            ("no beast is met", "where a beast is met"),
            ("no beasts are met", "where beasts are met"),
            ("none met", "where any is met"),
            ("lost at sea", "unless lost at sea"),
        ] {
            assert_eq!(provided(absent), words);
        }
    }
}
