//! What best play is worth, under the table.

use std::fmt::Write;

use super::options::Rest;
use crate::estimate::{Estimate, MARGIN};
use crate::figures::Numerals;
use crate::report::play::{BestPlay, HeldChoice};
use crate::report::{Case, Report};
use crate::terminal::shown;

/// Cases of which it is told; the rest are counted.
const MOST_CASES: usize = 4;

/// A line for each case in which the best play was sought.
pub(super) fn below(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    let plays = || report.cases.iter().filter_map(|case| Some((case, case.best_play.as_ref()?)));
    for (case, play) in plays().take(MOST_CASES) {
        let which = if report.cases.len() > 1 { format!(", {}", report.case_name(case)) } else { String::new() };
        let _ = writeln!(
            text,
            "Best play {} {}{}: {}",
            play.side(),
            shown(&play.aim),
            shown(&which),
            shown(&worth(report, play))
        );
        if let Some(thumbs) = thumbs(report, case, play) {
            let _ = writeln!(text, "{}", shown(&thumbs));
        }
    }
    match plays().count() {
        0 => {}
        many if many > MOST_CASES => {
            let _ =
                writeln!(text, "... and {} more cases with a best play: {}", many - MOST_CASES, rest.see("policy.csv"));
        }
        _ if rest == Rest::Nowhere => {
            text.push_str("What to do in each situation, and what a mistake costs, is told by a run that is saved.\n");
        }
        _ => text.push_str("What to do in each situation, and what a mistake costs: policy.csv\n"),
    }
    text
}

/// What best play is worth against each rule of thumb beside it.
fn thumbs(report: &Report, case: &Case, play: &BestPlay) -> Option<String> {
    let aim = report.asks.iter().position(|ask| ask.is_aim)?;
    let against = |(name, other): (String, &Case)| {
        let theirs = other.answers.get(aim)?.figure()?.value;
        let by = if play.minimises { theirs - play.value } else { play.value - theirs };
        let size = Numerals::ENGLISH.distance(by, play.kind);
        Some(match by.abs() <= MARGIN {
            true => format!("as much as “{name}”"),
            false => format!("{size} {} than “{name}”", if play.minimises { "less" } else { "more" }),
        })
    };
    let strategies = report.thumbs_beside(case);
    let sides = strategies.first().and_then(|(_, other)| report.sides_of_play(case, other));
    let (of, both) = sides.map_or_else(Default::default, |(own, both)| {
        (format!(" for {own}"), format!(" (with best play for {both} in every case)"))
    });
    let all: Vec<String> = strategies.into_iter().filter_map(against).collect();
    (!all.is_empty()).then(|| format!("Best play{of} is worth {}{both}", all.join(", ")))
}

/// What the aim comes to, and what it comes to where a choice is always answered alike.
fn worth(report: &Report, play: &BestPlay) -> String {
    let number = |value: f64| Estimate::known(value).text(play.kind, Numerals::ENGLISH);
    let mut text = format!("{}{}", number(play.value), if play.minimises { " (less is better)" } else { "" });
    if let Some(then) = &play.then {
        let _ = write!(text, ", then {then}");
    }
    if let Some(ties) = play.ties(|value, kind| Estimate::known(value).text(kind, Numerals::ENGLISH)) {
        let _ = write!(text, "; {ties}");
    }
    let Some(all) = &play.held else { return text + "; too large to compare with options always taken" };
    let mut choices: Vec<&str> = Vec::new();
    for held in all {
        if !choices.contains(&held.choice.as_str()) {
            choices.push(&held.choice);
        }
    }
    for choice in choices {
        let others = all.iter().filter(|held| held.choice == choice);
        let words = report.words_of(choice);
        let answered = |held: &HeldChoice| match words {
            Some(words) => held.answered_as(|option| words.option(option)),
            None => held.answered(),
        };
        let gives = |held: &HeldChoice| format!("{} {}", answered(held), held.gives(number));
        let others: Vec<String> = others.map(gives).collect();
        let _ = write!(text, "; {} {}", report.choice_heading(choice), others.join(", "));
    }
    text
}
