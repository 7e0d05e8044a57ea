//! The section on the certainty of the numbers: what is exact, what was simulated as a cross-check,
//! and what neither can show.

use oddsmith_model::messages::Messages;
use oddsmith_model::provenance;
use oddsmith_model::report::{CountSource, Distribution, Report};

use super::asked::trials;
use super::words::{counted, escape_html, plain_number};

/// Returns the section.
pub fn section(report: &Report) -> String {
    let columns = [
        ("Exact", exact_notes(report)),
        ("Simulated as a cross-check", simulated_notes(report)),
        ("What this cannot show", limitation_notes(report)),
    ];
    let column = |(name, lines): (&str, Vec<String>)| {
        let lines: String = lines
            .iter()
            .map(|line| format!("<p>{line}</p>\n"))
            .collect();
        format!("<div><h3>{name}</h3>\n{lines}</div>\n")
    };
    format!(
        "<section aria-labelledby=\"uncertainty\">\n<h2 id=\"uncertainty\">How sure are these numbers?</h2>\n\
         <div class=\"three\">\n{}</div>\n</section>\n",
        columns.into_iter().map(column).collect::<String>()
    )
}

fn exact_notes(report: &Report) -> Vec<String> {
    let exact = distributions(report)
        .filter(|distribution| distribution.exact.is_some())
        .count();
    let total = distributions(report).count();
    let is_bounded = report.cases.iter().any(|case| case.aim_bounds.is_some());
    let mut lines = vec![match exact {
        0 if is_bounded => {
            "The range of the aim is certain to contain its chance under best play.".to_owned()
        }
        0 => "No odds are exact: read every number with its interval.".to_owned(),
        some if some == total => {
            "Numbers in bold are exact: every possible course of the rule was computed. Exact numbers have no random \
             error."
                .to_owned()
        }
        some => format!(
            "{} of {} are exact: every possible course of the rule was computed. Exact numbers have no random error.",
            counted(some, "distribution", "distributions"),
            total
        ),
    }];
    lines.extend(
        provenance::unresolved_sentence(distributions(report), Messages::english())
            .map(|sentence| format!("{sentence} A trial that may never end is truncated.")),
    );
    if distributions(report).any(Distribution::may_be_absent) {
        lines.push(
            "If a metric has no value in some trials, its mean, quantiles and charts use only the other trials."
                .to_owned(),
        );
    }
    lines
}

fn simulated_notes(report: &Report) -> Vec<String> {
    let level = plain_number(report.run.confidence.level() * 100.0);
    let mut lines = vec![format!("The rule was also simulated: {}.", trials(report))];
    lines.extend(sample_caveat(report));
    lines.extend(cross_check_verdict(report));
    lines.push(format!(
        "Simulated numbers come with their {level}% interval: the Wilson interval for a chance, the normal interval for a mean."
    ));
    lines.extend(
        provenance::imprecision_note(report)
            .map(|short| format!("More trials are needed: {short}.")),
    );
    lines
}

fn limitation_notes(report: &Report) -> Vec<String> {
    let mut lines = vec![
        "Whether the rule is the one you mean<span class=\"screen\">: its text is below</span>."
            .to_owned(),
    ];
    let open = report.words.interpretations.len();
    if open > 0 {
        lines.push(format!(
            "The published text leaves {} open. The rule's text below shows how each choice was made and how to change it.",
            counted(open, "choice", "choices")
        ));
    }
    if let Some(text) = &report.rule_text {
        let line_count = text.lines().count();
        lines.push(format!(
            "The rule is in <code>{}</code> ({}).",
            escape_html(&report.rule),
            counted(line_count, "line", "lines")
        ));
    }
    lines
}

/// Says what a sample can check.
fn sample_caveat(report: &Report) -> Option<String> {
    let is_sampled = report
        .cases
        .iter()
        .any(|case| case.source == CountSource::Sampled);
    is_sampled.then(|| {
        "The sample is drawn from the same state graph as the exact odds, so it cannot check them independently. The \
         simulated trials roll every die of the rule."
            .to_owned()
    })
}

fn distributions(report: &Report) -> impl Iterator<Item = &Distribution> {
    report
        .cases
        .iter()
        .flat_map(|case| &case.metrics)
        .flat_map(|observed| &observed.distributions)
}

/// Describes how the simulated trials agree with the exact odds.
fn cross_check_verdict(report: &Report) -> Option<String> {
    let p = oddsmith_model::number::significant(report.check_p?, 2);
    let words = provenance::verdict_sentence(report, Messages::english())?;
    Some(match report.verdict() {
        verdict if verdict.is_bad() => {
            format!("<b>{words}</b> Do not trust this page before you know which.")
        }
        _ => {
            format!(
                "{words} A joint test of all results gives p = {p}. A p-value below 0.000001 would mean that they disagree."
            )
        }
    })
}
