//! The answers to what was asked: the first columns of the table, and what is not as it is wanted under it.

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
/// Lines of what is not as it is wanted; the rest are counted.
const MOST_LINES: usize = 12;

/// What is said under the table: questions that have no column, what never happens, what is not as it is wanted.
pub(super) fn below(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    if report.cases.len() > 1 && report.asks.len() > MOST_COLUMNS {
        let _ = writeln!(text, "... {} more questions: {}", report.asks.len() - MOST_COLUMNS, rest.see("asks.csv"));
    }
    for (at, ask) in report.asks.iter().enumerate() {
        let never = report.cases.iter().filter(|case| case.answers[at].is_never()).count();
        if never > 0 {
            let of = report.cases.len();
            let _ = writeln!(text, "{}: what is given never happens in {never} of {of} cases.", shown(&ask.label));
        }
        let without = report.cases.iter().filter(|case| case.answers[at].exact == Some(ExactReading::Nothing)).count();
        if without > 0 {
            let of = report.cases.len();
            let cases = if of > 1 { format!(" in {without} of {of} cases") } else { String::new() };
            let _ = writeln!(text, "{}: no value{cases}: {}.", shown(&ask.label), why_none(ask.statistic));
        }
        let most = report.cases.iter().map(|case| &case.answers[at]).max_by(|a, b| a.absent.total_cmp(&b.absent));
        if let Some(Answer { absent: most, exact, .. }) = most
            && *most > 0.0
        {
            let is_counted = matches!(exact, None | Some(ExactReading::Unknown));
            let up_to = match (report.cases.len() > 1, is_counted) {
                (true, _) => "up to ",
                (false, true) => "about ",
                (false, false) => "",
            };
            let share = Numerals::ENGLISH.chance(*most);
            let _ = writeln!(text, "{}: of trials that show it; in {up_to}{share} it is absent.", shown(&ask.label));
        }
        let unseen = report.cases.iter().map(|case| &case.answers[at]);
        let unseen = unseen.filter(|answer| answer.exact.is_none() && answer.trials > 0 && answer.estimate.trials == 0);
        if let Some(fewest) = unseen.map(|answer| answer.trials).min() {
            let most = report.run.confidence.wilson(0, fewest).high;
            let _ = writeln!(
                text,
                "{}: what is given happened in none of {} simulated trials: it has a chance of at most {}%.",
                shown(&ask.label),
                grouped(fewest),
                significant(most * 100.0, 2)
            );
        }
    }
    text + &unmet(report, rest)
}

/// Why a number has no value where what is given happens.
fn why_none(statistic: Statistic) -> &'static str {
    match statistic {
        Statistic::Correlation => "one of the two is always the same, or they are never there together",
        Statistic::Covariance => "the two are never there together",
        Statistic::Max => "a trial may go on without an end, or it is never there",
        _ => "it is never there",
    }
}

/// What is wanted and not so, or not known to be so: a line each.
fn unmet(report: &Report, rest: Rest) -> String {
    let mut text = String::new();
    let lines: Vec<String> =
        answers(report).filter_map(|(case, ask, answer)| line(report, case, ask, answer)).collect();
    for line in lines.iter().take(MOST_LINES) {
        let _ = writeln!(text, "{}", shown(line));
    }
    if lines.len() > MOST_LINES {
        let _ = writeln!(
            text,
            "... and {} more that are not as wanted: {}",
            lines.len() - MOST_LINES,
            rest.see("asks.csv")
        );
    }
    text
}

fn line(report: &Report, case: &Case, ask: &ReportQuestion, answer: &Answer) -> Option<String> {
    let want = ask.want.as_ref()?;
    let wanted = &want.text;
    let tied = case.under_ties(&ask.label);
    let is = Estimate::under_ties(&answer.reading(ask.statistic), tied, Numerals::ENGLISH);
    let which = if report.cases.len() > 1 {
        format!("case {} ({})", case.number, report.case_name(case))
    } else {
        format!("case {}", case.number)
    };
    match answer.met? {
        Met::Yes => None,
        Met::No(by) => {
            // What is equal where more or less was wanted misses by nothing that has a size.
            let value = answer.best().filter(|_| by >= 1e-9 && tied.is_none());
            let size = Numerals::ENGLISH.distance(by, ask.kind());
            let words = |value| miss(&size, value, &want.bound);
            let by = value.map_or_else(String::new, |value| format!(": {}", words(value)));
            Some(format!("Not as wanted in {which}: {} is {is}, wanted {wanted}{by}.", ask.label))
        }
        Met::Valueless => Some(format!("Not as wanted in {which}: {} has no value, wanted {wanted}.", ask.label)),
        Met::Tied => Some(format!(
            "Not known in {which}: {} {} on which of several plays that are as good is played, wanted {wanted}: `then` in [play] says.",
            ask.label,
            if tied.is_some() { "hangs" } else { "may hang" }
        )),
        Met::Unsure if answer.trials == 0 => {
            Some(format!("Not known in {which}: {}, wanted {wanted}: no trials were counted.", ask.label))
        }
        Met::Unsure if answer.best().is_none() => Some(format!(
            "Not known in {which}: {} by {} trials, in none of which it has a value, wanted {wanted}.",
            ask.label,
            grouped(answer.trials)
        )),
        Met::Unsure if answer.figure().is_some() => {
            Some(format!("Not known in {which}: {} is {is}, since odds had to be cut, wanted {wanted}.", ask.label))
        }
        Met::Unsure => Some(format!(
            "Not known in {which}: {} is about {is} by {} trials, wanted {wanted}.",
            ask.label,
            grouped(answer.trials)
        )),
    }
}

/// What a scenario wants, and whether it is so: for a check.
pub fn wants(report: &Report) -> String {
    let wanted = || answers(report).filter(|(_, ask, _)| ask.want.is_some());
    let (all, met) = (wanted().count(), wanted().filter(|(_, _, answer)| answer.met == Some(Met::Yes)).count());
    let mut text = match all {
        0 => format!("{}: nothing is wanted\n", shown(&report.name)),
        _ => format!("{}: {met} of {all} answers are as wanted\n", shown(&report.name)),
    };
    text.push_str(&unmet(report, Rest::Nowhere));
    text
}
