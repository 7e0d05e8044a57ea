//! The section on the questions: the goal, the value, and whether the goal is met or by how much it
//! is missed.

use maud::{Markup, PreEscaped, html};

use crate::misses::miss;
use oddsmith_model::estimate::Estimate;
use oddsmith_model::figures::Numerals;
use oddsmith_model::messages::Messages;
use oddsmith_model::odds::Bound;
use oddsmith_model::odds::Comparison;
use oddsmith_model::report::{Answer, Met, Report, ReportQuestion};
use oddsmith_model::summary;

use super::Readers;

/// The number of answers that are printed.
pub const PRINTED_ANSWERS: usize = 6;

/// Up to this number of cases, each case has a row. With more cases, only the usual case is shown.
const MAX_SINGLE_CASES: usize = 6;

/// Returns the cases that are shown one by one.
fn shown_cases(report: &Report) -> Vec<usize> {
    let usual = || {
        report
            .usual_case()
            .map(|case| case.number - 1)
            .into_iter()
            .collect()
    };
    if report.cases.len() <= MAX_SINGLE_CASES {
        (0..report.cases.len()).collect()
    } else {
        usual()
    }
}

/// Returns the number of answers in the section.
pub fn answer_count(report: &Report) -> usize {
    report.asks.len() * shown_cases(report).len()
}

/// Returns the section; empty without questions.
pub fn section(report: &Report, readers: Readers) -> Markup {
    let Some(usual) = report.usual_case().filter(|_| !report.asks.is_empty()) else {
        return html! {};
    };
    let cases = shown_cases(report);
    let mut rows: Vec<Markup> = Vec::new();
    let (mut met, mut missed, mut unsure) = (0, 0, 0);
    for ask_index in 0..report.asks.len() {
        for &case in &cases {
            match report.cases[case].answers[ask_index].met {
                Some(Met::Yes) => met += 1,
                Some(Met::No(_) | Met::Valueless) => missed += 1,
                Some(Met::Unsure | Met::Tied) => unsure += 1,
                None => {}
            }
            rows.push(row(report, ask_index, case, readers));
        }
    }
    let counts = [(met, "met"), (missed, "missed"), (unsure, "undecided")];
    let goal_count = met + missed + unsure;
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, how)| format!("{} {how}", number_in_words(count)))
        .collect();
    let place = summary::case_place(report, usual.number - 1, Messages::english());
    let has_stroke = rows.iter().any(|row| row.0.contains("class=\"goal\""));
    let class = |index: usize| (index >= PRINTED_ANSWERS).then_some("unprinted");
    html! {
        section.asks aria-labelledby="answers" {
            h2 #answers {
                @if goal_count == 0 { "Your questions" } @else { "Your goals: " (counts.join(", ")) }
            }
            p.note {
                @if cases.len() == 1 && !place.is_empty() {
                    "These answers are for the case " (place) "."
                    @if readers == Readers::Designers {
                        span.screen { " The table below has all cases." }
                    }
                    " "
                }
                @if has_stroke { "The vertical line marks the goal." }
            }
            ul {
                @for (index, row) in rows.iter().enumerate() { "\n" li class=[class(index)] { (row) } }
            }
        }
        "\n"
    }
}

fn row(report: &Report, ask_index: usize, case: usize, readers: Readers) -> Markup {
    let (ask, case_count) = (&report.asks[ask_index], report.cases.len());
    let answer = &report.cases[case].answers[ask_index];
    let place = (1 < case_count && case_count <= MAX_SINGLE_CASES)
        .then(|| summary::case_place(report, case, Messages::english()));
    let bound = ask.want.as_ref().map(|want| &want.bound);
    let reading = answer.reading(ask.statistic);
    let tied = report.cases[case].tied_range(&ask.label);
    let value = tied.map_or(Estimate::from_reading(&reading), |range| {
        Estimate::known(range.least)
    });
    let is_nothing = answer.is_never() || answer.best().is_none();
    let shown = if !is_nothing {
        Estimate::text_under_ties(&reading, tied, Numerals::ENGLISH)
    } else if answer.has_no_number() {
        "–".to_owned()
    } else {
        "never".to_owned()
    };
    html! {
        div.goal-name {
            b {
                @match &ask.in_words {
                    Some(wording) if readers == Readers::Playtesters => (wording),
                    _ if ask.label == ask.question => code { (ask.label) },
                    _ => (ask.label),
                }
            }
            @if let Some(place) = place { " " span.place { (place) } }
            @if let Some(want) = &ask.want {
                span.aim { "Goal: " (want.in_words(ask.is_probability(), Messages::english())) }
            }
        }
        @if ask.is_probability() && !is_nothing {
            (bar(&value, bound, answer.met))
        } @else {
            span {}
        }
        div.value { (shown) }
        (verdict(report, ask_index, ask, case, answer, bound))
    }
}

/// Returns a bar for the value, with a stroke at the goal.
fn bar(value: &Estimate, bound: Option<&Bound>, met: Option<Met>) -> Markup {
    let share = |share: f64| format!("{:.2}%", share.clamp(0.0, 1.0) * 100.0);
    let goals = match bound {
        None => Vec::new(),
        Some(Bound::Is(_, number)) => vec![number.value],
        Some(Bound::Between(low, high)) => vec![low.value, high.value],
    };
    let class = match met {
        Some(Met::Yes) => "success",
        Some(Met::No(_) | Met::Valueless) => "failure",
        Some(Met::Unsure | Met::Tied) | None => "plain",
    };
    html! {
        div.meter aria-hidden="true" {
            span.fill.(class) style={ "width:" (share(value.value)) } {}
            @for goal in goals.into_iter().filter(|goal| (0.0..=1.0).contains(goal)) {
                span.goal style={ "left:" (share(goal)) } {}
            }
        }
    }
}

