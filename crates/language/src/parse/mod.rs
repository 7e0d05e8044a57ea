//! Tokens to a tree, by one function for each production of the grammar.
//!
//! ```text
//! file        = statement*
//! statement   = simple NEWLINE | if | while | for | def
//! simple      = assignment | change | "return" [values] | "break" | "continue" | "pass" | expression
//! assignment  = target ("," target)* "=" values
//! change      = target ("+=" | "-=" | "*=" | "//=" | "%=") expression
//! target      = NAME ("[" expression "]")*
//! values      = expression ("," expression)*
//! if          = "if" expression block ("elif" expression block)* ["else" block]
//! while       = "while" expression block
//! for         = "for" NAME ("," NAME)* "in" expression block
//! def         = "def" NAME "(" [NAME ("," NAME)*] ")" block
//! block       = ":" NEWLINE INDENT statement+ DEDENT | ":" simple NEWLINE
//!
//! expression  = or ["if" or "else" expression]
//! or          = and ("or" and)*
//! and         = not ("and" not)*
//! not         = "not" not | comparison
//! comparison  = sum (("==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" "in") sum)*
//! sum         = product (("+" | "-") product)*
//! product     = negative (("*" | "//" | "%") negative)*
//! negative    = "-" negative | item
//! item        = atom ("[" expression "]" | "." NAME)*
//! atom        = NUMBER | TEXT | "true" | "false" | NAME | call | "(" expression ")" | list
//! call        = NAME "(" [argument ("," argument)*] ")"
//! argument    = [NAME "="] expression [comprehension]
//! list        = "[" [expression (comprehension | ("," expression)*)] "]"
//! comprehension = "for" NAME ("," NAME)* "in" or ["if" or]
//! ```

mod expression;
mod statement;

use crate::ast::{Module, Name};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::token::{Token, TokenKind};

/// How deep blocks and brackets may nest: far more than anybody writes, far less than the stack holds.
const MAX_DEPTH: usize = 64;
/// How many operators a statement may have.
const MAX_LINKS: usize = 400;

/// A production that failed; what is wrong has been told.
pub(crate) struct Failed;

/// Reads a file's tokens; what cannot be read is told and left out.
pub(crate) fn parse(tokens: &[Token], diagnostics: &mut Diagnostics) -> Module {
    let mut parser = Parser { tokens, at: 0, depth: 0, links: 0, diagnostics };
    let title = parser.title();
    let body = parser.statements_until_end();
    Module { title, body }
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
    /// Operators of the statement so far: a chain of them is as deep a tree as it is long.
    links: usize,
    diagnostics: &'t mut Diagnostics,
}

impl Parser<'_> {
    fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    /// The last token is the end, and nothing goes past it.
    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn following(&self) -> &TokenKind {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    fn is_keyword(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Keyword(found) if *found == word)
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn take_keyword(&mut self, word: &str) -> bool {
        let found = self.is_keyword(word);
        if found {
            self.advance();
        }
        found
    }

    fn fail<T>(&mut self, problem: impl Into<String>, help: impl Into<String>) -> Result<T, Failed> {
        let span = self.span();
        self.diagnostics.add(span, problem, help);
        Err(Failed)
    }

    fn expected<T>(&mut self, wanted: &str, help: &str) -> Result<T, Failed> {
        let found = self.peek().words();
        self.fail(format!("expected {wanted}, found {found}"), help)
    }

    fn symbol(&mut self, symbol: &str, help: &str) -> Result<(), Failed> {
        if self.take_symbol(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`"), help) }
    }

    fn name(&mut self, help: &str) -> Result<Name, Failed> {
        let span = self.span();
        let TokenKind::Name(text) = self.peek() else { return self.no_name(help) };
        let name = Name { text: text.clone(), span };
        self.advance();
        Ok(name)
    }

    pub(super) fn no_name<T>(&mut self, help: &str) -> Result<T, Failed> {
        match self.peek() {
            TokenKind::Keyword(word) => {
                let problem = format!("`{word}` is a word of the language and cannot be a name");
                self.fail(problem, "choose another name")
            }
            _ => self.expected("a name", help),
        }
    }

    /// Names with commas between them.
    fn names(&mut self, help: &str) -> Result<Vec<Name>, Failed> {
        let mut names = vec![self.name(help)?];
        while self.take_symbol(",") {
            names.push(self.name(help)?);
        }
        Ok(names)
    }

    /// Runs a production one level further in, and refuses to go too deep.
    fn deeper<T>(&mut self, production: impl FnOnce(&mut Self) -> Result<T, Failed>) -> Result<T, Failed> {
        if self.depth >= MAX_DEPTH {
            return self.fail("this is nested too deeply", "give a part of it a name, or move it to a function");
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    fn link(&mut self) -> Result<(), Failed> {
        self.links += 1;
        match self.links > MAX_LINKS {
            true => self.fail("this line does too much at once", "give parts of it names on lines of their own"),
            false => Ok(()),
        }
    }

    fn title(&mut self) -> Option<String> {
        let TokenKind::Comment(text) = self.peek() else { return None };
        let title = text.clone();
        self.advance();
        self.end_of_line().ok();
        Some(title)
    }
}
