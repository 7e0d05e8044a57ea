//! Two numbers of a metric that the title holds against each other: "Does Bruno buy more often than Cleo?", "Does Sig deal more
//! wounds than Runa?".

use super::reading::Reader;
use super::said::{axis_name, both, place, place_name, rest};
use super::swing::axes;
use super::{OpeningClaim, Sentence, named, subject};
use crate::estimate::MARGIN;
use crate::report::{Axis, Report, Value, rising};

/// Where along what varies the one is more than the other: "Bruno buys it more often than Cleo buys it from purse 2 on: 32%
/// against 14% there, 18% against 19% with purse 1"; nothing where that changes too often to be told.
pub(super) fn rivals(report: &Report, first: &Reader<'_>, usual: usize) -> Option<Sentence> {
    let (second, asks_for_second) = subject::rival(report, first)?;
    let gap = |at: usize| first.values[at].value - second.values[at].value;
    let range = |along: &[usize]| {
        along.iter().map(|&at| gap(at)).fold(f64::MIN, f64::max)
            - along.iter().map(|&at| gap(at)).fold(f64::MAX, f64::min)
    };
    // Of two places it need not be known which is more.
    let is_clear = |axis: Axis, along: &[usize]| match axis {
        Axis::Sweep(at) => along.len() == 2 || rising(report.sweep[at].values.iter().map(Value::number)).is_some(),
        _ => along.len() == 2,
    };
    let mut all = axes(report, usual);
    all.retain(|(axis, along)| is_clear(*axis, along));
    let asked = named::sweep(report);
    all.sort_by(|a, b| (asked == Some(b.0)).cmp(&(asked == Some(a.0))).then(range(&b.1).total_cmp(&range(&a.1))));
    let (axis, along) = all.into_iter().next()?;
    // What is asked is told, unless it is never so.
    let (one, other) = if asks_for_second { (&second, first) } else { (first, &second) };
    let is_ever = |own: &Reader<'_>, other: &Reader<'_>| {
        along.iter().any(|&at| own.values[at].value > other.values[at].value + MARGIN)
    };
    let (more, less) = if is_ever(one, other) || !is_ever(other, one) { (one, other) } else { (other, one) };
    told(report, (more, less), axis, &along)
}

/// The same of one case, of means: chances are told by how many times.
pub(super) fn of_one(report: &Report, first: &Reader<'_>, case: usize) -> Option<Sentence> {
    let (second, _) = subject::rival(report, first).filter(|_| !first.is_chance())?;
    let (more, less) =
        if first.values[case].value >= second.values[case].value { (first, &second) } else { (&second, first) };
    let is_alike = more.values[case].value <= less.values[case].value + MARGIN;
    let sentence = Sentence::default().words(format!("{}: ", what(more, less, "", is_alike)?));
    Some(numbers(sentence, (more, less), case).words(".").begun())
}

/// What is held against what: "Bruno buys it more often than Cleo buys it", "Wounds: more on average for Sig than for Runa".
fn what(more: &Reader<'_>, less: &Reader<'_>, rest: &str, is_alike: bool) -> Option<String> {
    let (how, than) = if is_alike { ("as", "as") } else { ("more", "than") };
    if more.is_chance() {
        return Some(format!("{}{} {how} often {than} {}", more.before(rest), more.event(), less.event()));
    }
    let label = &more.metric()?.label;
    let place = if rest.is_empty() { String::new() } else { format!(", {rest}") };
    let much = if is_alike { "as much" } else { "more" };
    Some(format!("{label}{place}: {much} on average{} {than}{}", more.of_step(), less.of_step()))
}

/// Both numbers of a case, with as many digits as tell them apart.
fn numbers(sentence: Sentence, (more, less): (&Reader<'_>, &Reader<'_>), case: usize) -> Sentence {
    let (a, b) = both(more.is_chance(), &more.values[case], &less.values[case]);
    let sentence = sentence.figure(a, more.tone()).words(" against ").figure(b, less.tone());
    sentence.claim(more.reads(case)).claim(less.reads(case))
}

fn told(report: &Report, (more, less): (&Reader<'_>, &Reader<'_>), axis: Axis, along: &[usize]) -> Option<Sentence> {
    let is_ahead: Vec<bool> = along.iter().map(|&at| more.values[at].value > less.values[at].value + MARGIN).collect();
    let turns: Vec<usize> = (1..along.len()).filter(|&nth| is_ahead[nth] != is_ahead[nth - 1]).collect();
    let last = along.len() - 1;
    let at = |nth: usize| place(report, axis, along[nth]);
    let name = |nth: usize| place_name(report, axis, along[nth]);
    let is_alike = !is_ahead.contains(&true);
    let (when, here, there) = match turns[..] {
        [] if axis == Axis::Variants => ("with either variant".to_owned(), 0, last),
        [] => (format!("whatever {} is", axis_name(report, axis)), 0, last),
        [1] if is_ahead[0] => (format!("only {}", at(0)), 0, 1),
        [turn] if is_ahead[0] => (format!("up to {}", name(turn - 1)), turn - 1, turn),
        [turn] if turn == last => (format!("only {}", at(last)), last, last - 1),
        [turn] => (format!("from {} on", name(turn)), turn, turn - 1),
        [from, to] if !is_ahead[0] && to == from + 1 => (format!("only {}", at(from)), from, to),
        [from, to] if !is_ahead[0] => (format!("only from {} to {}", name(from), name(to - 1)), from, to - 1),
        _ => return None,
    };
    let mut sentence =
        Sentence::default().words(format!("{} {when}: ", what(more, less, &rest(report, along[0], axis), is_alike)?));
    for nth in [here, there] {
        let place = if nth == here && is_ahead[here] != is_ahead[there] { "there".to_owned() } else { at(nth) };
        sentence = numbers(sentence, (more, less), along[nth]);
        sentence = sentence.words(format!(" {place}{}", if nth == here { ", " } else { "." }));
    }
    Some(along.iter().fold(sentence, |sentence, &case| sentence.claim(stands(more, less, case))).begun())
}

/// How the two stand to each other in a case: at every place something is said.
fn stands(one: &Reader<'_>, other: &Reader<'_>, case: usize) -> OpeningClaim {
    let by = one.values[case].value - other.values[case].value;
    let (more, less) = if by > 0.0 { (one, other) } else { (other, one) };
    let (more, less) = (more.quantity.clone(), less.quantity.clone());
    match by.abs() > MARGIN {
        true => OpeningClaim::Likeliest { case, statistic: more, others: vec![less] },
        false => OpeningClaim::Times { case, more, less, times: 1.0 },
    }
}
