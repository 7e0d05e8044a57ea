//! Where a number is greatest, or least, between the ends of what is swept.

use super::reading::Reader;
use super::said::{all_but, place, place_name, rest};
use super::swing::axes;
use super::{OpeningClaim, Sentence};
use crate::estimate::MARGIN;
use crate::figures::Numerals;
use crate::findings::places::joined;
use crate::report::{Axis, Report, Value, rising};
use crate::rule::metric::Tone;

/// "8.04 points are scored on average with 5 dice or 6 dice, the most; 3.33 with 1 die, 5.38 with 12 dice": where it rises
/// up to somewhere between the ends and falls from there on, or the other way round.
pub(super) fn peak(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let values: Vec<f64> = along.iter().map(|&at| reader.values[at].value).collect();
    let (is_greatest, first, last) = [true, false].into_iter().find_map(|is_greatest| {
        let (first, last) = top(&values, is_greatest)?;
        Some((is_greatest, first, last))
    })?;
    let (begin, end) = (along[0], *along.last()?);
    let text = |at: usize| reader.text(at, Numerals::ENGLISH);
    let best = along[first];
    // What looks like one of the ends is no more than that end.
    if [begin, end].iter().any(|&own| text(own) == text(best)) {
        return None;
    }
    let at = match last - first {
        0 => place(report, axis, best),
        1 => format!("{} or {}", place(report, axis, best), place_name(report, axis, along[last])),
        _ => format!("{} to {}", place(report, axis, best), place_name(report, axis, along[last])),
    };
    let (ahead, after) = reader.around_number(&text(best));
    let before = reader.before(&rest(report, best, axis));
    let most = if is_greatest { "the most" } else { "the least" };
    let sentence = Sentence::default()
        .words(before + &ahead)
        .figure(text(best), reader.tone())
        .words(format!("{after} {at}, {most}; "))
        .figure(text(begin), Tone::Neutral)
        .words(format!(" {}, ", place(report, axis, begin)))
        .figure(text(end), Tone::Neutral)
        .words(format!(" {}.", place(report, axis, end)))
        .claim(reader.reads(best))
        .claim(reader.reads(begin))
        .claim(reader.reads(end));
    if along.len() < report.cases.len() {
        return Some(sentence);
    }
    let (statistic, others) = (reader.quantity.clone(), last - first);
    Some(sentence.claim(OpeningClaim::Extreme { case: best, statistic, is_greatest, others }))
}

/// Where it is greatest at each place of the other thing that is swept: "The lock opens quietly most often with 3 dice at
/// difficulty 1, 4 at difficulty 2 and 5 at difficulty 3".
pub(super) fn peaks(report: &Report, reader: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    const MOST: usize = 4;
    let ordered = |at: usize| rising(report.sweep[at].values.iter().map(Value::number)).is_some();
    let others = (0..report.sweep.len()).filter(|&at| Axis::Sweep(at) != axis && report.sweep[at].values.len() > 1);
    let [other] = others.collect::<Vec<_>>()[..] else { return None };
    if !ordered(other) || !(2..=MOST).contains(&report.sweep[other].values.len()) || reader.tone() == Tone::Failure {
        return None;
    }
    let home = *along.first()?;
    let (_, rows) = axes(report, home).into_iter().find(|own| own.0 == Axis::Sweep(other))?;
    let mut tops = Vec::new();
    for row in rows {
        let (_, along) = axes(report, row).into_iter().find(|own| own.0 == axis)?;
        let best = along.iter().copied().reduce(|a, b| if value(reader, b) > value(reader, a) { b } else { a })?;
        let is_alone = along.iter().all(|&at| at == best || value(reader, at) < value(reader, best) - MARGIN);
        let is_between = best != along[0] && Some(&best) != along.last();
        let mut ranked = along;
        ranked.sort_by(|&a, &b| value(reader, b).total_cmp(&value(reader, a)));
        tops.push(is_alone.then_some((best, is_between, ranked))?);
    }
    if !tops.iter().any(|own| own.1) {
        return None;
    }
    let at = |own: &(usize, bool, Vec<usize>)| {
        joined([axis, Axis::Sweep(other)].into_iter().map(|axis| place(report, axis, own.0)))
    };
    let told: Vec<String> = tops.iter().map(at).collect();
    let how = if reader.is_chance() { "most often " } else { "most on average " };
    let event = reader.event_and();
    let before = match reader.metric() {
        Some(metric) if !reader.is_chance() => format!("{}: ", metric.label),
        _ => reader.before(&all_but(report, home, &[axis, Axis::Sweep(other)])),
    };
    let mut sentence = Sentence::default().words(format!("{before}{event}{how}{}: ", told.join(", ")));
    for (nth, &(best, ..)) in tops.iter().enumerate() {
        sentence =
            sentence.words(if nth > 0 { ", " } else { "" }).figure(reader.text(best, Numerals::ENGLISH), reader.tone());
        sentence = sentence.claim(reader.reads(best));
    }
    let places = tops.into_iter().map(|own| own.2).collect();
    let claim = OpeningClaim::Leads { statistic: reader.quantity.clone(), places, is_greatest: true };
    Some(sentence.words(".").claim(claim).begun())
}

fn value(reader: &Reader<'_>, case: usize) -> f64 {
    reader.values[case].value
}

/// The places, in a row between the ends, at which a number is greatest, or least, if it moves one way up to them and the
/// other way after them.
fn top(values: &[f64], is_greatest: bool) -> Option<(usize, usize)> {
    let signed: Vec<f64> = values.iter().map(|own| if is_greatest { *own } else { -own }).collect();
    let most = signed.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_top = |own: &f64| *own > most - MARGIN;
    let (first, last) = (signed.iter().position(is_top)?, signed.iter().rposition(is_top)?);
    let is_between = first > 0 && last + 1 < signed.len() && signed[first..=last].iter().all(is_top);
    let rises = signed[..=first].windows(2).all(|pair| pair[1] > pair[0] - MARGIN);
    let falls = signed[last..].windows(2).all(|pair| pair[1] < pair[0] + MARGIN);
    (is_between && rises && falls).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::top;

    #[test]
    fn a_top_lies_between_the_ends_and_is_the_only_one() {
        assert_eq!(top(&[1.0, 3.0, 3.0, 2.0], true), Some((1, 2)));
        assert_eq!(top(&[3.0, 1.0, 2.0], false), Some((1, 1)));
        for none in [&[1.0, 2.0, 3.0][..], &[3.0, 2.0, 1.0], &[1.0, 3.0, 2.0, 3.0, 1.0], &[2.0, 2.0, 2.0], &[]] {
            assert_eq!(top(none, true), None, "{none:?}");
        }
    }
}
