//! The section on how much skill matters.

use super::words::escape_html;
use crate::rulebook;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Report;
use oddsmith_model::summary::{skill_headline, skill_sentences};
use oddsmith_model::table::Table;

/// Returns the section; empty if the report has no effect of skill.
pub fn section(report: &Report) -> String {
    let Some(skill) = &report.skill else {
        return String::new();
    };
    let words = Messages::english();
    let sentences = [skill_headline(skill, words)]
        .into_iter()
        .chain(skill_sentences(skill, words));
    let sentences: Vec<String> = sentences
        .map(|sentence| format!("{}.", escape_html(&sentence)))
        .collect();
    let case = skill
        .case
        .as_ref()
        .map_or_else(String::new, |case| format!(" ({})", escape_html(case)));
    let tables: String = rulebook::skill(skill, words)
        .iter()
        .map(|table| {
            let bare = Table {
                note: String::new(),
                ..table.clone()
            };
            bare.with_title("", "").to_html()
        })
        .collect();
    format!(
        "<section aria-labelledby=\"skill\">\n<h2 id=\"skill\">How much is skill?{case}</h2>\n<p>{}</p>\n{tables}</section>\n",
        sentences.join(" ")
    )
}
