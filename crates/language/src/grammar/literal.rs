//! Lexes words, numbers and texts.

use super::language::Language;
use super::lexer::Lexer;
use super::token::TokenKind;
use crate::diagnostic::Mistake;
use crate::ratio::Ratio;
use crate::source::Span;

/// The maximal number of bytes of a text in quotes.
const MAX_TEXT_BYTES: usize = 20_000;
/// The largest number in a source.
const MAX_NUMBER: i64 = 1_000_000_000_000_000;

impl Lexer<'_> {
    pub(super) fn word(&mut self) {
        let start = self.position;
        let word = self.take_while(|c| c.is_alphanumeric() || c == '_');
        let kind = match self
            .language
            .keywords()
            .iter()
            .find(|&&keyword| keyword == word)
        {
            Some(&"True") => TokenKind::Keyword("true"),
            Some(&"False") => TokenKind::Keyword("false"),
            Some(keyword) => TokenKind::Keyword(keyword),
            None => TokenKind::Name(word.to_owned()),
        };
        self.push(kind, start);
    }

    /// Lexes a number with an optional decimal point; `2..4` is two numbers. In a question, a point
    /// belongs to the number if a digit follows.
    pub(super) fn number(&mut self) {
        let start = self.position;
        let is_question = self.language == Language::Question;
        while let Some(c) = self.peek() {
            match c {
                '.' if is_question
                    && !self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) =>
                {
                    break;
                }
                '.' if self.rest().starts_with("..") => break,
                '0'..='9' | '_' | '.' => self.position += 1,
                _ => break,
            }
        }
        let digits = self.text[start..self.position].replace('_', "");
        let tail = self.take_while(|c| c.is_alphanumeric() || c == '_');
        if !is_question && tail.starts_with(['d', 'D']) && !digits.contains('.') {
            return self.push(
                TokenKind::Dice(self.text[start..self.position].to_owned()),
                start,
            );
        }
        let kind = if !tail.is_empty() {
            None
        } else if !digits.contains('.') {
            match digits.parse() {
                Ok(number) if number <= MAX_NUMBER => Some(TokenKind::Whole(number)),
                _ => {
                    self.error(
                        start,
                        "this number is too large",
                        format!("use at most {MAX_NUMBER}"),
                    );
                    Some(TokenKind::Whole(1))
                }
            }
        } else if is_question {
            let is_number = digits.parse::<f64>().is_ok();
            is_number.then_some(TokenKind::Decimal(digits))
        } else {
            Ratio::parse(&digits).map(|_| TokenKind::Decimal(digits))
        };
        if kind.is_none() {
            self.bad_number(start);
        }
        self.push(kind.unwrap_or(TokenKind::Whole(1)), start);
    }

    fn bad_number(&mut self, start: usize) {
        let (span, written) = (self.span_from(start), &self.text[start..self.position]);
        let problem = format!("`{written}` is not a number");
        if self.language == Language::Question {
            let help = "write digits, such as 12, or put a name that starts with a digit in quotes";
            return self.report(Mistake::new(span, problem, help));
        }
        let help = "write digits, such as 12 or 0.15. A name starts with a letter";
        self.report(Mistake::new(span, problem, help));
    }

    pub(super) fn text_literal(&mut self) {
        let start = self.position;
        let is_question = self.language == Language::Question;
        if !is_question && self.take("\"\"\"") {
            return self.comment(start);
        }
        let quote = self.peek().unwrap_or('"');
        self.position += 1;
        let text = self
            .take_while(|c| c != quote && (is_question || c != '\n'))
            .to_owned();
        if text.len() > MAX_TEXT_BYTES {
            let help = format!("use at most {MAX_TEXT_BYTES} characters");
            self.report(Mistake::new(
                Span::new(start, start + 1),
                "this text is too long",
                help,
            ));
        }
        if self.peek() == Some(quote) {
            self.position += 1;
            return self.push(TokenKind::Text(text), start);
        }
        if is_question {
            // The text after the quote may be valid: only the quote is reported.
            let (problem, help) = (
                "this quote is not closed",
                format!("end the name with {quote}"),
            );
            self.report(Mistake::new(Span::new(start, start + 1), problem, help));
        } else {
            self.error(
                start,
                "this text is not closed",
                format!("end the text with {quote} on the same line"),
            );
        }
        self.push(TokenKind::Text(text), start);
        self.close_brackets();
    }

    fn comment(&mut self, start: usize) {
        let rest = self.rest();
        let length = rest.find("\"\"\"");
        let text = rest[..length.unwrap_or(rest.len())].trim().to_owned();
        self.position += length.map_or(rest.len(), |length| length + 3);
        if length.is_none() {
            let help = "end the text with three quotes: \"\"\"";
            self.report(Mistake::new(
                Span::new(start, start + 3),
                "this text is not closed",
                help,
            ));
        }
        self.push(TokenKind::Comment(text), start);
    }

    /// Reports typographic quotes, and reads them as plain ones.
    pub(super) fn curly_quote(&mut self) {
        let start = self.position;
        let is_quote = |c| matches!(c, '“' | '”' | '„' | '‘' | '’');
        self.position += self.peek().map_or(0, char::len_utf8);
        let text = self.take_while(|c| !is_quote(c) && c != '\n').to_owned();
        self.position += self
            .peek()
            .filter(|&c| is_quote(c))
            .map_or(0, char::len_utf8);
        let (span, plain) = (self.span_from(start), format!("\"{text}\""));
        let wrong = Mistake::new(
            span,
            "curly quotes are not part of this language",
            format!("write straight quotes: {plain}"),
        );
        self.report(wrong.with_fix(span, plain));
        self.push(TokenKind::Text(text), start);
    }
}
