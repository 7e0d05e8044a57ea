//! The result of a search as text: the values that were tried, and the conclusions.

use std::fmt::Write;

use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::search::{Search, SearchedCase, TriedValue};
use oddsmith_model::table::{Column, Table};

/// The maximal number of values that are shown, around the nearest one.
const MAX_ROWS: usize = 21;
/// The maximal number of crossings of the target that are listed.
const MAX_CROSSINGS: usize = 5;
/// The maximal number of cases that are listed.
const MAX_CASES: usize = 40;

/// Returns the result of a search as text.
pub fn search(search: &Search) -> String {
    let goal = format!("{} = {}", search.question, search.target_text);
    let mut text = format!(
        "\u{1b}[1m{}\u{1b}[0m\nWhich value of {} gives {}?\n",
        printable_line(&search.title),
        printable_line(&search.label),
        printable_line(&goal)
    );
    for note in &search.notes {
        let _ = writeln!(text, "{}", printable_line(note));
    }
    match search.cases.as_slice() {
        [only] => text.push_str(&single_case(search, only)),
        cases => text.push_str(&several_cases(search, &cases[..cases.len().min(MAX_CASES)])),
    }
    let more = search.cases.len().saturating_sub(MAX_CASES);
    if more > 0 {
        let _ = writeln!(text, "... and {more} more cases: --json has all of them");
    }
    if !search.left_out.is_empty() {
        let _ = writeln!(
            text,
            "Left out: {}.",
            printable_line(&search.left_out.join("; "))
        );
    }
    if search
        .cases
        .iter()
        .flat_map(|case| &case.tried)
        .any(|tried| tried.interval.is_some())
    {
        text.push_str("These answers are simulated, with their interval: another value nearby may fit equally well.\n");
    }
    text
}

fn single_case(search: &Search, case: &SearchedCase) -> String {
    let mut text = if search.is_whole {
        table(search, case)
    } else {
        String::new()
    };
    for sentence in sentences(search, case) {
        let _ = writeln!(text, "{}", printable_line(&sentence));
    }
    text
}

/// Returns a row for each case: the nearest value, and where the answer crosses the target.
fn several_cases(search: &Search, cases: &[SearchedCase]) -> String {
    let nearest = |case: &SearchedCase| case.nearest(search).first().map(|tried| (*tried).clone());
    let other_count = |case: &SearchedCase| case.nearest(search).len().saturating_sub(1);
    let value = |case: &SearchedCase| match (nearest(case), other_count(case)) {
        (None, _) => "–".to_owned(),
        (Some(tried), 0) => tried.value,
        (Some(tried), more) => format!("{} and {more} more", tried.value),
    };
    let crosses = |case: &SearchedCase| {
        if nearest(case).is_some_and(|tried| search.is_met(&tried)) && case.roots.len() <= 1 {
            return String::new();
        }
        let between = case
            .crossings
            .iter()
            .map(|(first, other)| format!("{} and {}", first.value, other.value));
        let between: Vec<String> = match case.roots.as_slice() {
            [] => between.collect(),
            roots => roots.iter().map(|root| root.value.clone()).collect(),
        };
        match between.len() {
            0 => "nowhere".to_owned(),
            count if count > MAX_CROSSINGS => format!("{count} places"),
            _ => between.join("; "),
        }
    };
    let off = |case: &SearchedCase| {
        nearest(case).map_or_else(|| "–".to_owned(), |tried| offset_text(search, &tried))
    };
    let columns = vec![
        Column::text(
            "",
            cases
                .iter()
                .map(|case| case.name.clone().unwrap_or_default()),
        ),
        Column::numbers(format!("nearest {}", search.label), cases.iter().map(value)),
        Column::numbers(
            &search.question,
            cases.iter().map(|case| {
                nearest(case).map_or("–".to_owned(), |tried| answer_text(search, &tried))
            }),
        ),
        Column::numbers("off by", cases.iter().map(off)),
        Column::text(
            format!("crosses {} between", search.target_text),
            cases.iter().map(crosses),
        ),
    ];
    Table::new(columns).to_text(usize::MAX)
}

fn table(search: &Search, case: &SearchedCase) -> String {
    let nearest = case.nearest(search);
    let first = nearest
        .first()
        .and_then(|nearest_value| case.tried.iter().position(|tried| tried == *nearest_value))
        .unwrap_or(0);
    let from = first
        .saturating_sub(MAX_ROWS / 2)
        .min(case.tried.len().saturating_sub(MAX_ROWS));
    let rows = &case.tried[from..case.tried.len().min(from + MAX_ROWS)];
    let mark = |tried: &TriedValue| {
        if nearest.contains(&tried) {
            "<- nearest".to_owned()
        } else {
            String::new()
        }
    };
    let columns = vec![
        Column::numbers(&search.label, rows.iter().map(|tried| tried.value.clone())),
        Column::numbers(
            &search.question,
            rows.iter().map(|tried| answer_text(search, tried)),
        ),
        Column::numbers(
            "off by",
            rows.iter().map(|tried| offset_text(search, tried)),
        ),
        Column::text("", rows.iter().map(mark)),
    ];
    let mut text = Table::new(columns).to_text(usize::MAX);
    if rows.len() < case.tried.len() {
        let _ = writeln!(
            text,
            "... of {} values tried, those about the nearest",
            case.tried.len()
        );
    }
    text
}

