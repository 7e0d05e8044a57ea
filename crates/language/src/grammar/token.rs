//! What a text is made of: names, numbers, signs, and where each stands.

use crate::source::Span;

/// A piece of a text and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// What a piece of a text is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Name(String),
    /// A word that no name may be.
    Keyword(&'static str),
    Whole(i64),
    /// A number with a point, as it is written.
    Decimal(String),
    /// Dice as people usually write them, without the quotes that they need here: `3d6`.
    Dice(String),
    /// What stands in quotes: of a rule file a text, of a question a name.
    Text(String),
    /// A text in three quotes: a file's title, or a function's comment.
    Comment(String),
    Symbol(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}
