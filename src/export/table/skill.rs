//! How much skill matters, as text.

use std::fmt::Write;

use super::options::Options;
use crate::export::rulebook;
use crate::messages::Messages;
use crate::report::skill::SkillEffect;
use crate::summary::{skill_headline, skill_sentences};
use crate::terminal::printable_line;

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
