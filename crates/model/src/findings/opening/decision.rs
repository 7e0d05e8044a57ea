//! What it is worth to decide by the situation: best play against the best option that is always taken.

use super::reading::Reader;
use super::said::{at, both};
use super::{OpeningClaim, Sentence};
use crate::estimate::{Estimate, MARGIN};
use crate::report::Report;
use crate::report::play::{BestPlay, How};
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
    let is_usual = |at: &usize| report.cases[*at].point == report.cases[usual].point;
    let all = || 0..report.cases.len();
    let case = std::iter::once(usual).chain(all().filter(is_usual)).chain(all()).find(seeks)?;
    let play = report.cases[case].best_play.as_ref()?;
    let always = always(play)?;
    let (best, other) = both(play.kind.is_chance(), &Estimate::known(play.value), &Estimate::known(always.value));
    // What holds of a variant may hold of no other: the other side may play otherwise there.
    let before = match at(report, case) {
        place if place.is_empty() => String::new(),
        place => format!("{place}, "),
    };
    let Always { choice, option, value } = always;
    let aim = report.asks.iter().position(|ask| ask.is_aim).and_then(|at| Reader::of_ask(report, at));
    let words = report.words_of(choice);
    let said = words.map_or(option, |words| words.option(option));
    let is_number = said.starts_with(|c: char| c.is_ascii_digit());
    let always = if is_number { format!("{} {said}", choice.replace('_', " ")) } else { said.to_owned() };
    let claim = OpeningClaim::Decides { case, choice: choice.to_owned(), fixed: value };
    let heading = aim.as_ref().filter(|aim| !aim.before("").is_empty());
    let (ahead, after) = match &aim {
        Some(aim) => aim.around_number(&best),
        None if play.kind.is_chance() => (String::new(), " of the time".to_owned()),
        None => (String::new(), " on average".to_owned()),
    };
    let is_as_good = (play.value - value).abs() <= MARGIN;
    let pays = match best == other {
        _ if is_as_good => format!("“{always}” every time is as good as best play: "),
        true => "to decide by the situation hardly pays: ".to_owned(),
        false => "to decide by the situation pays: ".to_owned(),
    };
    // What has a label of its own before it needs no second colon.
    let start = match heading {
        Some(aim) => aim.before(before.trim_end_matches(", ")),
        None => format!("{before}{pays}"),
    };
    let sentence = Sentence::default().words(format!("{start}{ahead}")).figure(best, Tone::Neutral);
    let sentence = match is_as_good {
        true => sentence.words(if heading.is_some() {
            format!("{after} with “{always}” every time, as under best play")
        } else {
            after
        }),
        false => sentence
            .words(format!("{after} under best play, "))
            .figure(other, Tone::Neutral)
            .words(format!(" with “{always}” every time")),
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
