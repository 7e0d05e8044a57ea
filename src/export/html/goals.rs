//! What was asked: the goal, the value, met or missed and by how much.

use crate::estimate::Estimate;
use crate::export::misses::miss;
use crate::figures::Numerals;
use crate::messages::Messages;
use crate::report::{Answer, Met, Report, ReportQuestion};
use crate::summary;
use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

use super::Readers;
use super::words::escaped;

/// Answers that are printed.
pub const ANSWERS: usize = 6;

/// Up to so many cases each has a row of its own; of more, the scenario's own parameters do.
const EACH: usize = 6;

/// Returns the cases that are shown one by one.
fn shown_cases(report: &Report) -> Vec<usize> {
    let usual = || {
        report
            .usual_case()
            .map(|case| case.number - 1)
            .into_iter()
            .collect()
    };
    if report.cases.len() <= EACH {
        (0..report.cases.len()).collect()
    } else {
        usual()
    }
}

/// How many answers the section has.
pub fn rows(report: &Report) -> usize {
    report.asks.len() * shown_cases(report).len()
}

/// The section; nothing where nothing was asked.
pub fn section(report: &Report, readers: Readers) -> String {
    let Some(usual) = report.usual_case().filter(|_| !report.asks.is_empty()) else {
        return String::new();
    };
    let cases = shown_cases(report);
    let mut rows = String::new();
    let (mut met, mut missed, mut unsure, mut printed) = (0, 0, 0, 0);
    for (at, ask) in report.asks.iter().enumerate() {
        for &case in &cases {
            let answer = &report.cases[case].answers[at];
            match answer.met {
                Some(Met::Yes) => met += 1,
                Some(Met::No(_) | Met::Valueless) => missed += 1,
                Some(Met::Unsure | Met::Tied) => unsure += 1,
                None => {}
            }
            let is_printed = printed < ANSWERS;
            printed += 1;
            rows.push_str(if is_printed {
                "<li>"
            } else {
                "<li class=\"unprinted\">"
            });
            rows.push_str(&row(report, (at, ask), case, answer, readers));
        }
    }
    let counts = [(met, "met"), (missed, "missed"), (unsure, "undecided")];
    let of = met + missed + unsure;
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, how)| format!("{} {how}", in_words(count)))
        .collect();
    let heading = if of == 0 {
        "Your questions".to_owned()
    } else {
        format!("Your goals: {}", counts.join(", "))
    };
    let place = summary::at(report, usual.number - 1, Messages::english());
    let at = match cases.len() {
        1 if !place.is_empty() => {
            let all = match readers {
                Readers::Designers => {
                    "<span class=\"screen\"> The table below has all cases.</span>"
                }
                Readers::Playtesters => "",
            };
            format!("These answers are for the case {}.{all} ", escaped(&place))
        }
        _ => String::new(),
    };
    let stroke = if rows.contains("class=\"goal\"") {
        "The vertical line marks the goal."
    } else {
        ""
    };
    format!(
        "<section aria-labelledby=\"answers\" class=\"asks\">\n<h2 id=\"answers\">{heading}</h2>\n\
         <p class=\"note\">{at}{stroke}</p>\n<ul>\n{rows}</ul>\n</section>\n"
    )
}

fn row(
    report: &Report,
    (at, ask): (usize, &ReportQuestion),
    case: usize,
    answer: &Answer,
    readers: Readers,
) -> String {
    let name = match &ask.in_words {
        Some(wording) if readers == Readers::Playtesters => escaped(wording),
        _ if ask.label == ask.question => format!("<code>{}</code>", escaped(&ask.label)),
        _ => escaped(&ask.label),
    };
    let place = if report.cases.len() > 1 && report.cases.len() <= EACH {
        format!(
            " <span class=\"place\">{}</span>",
            escaped(&summary::at(report, case, Messages::english()))
        )
    } else {
        String::new()
    };
    let bound = ask.want.as_ref().map(|want| &want.bound);
    let aim = ask.want.as_ref().map_or_else(String::new, |want| {
        format!(
            "<span class=\"aim\">Goal: {}</span>",
            escaped(&want.in_words(ask.is_probability(), Messages::english()))
        )
    });
    let reading = answer.reading(ask.statistic);
    let tied = report.cases[case].under_ties(&ask.label);
    let value = tied.map_or(Estimate::read(&reading), |range| {
        Estimate::known(range.least)
    });
    let is_nothing = answer.is_never() || answer.best().is_none();
    let shown = match is_nothing {
        true if answer.has_no_number() => "–".to_owned(),
        true => "never".to_owned(),
        false => Estimate::under_ties(&reading, tied, Numerals::ENGLISH),
    };
    let bar = if ask.is_probability() && !is_nothing {
        bar(&value, bound, answer.met)
    } else {
        "<span></span>".to_owned()
    };
    format!(
        "<div class=\"what\"><b>{name}</b>{place}{aim}</div>{bar}<div class=\"value\">{}</div>{}</li>\n",
        escaped(&shown),
        verdict(report, (at, ask), case, answer, bound)
    )
}

