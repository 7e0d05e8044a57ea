//! What is wrong with a text: data, which the program renders.

use crate::nearest::nearest;
use crate::source::Span;

/// One mistake: where it stands, what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The place.
    pub span: Span,
    /// What is wrong, in one line.
    pub problem: String,
    /// What is allowed, or what to do.
    pub help: String,
    /// What the help proposes, where it proposes one thing that can be put there as it is.
    pub fix: Option<Edit>,
}

/// A change of a text: one stretch of it, and what takes its place.
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
    /// What is replaced; empty where something is put in.
    pub span: Span,
    /// What stands there then.
    pub text: String,
}

impl Edit {
    /// The same where the text that it is of begins so many bytes into another.
    pub fn offset_by(self, start: usize) -> Edit {
        Edit {
            span: Span {
                start: start + self.span.start,
                end: start + self.span.end,
            },
            ..self
        }
    }

    /// The text with this change.
    ///
    /// # Panics
    /// When it is of another text, in which its place is none.
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

    /// The same where the text that it is of begins so many bytes into another.
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

    /// With what the help proposes, as a change.
    pub(crate) fn with_fix(self, span: Span, text: impl Into<String>) -> Mistake {
        Mistake {
            fix: Some(Edit {
                span,
                text: text.into(),
            }),
            ..self
        }
    }

    /// With what stands there taken out.
    pub(crate) fn with_removal(self, span: Span) -> Mistake {
        self.with_fix(span, String::new())
    }

    /// A word that nobody knows: the nearest of those that are known is proposed, else there is
    /// other help.
    pub(crate) fn unknown<'a>(
        (span, word): (Span, &str),
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

/// Collects mistakes, so that all that can be found at once are reported at once.
#[derive(Debug, Default)]
pub(crate) struct Mistakes {
    mistakes: Vec<Mistake>,
}

impl Mistakes {
    pub(crate) fn add(&mut self, span: Span, problem: impl Into<String>, help: impl Into<String>) {
        self.push(Mistake::new(span, problem, help));
    }

    /// A second mistake at one place is nearly always a consequence of the first.
    pub(crate) fn push(&mut self, diagnostic: Mistake) {
        if !self
            .mistakes
            .iter()
            .any(|other| other.span == diagnostic.span)
        {
            self.mistakes.push(diagnostic);
        }
    }

    /// Whether a mistake begins at this byte.
    pub(crate) fn has_mistake_at(&self, start: usize) -> bool {
        self.mistakes
            .iter()
            .any(|diagnostic| diagnostic.span.start == start)
    }

    /// Goes no further where there is a mistake: all of them, in the order of the text.
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

    /// The one that was found first.
    pub(crate) fn first(&self) -> Option<&Mistake> {
        self.mistakes.first()
    }
}
