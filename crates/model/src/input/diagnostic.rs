//! Diagnostics about a scenario or the command line: the problem, its place, and the help.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use oddsmith_language::{Edit, Span};

pub use crate::rule::nearest::nearest;

use crate::printable::{printable_coloured_lines, printable_line};
use crate::rule::nearest::{Help, Typo};

/// The name of the command line as a source.
const COMMAND_LINE: &str = "command line";

/// A text from the user: a scenario file, or an option of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path of the file, or "command line".
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Returns a source for an option of the command line, and the span of the option's value in
    /// it.
    pub fn option(option: &str, value: &str) -> (Arc<Source>, Range<usize>) {
        let text = format!("{option} {value}");
        let span = option.len() + 1..text.len();
        (
            Arc::new(Source {
                name: COMMAND_LINE.into(),
                text,
            }),
            span,
        )
    }

    /// Returns the line of a byte, from 1.
    pub fn line(&self, byte: usize) -> usize {
        let before = &self.text[..char_boundary(&self.text, byte)];
        before.matches('\n').count() + 1
    }

    /// Returns whether it is an option of the command line.
    pub fn is_command_line(&self) -> bool {
        self.name == COMMAND_LINE
    }
}

/// Returns the byte, or the last one before it at which a character begins.
pub fn char_boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len()))
        .rev()
        .find(|&offset| text.is_char_boundary(offset))
        .unwrap_or(0)
}

/// A span of a source.
#[derive(Clone, Debug)]
pub struct Place {
    /// The source.
    pub source: Arc<Source>,
    /// The bytes.
    pub span: Range<usize>,
}

impl Place {
    /// Describes an invalid value at this place. On the command line, the description begins with
    /// the value and its option.
    pub fn invalid(&self, problem: &str) -> String {
        let (text, Range { start, .. }) = (&self.source.text, self.span.clone());
        match (
            self.source.is_command_line(),
            text.get(..start),
            text.get(self.span.clone()),
        ) {
            (true, Some(before), Some(value)) => {
                let option = before.split('=').next().unwrap_or(before).trim_end();
                format!("invalid value `{value}` for `{option}`: {problem}")
            }
            _ => problem.to_owned(),
        }
    }
}

/// A diagnostic.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The problem, in one line.
    pub problem: String,
    /// Its place, if it has one.
    pub place: Option<Place>,
    /// The allowed values or advice; may be empty.
    pub help: String,
    /// Further facts, a line each.
    pub notes: Vec<String>,
    /// The edit that fixes the mistake, if there is one.
    pub fix: Option<Box<Edit>>,
}

/// All diagnostics in the order found; never empty.
#[derive(Clone, Debug)]
pub struct Diagnostics(pub Vec<Diagnostic>);

/// The maximal number of diagnostics that are printed; the rest are counted.
const MAX_PRINTED: usize = 12;
/// The maximal number of printed characters of a problem or its help.
const MAX_PRINTED_CHARACTERS: usize = 1000;

/// Returns a text on one line without control characters, cut if it is too long.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_PRINTED_CHARACTERS) {
        Some((end, _)) => format!("{}...", printable_line(&text[..end])),
        None => printable_line(text).into_owned(),
    }
}

/// Returns the edit that replaces a misspelt word. There is none if the word occurs several times,
/// or if the replacement would be read as something else there.
fn typo_fix(typo: &Typo, place: &Place) -> Option<Edit> {
    let written = place.source.text.get(place.span.clone())?;
    let mut found = written
        .match_indices(typo.written.as_str())
        .map(|(offset, _)| offset);
    let (Some(start), None) = (found.next(), found.next()) else {
        return None;
    };
    let end = start + typo.written.len();
    let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if goes_on(written[..start].chars().next_back()) || goes_on(written[end..].chars().next()) {
        return None;
    }
    let fits = match written.chars().next() {
        Some('"' | '\'') => |c: char| !matches!(c, '"' | '\'' | '\\') && !c.is_control(),
        _ => |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'),
    };
    let is_word = !typo.meant.is_empty() && typo.meant.chars().all(fits);
    is_word.then(|| Edit {
        span: Span {
            start: place.span.start + start,
            end: place.span.start + end,
        },
        text: typo.meant.clone(),
    })
}

