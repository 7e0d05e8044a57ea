//! The two languages that are written here, and the words and signs that each of them knows.

use super::token::TokenKind;
use crate::vocabulary::KEYWORDS;

/// A language: both have the same names, numbers, operators and brackets, and words of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Statements in lines and blocks.
    RuleFile,
    /// One question, what its answer should be, or a number that trials show.
    Question,
}

impl Language {
    /// The words that no name may be, unless it stands in quotes.
    pub(crate) const fn keywords(self) -> &'static [&'static str] {
        match self {
            Language::RuleFile => &[
                "if", "elif", "else", "while", "for", "in", "not", "and", "or", "def", "return",
                "break", "continue", "pass", "true", "false", "True", "False", "none",
            ],
            Language::Question => &KEYWORDS,
        }
    }

    /// Longer ones first, so that `<=` is not read as `<` and `=`.
    pub(super) const fn symbols(self) -> &'static [&'static str] {
        match self {
            Language::RuleFile => &[
                "//=", "/=", "+=", "-=", "*=", "%=", "==", "!=", "<=", ">=", "//", "+", "-", "*",
                "/", "%", "<", ">", "=", "(", ")", "[", "]", ",", ":", "..", ".", "{", "}", ";",
                "?",
            ],
            Language::Question => &[
                "==", "!=", "<=", ">=", "..", "<", ">", "=", "(", ")", ",", "@", "+", "-", "*",
                "|", "%", "/", ".", "[", "]",
            ],
        }
    }

    /// How deep blocks and brackets may nest: far more than anybody writes, far less than the stack
    /// holds.
    pub(super) const fn max_depth(self) -> usize {
        match self {
            Language::RuleFile => 64,
            Language::Question => 48,
        }
    }

    /// How a message names a piece of a text.
    pub(crate) fn describe(self, token: &TokenKind) -> String {
        match token {
            TokenKind::Name(text) | TokenKind::Decimal(text) | TokenKind::Dice(text) => {
                format!("`{text}`")
            }
            TokenKind::Whole(number) => format!("`{number}`"),
            TokenKind::Text(text) if self == Language::Question => format!("'{text}'"),
            TokenKind::Text(text) => format!("the text \"{text}\""),
            TokenKind::Comment(_) => "text in three quotes".to_owned(),
            TokenKind::Symbol(text) | TokenKind::Keyword(text) => format!("`{text}`"),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::Indent => "a line further in".to_owned(),
            TokenKind::Dedent => "a line further out".to_owned(),
            TokenKind::End if self == Language::Question => "the end".to_owned(),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }
}
