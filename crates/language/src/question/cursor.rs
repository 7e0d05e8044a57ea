//! Where a reader stands among the words of a question, and what it says where something else should stand.

use super::token::{Token, TokenKind};
use super::vocabulary::Vocabulary;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) type Parsed<T> = Result<T, Diagnostic>;

/// A reader of words: the grammar is in `parse`.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) at: usize,
    pub(super) vocabulary: &'t Vocabulary,
    /// The metric that may be left out.
    pub(super) usual: Option<&'t str>,
    pub(super) deep: usize,
}

/// Names that are more than a word.
const DOTTED: &str = "a name with a dot is quoted: 'Acts.lost'";
const SEVERAL_WORDS: &str =
    "`and`, `or` or a comparison stands between two; a name of several words is quoted: result@'Old Men'";

impl<'t> Parser<'t> {
    pub(super) fn peek(&self) -> &'t TokenKind {
        &self.tokens[self.at].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    pub(super) fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    pub(super) fn take(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(found) if found == word)
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn fail<T>(&self, problem: impl Into<String>, help: impl Into<String>) -> Parsed<T> {
        // The end has no character of its own: the last one is marked.
        let span = match (self.peek(), self.text.char_indices().next_back()) {
            (TokenKind::End, Some((start, last))) => Span::new(start, start + last.len_utf8()),
            _ => self.span(),
        };
        Err(Diagnostic::new(span, problem, help))
    }

    pub(super) fn expected<T>(&self, wanted: &str, help: &str) -> Parsed<T> {
        self.fail(format!("expected {wanted}, found {}", self.peek().words()), help)
    }

    pub(super) fn symbol(&mut self, symbol: &str, help: &str) -> Parsed<()> {
        if self.take(symbol) {
            return Ok(());
        }
        match self.peek() {
            TokenKind::Symbol(".") => self.fail("`.` has no meaning here", DOTTED),
            TokenKind::Name(_) => self.expected(&format!("`{symbol}`"), SEVERAL_WORDS),
            _ => self.expected(&format!("`{symbol}`"), help),
        }
    }

    pub(super) fn end(&self) -> Parsed<()> {
        match self.peek() {
            TokenKind::End => Ok(()),
            TokenKind::Symbol("|") => self.fail("`|` stands here", "a condition stands within the brackets: P(a | b)"),
            TokenKind::Symbol(".") => self.fail("`.` has no meaning here", DOTTED),
            _ => self.expected("`and`, `or`, a comparison or the end", "is something missing before it?"),
        }
    }
}
