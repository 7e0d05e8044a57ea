//! The lexer: turns text into tokens. Changes of indentation become tokens, too.

use super::language::Language;
use super::token::{Token, TokenKind};
use crate::diagnostic::{Mistake, Mistakes};
use crate::source::Span;

/// Returns all tokens. Characters that cannot be read are reported and skipped.
pub(crate) fn lex(text: &str, language: Language, diagnostics: &mut Mistakes) -> Vec<Token> {
    let (tokens, brackets) = Default::default();
    let mut lexer = Lexer {
        text,
        language,
        position: 0,
        tokens,
        indents: vec![0],
        brackets,
        has_tabs: false,
        diagnostics,
    };
    match language {
        Language::RuleFile => lexer.lex_lines(),
        Language::Question => lexer.lex_question(),
    }
    lexer.tokens
}

/// The state of the lexer. Words and numbers are in `literal`, symbols in `sign`.
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) language: Language,
    pub(super) position: usize,
    pub(super) tokens: Vec<Token>,
    /// The indentation of each open block.
    indents: Vec<usize>,
    /// The open brackets of a rule file, and their spans.
    pub(super) brackets: Vec<(&'static str, Span)>,
    /// Whether a tab has been reported: once is enough.
    has_tabs: bool,
    diagnostics: &'t mut Mistakes,
}

impl<'t> Lexer<'t> {
    fn lex_question(&mut self) {
        while self.position < self.text.len() {
            self.token();
        }
        // The end has no character, so its span is that of the last one.
        let last = self
            .text
            .char_indices()
            .next_back()
            .map_or(0, |(start, _)| start);
        self.push(TokenKind::End, last);
    }

    fn lex_lines(&mut self) {
        self.take("\u{feff}");
        self.indentation();
        while self.position < self.text.len() {
            self.token();
        }
        self.finish();
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.position += if found { text.len() } else { 0 };
        found
    }

    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    pub(super) fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token {
            kind,
            span: self.span_from(start),
        });
    }

    pub(super) fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.position)
    }

    pub(super) fn error(
        &mut self,
        start: usize,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics.add(self.span_from(start), problem, help);
    }

    pub(super) fn report(&mut self, diagnostic: Mistake) {
        self.diagnostics.push(diagnostic);
    }

    fn is_blank(&self, c: char) -> bool {
        match self.language {
            Language::RuleFile => matches!(c, ' ' | '\r' | '\t' | '\u{a0}'),
            Language::Question => c.is_whitespace(),
        }
    }

    fn token(&mut self) {
        let is_rule_file = self.language == Language::RuleFile;
        match self.peek().unwrap_or('\n') {
            c if self.is_blank(c) => self.position += c.len_utf8(),
            '\n' => self.newline(),
            '#' if is_rule_file => drop(self.take_while(|c| c != '\n')),
            '"' | '\'' => self.text_literal(),
            '“' | '”' | '„' | '‘' | '’' => self.curly_quote(),
            c if c.is_ascii_digit() => self.number(),
            '.' if is_rule_file && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.number()
            }
            c if c.is_alphabetic() || c == '_' => self.word(),
            _ => self.symbol(),
        }
    }

    fn newline(&mut self) {
        let start = self.position;
        self.position += 1;
        if self.brackets.is_empty() {
            if !matches!(
                self.tokens.last().map(|token| &token.kind),
                None | Some(TokenKind::Newline)
            ) {
                self.push(TokenKind::Newline, start);
            }
            self.indentation();
        } else {
            self.recover_unclosed_brackets();
        }
    }

    /// Closes open brackets at a line without indentation that starts a definition. An unclosed
    /// bracket would otherwise swallow the rest of the file.
    fn recover_unclosed_brackets(&mut self) {
        let rest = self.rest();
        let starts = ["def ", "while ", "    return", "    record("];
        if starts.iter().any(|word| rest.starts_with(word)) {
            self.report_unclosed();
            self.push(TokenKind::Newline, self.position);
            self.indentation();
        }
    }

    fn report_unclosed(&mut self) {
        if let Some(&(bracket, span)) = self.brackets.first() {
            let problem = format!("`{bracket}` is not closed");
            let help = format!("add the matching `{}`", closing_bracket(bracket));
            let closing_brackets: String = self
                .brackets
                .iter()
                .rev()
                .map(|(bracket, _)| closing_bracket(bracket))
                .collect();
            let last = self.tokens.last().map_or(span, |token| token.span);
            let wrong = Mistake::new(span, problem, help);
            // An unclosed text has swallowed the place where the bracket could be.
            let is_swallowed = self.diagnostics.has_mistake_at(last.start);
            self.report(if is_swallowed {
                wrong
            } else {
                wrong.with_fix(last.end_point(), closing_brackets)
            });
        }
        self.close_brackets();
    }

    /// Closes all open brackets, so that one forgotten bracket is one mistake.
    pub(super) fn close_brackets(&mut self) {
        while let Some((bracket, _)) = self.brackets.pop() {
            self.push(TokenKind::Symbol(closing_bracket(bracket)), self.position);
        }
    }

    /// Compares the indentation of a line with the open blocks. Empty lines are ignored.
    fn indentation(&mut self) {
        let start = self.position;
        let blanks = self.take_while(|c| matches!(c, ' ' | '\t' | '\r' | '\u{a0}'));
        if matches!(self.peek(), None | Some('\n' | '#')) {
            return;
        }
        if blanks.contains('\t') && !std::mem::replace(&mut self.has_tabs, true) {
            let help =
                "use four spaces instead of each tab; most editors can replace all tabs at once";
            let rest = Span::new(start, self.text.len());
            let wrong = Mistake::new(self.span_from(start), "this line starts with a tab", help);
            self.report(wrong.with_fix(rest, without_tabs(&self.text[start..])));
        }
        let width = blanks.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        self.block(width, start);
    }

    /// Returns the indentation of the current block.
    pub(super) fn indent(&self) -> usize {
        *self.indents.last().unwrap_or(&0)
    }

    fn block(&mut self, width: usize, start: usize) {
        if width > self.indent() {
            self.indents.push(width);
            self.push(TokenKind::Indent, start);
        }
        while width < self.indent() {
            self.indents.pop();
            self.push(TokenKind::Dedent, start);
        }
        if width != self.indent() {
            let help = "indent it exactly like the first line of its block";
            self.error(start, "this indentation matches no block", help);
        }
    }

    fn finish(&mut self) {
        self.report_unclosed();
        let end = self.position;
        if !matches!(
            self.tokens.last().map(|token| &token.kind),
            None | Some(TokenKind::Newline)
        ) {
            self.push(TokenKind::Newline, end);
        }
        for _ in 1..self.indents.len() {
            self.push(TokenKind::Dedent, end);
        }
        self.push(TokenKind::End, end);
    }
}

