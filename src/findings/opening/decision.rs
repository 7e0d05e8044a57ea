//! What it is worth to decide by the situation: best play against the best option that is always taken.

use super::said::{both, rest};
use super::{OpeningClaim, Sentence};
use crate::estimate::{Estimate, MARGIN};
use crate::findings::words::small;
use crate::report::play::{BestPlay, How};
use crate::report::{Axis, Report};
use crate::rule::metric::Tone;

/// The best option of a choice that is always taken.
struct Always<'r> {
    choice: &'r str,
    option: &'r str,
    value: f64,
}

/// The sentence; `None` where nobody seeks the best play, or nothing is known to hold it against.
pub(super) fn decision(report: &Report, usual: usize) -> Option<Sentence> {
    let seeks = |at: &usize| report.cases[*at].best_play.is_some();
    let case = std::iter::once(usual).chain(0..report.cases.len()).find(seeks)?;
    let play = report.cases[case].best_play.as_ref()?;
    let always = always(play)?;
    let (best, other) = both(report, play.is_chance, &Estimate::known(play.value), &Estimate::known(always.value));
    let before = match rest(report, case, Axis::Variants) {
        place if place.is_empty() => String::new(),
        place => format!("{place}, "),
    };
    let (aim, Always { choice, option, value }) = (subject(report, &play.aim), &always);
    let words = report.words_of(choice);
    let is_worded = words.is_some_and(|words| words.option(option) != *option);
    let option = words.map_or(*option, |words| words.option(option));
    let choice = choice.replace('_', " ");
    let claim = OpeningClaim::Decides { case, choice: always.choice.to_owned(), fixed: *value };
    let pays = if best == other { "hardly pays" } else { "pays" };
    let sentence = if (play.value - value).abs() <= MARGIN {
        Sentence::default()
            .words(format!("{before}always {option} ({choice}) is as good as best play: {aim} is "))
            .figure(best, Tone::Neutral)
    } else {
        Sentence::default()
            .words(format!("{before}deciding by the situation {pays}: {aim} is "))
            .figure(best, Tone::Neutral)
            .words(" under best play, ")
            .figure(other, Tone::Neutral)
            .words(match is_worded {
                true => format!(" with “{option}” every time"),
                false => format!(" where {choice} is always {option}"),
            })
    };
    Some(sentence.words(".").claim(claim))
}

/// The choice whose best fixed option gives most away. What the other side decides is no worth of ours.
fn always(play: &BestPlay) -> Option<Always<'_>> {
    let sign = if play.minimises { -1.0 } else { 1.0 };
    let fixed = || {
        let all = play.held.iter().flatten();
        all.filter_map(|held| match &held.how {
            How::Always(option) => Some((held, option.as_str())),
            How::ByChance | How::OneOf(_) => None,
        })
    };
    let is_ours = |choice: &str| {
        let mut own = fixed().filter(|(held, _)| held.choice == choice).filter_map(|(held, _)| held.value());
        own.all(|value| sign * value <= sign * play.value + MARGIN)
    };
    let mut found: Vec<Always<'_>> = Vec::new();
    for (held, option) in fixed().filter(|(held, _)| is_ours(&held.choice)) {
        let Some(value) = held.value() else { continue };
        let own = Always { choice: &held.choice, option, value };
        match found.iter_mut().find(|known| known.choice == own.choice) {
            Some(known) if sign * own.value > sign * known.value => *known = own,
            Some(_) => {}
            None => found.push(own),
        }
    }
    found.into_iter().reduce(|one, other| if sign * other.value < sign * one.value { other } else { one })
}

/// What is aimed at, in words where it is the mean of a metric.
fn subject(report: &Report, aim: &str) -> String {
    let name = aim.strip_prefix("mean(").and_then(|rest| rest.strip_suffix(')'));
    let metric = name.and_then(|name| report.cases.first()?.observed(name.trim()));
    metric.map_or_else(|| aim.to_owned(), |own| format!("the average of {}", small(&own.metric.label)))
}
