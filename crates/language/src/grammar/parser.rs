//! The parser: turns tokens into a syntax tree, with one function for each production of the
//! grammar. This module keeps the position among the tokens and reports unexpected ones.
//!
//! ```text
//! file        = statement*                                                   (`block`)
//! statement   = simple NEWLINE | if | while | for | def
//! if          = "if" expression block ("elif" expression block)* ["else" block]
//! while       = "while" expression block
//! for         = "for" NAME ("," NAME)* "in" expression block
//! def         = "def" NAME "(" [NAME ("," NAME)*] ")" block
//! block       = ":" NEWLINE INDENT statement+ DEDENT | ":" simple NEWLINE
//! simple      = assignment | change | "return" [values] | "break" | "continue" | "pass" | expression    (`statement`)
//! assignment  = target ("," target)* "=" values
//! change      = target ("+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "**=") expression
//! target      = NAME ("[" expression "]")*
//! values      = expression ("," expression)*
//!
//! expression  = or ["if" or "else" expression]                              (`expression`: of both languages)
//! or          = and ("or" and)*
//! and         = not ("and" not)*
//! not         = "not" not | comparison
//! comparison  = sum (SIGN sum | ["not"] "in" sum)*
//! sum         = product (("+" | "-") product)*
//! product     = negative (("*" | "/" | "//" | "%") negative)*
//! negative    = "-" negative | power
//! power       = item ["**" negative]
//! item        = atom ("[" expression "]" | "." NAME)*                       (`item`: of rule files)
//! atom        = NUMBER | TEXT | "true" | "false" | NAME | call | "(" expression ")" | list
//! call        = NAME "(" [argument ("," argument)*] ")"
//! argument    = [NAME "="] expression [comprehension]
//! list        = "[" [expression (comprehension | ("," expression)*)] "]"
//! comprehension = "for" NAME ("," NAME)* "in" or ["if" or]
//!
//! comparison  = sum (SIGN sum | ["not"] "in" range | "is" ["not"] "absent")*  (`measure`: of questions, in place of these)
//! range       = number ".." number
//! item        = NUMBER | metric | FUNCTION "(" or ("," or)* ")" | "(" or ")"
//! metric      = (NAME | TEXT) ["@" step [".." step]]
//! step        = NUMBER | NAME | TEXT | "last"
//! question    = "P" "(" or ["|" or] ")" | STATISTIC "(" or ["," or] ["|" or] ")" | "mean"
//! ```

use super::language::Language;
use super::token::{Token, TokenKind};
use super::tree::Name;
use crate::diagnostic::{Mistake, Mistakes};
use crate::source::Span;
use crate::vocabulary::Vocabulary;

/// The maximal number of operators of a statement. A question is shorter than that.
const MAX_LINKS: usize = 400;

