//! Text to tokens: words, numbers, symbols, and the lines further in and out that make blocks.

use crate::diagnostic::Diagnostics;
use crate::ratio::Ratio;
use crate::source::Span;
use crate::token::{KEYWORDS, SYMBOLS, Token, TokenKind};

/// What other languages and word processors write, what it is read as, and what to write instead.
const FOREIGN: [(&str, &str, &str); 24] = [
    ("**", "*", "write the product out, such as x * x"),
    ("++", "+", "write x += 1"),
    ("--", "-", "write x -= 1, or a single - before what is taken off"),
    ("&&", "+", "write `and`"),
    ("||", "+", "write `or`"),
    ("&", "+", "write `and`"),
    ("|", "+", "write `or`"),
    ("<>", "!=", "write != for \"is not equal\""),
    ("=<", "<=", "write <="),
    ("=>", ">=", "write >="),
    ("->", ":", "what a function gives is not declared; leave it out"),
    (":=", "=", "write = to give a name its value"),
    ("/=", "//=", "write //= to divide and round down"),
    ("/", "//", "write a // b to round down, or round_up(a, b) to round up; chance(1, 6) takes a fraction"),
    ("!", "", "write `not`, or != for \"is not equal\""),
    ("×", "*", "write *"),
    ("÷", "//", "write a // b to round down, or round_up(a, b) to round up"),
    ("−", "-", "write the ordinary minus -"),
    ("–", "-", "write the ordinary minus -"),
    ("≤", "<=", "write <="),
    ("≥", ">=", "write >="),
    ("≠", "!=", "write !="),
    ("½", "", "write 0.5"),
    ("\\", "", "a long line goes on in the next one by itself inside brackets: put ( and ) around it"),
];

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

    fn word(&mut self) {
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

    fn number(&mut self) {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit() || c == '.' || c == '_').replace('_', "");
        let tail = self.take_while(|c| c.is_alphanumeric() || c == '_');
        let kind = if tail.is_empty() { Self::number_kind(&digits) } else { None };
        if kind.is_none() {
            self.bad_number(start);
        }
        self.push(kind.unwrap_or(TokenKind::Whole(1)), start);
    }

    fn number_kind(digits: &str) -> Option<TokenKind> {
        if digits.contains('.') {
            return Ratio::parse(digits).map(TokenKind::Decimal);
        }
        let number: i64 = digits.parse().ok()?;
        (number <= 1_000_000_000_000_000).then_some(TokenKind::Whole(number))
    }

    fn bad_number(&mut self, start: usize) {
        let written = &self.text[start..self.at];
        let is_dice = written.trim_start_matches(|c: char| c.is_ascii_digit()).to_lowercase().starts_with('d');
        let help = match is_dice {
            true => format!("to roll dice write dice(\"{written}\")"),
            false => "a number is digits, such as 12 or 0.15; a name starts with a letter".to_owned(),
        };
        self.error(start, format!("`{written}` is not a number"), help);
    }

    fn text_literal(&mut self) {
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

    fn comment(&mut self, start: usize) {
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
    fn curly_quote(&mut self) {
        let start = self.at;
        let is_quote = |c| matches!(c, '“' | '”' | '„' | '‘' | '’');
        self.at += self.peek().map_or(0, char::len_utf8);
        let text = self.take_while(|c| !is_quote(c) && c != '\n').to_owned();
        self.at += self.peek().filter(|&c| is_quote(c)).map_or(0, char::len_utf8);
        self.error(start, "these are a word processor's quotes", format!("write plain ones: \"{text}\""));
        self.push(TokenKind::Text(text), start);
    }

    fn symbol(&mut self) {
        let start = self.at;
        let allowed = SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol));
        let foreign = FOREIGN.iter().find(|(written, ..)| self.rest().starts_with(written));
        match (allowed, foreign) {
            (Some(symbol), foreign) if foreign.is_none_or(|(written, ..)| written.len() <= symbol.len()) => {
                self.at += symbol.len();
                self.allowed(symbol, start);
            }
            (_, Some((written, read_as, help))) => {
                self.at += written.len();
                self.foreign(written, read_as, help, start);
            }
            _ => {
                let c = self.peek().unwrap_or(' ');
                self.at += c.len_utf8();
                self.error(start, format!("`{}` has no meaning here", c.escape_debug()), "take it out");
            }
        }
    }

    fn foreign(&mut self, written: &str, read_as: &'static str, help: &str, start: usize) {
        self.error(start, format!("`{written}` is not used here"), help);
        if !read_as.is_empty() {
            self.push(TokenKind::Symbol(read_as), start);
        }
    }

    fn allowed(&mut self, symbol: &'static str, start: usize) {
        match symbol {
            "(" | "[" => self.brackets.push((symbol, Span::new(start, self.at))),
            ")" | "]" => return self.close(symbol, start),
            "{" | "}" => {
                self.error(
                    start,
                    format!("`{symbol}` is not used here"),
                    "lists are written [1, 2, 3]; blocks by starting lines further in",
                );
                return;
            }
            ";" => {
                self.error(start, "`;` is not used here", "write each step on a line of its own");
                return self.push(TokenKind::Newline, start);
            }
            _ => (),
        }
        self.push(TokenKind::Symbol(symbol), start);
    }

    fn close(&mut self, symbol: &'static str, start: usize) {
        let wanted = if symbol == ")" { "(" } else { "[" };
        match self.brackets.pop() {
            Some((open, _)) if open == wanted => self.push(TokenKind::Symbol(symbol), start),
            Some((open, span)) => {
                let closing = closing(open);
                let line = span.line(self.text);
                self.error(
                    start,
                    format!("`{symbol}` does not close the `{open}` of line {line}"),
                    format!("write `{closing}`"),
                );
                self.push(TokenKind::Symbol(closing), start);
            }
            None => self.error(start, format!("`{symbol}` closes nothing"), "take it out, or open it before"),
        }
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
