//! What a search found, as text: the values tried, and what that says.

use std::fmt::Write;

use crate::estimate::Estimate;
use crate::figures::Numerals;
use crate::report::search::{Search, SearchedCase, Tried};
use crate::terminal::shown;
use oddsmith_model::table::{Column, Table};

/// Values that are shown, those about the nearest.
const MOST_ROWS: usize = 21;
/// The most crossings of the target that are listed.
const MOST_CROSSINGS: usize = 5;
/// The most cases that are listed.
const MOST_CASES: usize = 40;

/// What a search found.
pub fn search(search: &Search) -> String {
    let goal = format!("{} = {}", search.question, search.target_text);
    let mut text = format!(
        "\u{1b}[1m{}\u{1b}[0m\nWhich value of {} gives {}?\n",
        shown(&search.title),
        shown(&search.label),
        shown(&goal)
    );
    for note in &search.notes {
        let _ = writeln!(text, "{}", shown(note));
    }
    match search.cases.as_slice() {
        [only] => text.push_str(&one(search, only)),
        cases => text.push_str(&several(search, &cases[..cases.len().min(MOST_CASES)])),
    }
    let more = search.cases.len().saturating_sub(MOST_CASES);
    if more > 0 {
        let _ = writeln!(text, "... and {more} more cases: --json has all of them");
    }
    if !search.left_out.is_empty() {
        let _ = writeln!(text, "Left out: {}.", shown(&search.left_out.join("; ")));
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

fn one(search: &Search, case: &SearchedCase) -> String {
    let mut text = if search.is_whole {
        table(search, case)
    } else {
        String::new()
    };
    for sentence in sentences(search, case) {
        let _ = writeln!(text, "{}", shown(&sentence));
    }
    text
}

/// A row for each case: the nearest value, and where the answer crosses what was looked for.
fn several(search: &Search, cases: &[SearchedCase]) -> String {
    let nearest = |case: &SearchedCase| case.nearest(search).first().map(|tried| (*tried).clone());
    let others = |case: &SearchedCase| case.nearest(search).len().saturating_sub(1);
    let value = |case: &SearchedCase| match (nearest(case), others(case)) {
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
            .map(|(one, other)| format!("{} and {}", one.value, other.value));
        let between: Vec<String> = match case.roots.as_slice() {
            [] => between.collect(),
            roots => roots.iter().map(|root| root.value.clone()).collect(),
        };
        match between.len() {
            0 => "nowhere".to_owned(),
            many if many > MOST_CROSSINGS => format!("{many} places"),
            _ => between.join("; "),
        }
    };
    let off = |case: &SearchedCase| {
        nearest(case).map_or_else(|| "–".to_owned(), |tried| off(search, &tried))
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
            cases
                .iter()
                .map(|case| nearest(case).map_or("–".to_owned(), |tried| answer(search, &tried))),
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
        .saturating_sub(MOST_ROWS / 2)
        .min(case.tried.len().saturating_sub(MOST_ROWS));
    let rows = &case.tried[from..case.tried.len().min(from + MOST_ROWS)];
    let mark = |tried: &Tried| {
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
            rows.iter().map(|tried| answer(search, tried)),
        ),
        Column::numbers("off by", rows.iter().map(|tried| off(search, tried))),
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

/// What the values tried say.
fn sentences(search: &Search, case: &SearchedCase) -> Vec<String> {
    let (key, target) = (&search.label, &search.target_text);
    let nearest = case.nearest(search);
    let Some((least, most)) = case.ends() else {
        return vec![format!(
            "No value of {key} has an answer: the number does not exist, or its condition never occurs."
        )];
    };
    let describe = |tried: &Tried| format!("{} ({})", tried.value, answer(search, tried));
    let mut sentences = Vec::new();
    let met: Vec<&Tried> = nearest
        .iter()
        .copied()
        .filter(|tried| search.is_met(tried))
        .collect();
    let places = case.places(search);
    match (met.as_slice(), nearest.as_slice()) {
        _ if !search.is_whole
            && places
                .iter()
                .any(|(from, _)| case.roots.contains(from) || search.is_met(from)) =>
        {
            return where_it_comes(search, case, &places);
        }
        ([only], _) => sentences.push(format!(
            "{key} = {} gives exactly that, and no other value does.",
            only.value
        )),
        ([_, ..], _) => sentences.push(format!("{key} = {} all give exactly that.", named(&met))),
        ([], [only]) => {
            let off = only.answer.unwrap_or(f64::NAN) - search.target;
            sentences.push(format!(
                "Nearest: {key} = {} gives {}, off by {}.",
                only.value,
                answer(search, only),
                distance(search, off)
            ));
        }
        ([], many) => {
            let first = many[0];
            sentences.push(format!(
                "Equally near: {key} = {} give {}, off by {}.",
                named(many),
                answer(search, first),
                distance(search, first.answer.unwrap_or(f64::NAN) - search.target)
            ));
        }
    }
    if met.is_empty() && case.crossings.is_empty() {
        sentences.push(format!(
            "No value gives {target}: the answer ranges from {} to {}.",
            at(key, least, &describe),
            at(key, most, &describe)
        ));
    }
    // That it comes to just the number is said already.
    let crossings: Vec<_> = case
        .crossings
        .iter()
        .filter(|(one, other)| !search.is_met(one) && !search.is_met(other))
        .collect();
    for (one, other) in crossings.iter().take(MOST_CROSSINGS) {
        sentences.push(format!(
            "The answer crosses {target} between {key} = {} and {}.",
            describe(one),
            describe(other)
        ));
    }
    if crossings.len() > MOST_CROSSINGS {
        sentences.push(format!(
            "It crosses {target} in {} more places.",
            crossings.len() - MOST_CROSSINGS
        ));
    }
    sentences
}

/// Each place along a range of decimals at which the answer comes to what was looked for, and how
/// often it does.
fn where_it_comes(
    search: &Search,
    case: &SearchedCase,
    places: &[(&Tried, &Tried)],
) -> Vec<String> {
    let place = |(from, to): &(&Tried, &Tried)| {
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
            answer(search, from)
        )
    };
    let many = match places.len() {
        1 if places[0].0.value != places[0].1.value => "in one stretch".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        many => format!("{many} times"),
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
    let all =
        format!("Of {tried} values tried from {from} to {to} it comes to {target} {many}: {only}.");
    places
        .iter()
        .take(MOST_CROSSINGS)
        .map(place)
        .chain([all])
        .collect()
}

/// Values in a row: "1, 2 and 3", "1 to 9, 9 values,".
fn named(tried: &[&Tried]) -> String {
    let values: Vec<&str> = tried.iter().map(|tried| tried.value.as_str()).collect();
    match values.as_slice() {
        [first, .., last] if values.len() > 6 => {
            format!("{first} to {last}, {} values,", values.len())
        }
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        values => values.join(""),
    }
}

/// How far an answer is from what was looked for.
fn off(search: &Search, tried: &Tried) -> String {
    match tried.answer {
        None => "–".to_owned(),
        Some(_) if search.is_met(tried) => "just so".to_owned(),
        Some(answer) => signed(search, answer - search.target),
    }
}

fn at(key: &str, tried: &Tried, describe: &dyn Fn(&Tried) -> String) -> String {
    format!("{key} = {}", describe(tried))
}

fn answer(search: &Search, tried: &Tried) -> String {
    let Some(value) = tried.answer else {
        return "–".to_owned();
    };
    Estimate::with_interval(value, tried.interval).text(search.kind, Numerals::ENGLISH)
}

/// How far off an answer is, in a sentence.
fn distance(search: &Search, difference: f64) -> String {
    Numerals::ENGLISH.distance(difference, search.kind)
}

fn signed(search: &Search, difference: f64) -> String {
    Numerals::ENGLISH.change(difference, search.kind)
}
