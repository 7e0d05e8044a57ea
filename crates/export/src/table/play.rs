//! The table of best play and fixed strategies.

use std::fmt::Write;

use super::headings::heading;
use super::options::Options;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{NumberKind, Numerals};
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::play::{BestPlay, HeldChoice, How, Worth};
use oddsmith_model::report::{Case, Report};
use oddsmith_model::table::{Column, Table};

/// The maximal number of cases with a table. The rest is counted.
const MAX_CASES: usize = 2;
/// The maximal number of strategies of a case that are shown. The rest is counted.
const MAX_STRATEGIES: usize = 12;

/// A strategy and its value of the aim.
struct Strategy {
    name: String,
    worth: Worth,
    /// Whether this is best play, which is listed in addition to the play of a player who makes
    /// mistakes.
    is_best: bool,
}

/// Returns a table for each case with best play.
pub(super) fn best_play_tables(report: &Report, options: &Options) -> String {
    let mut text = String::new();
    let plays = || {
        report
            .cases
            .iter()
            .filter_map(|case| Some((case, case.best_play.as_ref()?)))
    };
    for (case, play) in plays().take(MAX_CASES) {
        text.push_str(&case_text(report, case, play, options.width));
    }
    let play_count = plays().count();
    if play_count > MAX_CASES {
        let _ = writeln!(
            text,
            "... and {} more cases with best play: {}",
            play_count - MAX_CASES,
            options.rest.see("policy.csv")
        );
    }
    text
}

/// Returns the strategies of a case, best play first, with notes.
fn case_text(report: &Report, case: &Case, play: &BestPlay, width: usize) -> String {
    let case_suffix = if report.cases.len() > 1 {
        format!(" ({})", report.case_name(case))
    } else {
        String::new()
    };
    let less = if play.minimises {
        ", less is better"
    } else {
        ""
    };
    let mut text = format!(
        "\n{} {} {}{less}{}\n",
        if play.is_best() { "Best play" } else { "Play" },
        play.side(),
        printable_line(&aim_and_tie_break(report, play)),
        printable_line(&case_suffix)
    );
    let strategies = strategies(report, case, play);
    let shown_rows = &strategies[..strategies.len().min(MAX_STRATEGIES)];
    let has_one_side = !play.is_best() && has_one_choice(play);
    let loss = |strategy: &Strategy| match strategy.worth {
        Worth::Is(value) if play.is_other(value) => {
            // With players who make mistakes, a strategy may be better than the play. If the other
            // side has a different aim, its answer to a fixed strategy may be better for us.
            let is_better = (value > play.value) != (play.minimises != play.is_theirs);
            let is_gain = strategy.is_best || is_better && (has_one_side || play.theirs.is_some());
            let sign = if is_gain { "−" } else { "" };
            let unit = if play.kind.is_chance() { " pp" } else { "" };
            sign.to_owned() + &Numerals::ENGLISH.loss(value - play.value, play.kind) + unit
        }
        Worth::Is(_) => "0".to_owned(),
        Worth::NeverEnds | Worth::Unknown => String::new(),
    };
    let columns = vec![
        Column::text(
            "strategy",
            shown_rows.iter().map(|strategy| strategy.name.clone()),
        ),
        Column::numbers(
            "value",
            shown_rows.iter().map(|strategy| worth_text(strategy, play)),
        ),
        Column::numbers(
            "loss",
            shown_rows.iter().enumerate().map(|(index, strategy)| {
                if index == 0 {
                    String::new()
                } else {
                    loss(strategy)
                }
            }),
        ),
    ];
    for line in Table::new(columns).to_text(width.saturating_sub(2)).lines() {
        let _ = writeln!(text, "{}", format!("  {line}").trim_end());
    }
    if strategies.len() > MAX_STRATEGIES {
        let _ = writeln!(
            text,
            "  ... and {} more strategies",
            strategies.len() - MAX_STRATEGIES
        );
    }
    for note in notes(report, case, play) {
        let _ = writeln!(text, "{}", printable_line(&note));
    }
    text
}

/// Returns the name of the aim.
pub fn aim(report: &Report, play: &BestPlay) -> String {
    let asked = report.asks.iter().find(|ask| ask.is_aim);
    asked.map_or_else(|| play.aim.clone(), |ask| heading(report, ask))
}

