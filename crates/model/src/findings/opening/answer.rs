//! The answer: the first sentence of a report. What variants are worth as a difference, what is swept as a turning point and
//! its number.

use super::crossing::crossing;
use super::likeliest::likeliest;
use super::named;
use super::peak::{peak, peaks};
use super::reading::Reader;
use super::said::{axis_name, both, place, place_of, rest, times};
use super::sides;
use super::swing::{Swing, axes};
use super::turning::{turning, wanted};
use super::worth::worth;
use super::{HARDLY, OpeningClaim, Quantity, Sentence, against, plainly};
use crate::estimate::MARGIN;
use crate::figures::Numerals;
use crate::findings::clause::{enough_of, more_by};
use crate::findings::places::things;
use crate::findings::words::{capital, in_words};
use crate::report::{Axis, Report, Value, rising};
use crate::rule::metric::{Kind, Tone};

/// Differences of less than this are told as so many times.
const POINT: f64 = 0.01;
/// Turning points that are told one by one.
const TURNS: usize = 4;

/// The answer. What the title names of what varies it is told along.
pub(super) fn answer(report: &Report, reader: &Reader<'_>, usual: usize, swings: &[Swing]) -> Sentence {
    let all = axes(report, usual);
    let of = |axis: Axis| all.iter().find(|(own, _)| *own == axis).map(|(axis, along)| (*axis, along.as_slice()));
    let named = named::sweep(report).and_then(of);
    let widest = || swings.iter().find(|swing| swing.axis != Axis::Variants).and_then(|swing| of(swing.axis));
    let asked = || {
        let along = named?;
        let by_row = || enough(report, reader, usual).or_else(|| peaks(report, reader, along));
        by_row().or_else(|| along_sweep(report, reader, along))
    };
    let by_variant = || difference(report, reader, of(Axis::Variants)?);
    let found = worth(report, reader, usual)
        .or_else(asked)
        .or_else(|| crossing(report, reader, usual))
        .or_else(by_variant)
        .or_else(|| enough(report, reader, usual))
        .or_else(|| along_sweep(report, reader, widest()?));
    found.or_else(|| against(report, reader, usual)).unwrap_or_else(|| plainly(report, reader, usual))
}

/// What variants are worth, where the answer is told along something else.
pub(super) fn beside_sweep(report: &Report, reader: &Reader<'_>, usual: usize) -> Option<Sentence> {
    named::both(report)?;
    let (axis, along) = axes(report, usual).into_iter().find(|(axis, _)| *axis == Axis::Variants)?;
    crossing(report, reader, usual).or_else(|| difference(report, reader, (axis, &along)))
}

/// What comes of what is swept.
fn along_sweep(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let is_ordered =
        matches!(axis, Axis::Sweep(at) if rising(report.sweep[at].values.iter().map(Value::number)).is_some());
    match is_ordered {
        true => wanted(report, reader, (axis, along))
            .or_else(|| likeliest(report, reader, (axis, along)))
            .or_else(|| turning(report, reader, (axis, along)))
            .or_else(|| peak(report, reader, (axis, along)))
            .or_else(|| ends(report, reader, (axis, along))),
        false => difference(report, reader, (axis, along)),
    }
}

/// Which of several a first one is laid beside: the one that the title names; the best, where it is known what is better; else
/// the farthest from it.
fn beside(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize]), base: usize) -> Option<usize> {
    if axis == Axis::Variants {
        let all: Vec<usize> = along.iter().map(|&case| place_of(report, axis, case)).collect();
        let named =
            named::variant(report, &all).map(|at| along.iter().find(|&&case| place_of(report, axis, case) == at));
        if let Some(&case) = named.flatten().filter(|&&case| case != base) {
            return Some(case);
        }
    }
    let value = |at: usize| reader.values[at].value;
    let far = |at: &usize| (value(*at) - value(base)).abs();
    let farthest = along.iter().copied().reduce(|a, b| if far(&b) > far(&a) + MARGIN { b } else { a })?;
    let best = reader.wants_more.or_else(|| match reader.tone() {
        Tone::Success => Some(true),
        Tone::Failure => Some(false),
        Tone::Mixed | Tone::Neutral => None,
    });
    let better = |a: usize, b: usize| match best {
        Some(true) => value(b) > value(a) + MARGIN,
        Some(false) => value(b) < value(a) - MARGIN,
        None => false,
    };
    let other = along.iter().copied().reduce(|a, b| if better(a, b) { b } else { a })?;
    Some(if other == base { farthest } else { other })
}

/// The two variants that the title lays beside each other: the second is what the first is held against.
fn pair(report: &Report, (axis, along): (Axis, &[usize])) -> Option<(usize, usize)> {
    // Places along a sweep are no numbers of variants.
    if axis != Axis::Variants {
        return None;
    }
    let case = |at: usize| along.iter().copied().find(|&case| place_of(report, axis, case) == at);
    let all: Vec<usize> = along.iter().map(|&case| place_of(report, axis, case)).collect();
    let (one, other) = named::pair(report, &all)?;
    Some((case(other)?, case(one)?))
}

