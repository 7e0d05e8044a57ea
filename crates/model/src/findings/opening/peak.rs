//! Where a number is greatest, or least, between the ends of what is swept.

use super::reading::Reader;
use super::said::{place, place_name, rest};
use super::{OpeningClaim, Sentence};
use crate::estimate::MARGIN;
use crate::report::{Axis, Report};
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
    let text = |at: usize| reader.text(at, report.company);
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
