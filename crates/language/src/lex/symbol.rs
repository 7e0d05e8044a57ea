//! Symbols, those of other languages among them.

use super::{Lexer, closing};
use crate::source::Span;
use crate::token::{SYMBOLS, TokenKind};

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

impl Lexer<'_> {
    pub(super) fn symbol(&mut self) {
        let start = self.at;
        let first = self.rest().as_bytes()[0];
        let is_here = |text: &str| text.as_bytes()[0] == first && self.rest().starts_with(text);
        let allowed = SYMBOLS.iter().find(|symbol| is_here(symbol));
        let foreign = FOREIGN.iter().find(|(written, ..)| is_here(written));
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

    pub(super) fn foreign(&mut self, written: &str, read_as: &'static str, help: &str, start: usize) {
        self.error(start, format!("`{written}` is not used here"), help);
        if !read_as.is_empty() {
            self.push(TokenKind::Symbol(read_as), start);
        }
    }

    pub(super) fn allowed(&mut self, symbol: &'static str, start: usize) {
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

    pub(super) fn close(&mut self, symbol: &'static str, start: usize) {
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
