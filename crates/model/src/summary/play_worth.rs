//! What best play is worth against fixed strategies: the note of its chart.

use crate::estimate::Estimate;
use crate::labels::capital;
use crate::report::play::{HeldChoice, How};
use crate::report::{Chart, Report};
use crate::wordbook::Word;

/// Returns "We win: 68.0% with best play, 54.0% with “strike hard” every time, 49.0% at random";
/// nothing for a chart of several cases.
pub fn play_worth(report: &Report, chart: &Chart) -> Option<String> {
    const MOST: usize = 3;
    let (asked, wordbook) = (chart.policy.as_ref()?, &report.wordbook);
    let mut played = report
        .cases_of(chart)
        .into_iter()
        .filter_map(|case| Some((case, case.best_play.as_ref()?)));
    // Of several cases in one map no number is that of all.
    let ((_, play), None) = (played.next()?, played.next()) else {
        return None;
    };
    let numerals = report.wordbook.numerals();
    let number = |value: f64| {
        let own = Estimate::known(value);
        match play.kind.is_chance() {
            true if wordbook.is_foreign() => own.percent(numerals),
            true => own.spoken(numerals),
            false => own.mean(numerals),
        }
    };
    let words = report.words_of(&asked.choice);
    let held = play
        .held
        .iter()
        .flatten()
        .filter(|held| held.choice == asked.choice);
    let other = |held: &HeldChoice| {
        let value = number(held.value()?);
        Some(match &held.how {
            How::Always(option) => {
                let option =
                    wordbook.quoted(words.map_or(option.as_str(), |words| words.option(option)));
                wordbook.fill(Word::WorthAlways, &[("value", &value), ("option", &option)])
            }
            How::ByChance => wordbook.fill(Word::WorthByChance, &[("value", &value)]),
            How::OneOf(_) => return None,
        })
    };
    let others: Vec<String> = held.filter_map(other).collect();
    let others = if others.len() > MOST {
        others.into_iter().rev().take(1).collect()
    } else {
        others
    };
    let aim = report.asks.iter().find(|ask| ask.is_aim)?;
    let best = wordbook.fill(
        Word::WorthSo,
        &[("aim", &aim.label), ("value", &number(play.value))],
    );
    let all: Vec<String> = std::iter::once(best).chain(others).collect();
    // With a decimal comma, a comma between numbers would be misread.
    Some(match wordbook.is_foreign() {
        true => format!("{}.", all.join("; ")),
        false => format!("{}.", capital(&all.join(", "))),
    })
}
