//! Where a number turns along what is swept: where a chance is more than even, where a number is as it is wanted, from where
//! on it stays.

use crate::figures::Numerals;
use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

use super::reading::Reader;
use super::said::{place, place_name, rest};
use super::{OpeningClaim, Sentence};
use crate::estimate::MARGIN;
use crate::report::{Axis, Report, Want};
use crate::rule::metric::Tone;

/// Where a number is as it is wanted: "The town goes hungry at most 20% of the time up to 4 weeks: 12% there, 26% with 6
/// weeks".
pub(super) fn wanted(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let wanted = reader.wanted?;
    let Want { bound, .. } = wanted;
    let met: Vec<bool> = along.iter().map(|&at| bound.miss(reader.values[at].value) <= 0.0).collect();
    let ends = met.iter().position(|own| *own).zip(met.iter().rposition(|own| *own));
    let Some((first, last)) = ends.filter(|_| !met.iter().all(|own| *own)) else {
        return everywhere(report, reader, (axis, along), wanted);
    };
    if !met[first..=last].iter().all(|own| *own) {
        return None;
    }
    let end = along.len() - 1;
    let name = |nth: usize| place_name(report, axis, along[nth]);
    let at = |nth: usize| place(report, axis, along[nth]);
    let (when, here, there) = match (first, last) {
        (0, 0) => (format!("only {}", at(0)), 0, 1),
        (0, last) => (format!("up to {}", name(last)), last, last + 1),
        (first, last) if first == end && last == end => (format!("only {}", at(end)), end, end - 1),
        (first, last) if last == end => (format!("from {} on", name(first)), first, first - 1),
        (first, last) if first == last => (format!("only {}", at(first)), first, first + 1),
        (first, last) => (format!("from {} to {}", name(first), name(last)), first, last),
    };
    let text = |nth: usize| reader.text(along[nth], Numerals::ENGLISH);
    let words = wanted.in_words(reader.is_chance());
    let (ahead, after) = reader.around_number(&words);
    let before = reader.before(&rest(report, along[0], axis));
    let sentence = Sentence::default()
        .words(format!("{before}{ahead}{words}{after} {when}: "))
        .figure(text(here), reader.tone())
        .words(if met[there] { format!(" {}, ", at(here)) } else { " there, ".to_owned() })
        .figure(text(there), Tone::Neutral)
        .words(format!(" {}.", at(there)));
    let places = along.iter().copied().zip(met).collect();
    let claim = OpeningClaim::Wanted { statistic: reader.quantity.clone(), bound: *bound, places };
    Some(sentence.claim(reader.reads(along[here])).claim(reader.reads(along[there])).claim(claim))
}

/// What is as it is wanted everywhere, or nowhere: "The thief gets through at least 50% of the time at every target: least at
/// target 20, 54.4%".
fn everywhere(
    report: &Report,
    reader: &Reader<'_>,
    (axis, along): (Axis, &[usize]),
    wanted: &Want,
) -> Option<Sentence> {
    // What has to be just so, or lies between two bounds, has no side that is nearer.
    let is_one_sided = match wanted.bound {
        Bound::Is(own, _) => !matches!(own, Comparison::Equal | Comparison::Unequal),
        Bound::Between(..) => false,
    };
    if !reader.is_chance() || !is_one_sided {
        return None;
    }
    let is_met = wanted.bound.miss(reader.values[along[0]].value) <= 0.0;
    // Nearest to what is wanted, or farthest within it, is told.
    let is_over = |at: usize| wanted.bound.is_over(reader.values[at].value);
    let nearest = along.iter().copied().reduce(|one, other| {
        let (a, b) = (reader.values[one].value, reader.values[other].value);
        if is_over(one) == (b > a) { one } else { other }
    })?;
    let text = reader.text(nearest, Numerals::ENGLISH);
    let words = wanted.in_words(reader.is_chance());
    let (ahead, after) = reader.around_number(&words);
    let before = reader.before(&rest(report, along[0], axis));
    let what = super::said::axis_name(report, axis);
    let how = if is_met { format!("whatever {what} is") } else { format!("nowhere, whatever {what} is") };
    let sentence = Sentence::default().words(format!("{before}{ahead}{words}{after} {how}: "));
    let sentence = sentence.figure(text, reader.tone()).words(format!(" {}.", place(report, axis, nearest)));
    let places = along.iter().map(|&at| (at, is_met)).collect();
    let claim = OpeningClaim::Wanted { statistic: reader.quantity.clone(), bound: wanted.bound, places };
    Some(sentence.claim(reader.reads(nearest)).claim(claim))
}

/// Where a chance turns: "Up to QV 3, at least two dice succeed more often than not: 74% of the time there, 50% at QV 4";
/// or from where on it stays.
pub(super) fn turning(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let values: Vec<f64> = along.iter().map(|&at| reader.values[at].value).collect();
    let name = |nth: usize| place_name(report, axis, along[nth]);
    let at = |nth: usize| place(report, axis, along[nth]);
    let before = reader.before(&rest(report, along[0], axis));
    let text = |nth: usize| reader.text(along[nth], Numerals::ENGLISH);
    let reads = |sentence: Sentence, nth: usize| sentence.claim(reader.reads(along[nth]));
    let (first, last) = (0, along.len() - 1);
    // It stays from somewhere on.
    let from = values.iter().rposition(|own| (own - values[last]).abs() > MARGIN)? + 1;
    let rises = values[..=from].windows(2).all(|pair| pair[1] > pair[0] + MARGIN);
    let falls = values[..=from].windows(2).all(|pair| pair[1] < pair[0] - MARGIN);
    let (ahead, after) = reader.around_number(&text(first));
    if from < last && (rises || falls) && text(first) != text(from) {
        let sentence = Sentence::default().words(before + &ahead).figure(text(first), reader.tone());
        let sentence = sentence.words(format!("{after} {}, ", at(first))).figure(text(from), Tone::Neutral);
        let sentence = sentence.words(format!(" from {} on.", name(from)));
        return Some(reads(reads(sentence, first), from));
    }
    if !reader.is_chance() {
        return None;
    }
    let likely: Vec<bool> = along.iter().map(|&at| reader.values[at].is_over(0.5)).collect();
    let turns: Vec<usize> = (1..likely.len()).filter(|&nth| likely[nth] != likely[nth - 1]).collect();
    let [turn] = turns[..] else { return None };
    let (when, here, there) = match likely[0] {
        true if turn == 1 => (format!("only {}", at(0)), 0, 1),
        true => (format!("up to {}", name(turn - 1)), turn - 1, turn),
        false if turn == last => (format!("only {}", at(last)), last, last - 1),
        false => (format!("from {} on", name(turn)), turn, turn - 1),
    };
    let event = reader.event_and();
    let sentence = Sentence::default().words(format!("{before}{event}more often than not {when}: "));
    let sentence = sentence.figure(text(here), reader.tone()).words(" there, ");
    let sentence = sentence.figure(text(there), Tone::Neutral).words(format!(" {}.", at(there)));
    Some(reads(reads(sentence, here), there))
}
