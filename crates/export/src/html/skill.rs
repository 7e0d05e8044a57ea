//! The section on how much skill matters.

use maud::{Markup, html};

use crate::rulebook;
use oddsmith_model::messages::Messages;
use oddsmith_model::report::Report;
use oddsmith_model::summary::{skill_headline, skill_sentences};
use oddsmith_model::table::Table;

/// Returns the section; empty if the report has no effect of skill.
pub fn section(report: &Report) -> Markup {
    let Some(skill) = &report.skill else {
        return html! {};
    };
    let words = Messages::english();
    let sentences: Vec<String> = [skill_headline(skill, words)]
        .into_iter()
        .chain(skill_sentences(skill, words))
        .collect();
    let tables = rulebook::skill(skill, words);
    let bare = tables.into_iter().map(|table| Table {
        note: String::new(),
        ..table
    });
    html! {
        section aria-labelledby="skill" {
            h2 #skill {
                "How much is skill?"
                @if let Some(case) = &skill.case { " (" (case) ")" }
            }
            p { (sentences.join(". ")) "." }
            @for table in bare { (table.with_title("", "").to_html()) }
        }
        "\n"
    }
}
