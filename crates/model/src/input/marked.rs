//! Diagnostics inside a text with a syntax other than TOML: dice, a question.

use oddsmith_language::{Edit, Mistake, Span};

use super::diagnostic::{Diagnostic, Place};
use super::tree::Node;

/// Converts a mistake in such a text to a diagnostic at its place in the scenario.
pub fn locate_mistake(node: &Node, wrong: Mistake) -> Diagnostic {
    let text = node.text().unwrap_or_default();
    let place = place_within(node, text, wrong.span.start..wrong.span.end);
    let fix = wrong.fix.and_then(|fix| {
        let (quote, start) = plain_start(node, text)?;
        let fits =
            !fix.text.contains(['\\', '\n']) && (quote.is_empty() || !fix.text.contains(quote));
        fits.then(|| Box::new(fix.offset_by(start)))
    });
    Diagnostic {
        fix,
        ..Diagnostic::at(&place, wrong.problem, wrong.help)
    }
}

/// Returns a diagnostic whose fix replaces the whole text.
pub fn suggest_text(
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
    locate_mistake(
        node,
        Mistake {
            span,
            problem: problem.into(),
            help: help.into(),
            fix,
        },
    )
}

/// Returns the quote and the first byte of a text without escapes.
fn plain_start(node: &Node, text: &str) -> Option<(&'static str, usize)> {
    let Place { source, span } = &node.place;
    let written = &source.text[span.clone()];
    let quote = ["\"", "'", ""]
        .into_iter()
        .find(|quote| written == format!("{quote}{text}{quote}"))?;
    Some((quote, span.start + quote.len()))
}

/// Returns the place of some bytes of a text. If the text has escapes or several lines, this is the
/// place of the whole text.
pub fn place_within(node: &Node, text: &str, range: std::ops::Range<usize>) -> Place {
    match plain_start(node, text) {
        Some((_, start)) => Place {
            span: start + range.start..start + range.end,
            ..node.place.clone()
        },
        None => node.place.clone(),
    }
}
