//! `simulate show words`: what the program says of itself, to be changed or put into another language.

use std::fmt::Write;

use crate::wordbook::Word;

/// What they are listed by.
pub const TOPIC: &str = "words";

/// All words as a file of them: each with its English, and its German behind it.
pub fn listed() -> String {
    let mut text = "# What the program says of itself on charts and in tables for rulebooks. What stands in braces is put in.\n\
        # To have it in your language: change what stands between the quotation marks, save it beside the scenario as fr.toml,\n\
        # and write there [words] and below it language = \"fr.toml\". German comes with the program: language = \"de\".\n\n"
        .to_owned();
    for &word in Word::ALL {
        let _ = writeln!(text, "{} = \"{}\"  # de: {}", word.key(), word.english(), word.german());
    }
    text
}