pub(super) fn closing_bracket(bracket: &str) -> &'static str {
    if bracket == "(" { ")" } else { "]" }
}

/// Returns a text in which four spaces replace each tab at the start of a line.
fn without_tabs(text: &str) -> String {
    let line = |line: &str| {
        let blanks = line.len() - line.trim_start().len();
        line[..blanks].replace('\t', "    ") + &line[blanks..]
    };
    text.split_inclusive('\n').map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> (Vec<String>, usize) {
        let mut diagnostics = Mistakes::default();
        let tokens = lex(text, Language::RuleFile, &mut diagnostics);
        (
            tokens
                .iter()
                .map(|token| Language::RuleFile.describe(&token.kind))
                .collect(),
            diagnostics
                .take_result()
                .map_or_else(|mistakes| mistakes.len(), |()| 0),
        )
    }

    #[test]
    fn indented_lines_form_a_block_closed_at_end() {
        let (words, errors) = words("if a:\n    b\n\n  # aside\n");
        let expected = [
            "`if`",
            "`a`",
            "`:`",
            "the end of the line",
            "a line further in",
            "`b`",
        ];
        assert_eq!(words[..6], expected);
        assert_eq!(
            words[6..],
            [
                "the end of the line",
                "a line further out",
                "the end of the file"
            ]
        );
        assert_eq!(errors, 0);
    }

    #[test]
    fn lines_continue_inside_brackets() {
        assert_eq!(
            words("x = [1,\n2]\n")
                .0
                .iter()
                .filter(|word| *word == "the end of the line")
                .count(),
            1
        );
    }

    #[test]
    fn signs_of_other_languages_are_reported_once() {
        assert_eq!(words("x = a ÷ b\n").1, 1);
        assert_eq!(words("x = a / b // c\n").1, 0);
        assert_eq!(words("x = “us”\n").1, 1);
    }

    #[test]
    fn questions_have_separate_keywords_and_symbols() {
        let mut diagnostics = Mistakes::default();
        let tokens = lex(
            "if@'two words' is 1..4",
            Language::Question,
            &mut diagnostics,
        );
        let kinds: Vec<TokenKind> = tokens.into_iter().map(|token| token.kind).collect();
        assert!(diagnostics.is_empty());
        assert_eq!(
            kinds[..2],
            [TokenKind::Name("if".into()), TokenKind::Symbol("@")]
        );
        assert_eq!(
            kinds[2..4],
            [
                TokenKind::Text("two words".into()),
                TokenKind::Keyword("is")
            ]
        );
        assert_eq!(
            kinds[4..],
            [
                TokenKind::Whole(1),
                TokenKind::Symbol(".."),
                TokenKind::Whole(4),
                TokenKind::End
            ]
        );
    }
}
