//! The head of the page: the answer, and the chart that shows it.

use crate::report::Report;
use crate::rule::metric::Tone;
use crate::summary::{Sentence, SentencePart, Summary};

use super::figures::{self, PageFigure};
use super::words::escaped;
use super::{Readers, markdown};

/// The section; `lead` is the chart beside the sentences, and whether its title says something.
pub fn section(report: &Report, summary: &Summary, lead: Option<(&PageFigure, bool)>, readers: Readers) -> String {
    let (first, rest) = match summary.sentences.split_first() {
        Some((first, rest)) => (marked(first), rest),
        // Where no odds are exact the chart's own finding has to do, else the title.
        None => (lead.filter(|(_, found)| *found).map_or(&report.title, |(figure, _)| &figure.title).clone(), &[][..]),
    };
    let first = if summary.sentences.is_empty() { escaped(&first) } else { first };
    let mut html = format!("<section class=\"hero\">\n<div>\n<h1>{first}</h1>\n");
    for sentence in rest {
        html.push_str(&format!("<p class=\"finding\">{}</p>\n", marked(sentence)));
    }
    if !report.description.is_empty() {
        html.push_str(&format!("<div class=\"description\">\n{}</div>\n", markdown::html(&report.description)));
    }
    html.push_str("</div>\n");
    if let Some((figure, _)) = lead {
        html.push_str(&figures::shown(figure, figures::place(figure, "lead", "lead wide"), readers));
    }
    html + "</section>\n"
}

/// A sentence with its numbers marked.
fn marked(sentence: &Sentence) -> String {
    let part = |part: &SentencePart| match part {
        SentencePart::Words(text) => escaped(text),
        SentencePart::Figure(text, tone) => {
            let class = match tone {
                Tone::Success => " class=\"success-text\"",
                Tone::Mixed => " class=\"mixed-text\"",
                Tone::Failure => " class=\"failure-text\"",
                Tone::Neutral => "",
            };
            format!("<b{class}>{}</b>", escaped(text))
        }
    };
    sentence.parts.iter().map(part).collect()
}
