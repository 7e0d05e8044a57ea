//! Text as HTML.

use oddsmith::rule::metric::Tone;
use oddsmith::summary::{Sentence, SentencePart};

/// Escapes a text.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Escapes a text, and sets what is between backticks in code type.
pub fn with_code(text: &str) -> String {
    let parts = escape(text);
    let marked = parts
        .split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => part.to_owned(),
            _ => format!("<code>{part}</code>"),
        });
    marked.collect()
}

/// Returns the HTML of a sentence with its numbers marked.
pub fn mark_numbers(sentence: &Sentence) -> String {
    let part = |part: &SentencePart| {
        let text = with_code(&part.text);
        let class = match part.tone {
            None => return text,
            Some(Tone::Success) => " class=\"success\"",
            Some(Tone::Mixed) => " class=\"mixed\"",
            Some(Tone::Failure) => " class=\"failure\"",
            Some(Tone::Neutral) => "",
        };
        format!("<b{class}>{text}</b>")
    };
    sentence.parts.iter().map(part).collect()
}
