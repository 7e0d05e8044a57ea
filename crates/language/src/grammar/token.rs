//! Tokens: names, numbers and symbols, each with its span.

use crate::source::Span;

/// A token and its span.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Name(String),
    /// A keyword.
    Keyword(&'static str),
    Whole(i64),
    /// A decimal number as written.
    Decimal(String),
    /// Dice without the quotes that they need here: `3d6`.
    Dice(String),
    /// A text in quotes. In a rule file this is a text, in a question a name.
    Text(String),
    /// A text in three quotes: the title of a file, or the comment of a function.
    Comment(String),
    Symbol(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}
