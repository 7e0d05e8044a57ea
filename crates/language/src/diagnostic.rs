//! What is wrong with a rule's text: data, which the program renders.

use crate::source::Span;

/// One mistake: where it stands, what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The place.
    pub span: Span,
    /// What is wrong, in one line.
    pub problem: String,
    /// What is allowed, or what to do.
    pub help: String,
}

impl Diagnostic {
    pub(crate) fn new(span: Span, problem: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic { span, problem: problem.into(), help: help.into() }
    }
}

/// Collects mistakes, so that all that can be found at once are told at once.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    pub(crate) fn add(&mut self, span: Span, problem: impl Into<String>, help: impl Into<String>) {
        self.push(Diagnostic::new(span, problem, help));
    }

    /// A second mistake at one place is nearly always a consequence of the first.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        if !self.found.iter().any(|other| other.span == diagnostic.span) {
            self.found.push(diagnostic);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All of them, in the order of the text.
    pub(crate) fn sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
        self.found
    }
}