/// What is worth how much: "We win 15 points more often with “Only we choose” than with “Both strike hard”: 69% against 54%".
fn difference(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let value = |at: usize| reader.values[at].value;
    let (base, other) = match pair(report, (axis, along)) {
        Some(pair) => pair,
        None => {
            let base = *along.first()?;
            (base, beside(report, reader, (axis, along), base)?)
        }
    };
    let rest = rest(report, base, axis);
    if other == base {
        return Some(no_difference(report, reader, (axis, base), &rest));
    }
    let (with, than) = (place(report, axis, other), place(report, axis, base));
    let by = value(other) - value(base);
    let (a, b) = both(reader.is_chance(), &reader.values[other], &reader.values[base]);
    if a == b {
        return None;
    }
    let points = if reader.is_chance() { by.abs() * 100.0 } else { by.abs() };
    let text = Numerals::ENGLISH.difference(by, reader.kind());
    let sentence = Sentence::default().words(reader.before(&rest));
    let (high, low) = if by > 0.0 { (other, base) } else { (base, other) };
    let claim = OpeningClaim::Apart { statistic: reader.quantity.clone(), more: high, less: low, by: points };
    let ratio = value(high) / value(low);
    // Two numbers do not stand beside each other.
    let event = match reader.event() {
        event if event.is_empty() => event,
        event if event.ends_with(|c: char| c.is_ascii_digit()) => event + ", ",
        event => event + " ",
    };
    let sentence = if !reader.is_chance() {
        let number = text.clone();
        let (ahead, after) = more_parts(reader, by > 0.0);
        sentence
            .words(ahead)
            .figure(number, Tone::Neutral)
            .words(format!("{after}{} {with} than {than}: ", reader.kind_of_number()))
            .claim(claim)
    } else if by.abs() < POINT && value(low) > 0.0 && ratio >= 2.0 {
        // Less than a point may still be many times as much.
        let (sides, numbers) = if by > 0.0 { ((with, than), (a, b)) } else { ((than, with), (b, a)) };
        let sentence = sentence.words(format!("{event}{}: ", many_times(ratio, &sides.0, &sides.1)));
        let sentence = sentence.figure(numbers.0, reader.tone()).words(" against ").figure(numbers.1, Tone::Neutral);
        return Some(sentence.words(".").claim(reader.reads(other)).claim(reader.reads(base)));
    } else {
        let how = how_often(report, reader, by > 0.0);
        let told = format!(" percentage points {how} {with} than {than}: ");
        sentence.words(event).figure(text, Tone::Neutral).words(told).claim(claim)
    };
    let sentence = sentence.figure(a, reader.tone()).words(" against ").figure(b, Tone::Neutral).words(".");
    Some(sentence.claim(reader.reads(other)).claim(reader.reads(base)))
}

/// "8 times as often with “Harsh” as with “Mild”".
fn many_times(ratio: f64, more: &str, less: &str) -> String {
    match ratio {
        ratio if ratio > 1000.0 => format!("far more often {more} than {less}"),
        ratio => format!("{} times as often {more} as {less}", times(ratio)),
    }
}

