//! What a report leaves out on paper, so that it is two sheets: the findings, the goals, the best
//! charts and how they were got.

use crate::messages::{Messages, Word};
use crate::report::Report;

use super::words::counted;
use super::{Readers, goals};

/// With more answers than this there is no room for a comparison next to them.
const MOST_ANSWERS_WITH_COMPARISON: usize = 3;

/// Whether the page is so full that the comparison, which a reader sets, stays on the screen.
pub fn is_dense(report: &Report) -> bool {
    goals::answer_count(report) > MOST_ANSWERS_WITH_COMPARISON || has_play(report)
}

fn has_play(report: &Report) -> bool {
    report.cases.iter().any(|case| case.best_play.is_some())
}

/// What is said on paper of what stands on the screen alone; nothing where all is printed.
pub fn note(report: &Report, readers: Readers) -> String {
    if !is_dense(report) {
        return String::new();
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
    format!("<p class=\"note paper\">On screen, this report also {parts}.</p>\n")
}
