//! The top of the page: the answer, and the chart that shows it.

use oddsmith_model::report::Report;
use oddsmith_model::rule::metric::Tone;
use oddsmith_model::summary::{Sentence, SentencePart, Summary};

use super::figures::{self, PageFigure};
use super::words::escape_html;
use super::{Readers, markdown};

/// The characters of a headline that has room in one column.
const SHORT: usize = 75;
/// The characters of a headline that has room on a phone in type of a usual size.
const LONG: usize = 110;

/// Returns the section. `lead` is the chart next to the sentences.
pub fn section(
    report: &Report,
    summary: &Summary,
    lead: Option<&PageFigure>,
    readers: Readers,
) -> String {
    let (first, rest) = match summary.sentences.split_first() {
        Some((first, rest)) => (sentence_html(first), rest),
        None => (escape_html(&report.title), &[][..]),
    };
    let length: usize = summary
        .sentences
        .first()
        .map_or(0, |sentence| sentence.text().chars().count());
    // A long headline is above both columns, so that it has at most three lines.
    let mut html = "<section class=\"hero\">\n".to_owned();
    html.push_str(&match length {
        0..=SHORT => format!("<div>\n<h1>{first}</h1>\n"),
        _ if length <= LONG => format!("<h1 class=\"long\">{first}</h1>\n<div>\n"),
        _ => format!("<h1 class=\"long longest\">{first}</h1>\n<div>\n"),
    });
    for sentence in rest {
        html.push_str(&format!(
            "<p class=\"finding\">{}</p>\n",
            sentence_html(sentence)
        ));
    }
    if !report.description.is_empty() {
        html.push_str(&format!(
            "<div class=\"description\">\n{}</div>\n",
            markdown::html(&report.description)
        ));
    }
    html.push_str("</div>\n");
    if let Some(figure) = lead {
        html.push_str(&figures::figure_html(
            figure,
            figures::width_class(figure, "lead", "lead wide"),
            readers,
        ));
    }
    html + "</section>\n"
}

/// Returns the HTML of a sentence with its numbers marked.
fn sentence_html(sentence: &Sentence) -> String {
    let part = |part: &SentencePart| {
        let text = escape_html(&part.text);
        let class = match part.tone {
            None => return with_code_spans(&text),
            Some(Tone::Success) => " class=\"success-text\"",
            Some(Tone::Mixed) => " class=\"mixed-text\"",
            Some(Tone::Failure) => " class=\"failure-text\"",
            Some(Tone::Neutral) => "",
        };
        format!("<b{class}>{text}</b>")
    };
    sentence.parts.iter().map(part).collect()
}

/// Sets text between backticks in code type.
fn with_code_spans(html: &str) -> String {
    let parts: Vec<&str> = html.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return html.to_owned();
    }
    let part = |(index, part): (usize, &&str)| {
        if index % 2 == 1 {
            format!("<code>{part}</code>")
        } else {
            (*part).to_owned()
        }
    };
    parts.iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::with_code_spans;

    #[test]
    fn text_in_backticks_becomes_code() {
        assert_eq!(
            with_code_spans("with `pot` 19 or less"),
            "with <code>pot</code> 19 or less"
        );
        assert_eq!(with_code_spans("a lone ` stays"), "a lone ` stays");
    }
}