/// "more often"; a question as it is written happens not more often: its answer is higher.
fn how_often(report: &Report, reader: &Reader<'_>, is_more: bool) -> &'static str {
    let is_written = matches!(reader.quantity, Quantity::Ask(at) if report.asks[at].label == report.asks[at].question);
    match (is_written && reader.metric().is_none(), is_more) {
        (true, true) => "higher",
        (true, false) => "lower",
        (false, true) => "more often",
        (false, false) => "less often",
    }
}

/// "The effect is activated 24% of the time, with every variant".
fn no_difference(report: &Report, reader: &Reader<'_>, (axis, base): (Axis, usize), rest: &str) -> Sentence {
    let same = Sentence::default().words(reader.before(rest));
    let text = reader.text(base, Numerals::ENGLISH);
    let (ahead, after) = reader.around_number(&text);
    let sentence =
        same.words(ahead).figure(text, reader.tone()).words(format!("{after}, {}.", whichever(report, axis)));
    sentence.claim(reader.reads(base))
}

/// What stands before and after the number by which a mean is more: "", " more actions are taken".
fn more_parts(reader: &Reader<'_>, is_more: bool) -> (String, String) {
    const HERE: &str = "\u{1}";
    let metric = reader.metric().filter(|_| reader.before("").is_empty());
    let told = metric.and_then(|metric| more_by(metric, HERE, is_more));
    let is_time = reader.metric().is_some_and(|metric| metric.kind == Kind::When);
    let how = match (is_time, is_more) {
        (true, true) => "later",
        (true, false) => "earlier",
        (false, true) => "more",
        (false, false) => "less",
    };
    let told = told.unwrap_or_else(|| format!("{HERE} {how}"));
    let (ahead, after) = told.split_once(HERE).unwrap_or(("", &told));
    (ahead.to_owned(), format!("{after}{}", reader.step()))
}

fn whichever(report: &Report, axis: Axis) -> String {
    match axis {
        Axis::Variants => "with every variant".to_owned(),
        _ => format!("whatever {} is", axis_name(report, axis)),
    }
}

/// "One cube is enough at QV 3, three at QV 4, five at QV 5, for better than even odds that all dice succeed".
fn enough(report: &Report, reader: &Reader<'_>, usual: usize) -> Option<Sentence> {
    if !reader.is_chance() || !reader.before("").is_empty() {
        return None;
    }
    let varied: Vec<usize> = (0..report.sweep.len()).filter(|&at| report.sweep[at].values.len() > 1).collect();
    let [one, two] = varied[..] else { return None };
    let (rows, things_of) = if things(report, two, 0).is_some() { (one, two) } else { (two, one) };
    let is_rising = |at: usize| rising(report.sweep[at].values.iter().map(Value::number)).is_some();
    if !is_rising(rows) || !is_rising(things_of) {
        return None;
    }
    let home = &report.cases[usual];
    let along = |row: usize| -> Vec<usize> {
        let mut cases: Vec<usize> = (0..report.cases.len())
            .filter(|&at| report.cases[at].variant == home.variant && report.cases[at].point[rows] == row)
            .collect();
        cases.sort_by_key(|&at| report.cases[at].point[things_of]);
        cases
    };
    let turn = |row: usize| {
        let along = along(row);
        let likely: Vec<bool> = along.iter().map(|&at| reader.values[at].is_over(0.5)).collect();
        let first = likely.iter().position(|&own| own)?;
        let is_one = likely[first..].iter().all(|&own| own);
        (first > 0 && is_one).then_some((row, first, along))
    };
    let turns: Vec<_> = (0..report.sweep[rows].values.len()).filter_map(turn).collect();
    if turns.len() < 2 || turns.len() > TURNS {
        return None;
    }
    let (mut told, mut chances) = (Vec::<String>::new(), Vec::new());
    let mut claims = Vec::new();
    let mut before = None;
    for (_, first, along) in turns {
        let number = report.sweep[things_of].values[first].whole()?;
        let at = place(report, Axis::Sweep(rows), along[0]);
        match told.last_mut() {
            None => {
                let things = things(report, things_of, first)?;
                told.push(format!("{} {at}", enough_of(&things, number, reader.tone())));
            }
            Some(last) if before == Some(number) => last.push_str(&format!(" and {at}")),
            Some(_) => told.push(format!("{} {at}", in_words(number))),
        }
        before = Some(number);
        chances.push(reader.text(along[first], Numerals::ENGLISH));
        claims.push(reader.reads(along[first]));
        claims.push(OpeningClaim::Enough { statistic: reader.quantity.clone(), along, first });
    }
    let odds = format!("{}, for better than even odds that {}: ", capital(&told.join(", ")), reader.event());
    let mut sentence = Sentence::default().words(odds);
    for (nth, chance) in chances.into_iter().enumerate() {
        let before = if nth > 0 { ", " } else { "" };
        sentence = sentence.words(before).figure(chance, Tone::Neutral);
    }
    Some(claims.into_iter().fold(sentence.words("."), Sentence::claim))
}

/// From one end to the other: "The hand goes back 25% of the time with 20 lands, 11% with 28"; or that little hangs on it.
fn ends(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let (first, last) = (*along.first()?, *along.last()?);
    let values = || along.iter().map(|&at| reader.values[at].value);
    let (a, b) = both(reader.is_chance(), &reader.values[first], &reader.values[last]);
    if a == b {
        return None;
    }
    let is_little = reader.is_chance() && reader.range(along) < HARDLY && values().all(|own| own > HARDLY);
    // Little hangs on it only where it does for all of the outcomes; of many the one that moves is told.
    let other = sides::moving(report, reader, along).filter(|_| is_little);
    match &other {
        Some(other) if !sides::are_told(report, reader) => return ends(report, other, (axis, along)),
        _ => {}
    }
    let hardly = match is_little && other.is_none() {
        true => format!("Little hangs on {}: ", axis_name(report, axis)),
        false => String::new(),
    };
    let (ahead, after) = reader.around_number(&a);
    let before = reader.before(&rest(report, first, axis));
    let sentence = Sentence::default().words(format!("{before}{hardly}{ahead}")).figure(a, reader.tone());
    let sentence = sentence.words(format!("{after} {}, ", place(report, axis, first))).figure(b, Tone::Neutral);
    let sentence = sentence.words(format!(" {}.", place(report, axis, last)));
    Some(sentence.claim(reader.reads(first)).claim(reader.reads(last)))
}
