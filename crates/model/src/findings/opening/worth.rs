//! What a variant is worth in steps of what is swept: "Is the shield worth more than two wounds?".

use super::reading::Reader;
use super::said::{all_but, both, place, place_of};
use super::swing::axes;
use super::{OpeningClaim, Sentence, named};
use crate::findings::places::joined;
use crate::report::{Axis, Report, Value, rising};
use crate::rule::metric::Tone;

/// "We win more often with our wounds at 8 and “Shield” than with our wounds at 10 and “Plain”: 67.5% against 56.3%": where the
/// title names both a variant and what is swept, the farthest place at which the first variant is still behind the other one
/// where it usually is.
pub(super) fn worth(report: &Report, reader: &Reader<'_>, usual: usize) -> Option<Sentence> {
    let (Axis::Sweep(at), true) = named::both(report)? else { return None };
    let axis = Axis::Sweep(at);
    rising(report.sweep[at].values.iter().map(Value::number))?;
    let value = |case: usize| reader.values[case].value;
    let (_, variants) = axes(report, usual).into_iter().find(|own| own.0 == Axis::Variants)?;
    let [base, other] = variants[..] else { return None };
    let (_, along) = axes(report, base).into_iter().find(|own| own.0 == axis)?;
    let sign = if value(other) > value(base) { 1.0 } else { -1.0 };
    let is_behind = |case: usize| sign * (value(other) - value(case)) > crate::estimate::MARGIN;
    // On the side on which the base catches up.
    let (before, after): (Vec<usize>, Vec<usize>) = along
        .iter()
        .copied()
        .filter(|&own| own != base)
        .partition(|&own| place_of(report, axis, own) < place_of(report, axis, base));
    let catches_up = |side: &Vec<usize>| side.iter().any(|&own| sign * (value(own) - value(base)) > 0.0);
    let side: Vec<usize> = match (catches_up(&after), catches_up(&before)) {
        (true, false) => after,
        (false, true) => before.into_iter().rev().collect(),
        _ => return None,
    };
    let last = side.iter().copied().take_while(|&own| is_behind(own)).last();
    let (more, less, than) = match last {
        Some(own) => (other, own, if sign > 0.0 { "more" } else { "less" }),
        // One step is worth more already.
        None => (other, *side.first()?, if sign > 0.0 { "less" } else { "more" }),
    };
    let (a, b) = both(reader.is_chance(), &reader.values[more], &reader.values[less]);
    if a == b {
        return None;
    }
    let at = |case: usize| joined([place(report, axis, case), place(report, Axis::Variants, case)].into_iter());
    let event = reader.event_and();
    let rest = all_but(report, base, &[axis, Axis::Variants]);
    let words = match (reader.is_chance(), reader.metric()) {
        (true, _) => format!("{}{event}{than} often ", reader.before(&rest)),
        (false, Some(metric)) if rest.is_empty() => format!("{}: {than} on average ", metric.label),
        (false, Some(metric)) => format!("{}, {rest}: {than} on average ", metric.label),
        (false, None) => format!("{}{than} on average ", reader.before(&rest)),
    };
    let sentence = Sentence::default().words(format!("{words}{} than {}: ", at(more), at(less)));
    let sentence = sentence.figure(a, reader.tone()).words(" against ").figure(b, Tone::Neutral).words(".");
    let (high, low) = if value(more) > value(less) { (more, less) } else { (less, more) };
    let by = (value(high) - value(low)) * if reader.is_chance() { 100.0 } else { 1.0 };
    let claim = OpeningClaim::Apart { statistic: reader.quantity.clone(), more: high, less: low, by };
    Some(sentence.claim(reader.reads(more)).claim(reader.reads(less)).claim(claim).begun())
}
