//! `simulate show language`: the statements and functions of rule files.

use oddsmith_language::reference::{Entry, topics};

use super::paragraph::wrap;

/// The word after `simulate show`.
pub const TOPIC: &str = "language";

/// Returns the reference, in lines that fit the width.
pub fn page(width: usize) -> String {
    let mut text = "language: statements and functions of rule files\n".to_owned();
    for topic in topics() {
        text += &format!("\n{}\n", topic.title);
        topic
            .entries
            .iter()
            .for_each(|entry| text += &entry_text(entry, width));
    }
    text += "\nThe notation of dice: simulate show dice. More functions: simulate show std.\n";
    text
}

/// Returns an entry: its forms, each on a line, and its description below them.
fn entry_text(entry: &Entry, width: usize) -> String {
    let forms: String = entry
        .forms()
        .map(|form| wrap(form, width, "  ", "      "))
        .collect();
    forms + &wrap(entry.about, width, "      ", "      ")
}
