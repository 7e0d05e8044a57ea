//! How much skill matters, as text.

use std::fmt::Write;

use super::options::Options;
use crate::rulebook;
use oddsmith_model::messages::Messages;
use oddsmith_model::printable::printable_line;
use oddsmith_model::report::skill::SkillEffect;
use oddsmith_model::summary::{skill_headline, skill_sentences};

/// Returns the sentences and the tables as text.
pub(super) fn skill(skill: &SkillEffect, options: &Options) -> String {
    let words = Messages::english();
    let case = skill
        .case
        .as_ref()
        .map_or_else(String::new, |case| format!(" ({})", printable_line(case)));
    let headline = skill_headline(skill, words);
    let mut text = format!(
        "\nHow much is skill?{case}\n{}.\n",
        printable_line(&headline)
    );
    for sentence in skill_sentences(skill, words) {
        let _ = writeln!(text, "{sentence}.");
    }
    for table in rulebook::skill(skill, words) {
        for line in table.to_text(options.width.saturating_sub(2)).lines() {
            let _ = writeln!(text, "{}", format!("  {line}").trim_end());
        }
    }
    text
}
