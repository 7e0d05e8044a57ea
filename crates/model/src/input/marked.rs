//! Places in a text that is a language of its own: dice, a question.

use oddsmith_language::{Edit, Mistake, Span};

use super::diagnostic::{Diagnostic, Place};
use super::tree::Node;

/// What is wrong with a text that is a language of its own, marked where it stands in the scenario.
pub fn marked(node: &Node, wrong: Mistake) -> Diagnostic {
    let text = node.text().unwrap_or_default();
    let place = within(node, text, wrong.span.start..wrong.span.end);
    let fix = wrong.fix.and_then(|fix| {
        let (quote, start) = plain(node, text)?;
        let fits =
            !fix.text.contains(['\\', '\n']) && (quote.is_empty() || !fix.text.contains(quote));
        fits.then(|| Box::new(fix.from(start)))
    });
    Diagnostic {
        fix,
        ..Diagnostic::at(&place, wrong.problem, wrong.help)
    }
}

/// What a text should be, where it says it otherwise.
pub fn meant(
    node: &Node,
    problem: impl Into<String>,
    help: impl Into<String>,
    text: &str,
) -> Diagnostic {
    let span = Span {
        start: 0,
        end: node.text().map_or(0, str::len),
    };
    let fix = Some(Edit {
        span,
        text: text.to_owned(),
    });
    marked(
        node,
        Mistake {
            span,
            problem: problem.into(),
            help: help.into(),
            fix,
        },
    )
}

/// Where a text begins that is written plainly, with or without quotes, and with which.
fn plain(node: &Node, text: &str) -> Option<(&'static str, usize)> {
    let Place { source, span } = &node.place;
    let written = &source.text[span.clone()];
    let quote = ["\"", "'", ""]
        .into_iter()
        .find(|quote| written == format!("{quote}{text}{quote}"))?;
    Some((quote, span.start + quote.len()))
}

/// Bytes of a text, as a place in the source: those bytes where it is written plainly, with or
/// without quotes, and the whole of it where escapes or several lines make the two differ.
pub fn within(node: &Node, text: &str, at: std::ops::Range<usize>) -> Place {
    match plain(node, text) {
        Some((_, start)) => Place {
            span: start + at.start..start + at.end,
            ..node.place.clone()
        },
        None => node.place.clone(),
    }
}
