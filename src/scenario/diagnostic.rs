//! What is wrong with a scenario or a command line: what, where, what is allowed and what to do.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::rule::nearest;
use crate::terminal::{shown, shown_in_colour};

/// A text that the user wrote: a scenario file, or an option of the command line.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// What to call it: the file's path, or "command line".
    pub name: String,
    /// The text.
    pub text: String,
}

/// A stretch of a text.
#[derive(Clone, Debug)]
pub struct Place {
    /// The text.
    pub source: Arc<Source>,
    /// The bytes of it.
    pub span: Range<usize>,
}

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// What is wrong: one line.
    pub what: String,
    /// Where, if it is anywhere.
    pub place: Option<Place>,
    /// What is allowed, or what to do; may be empty.
    pub help: String,
    /// What was met there, a line each.
    pub notes: Vec<String>,
}

/// Everything that is wrong, in the order found; never empty.
#[derive(Clone, Debug)]
pub struct Diagnostics(pub Vec<Diagnostic>);

/// Diagnostics told at most; the rest are counted.
const TOLD: usize = 12;
/// Characters of a problem or its help that are told at most, and of a word that the nearest one is looked for.
const LONGEST: usize = 1000;
const LONGEST_WORD: usize = 100;

/// "did you mean ...?" for what was written; of what is longer than any word, the beginning is looked at.
pub fn nearest(written: &str, valid: &[&str]) -> String {
    let end = written.char_indices().nth(LONGEST_WORD).map_or(written.len(), |(end, _)| end);
    nearest::nearest(&written[..end], valid)
}

/// A text on one line without control characters, cut where it is too long to be read.
fn in_short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", shown(&text[..end])),
        None => shown(text).into_owned(),
    }
}

impl Diagnostic {
    /// A problem at a place.
    pub fn at(place: &Place, what: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic { what: what.into(), place: Some(place.clone()), help: help.into(), notes: Vec::new() }
    }

    /// A problem with no text to point at.
    pub fn nowhere(what: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic { what: what.into(), place: None, help: help.into(), notes: Vec::new() }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(problem: Diagnostic) -> Diagnostics {
        Diagnostics(vec![problem])
    }
}

impl Diagnostic {
    /// As a warning, text for a terminal, coloured: nothing is wrong, but who wrote it should know.
    pub fn as_warning(&self) -> String {
        self.told(Level::WARNING)
    }

    fn told(&self, level: Level<'_>) -> String {
        let title = level.primary_title(in_short(&self.what));
        let mut group = match &self.place {
            Some(Place { source, span }) => title.element(
                Snippet::source(source.text.as_str())
                    .path(shown(&source.name))
                    .annotation(AnnotationKind::Primary.span(span.clone())),
            ),
            None => annotate_snippets::Group::with_title(title),
        };
        if !self.help.is_empty() {
            group = group.element(Level::HELP.message(in_short(&self.help)));
        }
        for note in &self.notes {
            group = group.element(Level::NOTE.message(in_short(note)));
        }
        shown_in_colour(&Renderer::styled().render(&[group])) + "\n"
    }
}

impl fmt::Display for Diagnostics {
    /// As text for a terminal, coloured; a stream without colour strips that.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in self.0.iter().take(TOLD) {
            f.write_str(&problem.told(Level::ERROR))?;
        }
        match self.0.len().saturating_sub(TOLD) {
            0 => Ok(()),
            more => writeln!(f, "... and {more} more problems"),
        }
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_what_where_and_what_to_do() {
        let source = Arc::new(Source { name: "x.toml".into(), text: "a = 1\nqualty = 4\n".into() });
        let place = Place { source, span: 6..12 };
        let told =
            Diagnostics::from(Diagnostic::at(&place, "unknown key `qualty`", "did you mean `quality`?")).to_string();
        let plain = anstream::adapter::strip_str(&told).to_string();
        for part in ["unknown key `qualty`", "x.toml:2:1", "qualty = 4", "did you mean `quality`?"] {
            assert!(plain.contains(part), "{plain}");
        }
    }
}