/// Describes whether the goal is met, and by how much.
fn verdict(
    report: &Report,
    ask_index: usize,
    ask: &ReportQuestion,
    case: usize,
    answer: &Answer,
    bound: Option<&Bound>,
) -> Markup {
    let Some(met) = answer.met else {
        return html! { div.verdict {} };
    };
    let (class, word, sign) = match met {
        Met::Yes => ("success-text", "Met", MET_SVG),
        Met::No(_) | Met::Valueless => ("failure-text", "Missed", MISSED_SVG),
        Met::Unsure | Met::Tied => ("", "Undecided", ""),
    };
    let cases = &report.cases;
    let met_cases = cases
        .iter()
        .filter(|case| matches!(case.answers[ask_index].met, Some(Met::Yes)))
        .count();
    html! {
        div.verdict {
            b class=(class) { (PreEscaped(sign)) (word) }
            " "
            span { (margin_text(report, ask_index, ask, case, answer, bound)) }
            @if cases.len() > MAX_SINGLE_CASES {
                " " span { "Met in " (met_cases) " of " (cases.len()) " cases." }
            }
        }
    }
}

/// Describes by how much a goal is met or missed, or why this is not known.
fn margin_text(
    report: &Report,
    ask_index: usize,
    ask: &ReportQuestion,
    case: usize,
    answer: &Answer,
    bound: Option<&Bound>,
) -> String {
    // There is little room, so the unit is abbreviated.
    let unit = if ask.is_probability() { " pp" } else { "" };
    let size = |by: f64| Numerals::ENGLISH.difference(by, ask.kind()) + unit;
    let tied = report.cases[case].tied_range(&ask.label);
    match (answer.met, bound, answer.best()) {
        (Some(Met::Yes | Met::No(_)), ..) if tied.is_some() => {
            "With every equally good play.".to_owned()
        }
        (Some(Met::Yes), Some(bound), Some(value)) => spare_text(bound, value, size),
        (Some(Met::No(by)), Some(bound), Some(value)) => {
            let reach = nearest_met_place(report, ask_index, case)
                .map_or_else(String::new, |words| format!(" {words}"));
            format!("{}.{reach}", miss(&size(by), value, bound))
        }
        (Some(Met::Valueless), ..) => "The condition never occurs.".to_owned(),
        (Some(Met::Tied), ..) => {
            let depends = tied.map_or("may depend", |_| "depends");
            format!(
                "It {depends} on which of several equally good plays is used; `then` in [play] chooses."
            )
        }
        (Some(Met::Unsure), ..) if answer.figure().is_some() => {
            "It depends on the truncated trials.".to_owned()
        }
        _ if answer.has_no_number() => "No trials were counted.".to_owned(),
        _ => "Needs more trials.".to_owned(),
    }
}

const MET_SVG: &str = "<svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><circle cx=\"8\" cy=\"8\" r=\"8\" class=\"success\"/>\
    <path d=\"M4.4 8.3l2.5 2.5 4.7-5.2\" class=\"tick\"/></svg>";
const MISSED_SVG: &str = "<svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><circle cx=\"8\" cy=\"8\" r=\"7\" class=\"ring\"/>\
    <path d=\"M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2\" class=\"cross\"/></svg>";

/// Describes how far the value is from missing the goal.
fn spare_text(bound: &Bound, value: f64, size: impl Fn(f64) -> String) -> String {
    let room = match bound {
        Bound::Between(low, high) => (value - low.value).min(high.value - value),
        Bound::Is(Comparison::AtLeast | Comparison::Above, limit) => value - limit.value,
        Bound::Is(Comparison::AtMost | Comparison::Below, limit) => limit.value - value,
        Bound::Is(Comparison::Equal | Comparison::Unequal, _) => return String::new(),
    };
    match room {
        room if room.abs() < 1e-9 => "Exactly met.".to_owned(),
        room => format!("{} to spare.", size(room)),
    }
}

/// Finds the nearest value along an axis with which a missed goal is met: "Met with 3 white cubes:
/// 42%".
fn nearest_met_place(report: &Report, ask_index: usize, case: usize) -> Option<String> {
    let mut found: Option<(usize, String)> = None;
    for (axis, cases) in summary::axes(report, case) {
        let home = cases.iter().position(|&other| other == case)?;
        for (place, &other) in cases.iter().enumerate() {
            let answer = &report.cases[other].answers[ask_index];
            let steps = place.abs_diff(home);
            if matches!(answer.met, Some(Met::Yes))
                && found.as_ref().is_none_or(|(least, _)| steps < *least)
            {
                let value =
                    Estimate::from_reading(&answer.reading(report.asks[ask_index].statistic));
                let shown = value.text(report.asks[ask_index].kind(), Numerals::ENGLISH);
                found = Some((
                    steps,
                    format!(
                        "Met {}: {shown}.",
                        summary::place(report, axis, other, Messages::english())
                    ),
                ));
            }
        }
    }
    found.map(|(_, words)| words)
}

fn number_in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
