//! The words of the language.

use crate::ratio::Ratio;
use crate::source::Span;

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Name(String),
    Whole(i64),
    Decimal(Ratio),
    Text(String),
    /// A text in three quotes: a file's title, or a function's comment.
    Comment(String),
    Symbol(&'static str),
    Keyword(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

/// The words that no name may be.
pub(crate) const KEYWORDS: [&str; 19] = [
    "if", "elif", "else", "while", "for", "in", "not", "and", "or", "def", "return", "break", "continue", "pass",
    "true", "false", "True", "False", "none",
];

/// Longer ones first, so that `<=` is not read as `<` and `=`.
pub(crate) const SYMBOLS: [&str; 27] = [
    "//=", "+=", "-=", "*=", "%=", "==", "!=", "<=", ">=", "//", "+", "-", "*", "%", "<", ">", "=", "(", ")", "[", "]",
    ",", ":", ".", "{", "}", ";",
];

impl TokenKind {
    /// How a message names it.
    pub(crate) fn words(&self) -> String {
        match self {
            TokenKind::Name(name) => format!("`{name}`"),
            TokenKind::Whole(number) => format!("`{number}`"),
            TokenKind::Decimal(number) => format!("`{number}`"),
            TokenKind::Text(text) => format!("the text \"{text}\""),
            TokenKind::Comment(_) => "a text in three quotes".to_owned(),
            TokenKind::Symbol(text) | TokenKind::Keyword(text) => format!("`{text}`"),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::Indent => "a line further in".to_owned(),
            TokenKind::Dedent => "a line further out".to_owned(),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }
}
