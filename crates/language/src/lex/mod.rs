//! Text to tokens: words, numbers, symbols, and the lines further in and out that make blocks.

mod symbol;
mod word;

use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::token::{Token, TokenKind};

/// Reads all tokens; what cannot be read is told and passed over.
pub(crate) fn lex(text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let (tokens, brackets) = Default::default();
    let mut lexer = Lexer { text, at: 0, tokens, indents: vec![0], brackets, has_tabs: false, diagnostics };
    lexer.run();
    lexer.tokens
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    /// How far in each open block stands.
    indents: Vec<usize>,
    /// The brackets that are open, and where.
    brackets: Vec<(&'static str, Span)>,
    /// Whether a tab has been told of: once is enough.
    has_tabs: bool,
    diagnostics: &'t mut Diagnostics,
}

impl<'t> Lexer<'t> {
    fn run(&mut self) {
        self.take("\u{feff}");
        self.indentation();
        while self.at < self.text.len() {
            self.token();
        }
        self.finish();
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, span: Span::new(start, self.at) });
    }

    fn error(&mut self, start: usize, problem: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.add(Span::new(start, self.at), problem, help);
    }

    fn token(&mut self) {
        match self.peek().unwrap_or('\n') {
            '\n' => self.newline(),
            ' ' | '\r' | '\t' | '\u{a0}' => drop(self.take_while(|c| matches!(c, ' ' | '\r' | '\t' | '\u{a0}'))),
            '#' => drop(self.take_while(|c| c != '\n')),
            '"' | '\'' => self.text_literal(),
            '“' | '”' | '„' | '‘' | '’' => self.curly_quote(),
            c if c.is_ascii_digit() => self.number(),
            '.' if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(),
            c if c.is_alphabetic() || c == '_' => self.word(),
            _ => self.symbol(),
        }
    }

    fn newline(&mut self) {
        let start = self.at;
        self.at += 1;
        if self.brackets.is_empty() {
            if !matches!(self.tokens.last().map(|token| &token.kind), None | Some(TokenKind::Newline)) {
                self.push(TokenKind::Newline, start);
            }
            self.indentation();
        } else {
            self.forget_brackets_before_a_statement();
        }
    }

    /// A bracket that nobody closed would swallow the rest of the file: a line that starts a definition
    /// at the left edge shows that it was forgotten.
    fn forget_brackets_before_a_statement(&mut self) {
        let rest = self.rest();
        let starts = ["def ", "while ", "    return", "    record("];
        if starts.iter().any(|word| rest.starts_with(word)) {
            self.unclosed();
            self.push(TokenKind::Newline, self.at);
            self.indentation();
        }
    }

    fn unclosed(&mut self) {
        if let Some(&(bracket, span)) = self.brackets.first() {
            let closing = closing(bracket);
            self.diagnostics.add(
                span,
                format!("`{bracket}` is never closed"),
                format!("write the `{closing}` that belongs to it"),
            );
        }
        self.close_all();
    }

    /// Closes what is open, so that one forgotten bracket is one mistake.
    fn close_all(&mut self) {
        while let Some((bracket, _)) = self.brackets.pop() {
            self.push(TokenKind::Symbol(closing(bracket)), self.at);
        }
    }

    /// At the start of a line: its blanks say which block it belongs to. Empty lines say nothing.
    fn indentation(&mut self) {
        let start = self.at;
        let blanks = self.take_while(|c| matches!(c, ' ' | '\t' | '\r' | '\u{a0}'));
        if matches!(self.peek(), None | Some('\n' | '#')) {
            return;
        }
        if blanks.contains('\t') && !std::mem::replace(&mut self.has_tabs, true) {
            self.error(
                start,
                "this line starts with a tab",
                "use spaces, four for each step in; most editors can change all tabs at once",
            );
        }
        let width = blanks.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        self.block(width, start);
    }

    fn block(&mut self, width: usize, start: usize) {
        let current = *self.indents.last().unwrap_or(&0);
        if width > current {
            self.indents.push(width);
            self.push(TokenKind::Indent, start);
        }
        while width < *self.indents.last().unwrap_or(&0) {
            self.indents.pop();
            self.push(TokenKind::Dedent, start);
        }
        if width != *self.indents.last().unwrap_or(&0) {
            self.error(
                start,
                "this line stands between two blocks",
                "start it exactly under the first line of the block that it belongs to",
            );
        }
    }

    fn finish(&mut self) {
        self.unclosed();
        let end = self.at;
        if !matches!(self.tokens.last().map(|token| &token.kind), None | Some(TokenKind::Newline)) {
            self.push(TokenKind::Newline, end);
        }
        for _ in 1..self.indents.len() {
            self.push(TokenKind::Dedent, end);
        }
        self.push(TokenKind::End, end);
    }
}

fn closing(bracket: &str) -> &'static str {
    if bracket == "(" { ")" } else { "]" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> (Vec<String>, usize) {
        let mut diagnostics = Diagnostics::default();
        let tokens = lex(text, &mut diagnostics);
        (tokens.iter().map(|token| token.kind.words()).collect(), diagnostics.sorted().len())
    }

    #[test]
    fn lines_further_in_make_a_block_that_the_end_closes() {
        let (words, errors) = words("if a:\n    b\n\n  # aside\n");
        let expected = ["`if`", "`a`", "`:`", "the end of the line", "a line further in", "`b`"];
        assert_eq!(words[..6], expected);
        assert_eq!(words[6..], ["the end of the line", "a line further out", "the end of the file"]);
        assert_eq!(errors, 0);
    }

    #[test]
    fn a_line_goes_on_inside_brackets() {
        assert_eq!(words("x = [1,\n2]\n").0.iter().filter(|word| *word == "the end of the line").count(), 1);
    }

    #[test]
    fn what_other_languages_write_is_told_once_and_read_on() {
        assert_eq!(words("x = a / b\n").1, 1);
        assert_eq!(words("x = a // b\n").1, 0);
        assert_eq!(words("x = “us”\n").1, 1);
    }
}
