//! Text as HTML.

use oddsmith::rule::metric::Tone;
use oddsmith::summary::{Sentence, SentencePart};

/// A text in which nothing is a mark.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A sentence with its numbers marked.
pub fn marked(sentence: &Sentence) -> String {
    let part = |part: &SentencePart| match part {
        SentencePart::Words(text) => escaped(text),
        SentencePart::Figure(text, tone) => {
            let class = match tone {
                Tone::Success => " class=\"success\"",
                Tone::Mixed => " class=\"mixed\"",
                Tone::Failure => " class=\"failure\"",
                Tone::Neutral => "",
            };
            format!("<b{class}>{}</b>", escaped(text))
        }
    };
    sentence.parts.iter().map(part).collect()
}

/// A sentence without marks.
pub fn plain(sentence: &Sentence) -> String {
    let part = |part: &SentencePart| match part {
        SentencePart::Words(text) | SentencePart::Figure(text, _) => text.clone(),
    };
    sentence.parts.iter().map(part).collect()
}
