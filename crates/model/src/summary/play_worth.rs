//! Compares best play with fixed strategies, for the note of a policy chart.

use crate::estimate::Estimate;
use crate::labels::capitalize;
use crate::messages::Word;
use crate::report::play::{HeldChoice, How};
use crate::report::{Chart, Report};

/// Returns "We win: 68.0% with best play, 54.0% with “strike hard” every time, 49.0% at random";
/// nothing for a chart of several cases.
pub fn play_worth(report: &Report, chart: &Chart) -> Option<String> {
    const MAX_ALTERNATIVES: usize = 3;
    let (asked, messages) = (chart.policy.as_ref()?, &report.messages);
    let mut best_plays = report
        .cases_of(chart)
        .into_iter()
        .filter_map(|case| Some((case, case.best_play.as_ref()?)));
    // If the map shows several cases, there is no common number.
    let ((_, play), None) = (best_plays.next()?, best_plays.next()) else {
        return None;
    };
    let numerals = report.messages.numerals();
    let theirs = play.theirs_at(&asked.choice);
    let kind = theirs.map_or(play.kind, |theirs| theirs.kind);
    let number = |value: f64| {
        let estimate = Estimate::known(value);
        match (kind.is_chance(), messages.is_translated()) {
            (true, true) => estimate.percent(numerals),
            (true, false) => estimate.in_sentence(numerals),
            (false, _) => estimate.mean(numerals),
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
                    messages.quote(words.map_or(option.as_str(), |words| words.option(option)));
                messages.fill(Word::WorthAlways, &[("value", &value), ("option", &option)])
            }
            How::Best => messages.fill(Word::WorthBest, &[("value", &value)]),
            How::ByChance => messages.fill(Word::WorthByChance, &[("value", &value)]),
            How::OneOf(_) => return None,
        })
    };
    let alternatives: Vec<String> = held.filter_map(other).collect();
    let alternatives = if alternatives.len() > MAX_ALTERNATIVES {
        let first = alternatives.first().filter(|_| !play.is_best()).cloned();
        let last = alternatives.last().cloned();
        first.into_iter().chain(last).collect()
    } else {
        alternatives
    };
    let (aim, value) = match theirs {
        Some(theirs) => (theirs.aim.as_str(), theirs.value),
        None => {
            let aim = report.asks.iter().find(|ask| ask.is_aim)?;
            (aim.label.as_str(), play.value)
        }
    };
    let value = number(value);
    let fillers = [("aim", aim), ("value", &value)];
    let best = if play.is_best() {
        messages.fill(Word::WorthSo, &fillers)
    } else {
        let name = report.play_name(play);
        let with_name = [fillers[0], fillers[1], ("play", &name)];
        messages.fill(Word::WorthPlayed, &with_name)
    };
    let clauses: Vec<String> = std::iter::once(best).chain(alternatives).collect();
    // With a decimal comma, commas between numbers would be misread.
    Some(if messages.is_translated() {
        format!("{}.", clauses.join("; "))
    } else {
        format!("{}.", capitalize(&clauses.join(", ")))
    })
}

/// Returns how often players who make mistakes take the best options, which the map shows: "Exact.
/// The map shows the best options. With “best 90%”, 95.0% of these decisions are best." Returns
/// `None` if all play best, or for a chart of several cases.
pub fn play_share(report: &Report, chart: &Chart) -> Option<String> {
    let asked = chart.policy.as_ref()?;
    let mut plays = report
        .cases_of(chart)
        .into_iter()
        .filter_map(|case| case.best_play.as_ref());
    let (play, None) = (plays.next()?, plays.next()) else {
        return None;
    };
    let is_erring = play
        .stated
        .iter()
        .any(|stated| stated.choice == asked.choice);
    let share = play.share_of_best(&asked.choice).filter(|_| is_erring)?;
    let share = Estimate::known(share).percent(report.messages.numerals());
    let fillers = [("play", report.play_name(play)), ("share", share)];
    let fillers = fillers
        .each_ref()
        .map(|(name, text)| (*name, text.as_str()));
    Some(report.messages.fill(Word::BestOfPlay, &fillers))
}
