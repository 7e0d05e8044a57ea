//! What a map of best play finds: what to do, in a sentence.

use super::advice::{Advice, advice};
use crate::estimate::Estimate;
use crate::figures::Numerals;
use crate::labels::{capital, small_unless};
use crate::report::play::{BestPlay, HeldChoice, How, MetSituation, Offer};
use crate::report::policy_grid::PolicyGrid;
use crate::report::{Chart, Report};
use crate::summary::value_text;
use crate::wordbook::{Word, Wordbook};

/// What a map of best play says to do, in English, which everything is told in that is read at work.
pub fn found(report: &Report, chart: &Chart) -> Option<Advice> {
    found_in(report, chart, Wordbook::english())
}

/// The same in the words of a language.
pub fn found_in(report: &Report, chart: &Chart, wordbook: &Wordbook) -> Option<Advice> {
    let numerals = if wordbook.is_foreign() { report.wordbook.numerals() } else { Numerals::ENGLISH };
    let grid = PolicyGrid::read(report, chart).ok()?;
    let asked = chart.policy.as_ref()?;
    let words = report.words_of(&asked.choice);
    let is_worded = |label: &str| words.is_some_and(|words| words.parts.iter().any(|(_, own)| own == label));
    let case = report.cases_of(chart).into_iter().find(|case| case.best_play.is_some())?;
    let ranked = case.best_play.as_ref().and_then(|play| ranked(play, &asked.choice, (wordbook, numerals)));
    let found = match ranked {
        Some((sentence, right)) => Advice { sentence, right, says: Vec::new() },
        None => advice(
            &grid,
            &choice_name(report, &asked.choice),
            is_worded,
            |label| is_named(report, label),
            (wordbook, numerals),
        )?,
    };
    let slice = if wordbook.is_foreign() { slice_in(report, chart, &grid) } else { slice(report, chart, &grid) };
    let sentence = match slice.is_empty() {
        true => found.sentence,
        false => format!("{}: {}", slice.join(", "), found.sentence),
    };
    Some(Advice { sentence: capital(&sentence), ..found })
}

/// What to do, in a sentence; where no sentence is right often enough, what the map shows.
pub fn title(report: &Report, chart: &Chart) -> Option<String> {
    found(report, chart).map(|found| found.sentence).or_else(|| {
        let grid = PolicyGrid::read(report, chart).ok()?;
        let choice = choice_name(report, &chart.policy.as_ref()?.choice);
        let is_free = grid.cells.iter().flatten().flatten().all(|cell| cell.loss.is_none());
        Some(match is_free {
            true => format!("Every option is as good: {}", choice.trim_end_matches(':')),
            false => format!("What is best in each situation: {}", choice.trim_end_matches(':')),
        })
    })
}

/// Whether a label is one that the designer has given what is swept.
fn is_named(report: &Report, label: &str) -> bool {
    report.sweep.iter().any(|swept| swept.is_named && swept.label == label)
}

/// What a choice is called before a sentence: as the designer has it, or by its own name.
fn choice_name(report: &Report, choice: &str) -> String {
    let is_named = report.words_of(choice).is_some_and(|words| words.label.is_some());
    small_unless(is_named, &report.choice_heading(choice))
}

/// What is held, as names and their values.
fn slice_in(report: &Report, chart: &Chart, grid: &PolicyGrid) -> Vec<String> {
    let varied = chart.held.iter().filter(|&&(parameter, _)| report.sweep[parameter].values.len() > 1);
    let named = |&(parameter, index): &(usize, usize)| {
        let swept = &report.sweep[parameter];
        format!("{} {}", swept.label, swept.value(index, &report.wordbook))
    };
    varied.map(named).chain(grid.held.iter().cloned()).collect()
}

/// What is held: swept values, the variant where several seek the best play, parts of the situation.
fn slice(report: &Report, chart: &Chart, grid: &PolicyGrid) -> Vec<String> {
    let varied = chart.held.iter().filter(|&&(parameter, _)| report.sweep[parameter].values.len() > 1);
    let swept = varied.map(|&(parameter, index)| {
        let swept = &report.sweep[parameter];
        value_text(swept, index, Wordbook::english())
    });
    let mut seeking: Vec<Option<usize>> =
        report.cases.iter().filter(|case| case.best_play.is_some()).map(|case| case.variant).collect();
    seeking.dedup();
    let variant =
        grid.variant.filter(|_| seeking.len() > 1).map(|index| report.wordbook.quoted(&report.variants[index]));
    swept.chain(variant).chain(grid.held.iter().map(|held| format!("with {held}"))).collect()
}

