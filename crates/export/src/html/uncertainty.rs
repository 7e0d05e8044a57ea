//! The section on the certainty of the numbers: what is exact, what was simulated as a cross-check,
//! and what neither can show.

use maud::{Markup, html};
use oddsmith_model::messages::Messages;
use oddsmith_model::provenance;
use oddsmith_model::report::{CountSource, Distribution, Report};

use super::asked::trials;
use super::words::{counted, plain_number};

/// Returns the section.
pub fn section(report: &Report) -> Markup {
    let columns = [
        ("Exact", exact_notes(report)),
        ("Simulated as a cross-check", simulated_notes(report)),
        ("What this cannot show", limitation_notes(report)),
    ];
    html! {
        section aria-labelledby="uncertainty" {
            h2 #uncertainty { "How sure are these numbers?" }
            div.three {
                @for (name, notes) in columns { div { h3 { (name) } "\n" (notes) } }
            }
        }
        "\n"
    }
}

fn exact_notes(report: &Report) -> Markup {
    let exact = distributions(report)
        .filter(|distribution| distribution.exact.is_some())
        .count();
    let total = distributions(report).count();
    let is_bounded = report.cases.iter().any(|case| case.aim_bounds.is_some());
    let course =
        "every possible course of the rule was computed. Exact numbers have no random error.";
    let unresolved = provenance::unresolved_sentence(distributions(report), Messages::english());
    html! {
        p {
            @match exact {
                0 if is_bounded => "The range of the aim is certain to contain its chance under best play.",
                0 => "No odds are exact: read every number with its interval.",
                some if some == total => { "Numbers in bold are exact: " (course) },
                some => {
                    (counted(some, "distribution", "distributions")) " of " (total) " are exact: " (course)
                },
            }
        }
        @if let Some(sentence) = unresolved {
            p { (sentence) " A trial that may never end is truncated." }
        }
        @if distributions(report).any(Distribution::may_be_absent) {
            p { "If a metric has no value in some trials, its mean, quantiles and charts use only the other trials." }
        }
    }
}

fn simulated_notes(report: &Report) -> Markup {
    let level = plain_number(report.run.confidence.level() * 100.0);
    let is_sampled = report
        .cases
        .iter()
        .any(|case| case.source == CountSource::Sampled);
    html! {
        p { "The rule was also simulated: " (trials(report)) "." }
        @if is_sampled {
            p {
                "The sample is drawn from the same state graph as the exact odds, so it cannot check them independently. "
                "The simulated trials roll every die of the rule."
            }
        }
        @if let Some(verdict) = cross_check_verdict(report) { p { (verdict) } }
        p {
            "Simulated numbers come with their " (level) "% interval: the Wilson interval for a chance, the normal interval "
            "for a mean."
        }
        @if let Some(short) = provenance::imprecision_note(report) {
            p { "More trials are needed: " (short) "." }
        }
    }
}

fn limitation_notes(report: &Report) -> Markup {
    let open = report.words.interpretations.len();
    html! {
        p {
            "Whether the rule is the one you mean" span.screen { ": its text is below" } "."
        }
        @if open > 0 {
            p {
                "The published text leaves " (counted(open, "choice", "choices")) " open. The rule's text below shows how "
                "each choice was made and how to change it."
            }
        }
        @if let Some(text) = &report.rule_text {
            p {
                "The rule is in " code { (report.rule) } " (" (counted(text.lines().count(), "line", "lines")) ")."
            }
        }
    }
}

fn distributions(report: &Report) -> impl Iterator<Item = &Distribution> {
    report
        .cases
        .iter()
        .flat_map(|case| &case.metrics)
        .flat_map(|observed| &observed.distributions)
}

/// Describes how the simulated trials agree with the exact odds.
fn cross_check_verdict(report: &Report) -> Option<Markup> {
    let p = oddsmith_model::number::significant(report.check_p?, 2);
    let words = provenance::verdict_sentence(report, Messages::english())?;
    Some(html! {
        @if report.verdict().is_bad() {
            b { (words) } " Do not trust this page before you know which."
        } @else {
            (words) " A joint test of all results gives p = " (p)
            ". A p-value below 0.000001 would mean that they disagree."
        }
    })
}
