//! The head of the page: the answer, and the chart that shows it.

use crate::report::Report;
use crate::rule::metric::Tone;
use crate::summary::{Sentence, SentencePart, Summary};

use super::figures::{self, PageFigure};
use super::words::escaped;
use super::{Readers, markdown};

/// The section; `lead` is the chart next to the sentences.
pub fn section(report: &Report, summary: &Summary, lead: Option<&PageFigure>, readers: Readers) -> String {
    let (first, rest) = match summary.sentences.split_first() {
        Some((first, rest)) => (marked(first), rest),
        None => (escaped(&report.title), &[][..]),
    };
    let mut html = format!("<section class=\"hero\">\n<div>\n<h1>{first}</h1>\n");
    for sentence in rest {
        html.push_str(&format!("<p class=\"finding\">{}</p>\n", marked(sentence)));
    }
    if !report.description.is_empty() {
        html.push_str(&format!("<div class=\"description\">\n{}</div>\n", markdown::html(&report.description)));
    }
    html.push_str("</div>\n");
    if let Some(figure) = lead {
        html.push_str(&figures::shown(figure, figures::place(figure, "lead", "lead wide"), readers));
    }
    html + "</section>\n"
}

/// A sentence with its numbers marked.
fn marked(sentence: &Sentence) -> String {
    let part = |part: &SentencePart| {
        let text = escaped(&part.text);
        let class = match part.tone {
            None => return text,
            Some(Tone::Success) => " class=\"success-text\"",
            Some(Tone::Mixed) => " class=\"mixed-text\"",
            Some(Tone::Failure) => " class=\"failure-text\"",
            Some(Tone::Neutral) => "",
        };
        format!("<b{class}>{text}</b>")
    };
    sentence.parts.iter().map(part).collect()
}
