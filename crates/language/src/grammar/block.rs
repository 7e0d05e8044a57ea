//! Parses sequences of statements and the blocks that they open.

use super::parser::{Failed, Parsed, Parser};
use super::token::TokenKind;
use super::tree::{Definition, Expr, ExprKind, Module, Statement, StatementKind};
use crate::source::Span;

/// The syntax after the name of a function.
const BRACKETS_HELP: &str =
    "write def name(first, second):. The brackets are required even when empty";

impl Parser<'_> {
    /// Parses a whole rule file. Parts that cannot be parsed are reported and left out.
    pub(crate) fn module(&mut self) -> Module {
        let title = self.title();
        let mut body = Vec::new();
        while !matches!(self.peek(), TokenKind::End) {
            self.statement_or_recover(&mut body);
        }
        Module { title, body }
    }

    fn title(&mut self) -> Option<String> {
        let TokenKind::Comment(text) = self.peek() else {
            return None;
        };
        self.advance();
        self.end_of_line().ok();
        Some(text.clone())
    }

    fn statement_or_recover(&mut self, body: &mut Vec<Statement>) {
        let before = self.position;
        let is_condition = self.is_keyword("if");
        match self.statement() {
            Ok(statements) => body.extend(statements),
            Err(Failed) => self.skip_line(body, is_condition),
        }
        if self.position == before {
            self.advance();
        }
    }

    /// Recovers from an error: skips to the next line. A block that follows is still parsed, to
    /// report the mistakes in it.
    fn skip_line(&mut self, body: &mut Vec<Statement>, is_condition: bool) {
        while !matches!(
            self.peek(),
            TokenKind::Newline | TokenKind::End | TokenKind::Dedent | TokenKind::Indent
        ) {
            self.advance();
        }
        if matches!(self.peek(), TokenKind::Newline) {
            self.advance();
        }
        let has_block = matches!(self.peek(), TokenKind::Indent);
        if has_block {
            self.advance();
            body.extend(self.statements_until_dedent());
        }
        // The branches of a condition with a mistake are not mistakes themselves.
        if (has_block || is_condition) && (self.is_keyword("elif") || self.is_keyword("else")) {
            self.skip_line(body, true);
        }
    }

    fn statements_until_dedent(&mut self) -> Vec<Statement> {
        let mut body = Vec::new();
        while !matches!(self.peek(), TokenKind::End | TokenKind::Dedent) {
            self.statement_or_recover(&mut body);
        }
        if matches!(self.peek(), TokenKind::Dedent) {
            self.advance();
        }
        body
    }

    /// Parses a statement. A comment in three quotes returns `None`.
    fn statement(&mut self) -> Parsed<Option<Statement>> {
        let start = self.span();
        self.link_count = 0;
        if let TokenKind::Comment(_) = self.peek() {
            self.advance();
            self.end_of_line()?;
            return Ok(None);
        }
        let kind = self.statement_kind()?;
        let span = start.to(self.previous());
        Ok(Some(Statement { kind, span }))
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        if let Some(kind) = self.block_of_another_language() {
            return Ok(kind);
        }
        match self.peek() {
            TokenKind::Keyword("if") => self.if_statement(),
            TokenKind::Keyword("while") => self.while_statement(),
            TokenKind::Keyword("for") => self.for_statement(),
            TokenKind::Keyword("def") => self.definition(),
            TokenKind::Keyword(word @ ("elif" | "else")) => self.fail(
                format!("`{word}` has no matching `if`"),
                "indent it exactly like its `if`",
            ),
            TokenKind::Indent => self.stray_indent(),
            _ => self.simple_line(),
        }
    }

    fn stray_indent(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let span = self.span();
        let help = "indent it like the line before, or end that line with : to open a block";
        self.fail::<()>("this line is indented too far", help).ok();
        let inner = self.statements_until_dedent();
        let condition = Expr::new(ExprKind::Truth(true), span);
        Ok(StatementKind::If {
            branches: vec![(condition, inner)],
            otherwise: Vec::new(),
        })
    }

    fn if_statement(&mut self) -> Parsed<StatementKind> {
        let mut branches = vec![self.branch()?];
        let mut otherwise = Vec::new();
        loop {
            self.closing_brace();
            if self.is_keyword("elif") {
                branches.push(self.branch()?);
            } else if self.take_keyword("else") {
                if self.is_keyword("if") {
                    let wrong = self.mistake("`else if` must be written as one word", "write elif");
                    self.report::<()>(wrong.with_fix(self.previous().to(self.span()), "elif"))
                        .ok();
                    branches.push(self.branch()?);
                    continue;
                }
                otherwise = self.block()?;
                break;
            } else {
                break;
            }
        }
        Ok(StatementKind::If {
            branches,
            otherwise,
        })
    }

    /// Parses `if` or `elif`, its condition and its block.
    fn branch(&mut self) -> Parsed<(Expr, Vec<Statement>)> {
        self.advance();
        let condition = self.condition()?;
        Ok((condition, self.block()?))
    }

    fn condition(&mut self) -> Parsed<Expr> {
        let condition = self.expression()?;
        if self.is_symbol("=") {
            self.report_assignment_in_condition::<()>().ok();
            // The meaning is clear, so the block below belongs to this line, and so does an `else`.
            self.advance();
            return self.expression();
        }
        Ok(condition)
    }

    /// Reports `=` in a comparison.
    pub(super) fn report_assignment_in_condition<T>(&mut self) -> Parsed<T> {
        let wrong = self.mistake("`=` assigns a value", "to compare, write ==");
        self.report(wrong.with_fix(self.span(), "=="))
    }

    fn while_statement(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let condition = self.condition()?;
        let body = self.block()?;
        self.report_loop_else("while")?;
        Ok(StatementKind::While { condition, body })
    }

    fn for_statement(&mut self) -> Parsed<StatementKind> {
        const HELP: &str = "write for x in list:, or for turn in upto(5):";
        self.advance();
        self.other_language_loop()?;
        let names = self.names(HELP)?;
        // A `)` after the names was already reported together with its `(`.
        self.take_symbol(")");
        let source = if self.take_keyword("in") {
            self.loop_source()?
        } else if self.is_symbol("=")
            || matches!(self.peek(), TokenKind::Name(word) if word == "from")
        {
            self.loop_from_to(&names)?
        } else {
            return self.expected("`in`", HELP);
        };
        let body = self.block()?;
        self.report_loop_else("for")?;
        Ok(StatementKind::For {
            names,
            source,
            body,
        })
    }

    /// Reports the `else` of a loop, which Python allows.
    fn report_loop_else(&mut self, word: &str) -> Parsed<()> {
        if !self.is_keyword("else") {
            return Ok(());
        }
        let help = format!(
            "a `{word}` loop cannot have an else: write its lines below the loop. To know whether \
                break ended the loop, set a name before break and check it"
        );
        self.fail("`else` has no matching `if`", help)
    }

    /// Reports `} else {`: blocks end by indentation.
    fn closing_brace(&mut self) {
        if self.is_symbol("}") && matches!(self.following(), TokenKind::Keyword("elif" | "else")) {
            let with_blanks = Span::new(self.span().start, self.token(1).span.start);
            let help = "remove it: a block ends where its indentation ends";
            self.report::<()>(
                self.mistake("`}` is not part of this language", help)
                    .with_removal(with_blanks),
            )
            .ok();
            self.advance();
        }
    }

    fn definition(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let name = self.name("write def name(first, second):")?;
        if self.is_symbol(":") {
            let wrong = self.unexpected("`(`", BRACKETS_HELP);
            return self.report(wrong.with_fix(name.span.end_point(), "()"));
        }
        self.symbol("(", BRACKETS_HELP)?;
        let mut parameters = Vec::new();
        while !self.is_symbol(")") {
            parameters.push(self.name("separate the argument names with commas")?);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(
            ")",
            "separate the argument names with commas. Arguments cannot have default values",
        )?;
        Ok(StatementKind::Define(Definition {
            name,
            parameters,
            body: self.block()?,
            is_imported: false,
        }))
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.nested(|parser| {
            parser.colon()?;
            match parser.peek() {
                TokenKind::Newline => parser.indented_block(),
                _ => parser.block_on_the_line(),
            }
        })
    }

    /// Parses the colon before a block. If it is missing at the end of a line, parsing continues.
    fn colon(&mut self) -> Parsed<()> {
        if self.take_symbol(":") {
            return Ok(());
        }
        let wrong = self.unexpected("`:`", "end a line that opens a block with :");
        match self.peek() {
            TokenKind::Name(word) if word == "then" || word == "do" => {
                let span = self.previous().end_point().to(self.span());
                self.advance();
                let end = if self.is_symbol(":") {
                    self.span()
                } else {
                    span
                };
                self.take_symbol(":");
                let ending = if matches!(self.peek(), TokenKind::Newline) {
                    ":"
                } else {
                    ": "
                };
                let behind = if ending == ":" {
                    end
                } else {
                    Span::new(span.start, self.span().start)
                };
                self.report::<()>(wrong.with_fix(span.to(behind), ending))
                    .ok();
                Ok(())
            }
            TokenKind::Symbol("{") if *self.following() == TokenKind::Newline => {
                let span = self.previous().end_point().to(self.span());
                self.report::<()>(wrong.with_fix(span, ":")).ok();
                self.advance();
                Ok(())
            }
            TokenKind::Newline => {
                self.report::<()>(wrong.with_fix(self.previous().end_point(), ":"))
                    .ok();
                Ok(())
            }
            _ if self.tokens[self.position - 1].kind == TokenKind::Keyword("else") => {
                self.report::<()>(wrong.with_fix(self.previous().end_point(), ":"))
                    .ok();
                Ok(())
            }
            _ => self.report(wrong),
        }
    }

    fn block_on_the_line(&mut self) -> Parsed<Vec<Statement>> {
        let start = self.span();
        let kind = self.simple_line()?;
        Ok(vec![Statement {
            kind,
            span: start.to(self.previous()),
        }])
    }

    fn indented_block(&mut self) -> Parsed<Vec<Statement>> {
        self.advance();
        if !matches!(self.peek(), TokenKind::Indent) {
            let help = "indent its lines by four spaces. For an empty block write pass";
            return self.fail("the block has no lines", help);
        }
        self.advance();
        Ok(self.statements_until_dedent())
    }
}
