//! Diagnostics as data. The program renders them.

use crate::nearest::nearest;
use crate::source::Span;

/// A diagnostic: its span, the problem, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The span of the mistake.
    pub span: Span,
    /// The problem, in one line.
    pub problem: String,
    /// The allowed values, or advice.
    pub help: String,
    /// The edit that fixes the mistake, if there is one.
    pub fix: Option<Edit>,
}

/// An edit of a text: a span, and the text that replaces it.
///
/// ```
/// use oddsmith_language::RuleFile;
///
/// let text = "hits = count(\"Hits\")\n\ndef trial():\n    record(hist, roll(6))\n";
/// let wrong = RuleFile::read(text).unwrap_err();
/// let fix = wrong[0].fix.as_ref().unwrap();
/// assert_eq!((wrong[0].help.as_str(), fix.text.as_str()), ("did you mean `hits`?", "hits"));
/// assert!(RuleFile::read(&fix.apply(text)).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced span; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// Returns the edit for a text in which the original text begins at byte `start`.
    pub fn offset_by(self, start: usize) -> Edit {
        Edit {
            span: Span {
                start: start + self.span.start,
                end: start + self.span.end,
            },
            ..self
        }
    }

    /// Returns the text with this edit.
    ///
    /// # Panics
    ///
    /// Panics if the span does not fit the text.
    pub fn apply(&self, text: &str) -> String {
        [&text[..self.span.start], &self.text, &text[self.span.end..]].concat()
    }
}

impl Mistake {
    pub(crate) fn new(span: Span, problem: impl Into<String>, help: impl Into<String>) -> Mistake {
        Mistake {
            span,
            problem: problem.into(),
            help: help.into(),
            fix: None,
        }
    }

    /// Returns the diagnostic for a text in which the original text begins at byte `start`.
    pub fn offset_by(self, start: usize) -> Mistake {
        let span = Span {
            start: start + self.span.start,
            end: start + self.span.end,
        };
        Mistake {
            span,
            fix: self.fix.map(|fix| fix.offset_by(start)),
            ..self
        }
    }

    /// Adds a fix that replaces a span.
    pub(crate) fn with_fix(self, span: Span, text: impl Into<String>) -> Mistake {
        Mistake {
            fix: Some(Edit {
                span,
                text: text.into(),
            }),
            ..self
        }
    }

    /// Adds a fix that removes a span.
    pub(crate) fn with_removal(self, span: Span) -> Mistake {
        self.with_fix(span, String::new())
    }

    /// Returns the diagnostic of an unknown word. It proposes the nearest known word, or else gives
    /// other help.
    pub(crate) fn unknown<'a>(
        span: Span,
        word: &str,
        problem: impl Into<String>,
        known: impl Iterator<Item = &'a str>,
        otherwise: impl FnOnce() -> String,
    ) -> Mistake {
        match nearest(word, known) {
            Some(near) => {
                Mistake::new(span, problem, format!("did you mean `{near}`?")).with_fix(span, near)
            }
            None => Mistake::new(span, problem, otherwise()),
        }
    }
}

/// Collects diagnostics, so that all of them are reported at once.
#[derive(Debug, Default)]
pub(crate) struct Mistakes {
    mistakes: Vec<Mistake>,
}

impl Mistakes {
    pub(crate) fn add(&mut self, span: Span, problem: impl Into<String>, help: impl Into<String>) {
        self.push(Mistake::new(span, problem, help));
    }

    /// Adds a diagnostic, unless its span already has one: a second mistake there is nearly always
    /// a consequence of the first.
    pub(crate) fn push(&mut self, diagnostic: Mistake) {
        if !self
            .mistakes
            .iter()
            .any(|other| other.span == diagnostic.span)
        {
            self.mistakes.push(diagnostic);
        }
    }

    /// Returns whether a diagnostic begins at this byte.
    pub(crate) fn has_mistake_at(&self, start: usize) -> bool {
        self.mistakes
            .iter()
            .any(|diagnostic| diagnostic.span.start == start)
    }

    /// Returns all diagnostics in the order of the text as an error, if there are any.
    pub(crate) fn take_result(&mut self) -> Result<(), Vec<Mistake>> {
        self.mistakes
            .sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
        if self.is_empty() {
            Ok(())
        } else {
            Err(std::mem::take(&mut self.mistakes))
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Returns the diagnostic that was found first.
    pub(crate) fn first(&self) -> Option<&Mistake> {
        self.mistakes.first()
    }
}