/// The value as a bar, the goal as a stroke across it.
fn bar(value: &Estimate, bound: Option<&Bound>, met: Option<Met>) -> String {
    let share = |share: f64| format!("{:.2}%", share.clamp(0.0, 1.0) * 100.0);
    let goals = match bound {
        None => Vec::new(),
        Some(Bound::Is(_, number)) => vec![number.value],
        Some(Bound::Between(low, high)) => vec![low.value, high.value],
    };
    let strokes = goals.iter().filter(|goal| (0.0..=1.0).contains(*goal));
    let strokes: String = strokes
        .map(|&goal| {
            format!(
                "<span class=\"goal\" style=\"left:{}\"></span>",
                share(goal)
            )
        })
        .collect();
    let class = match met {
        Some(Met::Yes) => "success",
        Some(Met::No(_) | Met::Valueless) => "failure",
        Some(Met::Unsure | Met::Tied) | None => "plain",
    };
    format!(
        "<div class=\"meter\" aria-hidden=\"true\"><span class=\"fill {class}\" style=\"width:{}\"></span>{strokes}</div>",
        share(value.value)
    )
}

/// Met or missed, and by how much.
fn verdict(
    report: &Report,
    (at, ask): (usize, &ReportQuestion),
    case: usize,
    answer: &Answer,
    bound: Option<&Bound>,
) -> String {
    let Some(met) = answer.met else {
        return "<div class=\"verdict\"></div>".to_owned();
    };
    let value = answer.best();
    let (class, word, sign) = match met {
        Met::Yes => ("success-text", "Met", MET),
        Met::No(_) | Met::Valueless => ("failure-text", "Missed", MISSED),
        Met::Unsure | Met::Tied => ("", "Undecided", ""),
    };
    // A verdict has little room: its unit is short.
    let unit = if ask.is_probability() { " pp" } else { "" };
    let size = |by: f64| Numerals::ENGLISH.difference(by, ask.kind()) + unit;
    let by = match (met, bound, value) {
        (Met::Yes | Met::No(_), ..) if report.cases[case].under_ties(&ask.label).is_some() => {
            "With every equally good play.".to_owned()
        }
        (Met::Yes, Some(bound), Some(value)) => spare(bound, value, size),
        (Met::No(by), Some(bound), Some(value)) => {
            let reach =
                nearest(report, at, case).map_or_else(String::new, |words| format!(" {words}"));
            format!("{}.{reach}", miss(&size(by), value, bound))
        }
        (Met::Valueless, ..) => "The condition never occurs.".to_owned(),
        (Met::Tied, ..) => {
            let depends = report.cases[case]
                .under_ties(&ask.label)
                .map_or("may depend", |_| "depends");
            format!(
                "It {depends} on which of several equally good plays is used; `then` in [play] chooses."
            )
        }
        (Met::Unsure, ..) if answer.figure().is_some() => {
            "It depends on the truncated trials.".to_owned()
        }
        _ if answer.has_no_number() => "No trials were counted.".to_owned(),
        _ => "Needs more trials.".to_owned(),
    };
    let all = report.cases.len();
    let others = if all > EACH {
        let count = report
            .cases
            .iter()
            .filter(|case| matches!(case.answers[at].met, Some(Met::Yes)))
            .count();
        format!(" <span>Met in {count} of {all} cases.</span>")
    } else {
        String::new()
    };
    format!(
        "<div class=\"verdict\"><b class=\"{class}\">{sign}{word}</b> <span>{}</span>{others}</div>",
        escaped(&by)
    )
}

const MET: &str = "<svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><circle cx=\"8\" cy=\"8\" r=\"8\" class=\"success\"/>\
    <path d=\"M4.4 8.3l2.5 2.5 4.7-5.2\" class=\"tick\"/></svg>";
const MISSED: &str = "<svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><circle cx=\"8\" cy=\"8\" r=\"7\" class=\"ring\"/>\
    <path d=\"M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2\" class=\"cross\"/></svg>";

/// What is left until the goal would be missed.
fn spare(bound: &Bound, value: f64, size: impl Fn(f64) -> String) -> String {
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

/// The nearest place along an axis at which a missed goal is met: "Met with 3 white cubes: 42%".
fn nearest(report: &Report, at: usize, case: usize) -> Option<String> {
    let mut found: Option<(usize, String)> = None;
    for (axis, cases) in summary::axes(report, case) {
        let home = cases.iter().position(|&other| other == case)?;
        for (place, &other) in cases.iter().enumerate() {
            let answer = &report.cases[other].answers[at];
            let steps = place.abs_diff(home);
            if matches!(answer.met, Some(Met::Yes))
                && found.as_ref().is_none_or(|(least, _)| steps < *least)
            {
                let value = Estimate::read(&answer.reading(report.asks[at].statistic));
                let shown = value.text(report.asks[at].kind(), Numerals::ENGLISH);
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

fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