/// A production that failed. The mistake has been reported.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// The state of the parser.
pub(crate) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) language: Language,
    pub(super) tokens: &'t [Token],
    pub(super) position: usize,
    depth: usize,
    /// The operators of the statement so far: a chain of them gives a tree as deep as the chain is
    /// long.
    pub(super) link_count: usize,
    /// The names that a question may use.
    pub(crate) vocabulary: &'t Vocabulary,
    /// The metric that a question may leave out.
    pub(crate) default_metric: Option<&'t str>,
    /// Whether the names are parts of a situation instead of metrics.
    pub(crate) is_situation_condition: bool,
    diagnostics: &'t mut Mistakes,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(
        text: &'t str,
        language: Language,
        tokens: &'t [Token],
        vocabulary: &'t Vocabulary,
        diagnostics: &'t mut Mistakes,
    ) -> Parser<'t> {
        Parser {
            text,
            language,
            tokens,
            position: 0,
            depth: 0,
            link_count: 0,
            vocabulary,
            default_metric: None,
            is_situation_condition: false,
            diagnostics,
        }
    }

    pub(super) fn is_question(&self) -> bool {
        self.language == Language::Question
    }

    pub(crate) fn peek(&self) -> &'t TokenKind {
        &self.token(0).kind
    }

    pub(super) fn following(&self) -> &'t TokenKind {
        &self.token(1).kind
    }

    /// Returns a token ahead. Beyond the end, this is the end token.
    pub(super) fn token(&self, further: usize) -> &'t Token {
        &self.tokens[(self.position + further).min(self.tokens.len() - 1)]
    }

    pub(crate) fn span(&self) -> Span {
        self.token(0).span
    }

    pub(crate) fn previous(&self) -> Span {
        self.tokens[self.position.saturating_sub(1)].span
    }

    pub(crate) fn advance(&mut self) {
        self.position = (self.position + 1).min(self.tokens.len() - 1);
    }

    pub(crate) fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    pub(crate) fn is_keyword(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Keyword(found) if *found == word)
    }

    pub(crate) fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn take_keyword(&mut self, word: &str) -> bool {
        let found = self.is_keyword(word);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn report<T>(&mut self, diagnostic: Mistake) -> Parsed<T> {
        self.diagnostics.push(diagnostic);
        Err(Failed)
    }

    /// Returns a diagnostic at the next token.
    pub(crate) fn mistake(&self, problem: impl Into<String>, help: impl Into<String>) -> Mistake {
        Mistake::new(self.span(), problem, help)
    }

    pub(crate) fn fail<T>(
        &mut self,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> Parsed<T> {
        self.report(self.mistake(problem, help))
    }

    /// Returns the message that the next token is not the expected one.
    pub(crate) fn unexpected(&self, wanted: &str, help: impl Into<String>) -> Mistake {
        self.mistake(
            format!(
                "expected {wanted}, found {}",
                self.language.describe(self.peek())
            ),
            help,
        )
    }

    pub(crate) fn expected<T>(&mut self, wanted: &str, help: impl Into<String>) -> Parsed<T> {
        self.report(self.unexpected(wanted, help))
    }

    pub(crate) fn symbol(&mut self, symbol: &str, help: &str) -> Parsed<()> {
        if self.take_symbol(symbol) {
            return Ok(());
        }
        let unexpected = self.unexpected(&format!("`{symbol}`"), help);
        self.report(if self.is_question() {
            self.explain_misplaced(symbol, unexpected)
        } else {
            unexpected
        })
    }

    pub(super) fn name(&mut self, help: &str) -> Parsed<Name> {
        let span = self.span();
        let TokenKind::Name(text) = self.peek() else {
            return self.report_missing_name(help);
        };
        self.advance();
        Ok(Name {
            text: text.clone(),
            span,
        })
    }

    pub(super) fn report_missing_name<T>(&mut self, help: &str) -> Parsed<T> {
        match self.peek() {
            TokenKind::Keyword(word) => {
                let problem = format!("`{word}` is a keyword and cannot be a name");
                self.fail(problem, "choose another name")
            }
            _ => self.expected("a name", help),
        }
    }

    /// Parses names that are separated by commas.
    pub(super) fn names(&mut self, help: &str) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name(help)?];
        while self.take_symbol(",") {
            names.push(self.name(help)?);
        }
        Ok(names)
    }

    /// Runs a production one level deeper, and fails beyond the maximum depth.
    pub(super) fn nested<T>(
        &mut self,
        production: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        if self.depth >= self.language.max_depth() {
            let help = match self.language {
                Language::RuleFile => {
                    "give a part of it a name, or move it into a function".to_owned()
                }
                Language::Question => {
                    format!("use at most {} nested brackets", self.language.max_depth())
                }
            };
            return self.fail("this is nested too deeply", help);
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    pub(super) fn link(&mut self) -> Parsed<()> {
        self.link_count += 1;
        if self.link_count > MAX_LINKS && !self.is_question() {
            self.fail(
                "this line is too complex",
                "split it into several lines with names",
            )
        } else {
            Ok(())
        }
    }
}
