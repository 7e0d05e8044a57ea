//! Two outcomes that the title holds against each other: "Does Bruno buy more often than Cleo?".

use super::reading::Reader;
use super::said::{axis_name, both, place, place_name, rest};
use super::{OpeningClaim, Sentence, subject};
use crate::estimate::MARGIN;
use crate::report::{Axis, Report, Value, rising};

/// Where along what is swept the one comes about more often than the other: "Bruno buys it more often than Cleo buys it from
/// purse 2 on: 32% against 14% there, 18% against 19% with purse 1"; nothing where that changes more than once.
pub(super) fn rivals(report: &Report, first: &Reader<'_>, (axis, along): (Axis, &[usize])) -> Option<Sentence> {
    let Axis::Sweep(swept) = axis else { return None };
    rising(report.sweep[swept].values.iter().map(Value::number))?;
    let second = subject::rival(report, first)?;
    let ahead = |one: &Reader<'_>, other: &Reader<'_>| -> Vec<bool> {
        along.iter().map(|&at| one.values[at].value > other.values[at].value + MARGIN).collect()
    };
    // What is asked is told, unless it is never so.
    let is_ahead = ahead(first, &second);
    let (more, less, is_ahead) = match is_ahead.contains(&true) {
        true => (first, &second, is_ahead),
        false => (&second, first, ahead(&second, first)),
    };
    let turns: Vec<usize> = (1..along.len()).filter(|&nth| is_ahead[nth] != is_ahead[nth - 1]).collect();
    let last = along.len() - 1;
    let at = |nth: usize| place(report, axis, along[nth]);
    let name = |nth: usize| place_name(report, axis, along[nth]);
    let (when, here, there) = match turns[..] {
        [] if !is_ahead[0] => return None,
        [] => (format!("whatever {} is", axis_name(report, axis)), 0, last),
        [1] if is_ahead[0] => (format!("only {}", at(0)), 0, 1),
        [turn] if is_ahead[0] => (format!("up to {}", name(turn - 1)), turn - 1, turn),
        [turn] if turn == last => (format!("only {}", at(last)), last, last - 1),
        [turn] => (format!("from {} on", name(turn)), turn, turn - 1),
        _ => return None,
    };
    let before = more.before(&rest(report, along[0], axis));
    let mut sentence =
        Sentence::default().words(format!("{before}{} more often than {} {when}: ", more.event(), less.event()));
    for nth in [here, there] {
        let case = along[nth];
        let (a, b) = both(report, true, &more.values[case], &less.values[case]);
        // Two chances that differ must not look alike.
        if a == b && (more.values[case].value - less.values[case].value).abs() > MARGIN {
            return None;
        }
        sentence = sentence.figure(a, more.tone()).words(" against ").figure(b, less.tone());
        let place = if nth == here && !turns.is_empty() { " there".to_owned() } else { format!(" {}", at(nth)) };
        sentence = sentence.words(format!("{place}{}", if nth == here { ", " } else { "." }));
        sentence = sentence.claim(more.reads(case)).claim(less.reads(case));
    }
    for (&case, _) in along.iter().zip(&is_ahead).filter(|(_, is_ahead)| **is_ahead) {
        let others = vec![less.quantity.clone()];
        sentence = sentence.claim(OpeningClaim::Likeliest { case, statistic: more.quantity.clone(), others });
    }
    Some(sentence.begun())
}
