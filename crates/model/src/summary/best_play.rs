//! Compares best play with always choosing the same option, and play with mistakes with best play.

use super::place::case_place;
use super::sentence::{Claim, Sentence};
use super::subject::Subject;
use crate::estimate::Estimate;
use crate::messages::{Messages, Word};
use crate::report::Report;
use crate::report::play::{BestPlay, How};
use crate::rule::metric::Tone;

/// The best option of a choice, if it is always chosen.
struct FixedOption<'r> {
    choice: &'r str,
    option: &'r str,
    value: f64,
}

/// Returns "Score: 8.14 with best play; 6.20 with “roll” every time", or `None` if there is nothing
/// to compare with.
pub(super) fn comparison_with_fixed_play(
    report: &Report,
    usual: usize,
    words: &Messages,
) -> Option<Sentence> {
    let case = best_play_case(report, usual)?;
    let play = report.cases[case].best_play.as_ref()?;
    if !play.is_best() {
        return comparison_with_best_play(report, case, play, words);
    }
    let FixedOption {
        choice,
        option,
        value,
    } = worst_fixed_option(play)?;
    let text = |value: f64| value_text(play, value, words);
    let number = |value: f64| Sentence::number(text(value), Tone::Neutral);
    let option = report
        .words_of(choice)
        .map_or(option, |choice_words| choice_words.option(option));
    let is_number = option.starts_with(|c: char| c.is_ascii_digit());
    let option = if is_number {
        format!(
            "{}: {option}",
            report.choice_label(choice).trim_end_matches('?')
        )
    } else {
        option.to_owned()
    };
    let option = Sentence::plain(words.quote(&option));
    let claim = Claim::Decides {
        case,
        choice: choice.to_owned(),
        fixed: value,
    };
    let is_equal = !play.is_other(value);
    let fillers = [
        ("value", number(play.value)),
        ("other", number(value)),
        ("option", option),
    ];
    let word = match (is_equal, text(play.value) == text(value)) {
        (true, _) => Word::SayBestEqual,
        (false, true) => Word::SayBestAlmost,
        (false, false) => Word::SayBestAgainst,
    };
    let statement = Sentence::fill(words, word, &fillers).with_claim(claim);
    Some(about_aim(report, case, play, statement, words))
}

/// Returns "Score: 7.90 with “best 90%”; 8.14 with best play". Returns `None` if several choices
/// are not played best, or if the two values look the same.
fn comparison_with_best_play(
    report: &Report,
    case: usize,
    play: &BestPlay,
    words: &Messages,
) -> Option<Sentence> {
    let [_] = &play.stated[..] else {
        return None;
    };
    let mut held = play.held.iter().flatten();
    let best = held.find(|held| held.how == How::Best)?.value()?;
    let text = |value: f64| value_text(play, value, words);
    if text(best) == text(play.value) {
        return None;
    }
    let number = |value: f64| Sentence::number(text(value), Tone::Neutral);
    let fillers = [
        ("value", number(play.value)),
        ("play", Sentence::plain(report.play_name(play))),
        ("other", number(best)),
    ];
    let claim = Claim::Errs { case, best };
    let statement = Sentence::fill(words, Word::SayErrAgainst, &fillers).with_claim(claim);
    Some(about_aim(report, case, play, statement, words))
}

fn value_text(play: &BestPlay, value: f64, words: &Messages) -> String {
    let estimate = Estimate::known(value);
    let numerals = words.numerals();
    if play.kind.is_chance() {
        estimate.in_sentence(numerals)
    } else {
        estimate.text(play.kind, numerals)
    }
}

/// Returns a statement with the name of the aim.
fn about_aim(
    report: &Report,
    case: usize,
    play: &BestPlay,
    statement: Sentence,
    words: &Messages,
) -> Sentence {
    let aim = report
        .asks
        .iter()
        .position(|ask| ask.is_aim)
        .and_then(|ask_index| Subject::for_ask(report, ask_index));
    match &aim {
        Some(aim) => aim.sentence(&case_place(report, case, words), &[], statement, words),
        None => {
            let label = Sentence::plain(play.aim.clone());
            Sentence::fill(
                words,
                Word::SayLabelled,
                &[("label", label), ("what", statement)],
            )
        }
    }
}

/// Returns the case whose best play is reported: the usual one, or one like it in another variant.
pub(crate) fn best_play_case(report: &Report, usual: usize) -> Option<usize> {
    let play = |case: &usize| report.cases[*case].best_play.as_ref();
    let is_usual = |case: &usize| report.cases[*case].point == report.cases[usual].point;
    let all_cases = || 0..report.cases.len();
    let in_order = || {
        std::iter::once(usual)
            .chain(all_cases().filter(is_usual))
            .chain(all_cases())
    };
    // A case in which somebody makes mistakes is reported only if there is no other.
    in_order()
        .find(|case| play(case).is_some_and(BestPlay::is_best))
        .or_else(|| in_order().find(|case| play(case).is_some()))
}

/// Returns the choice whose best fixed option has the largest loss. Choices of the opponent are
/// left out.
fn worst_fixed_option(play: &BestPlay) -> Option<FixedOption<'_>> {
    let sign = if play.minimises { -1.0 } else { 1.0 };
    let constant = || {
        let held_choices = play.held.iter().flatten();
        held_choices.filter_map(|held| match &held.how {
            How::Always(option) => Some((held, option.as_str())),
            How::Best | How::ByChance | How::OneOf(_) => None,
        })
    };
    let is_ours = |choice: &str| {
        let mut values = constant()
            .filter(|(held, _)| held.choice == choice)
            .filter_map(|(held, _)| held.value());
        values.all(|value| !play.is_other(value) || sign * value < sign * play.value)
    };
    let mut found: Vec<FixedOption<'_>> = Vec::new();
    for (held, option) in constant().filter(|(held, _)| is_ours(&held.choice)) {
        let Some(value) = held.value() else { continue };
        let candidate = FixedOption {
            choice: &held.choice,
            option,
            value,
        };
        match found
            .iter_mut()
            .find(|known| known.choice == candidate.choice)
        {
            Some(known) if sign * candidate.value > sign * known.value => *known = candidate,
            Some(_) => {}
            None => found.push(candidate),
        }
    }
    found.into_iter().reduce(|worst, other| {
        if sign * other.value < sign * worst.value {
            other
        } else {
            worst
        }
    })
}
