//! Words, numbers and texts.

use super::Lexer;
use crate::ratio::Ratio;
use crate::source::Span;
use crate::token::{KEYWORDS, TokenKind};

impl Lexer<'_> {
    pub(super) fn word(&mut self) {
        let start = self.at;
        let word = self.take_while(|c| c.is_alphanumeric() || c == '_');
        let kind = match KEYWORDS.iter().find(|&&keyword| keyword == word) {
            Some(&"True") => TokenKind::Keyword("true"),
            Some(&"False") => TokenKind::Keyword("false"),
            Some(keyword) => TokenKind::Keyword(keyword),
            None => TokenKind::Name(word.to_owned()),
        };
        self.push(kind, start);
    }

    pub(super) fn number(&mut self) {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit() || c == '.' || c == '_').replace('_', "");
        let tail = self.take_while(|c| c.is_alphanumeric() || c == '_');
        let kind = if tail.is_empty() { Self::number_kind(&digits) } else { None };
        if kind.is_none() {
            self.bad_number(start);
        }
        self.push(kind.unwrap_or(TokenKind::Whole(1)), start);
    }

    pub(super) fn number_kind(digits: &str) -> Option<TokenKind> {
        if digits.contains('.') {
            return Ratio::parse(digits).map(TokenKind::Decimal);
        }
        let number: i64 = digits.parse().ok()?;
        (number <= 1_000_000_000_000_000).then_some(TokenKind::Whole(number))
    }

    pub(super) fn bad_number(&mut self, start: usize) {
        let written = &self.text[start..self.at];
        let is_dice = written.trim_start_matches(|c: char| c.is_ascii_digit()).to_lowercase().starts_with('d');
        let help = match is_dice {
            true => format!("to roll dice write dice(\"{written}\")"),
            false => "a number is digits, such as 12 or 0.15; a name starts with a letter".to_owned(),
        };
        self.error(start, format!("`{written}` is not a number"), help);
    }

    pub(super) fn text_literal(&mut self) {
        let start = self.at;
        if self.take("\"\"\"") {
            return self.comment(start);
        }
        let quote = self.peek().unwrap_or('"');
        self.at += 1;
        let text = self.take_while(|c| c != quote && c != '\n').to_owned();
        if self.peek() == Some(quote) {
            self.at += 1;
            return self.push(TokenKind::Text(text), start);
        }
        self.error(start, "this text is never closed", format!("end it with {quote} on the same line"));
        self.push(TokenKind::Text(text), start);
        self.close_all();
    }

    pub(super) fn comment(&mut self, start: usize) {
        let rest = self.rest();
        let length = rest.find("\"\"\"");
        let text = rest[..length.unwrap_or(rest.len())].trim().to_owned();
        self.at += length.map_or(rest.len(), |length| length + 3);
        if length.is_none() {
            self.diagnostics.add(
                Span::new(start, start + 3),
                "this text is never closed",
                "end it with three quotes: \"\"\"",
            );
        }
        self.push(TokenKind::Comment(text), start);
    }

    /// A word processor's quotes: told, and read as plain ones.
    pub(super) fn curly_quote(&mut self) {
        let start = self.at;
        let is_quote = |c| matches!(c, '“' | '”' | '„' | '‘' | '’');
        self.at += self.peek().map_or(0, char::len_utf8);
        let text = self.take_while(|c| !is_quote(c) && c != '\n').to_owned();
        self.at += self.peek().filter(|&c| is_quote(c)).map_or(0, char::len_utf8);
        self.error(start, "these are a word processor's quotes", format!("write plain ones: \"{text}\""));
        self.push(TokenKind::Text(text), start);
    }
}