/// Returns the name of the aim with its tie-break.
fn aim_and_tie_break(report: &Report, play: &BestPlay) -> String {
    let name = aim(report, play);
    play.then
        .as_ref()
        .map_or_else(|| name.clone(), |then| format!("{name}, then {then}"))
}

/// Returns best play, the fixed strategies of other cases, and each choice with a fixed answer.
fn strategies(report: &Report, case: &Case, play: &BestPlay) -> Vec<Strategy> {
    let mut strategies = vec![Strategy {
        name: report.play_name(play),
        worth: Worth::Is(play.value),
        is_best: false,
    }];
    let aim = report.asks.iter().position(|ask| ask.is_aim);
    let value = |other: &Case| Some(other.answers.get(aim?)?.figure()?.value);
    let case_strategy = |(name, other): (String, &Case)| {
        Some(Strategy {
            name,
            worth: Worth::Is(value(other)?),
            is_best: false,
        })
    };
    strategies.extend(
        report
            .heuristic_cases(case)
            .into_iter()
            .filter_map(case_strategy),
    );
    for strategy in play.held.as_deref().unwrap_or_default() {
        let how = answer_text(report, strategy);
        let name = if has_one_choice(play) {
            how
        } else {
            format!("{} {how}", report.choice_heading(&strategy.choice))
        };
        strategies.push(Strategy {
            name,
            worth: strategy.worth,
            is_best: strategy.how == How::Best,
        });
    }
    strategies
}

/// Returns whether all fixed strategies are answers to the same choice.
fn has_one_choice(play: &BestPlay) -> bool {
    let held = play.held.as_deref().unwrap_or_default();
    held.iter().all(|other| other.choice == held[0].choice)
}

/// Describes an answer: "always bank", "at random".
fn answer_text(report: &Report, strategy: &HeldChoice) -> String {
    match (&strategy.how, report.words_of(&strategy.choice)) {
        (How::ByChance, _) => "at random".to_owned(),
        (_, Some(words)) => strategy.answer_text_with(|option| words.option(option)),
        (_, None) => strategy.answer_text(),
    }
}

fn worth_text(strategy: &Strategy, play: &BestPlay) -> String {
    match strategy.worth {
        Worth::Is(value) => Estimate::known(value).text(play.kind, Numerals::ENGLISH),
        Worth::NeverEnds => "never ends".to_owned(),
        Worth::Unknown => "not compared".to_owned(),
    }
}

/// Returns an upper bound of a gain as text, rounded up to two digits: "0.13", or "1.5 percentage
/// points" of a chance.
pub fn gain_text(gain: f64, kind: NumberKind) -> String {
    let digit = 10f64.powf(gain.log10().floor() - 1.0);
    // A number with two digits does not change, in spite of rounding errors.
    let gain = (gain / digit - 1e-6).ceil() * digit;
    let number = Numerals::ENGLISH.difference(gain, kind);
    if kind.is_chance() {
        format!("{number} percentage points")
    } else {
        number
    }
}

/// Returns notes on what the table leaves out: the players, ties, and strategies that were not
/// compared.
fn notes(report: &Report, case: &Case, play: &BestPlay) -> Vec<String> {
    let mut notes = Vec::new();
    let other = report.heuristic_cases(case).into_iter().next();
    if let Some((fixed, best)) = other.and_then(|(_, other)| report.sides_of_play(case, other)) {
        notes.push(format!(
            "The rules of thumb apply to {fixed}; {best} follows best play there."
        ));
    }
    if let Some(theirs) = &play.theirs {
        notes.push(theirs.text(|value, kind| Estimate::known(value).text(kind, Numerals::ENGLISH)));
    }
    if let Some(optimality) = play.optimality {
        notes.push(optimality.text(|gap| gain_text(gap, play.kind)));
    }
    if let Some(ties) = play.ties_text(
        |value, kind| Estimate::known(value).text(kind, Numerals::ENGLISH),
        |question| report.is_asked_again(question),
    ) {
        notes.push(format!("{ties}."));
    }
    if play.held.is_none() {
        notes.push("Fixed strategies were not computed: there are too many states.".to_owned());
    }
    notes
}
