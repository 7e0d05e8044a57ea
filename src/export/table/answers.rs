//! What is printed under the answers: conditions that never occur, and goals that are missed.

use std::fmt::Write;

use super::options::Rest;
use crate::estimate::Estimate;
use crate::export::asks::answers;
use crate::export::misses::miss;
use crate::figures::{Numerals, grouped};
use crate::report::{Answer, Case, Met, Report, ReportQuestion};
use crate::terminal::shown;
use oddsmith_engine::question::{ExactReading, Statistic};
use oddsmith_model::number::significant;

/// Questions that have a column; the rest are in `asks.csv`.
pub(super) const MOST_COLUMNS: usize = 6;
/// Lines of missed goals; the rest are counted.
const MOST_LINES: usize = 12;

/// Returns the lines under the table: questions that have no column, conditions that never occur,
/// missed goals.
pub(super) fn below(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    if report.cases.len() > 1 && report.asks.len() > MOST_COLUMNS {
        let _ = writeln!(
            text,
            "... {} more questions: {}",
            report.asks.len() - MOST_COLUMNS,
            rest.see("asks.csv")
        );
    }
    for (at, ask) in report.asks.iter().enumerate() {
        let never = report
            .cases
            .iter()
            .filter(|case| case.answers[at].is_never())
            .count();
        if never > 0 {
            let of = report.cases.len();
            let _ = writeln!(
                text,
                "{}: the condition never occurs in {never} of {of} cases.",
                shown(&ask.label)
            );
        }
        let without = report
            .cases
            .iter()
            .filter(|case| case.answers[at].exact == Some(ExactReading::Nothing))
            .count();
        if without > 0 {
            let of = report.cases.len();
            let cases = if of > 1 {
                format!(" in {without} of {of} cases")
            } else {
                String::new()
            };
            let _ = writeln!(
                text,
                "{}: no value{cases}: {}.",
                shown(&ask.label),
                why_none(ask.statistic)
            );
        }
        let most = report
            .cases
            .iter()
            .map(|case| &case.answers[at])
            .max_by(|a, b| a.absent.total_cmp(&b.absent));
        if let Some(Answer {
            absent: most,
            exact,
            ..
        }) = most
            && *most > 0.0
        {
            let is_counted = matches!(exact, None | Some(ExactReading::Unknown));
            let up_to = match (report.cases.len() > 1, is_counted) {
                (true, _) => "up to ",
                (false, true) => "about ",
                (false, false) => "",
            };
            let share = Numerals::ENGLISH.chance(*most);
            let _ = writeln!(
                text,
                "{}: counted only when it occurs; in {up_to}{share} of trials it does not.",
                shown(&ask.label)
            );
        }
        let unseen = report.cases.iter().map(|case| &case.answers[at]);
        let unseen = unseen.filter(|answer| {
            answer.exact.is_none() && answer.trials > 0 && answer.estimate.trials == 0
        });
        if let Some(fewest) = unseen.map(|answer| answer.trials).min() {
            let most = report.run.confidence.wilson(0, fewest).high;
            let _ = writeln!(
                text,
                "{}: the condition occurred in none of {} simulated trials, so its chance is at most {}%.",
                shown(&ask.label),
                grouped(fewest),
                significant(most * 100.0, 2)
            );
        }
    }
    text + &unmet(report, rest)
}

/// Why a number has no value although the condition occurs.
fn why_none(statistic: Statistic) -> &'static str {
    match statistic {
        Statistic::Correlation => "one of the two is always the same, or they never occur together",
        Statistic::Covariance => "the two never occur together",
        Statistic::Max => "a trial may never end, or it never occurs",
        _ => "it never occurs",
    }
}

/// Goals that are missed, or that cannot be decided: a line each.
fn unmet(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    let lines: Vec<String> = answers(report)
        .filter_map(|(case, ask, answer)| line(report, case, ask, answer))
        .collect();
    for line in lines.iter().take(MOST_LINES) {
        let _ = writeln!(text, "{}", shown(line));
    }
    if lines.len() > MOST_LINES {
        let _ = writeln!(
            text,
            "... and {} more missed goals: {}",
            lines.len() - MOST_LINES,
            rest.see("asks.csv")
        );
    }
    text
}

fn line(report: &Report, case: &Case, ask: &ReportQuestion, answer: &Answer) -> Option<String> {
    let want = &ask.want.as_ref()?.text;
    let tied = case.under_ties(&ask.label);
    let value = Estimate::under_ties(&answer.reading(ask.statistic), tied, Numerals::ENGLISH);
    let place = if report.cases.len() > 1 {
        format!(", {}", report.case_name(case))
    } else {
        String::new()
    };
    let trials = || format!("{} simulated trials", grouped(answer.trials));
    let what = match answer.met? {
        Met::Yes => return None,
        Met::No(by) => {
            // Of an equal number where more or less is wanted, there is no distance to print.
            let best = answer.best().filter(|_| by >= 1e-9 && tied.is_none());
            let size = Numerals::ENGLISH.distance(by, ask.kind());
            let bound = &ask.want.as_ref()?.bound;
            let by = best.map_or_else(String::new, |best| {
                format!(": {}", miss(&size, best, bound))
            });
            format!("{value}; goal {want} missed{by}")
        }
        Met::Valueless => format!("no value; goal {want} missed"),
        Met::Tied => {
            let depends = if tied.is_some() {
                "depends"
            } else {
                "may depend"
            };
            format!(
                "goal {want} undecided: it {depends} on which of several equally good plays is used; `then` in [play] chooses"
            )
        }
        Met::Unsure if answer.trials == 0 => {
            format!("goal {want} undecided: no trials were counted")
        }
        Met::Unsure if answer.best().is_none() => {
            format!("goal {want} undecided: no value in any of {}", trials())
        }
        Met::Unsure if answer.figure().is_some() => {
            format!("{value}; goal {want} undecided: some trials were truncated")
        }
        Met::Unsure => format!("{value} in {}; goal {want} undecided", trials()),
    };
    Some(format!("{}{place}: {what}.", ask.label))
}

/// Returns how many goals of a scenario are met, and those that are not: for a check.
pub fn wants(report: &Report) -> String {
    let wanted = || answers(report).filter(|(_, ask, _)| ask.want.is_some());
    let (all, met) = (
        wanted().count(),
        wanted()
            .filter(|(_, _, answer)| answer.met == Some(Met::Yes))
            .count(),
    );
    let mut text = match all {
        0 => format!("{}: no goals\n", shown(&report.name)),
        _ => format!("{}: {met} of {all} goals met\n", shown(&report.name)),
    };
    text.push_str(&unmet(report, Rest::Nowhere));
    text
}