/// What it is worth to play so, and otherwise: "We win 68% of the time so, 54% with “strike hard” every time, 49% by chance".
pub fn worth(report: &Report, chart: &Chart) -> Option<String> {
    const MOST: usize = 3;
    let (asked, wordbook) = (chart.policy.as_ref()?, &report.wordbook);
    let mut played = report.cases_of(chart).into_iter().filter_map(|case| Some((case, case.best_play.as_ref()?)));
    // Of several cases in one map no number is that of all.
    let ((_, play), None) = (played.next()?, played.next()) else { return None };
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
    let held = play.held.iter().flatten().filter(|held| held.choice == asked.choice);
    let other = |held: &HeldChoice| {
        let value = number(held.value()?);
        Some(match &held.how {
            How::Always(option) => {
                let option = wordbook.quoted(words.map_or(option.as_str(), |words| words.option(option)));
                wordbook.fill(Word::WorthAlways, &[("value", &value), ("option", &option)])
            }
            How::ByChance => wordbook.fill(Word::WorthByChance, &[("value", &value)]),
            How::OneOf(_) => return None,
        })
    };
    let others: Vec<String> = held.filter_map(other).collect();
    let others = if others.len() > MOST { others.into_iter().rev().take(1).collect() } else { others };
    let aim = report.asks.iter().find(|ask| ask.is_aim)?;
    let best = wordbook.fill(Word::WorthSo, &[("aim", &aim.label), ("value", &number(play.value))]);
    let all: Vec<String> = std::iter::once(best).chain(others).collect();
    // Beside a decimal comma no other comma parts numbers.
    Some(match wordbook.is_foreign() {
        true => format!("{}.", all.join("; ")),
        false => format!("{}.", capital(&all.join(", "))),
    })
}

/// Of options that are names, the order in which they are taken as long as they are on offer: "Vanguard first, then Right,
/// then Left"; and how often that is best.
fn ranked(play: &BestPlay, choice: &str, (wordbook, numerals): (&Wordbook, Numerals)) -> Option<(String, f64)> {
    const MOST: usize = 6;
    let situations: Vec<&MetSituation> = play.situations.iter().filter(|own| own.choice == choice).collect();
    let mut names: Vec<&str> = Vec::new();
    for offer in situations.iter().flat_map(|own| &own.options) {
        if !names.contains(&offer.name.as_str()) {
            names.push(&offer.name);
        }
    }
    if !(3..=MOST).contains(&names.len()) || !names.iter().all(|name| name.starts_with(char::is_uppercase)) {
        return None;
    }
    let total: f64 = situations.iter().map(|own| own.reached).sum();
    let right = |order: &[&str]| {
        let is_best = |own: &&MetSituation| {
            let mut offered = order.iter().filter_map(|name| own.options.iter().find(|offer| offer.name == *name));
            offered.next().and_then(Offer::loss) == Some(0.0)
        };
        situations.iter().copied().filter(is_best).map(|own| own.reached).sum::<f64>() / total
    };
    let mut best: (f64, Vec<&str>) = (right(&names), names.clone());
    for order in orders(&names) {
        let own = right(&order);
        if own > best.0 + 1e-9 {
            best = (own, order);
        }
    }
    let (share, order) = best;
    let told = |(nth, option): (usize, &&str)| {
        wordbook.fill(if nth == 0 { Word::DoFirst } else { Word::DoThen }, &[("option", option)])
    };
    let mut sentence = order.iter().enumerate().map(told).collect::<Vec<_>>().join(", ");
    if share < 1.0 - 1e-9 {
        sentence = wordbook.fill(Word::DoRight, &[("what", &sentence), ("share", &numerals.chance(share))]);
    }
    Some((sentence, share))
}

/// All orders of some names.
fn orders<'n>(names: &[&'n str]) -> Vec<Vec<&'n str>> {
    if names.is_empty() {
        return vec![Vec::new()];
    }
    let after = |at: usize| {
        let rest: Vec<&str> = names.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, name)| *name).collect();
        orders(&rest).into_iter().map(move |rest| [vec![names[at]], rest].concat())
    };
    (0..names.len()).flat_map(after).collect()
}
