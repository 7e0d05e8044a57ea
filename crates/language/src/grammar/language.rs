//! The two languages, rule files and questions, with their keywords and symbols.

use super::token::TokenKind;
use crate::vocabulary::KEYWORDS;

/// A language. Both have the same names, numbers, operators and brackets, but different keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Statements in lines and blocks.
    RuleFile,
    /// A question, a question with a bound, or a value of a trial.
    Question,
}

impl Language {
    /// Returns the keywords, which are names only in quotes.
    pub(crate) const fn keywords(self) -> &'static [&'static str] {
        match self {
            Language::RuleFile => &[
                "if", "elif", "else", "while", "for", "in", "not", "and", "or", "def", "return",
                "break", "continue", "pass", "true", "false", "True", "False", "none",
            ],
            Language::Question => &KEYWORDS,
        }
    }

    /// Returns the symbols. Longer ones come first, so that `<=` is not read as `<` and `=`.
    pub(super) const fn symbols(self) -> &'static [&'static str] {
        match self {
            Language::RuleFile => &[
                "**=", "//=", "/=", "+=", "-=", "*=", "%=", "==", "!=", "<=", ">=", "**", "//",
                "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]", ",", ":", "..", ".",
                "{", "}", ";", "?",
            ],
            Language::Question => &[
                "==", "!=", "<=", ">=", "..", "<", ">", "=", "(", ")", ",", "@", "+", "-", "*",
                "|", "%", "/", ".", "[", "]",
            ],
        }
    }

    /// Returns the maximum depth of nested blocks and brackets. It is far more than anybody writes,
    /// and far less than the stack holds.
    pub(super) const fn max_depth(self) -> usize {
        match self {
            Language::RuleFile => 64,
            Language::Question => 48,
        }
    }

    /// Returns the description of a token for messages.
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