/// Describes a fix in a few words: "Change to hits".
pub fn describe_fix(fix: &Edit) -> String {
    match fix.text.trim() {
        "" => "Remove it".to_owned(),
        text if fix.span.start == fix.span.end => format!("Add {text}"),
        text => format!("Change to {text}"),
    }
}

impl Diagnostic {
    /// Returns a diagnostic at a place. If it is about a misspelt word, it has a fix.
    pub fn at(place: &Place, problem: impl Into<String>, help: impl Into<Help>) -> Diagnostic {
        let help = help.into();
        let fix = help
            .typo()
            .and_then(|typo| typo_fix(typo, place))
            .map(Box::new);
        Diagnostic {
            place: Some(place.clone()),
            fix,
            ..Diagnostic::nowhere(problem, help)
        }
    }

    /// Returns a diagnostic without a place.
    pub fn nowhere(problem: impl Into<String>, help: impl Into<Help>) -> Diagnostic {
        Diagnostic {
            problem: problem.into(),
            place: None,
            help: help.into().to_string(),
            notes: Vec::new(),
            fix: None,
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(problem: Diagnostic) -> Diagnostics {
        Diagnostics(vec![problem])
    }
}

impl Diagnostic {
    /// Renders it as a warning for a terminal, with colours.
    pub fn warning_text(&self) -> String {
        self.render(Level::WARNING)
    }

    fn render(&self, level: Level<'_>) -> String {
        self.render_with(level, &Renderer::styled())
    }

    fn render_with(&self, level: Level<'_>, renderer: &Renderer) -> String {
        let title = level.primary_title(shorten(&self.problem));
        let mut group = match &self.place {
            Some(Place { source, span }) => title.element(
                Snippet::source(source.text.as_str())
                    .path(printable_line(&source.name))
                    .annotation(AnnotationKind::Primary.span(span.clone())),
            ),
            None => annotate_snippets::Group::with_title(title),
        };
        if !self.help.is_empty() {
            group = group.element(Level::HELP.message(shorten(&self.help)));
        }
        for note in &self.notes {
            group = group.element(Level::NOTE.message(shorten(note)));
        }
        printable_coloured_lines(&renderer.render(&[group])) + "\n"
    }
}

impl Diagnostics {
    /// Renders the diagnostics without colours.
    pub fn plain_text(&self) -> String {
        self.render_with(&Renderer::plain())
    }

    fn render_with(&self, renderer: &Renderer) -> String {
        let mut text: String = self
            .0
            .iter()
            .take(MAX_PRINTED)
            .map(|problem| problem.render_with(Level::ERROR, renderer))
            .collect();
        let more = self.0.len().saturating_sub(MAX_PRINTED);
        if more > 0 {
            text += &format!("... and {more} more problems\n");
        }
        text
    }
}

impl fmt::Display for Diagnostics {
    /// Renders the diagnostics for a terminal, with colours; a stream without colours removes them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render_with(&Renderer::styled()))
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_show_problem_place_and_help() {
        let source = Arc::new(Source {
            name: "x.toml".into(),
            text: "a = 1\nqualty = 4\n".into(),
        });
        let place = Place {
            source,
            span: 6..12,
        };
        let rendered = Diagnostics::from(Diagnostic::at(
            &place,
            "unknown key `qualty`",
            "did you mean `quality`?",
        ))
        .to_string();
        let plain = anstream::adapter::strip_str(&rendered).to_string();
        for part in [
            "unknown key `qualty`",
            "x.toml:2:1",
            "qualty = 4",
            "did you mean `quality`?",
        ] {
            assert!(plain.contains(part), "{plain}");
        }
    }
}
