//! The top of the page: the answer, and the chart that shows it.

use maud::{Markup, html};
use oddsmith_model::report::Report;
use oddsmith_model::rule::metric::Tone;
use oddsmith_model::summary::{Sentence, SentencePart, Summary};

use super::figures::{self, PageFigure};
use super::{Readers, markdown};

/// The maximal length of a headline that has room in one column, in characters.
const SHORT: usize = 75;
/// The maximal length of a headline that has room on a phone in type of the usual size, in
/// characters.
const LONG: usize = 110;

/// Returns the section. `lead` is the chart next to the sentences.
pub fn section(
    report: &Report,
    summary: &Summary,
    lead: Option<&PageFigure>,
    readers: Readers,
) -> Markup {
    let (first, rest) = match summary.sentences.split_first() {
        Some((first, rest)) => (sentence_html(first), rest),
        None => (html! { (report.title) }, &[][..]),
    };
    let length: usize = summary
        .sentences
        .first()
        .map_or(0, |sentence| sentence.text().chars().count());
    let is_long = length > SHORT;
    html! {
        section.hero {
            // A long headline is above both columns, so that it has at most three lines.
            @if is_long { h1.long.longest[length > LONG] { (first) } }
            div {
                @if !is_long { h1 { (first) } }
                @for sentence in rest { p.finding { (sentence_html(sentence)) } }
                @if !report.description.is_empty() {
                    div.description { (markdown::html(&report.description)) }
                }
            }
            @if let Some(figure) = lead {
                (figures::figure_html(figure, figures::width_class(figure, "lead", "lead wide"), readers))
            }
        }
        "\n"
    }
}

/// Returns the HTML of a sentence with its numbers marked.
pub fn sentence_html(sentence: &Sentence) -> Markup {
    html! { @for part in &sentence.parts { (part_html(part)) } }
}

fn part_html(part: &SentencePart) -> Markup {
    let class = match part.tone {
        None => return with_code_spans(&part.text),
        Some(Tone::Success) => Some("success-text"),
        Some(Tone::Mixed) => Some("mixed-text"),
        Some(Tone::Failure) => Some("failure-text"),
        Some(Tone::Neutral) => None,
    };
    html! { b class=[class] { (part.text) } }
}

/// Sets text between backticks in code type. If the number of backticks is odd, the text stays as
/// it is.
pub fn with_code_spans(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return html! { (text) };
    }
    html! {
        @for (index, part) in parts.iter().enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_code_spans;

    #[test]
    fn text_in_backticks_becomes_code() {
        assert_eq!(
            with_code_spans("with `pot` 19 < 20").0,
            "with <code>pot</code> 19 &lt; 20"
        );
        assert_eq!(with_code_spans("a lone ` stays").0, "a lone ` stays");
    }
}
