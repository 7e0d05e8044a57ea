//! The lines under the answers: conditions that never occur, and goals that are missed.

use std::fmt::Write;

use super::options::Rest;
use crate::asks::answers;
use crate::misses::miss;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::{Numerals, grouped};
use oddsmith_model::number::significant;
use oddsmith_model::odds::{ExactReading, Statistic};
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::{Answer, Case, Met, Report, ReportQuestion};

/// The maximal number of questions with a column. The rest is in `asks.csv`.
pub(super) const MAX_COLUMNS: usize = 6;
/// The maximal number of lines about missed goals. The rest is counted.
const MAX_LINES: usize = 12;

/// Returns the lines under the table: questions that have no column, conditions that never occur,
/// missed goals.
pub(super) fn lines_below_table(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    if report.cases.len() > 1 && report.asks.len() > MAX_COLUMNS {
        let _ = writeln!(
            text,
            "... {} more questions: {}",
            report.asks.len() - MAX_COLUMNS,
            rest.see("asks.csv")
        );
    }
    for (ask_index, ask) in report.asks.iter().enumerate() {
        let never = report
            .cases
            .iter()
            .filter(|case| case.answers[ask_index].is_never())
            .count();
        if never > 0 {
            let case_count = report.cases.len();
            let _ = writeln!(
                text,
                "{}: the condition never occurs in {never} of {case_count} cases.",
                printable_line(&ask.label)
            );
        }
        let without = report
            .cases
            .iter()
            .filter(|case| case.answers[ask_index].exact == Some(ExactReading::NoValue))
            .count();
        if without > 0 {
            let case_count = report.cases.len();
            let cases = if case_count > 1 {
                format!(" in {without} of {case_count} cases")
            } else {
                String::new()
            };
            let _ = writeln!(
                text,
                "{}: no value{cases}: {}.",
                printable_line(&ask.label),
                missing_value_reason(ask.statistic)
            );
        }
        let most = report
            .cases
            .iter()
            .map(|case| &case.answers[ask_index])
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
                printable_line(&ask.label)
            );
        }
        let unseen = report.cases.iter().map(|case| &case.answers[ask_index]);
        let unseen = unseen.filter(|answer| {
            answer.exact.is_none() && answer.trials > 0 && answer.estimate.trials == 0
        });
        if let Some(fewest) = unseen.map(|answer| answer.trials).min() {
            let most = report.run.confidence.wilson(0, fewest).high;
            let _ = writeln!(
                text,
                "{}: the condition occurred in none of {} simulated trials, so its chance is at most {}%.",
                printable_line(&ask.label),
                grouped(fewest),
                significant(most * 100.0, 2)
            );
        }
    }
    text + &unmet_goals(report, rest)
}

/// Returns why a number has no value although the condition occurs.
fn missing_value_reason(statistic: Statistic) -> &'static str {
    match statistic {
        Statistic::Correlation => "one of the two is always the same, or they never occur together",
        Statistic::Covariance => "the two never occur together",
        Statistic::Max => "a trial may never end, or it never occurs",
        _ => "it never occurs",
    }
}

/// Returns a line for each goal that is missed or undecided.
fn unmet_goals(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    let lines: Vec<String> = answers(report)
        .filter_map(|(case, ask, answer)| unmet_goal_line(report, case, ask, answer))
        .collect();
    for line in lines.iter().take(MAX_LINES) {
        let _ = writeln!(text, "{}", printable_line(line));
    }
    if lines.len() > MAX_LINES {
        let _ = writeln!(
            text,
            "... and {} more missed goals: {}",
            lines.len() - MAX_LINES,
            rest.see("asks.csv")
        );
    }
    text
}

fn unmet_goal_line(
    report: &Report,
    case: &Case,
    ask: &ReportQuestion,
    answer: &Answer,
) -> Option<String> {
    let want = &ask.want.as_ref()?.text;
    let tied = case.tied_range(&ask.label);
    let value = Estimate::text_under_ties(&answer.reading(ask.statistic), tied, Numerals::ENGLISH);
    let place = if report.cases.len() > 1 {
        format!(", {}", report.case_name(case))
    } else {
        String::new()
    };
    let trials = || format!("{} simulated trials", grouped(answer.trials));
    let outcome = match answer.met? {
        Met::Yes => return None,
        Met::No(by) => {
            // If the value equals a bound that excludes it, the distance is 0 and not printed.
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
            format!("{value}; goal {want} undecided: the exact odds leave out some trials")
        }
        Met::Unsure => format!("{value} in {}; goal {want} undecided", trials()),
    };
    Some(format!("{}{place}: {outcome}.", ask.label))
}

/// Returns how many goals of a scenario are met, and those that are not. The command `check` prints
/// it.
pub fn goal_summary(report: &Report) -> String {
    let wanted = || answers(report).filter(|(_, ask, _)| ask.want.is_some());
    let (goal_count, met) = (
        wanted().count(),
        wanted()
            .filter(|(_, _, answer)| answer.met == Some(Met::Yes))
            .count(),
    );
    let mut text = match goal_count {
        0 => format!("{}: no goals\n", printable_line(&report.name)),
        _ => format!(
            "{}: {met} of {goal_count} goals met\n",
            printable_line(&report.name)
        ),
    };
    text.push_str(&unmet_goals(report, Rest::Nowhere));
    text
}
