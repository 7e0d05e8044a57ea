//! Decides what a printed report leaves out, so that it fits on two sheets. They have the headline,
//! the goals, the best charts and the sources of the numbers.

use maud::{Markup, html};
use oddsmith_model::messages::{Messages, Word};
use oddsmith_model::report::Report;

use super::words::counted;
use super::{Readers, goals};

/// With more answers than this, there is no room for the comparison.
const MAX_ANSWERS_WITH_COMPARISON: usize = 3;

/// Returns whether the page is so full that the comparison, which the reader chooses, is not
/// printed.
pub fn is_dense(report: &Report) -> bool {
    goals::answer_count(report) > MAX_ANSWERS_WITH_COMPARISON || has_play(report)
}

fn has_play(report: &Report) -> bool {
    report.cases.iter().any(|case| case.best_play.is_some())
}

/// Returns a printed note about what only the screen shows; empty if everything is printed.
pub fn note(report: &Report, readers: Readers) -> Markup {
    if !is_dense(report) {
        return html! {};
    }
    let left = goals::answer_count(report).saturating_sub(goals::PRINTED_ANSWERS);
    let parts = [
        Some("compares any two settings".to_owned()),
        (has_play(report) && readers == Readers::Designers)
            .then(|| "shows best play state by state".to_owned()),
        (left > 0).then(|| format!("has {}", counted(left, "more answer", "more answers"))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let parts = Messages::english().join_names(&parts, Word::And);
    html! { p.note.paper { "On screen, this report also " (parts) "." } "\n" }
}
