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

/// Returns the HTML of a sentence with its numbers marked.
pub fn mark_numbers(sentence: &Sentence) -> String {
    let part = |part: &SentencePart| {
        let text = escape(&part.text);
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