/// Returns sentences about the values that were tried.
fn sentences(search: &Search, case: &SearchedCase) -> Vec<String> {
    let (key, target) = (&search.label, &search.target_text);
    let nearest = case.nearest(search);
    let Some((least, most)) = case.extremes() else {
        return vec![format!(
            "No value of {key} has an answer: the number does not exist, or its condition never occurs."
        )];
    };
    let describe = |tried: &TriedValue| format!("{} ({})", tried.value, answer_text(search, tried));
    let mut sentences = Vec::new();
    let met: Vec<&TriedValue> = nearest
        .iter()
        .copied()
        .filter(|tried| search.is_met(tried))
        .collect();
    let places = case.met_ranges(search);
    match (met.as_slice(), nearest.as_slice()) {
        _ if !search.is_whole
            && places
                .iter()
                .any(|(from, _)| case.roots.contains(from) || search.is_met(from)) =>
        {
            return target_sentences(search, case, &places);
        }
        ([only], _) => sentences.push(format!(
            "{key} = {} gives exactly that, and no other value does.",
            only.value
        )),
        ([_, ..], _) => sentences.push(format!(
            "{key} = {} all give exactly that.",
            value_list(&met)
        )),
        ([], [only]) => {
            let off = only.answer.unwrap_or(f64::NAN) - search.target;
            sentences.push(format!(
                "Nearest: {key} = {} gives {}, off by {}.",
                only.value,
                answer_text(search, only),
                distance_text(search, off)
            ));
        }
        ([], equally_near) => {
            let first = equally_near[0];
            sentences.push(format!(
                "Equally near: {key} = {} give {}, off by {}.",
                value_list(equally_near),
                answer_text(search, first),
                distance_text(search, first.answer.unwrap_or(f64::NAN) - search.target)
            ));
        }
    }
    if met.is_empty() && case.crossings.is_empty() {
        sentences.push(format!(
            "No value gives {target}: the answer ranges from {} to {}.",
            described_value(key, least, &describe),
            described_value(key, most, &describe)
        ));
    }
    // Crossings at which a value gives exactly the target are mentioned already.
    let crossings: Vec<_> = case
        .crossings
        .iter()
        .filter(|(first, other)| !search.is_met(first) && !search.is_met(other))
        .collect();
    for (first, other) in crossings.iter().take(MAX_CROSSINGS) {
        sentences.push(format!(
            "The answer crosses {target} between {key} = {} and {}.",
            describe(first),
            describe(other)
        ));
    }
    if crossings.len() > MAX_CROSSINGS {
        sentences.push(format!(
            "It crosses {target} in {} more places.",
            crossings.len() - MAX_CROSSINGS
        ));
    }
    sentences
}

/// Returns a sentence for each place in a range of decimals at which the answer is the target, and
/// one on how many there are.
fn target_sentences(
    search: &Search,
    case: &SearchedCase,
    places: &[(&TriedValue, &TriedValue)],
) -> Vec<String> {
    let place = |(from, to): &(&TriedValue, &TriedValue)| {
        let about = if from.interval.is_some() || to.interval.is_some() {
            "about "
        } else {
            ""
        };
        let until = if from.value == to.value {
            String::new()
        } else {
            format!(" to {about}{}", to.value)
        };
        format!(
            "{} = {about}{}{until}: {}.",
            search.label,
            from.value,
            answer_text(search, from)
        )
    };
    let times = match places.len() {
        1 if places[0].0.value != places[0].1.value => "in one stretch".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    };
    let (from, to) = (
        &case.tried[0].value,
        &case.tried[case.tried.len() - 1].value,
    );
    let is_simulated = case.roots.iter().any(|root| root.interval.is_some());
    let only = match places {
        [(from, to)] if from.value != to.value => "every value between them is an answer",
        [_] => "so this is the only answer found",
        _ if is_simulated => "some of these may be random: run more trials",
        _ => "each of these is an answer",
    };
    let (tried, target) = (case.tried.len(), &search.target_text);
    let summary = format!(
        "Of {tried} values tried from {from} to {to} it comes to {target} {times}: {only}."
    );
    places
        .iter()
        .take(MAX_CROSSINGS)
        .map(place)
        .chain([summary])
        .collect()
}

/// Lists values: "1, 2 and 3", "1 to 9, 9 values,".
fn value_list(tried: &[&TriedValue]) -> String {
    let values: Vec<&str> = tried.iter().map(|tried| tried.value.as_str()).collect();
    match values.as_slice() {
        [first, .., last] if values.len() > 6 => {
            format!("{first} to {last}, {} values,", values.len())
        }
        [before_last @ .., last] if !before_last.is_empty() => {
            format!("{} and {last}", before_last.join(", "))
        }
        values => values.join(""),
    }
}

/// Describes the distance between an answer and the target.
fn offset_text(search: &Search, tried: &TriedValue) -> String {
    match tried.answer {
        None => "–".to_owned(),
        Some(_) if search.is_met(tried) => "exactly".to_owned(),
        Some(answer) => signed_difference(search, answer - search.target),
    }
}

fn described_value(
    key: &str,
    tried: &TriedValue,
    describe: &dyn Fn(&TriedValue) -> String,
) -> String {
    format!("{key} = {}", describe(tried))
}

fn answer_text(search: &Search, tried: &TriedValue) -> String {
    let Some(value) = tried.answer else {
        return "–".to_owned();
    };
    Estimate::with_interval(value, tried.interval).text(search.kind, Numerals::ENGLISH)
}

/// Describes a distance in a sentence.
fn distance_text(search: &Search, difference: f64) -> String {
    Numerals::ENGLISH.distance(difference, search.kind)
}

fn signed_difference(search: &Search, difference: f64) -> String {
    Numerals::ENGLISH.change(difference, search.kind)
}
