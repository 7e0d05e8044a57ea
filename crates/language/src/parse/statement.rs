//! Statements: steps, blocks, and functions.

use super::{Failed, Parser};
use crate::ast::{Binary, Expr, ExprKind, Function, Statement, StatementKind, Target};
use crate::token::TokenKind;

type Parsed = Result<StatementKind, Failed>;

/// First words of other languages' statements, and what to do here.
const FOREIGN: [(&str, &str); 14] = [
    ("import", "a rule file stands alone: everything that it may use is there"),
    ("from", "a rule file stands alone: everything that it may use is there"),
    ("class", "a rule has whole numbers, texts, true and false, and lists"),
    ("global", "a function gives its result with return, and changes nothing outside itself"),
    ("nonlocal", "a function gives its result with return, and changes nothing outside itself"),
    ("lambda", "write a function with def"),
    ("try", "nothing fails here that could be caught; use if"),
    ("match", "write if and elif"),
    ("switch", "write if and elif"),
    ("assert", "tests stand at the top: expect(\"P(total = 4) = 1/1296\")"),
    ("del", "names that are not needed any more are forgotten by themselves"),
    ("output", "what comes out is declared at the top, such as hits = count(\"Hits\"), and recorded: record(hits, n)"),
    ("let", "write only the name, = and its value"),
    ("var", "write only the name, = and its value"),
];

impl Parser<'_> {
    pub(super) fn statements_until_end(&mut self) -> Vec<Statement> {
        let mut body = Vec::new();
        while !matches!(self.peek(), TokenKind::End) {
            self.statement_or_recover(&mut body);
        }
        body
    }

    fn statement_or_recover(&mut self, body: &mut Vec<Statement>) {
        let before = self.at;
        match self.statement() {
            Ok(statements) => body.extend(statements),
            Err(Failed) => self.skip_line(body),
        }
        if self.at == before {
            self.advance();
        }
    }

    /// After an error: to the next line. A block that follows is still read for its own mistakes.
    fn skip_line(&mut self, body: &mut Vec<Statement>) {
        while !matches!(self.peek(), TokenKind::Newline | TokenKind::End | TokenKind::Dedent | TokenKind::Indent) {
            self.advance();
        }
        if matches!(self.peek(), TokenKind::Newline) {
            self.advance();
        }
        if matches!(self.peek(), TokenKind::Indent) {
            self.advance();
            body.extend(self.statements_until_dedent());
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

    /// One statement; none for a comment in three quotes.
    fn statement(&mut self) -> Result<Option<Statement>, Failed> {
        let start = self.span();
        self.links = 0;
        if let TokenKind::Comment(_) = self.peek() {
            self.advance();
            self.end_of_line()?;
            return Ok(None);
        }
        let kind = self.statement_kind()?;
        let span = start.to(self.previous_span());
        Ok(Some(Statement { kind, span }))
    }

    fn statement_kind(&mut self) -> Parsed {
        match self.peek() {
            TokenKind::Keyword("if") => self.if_statement(),
            TokenKind::Keyword("while") => self.while_statement(),
            TokenKind::Keyword("for") => self.for_statement(),
            TokenKind::Keyword("def") => self.definition(),
            TokenKind::Keyword("elif" | "else") => self.stray_else(),
            TokenKind::Indent => self.stray_indent(),
            _ => self.simple_line(),
        }
    }

    fn stray_else(&mut self) -> Parsed {
        let word = self.peek().words();
        self.fail(format!("{word} belongs to no `if`"), "put it under its `if`, exactly as far in")
    }

    fn stray_indent(&mut self) -> Parsed {
        self.advance();
        let span = self.span();
        let help = "start it exactly under the line before, or end that line with : if it opens a block";
        self.diagnostics.add(span, "this line is further in than the one before", help);
        let inner = self.statements_until_dedent();
        let otherwise = Vec::new();
        let condition = Expr { kind: ExprKind::Truth(true), span };
        Ok(StatementKind::If { branches: vec![(condition, inner)], otherwise })
    }

    fn simple_line(&mut self) -> Parsed {
        let kind = self.simple()?;
        self.end_of_line()?;
        Ok(kind)
    }

    pub(super) fn end_of_line(&mut self) -> Result<(), Failed> {
        match self.peek() {
            TokenKind::Newline => self.advance(),
            TokenKind::End | TokenKind::Dedent => (),
            TokenKind::Symbol("=") => {
                return self.fail(
                    "nothing can be assigned to what stands before this `=`",
                    "assign to a name, or to a place in a list: x[i] = v; to compare, write ==",
                );
            }
            TokenKind::Symbol(":") => {
                return self.fail("`:` opens a block only after if, elif, else, while, for and def", "take it out");
            }
            _ => {
                let found = self.peek().words();
                return self.fail(
                    format!("the line goes on unexpectedly with {found}"),
                    "is an operator, a comma or a bracket missing before it? Each step stands on a line of its own",
                );
            }
        }
        Ok(())
    }

    fn simple(&mut self) -> Parsed {
        match self.peek() {
            TokenKind::Keyword("return") => self.return_statement(),
            TokenKind::Keyword("break") => self.word(StatementKind::Break),
            TokenKind::Keyword("continue") => self.word(StatementKind::Continue),
            TokenKind::Keyword("pass") => self.word(StatementKind::Pass),
            _ => self.assignment_or_expression(),
        }
    }

    fn word(&mut self, kind: StatementKind) -> Parsed {
        self.advance();
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parsed {
        self.advance();
        let ends = matches!(self.peek(), TokenKind::Newline | TokenKind::End | TokenKind::Dedent);
        Ok(StatementKind::Return(if ends { Vec::new() } else { self.values()? }))
    }

    fn values(&mut self) -> Result<Vec<Expr>, Failed> {
        let mut values = vec![self.expression()?];
        while self.take_symbol(",") {
            values.push(self.expression()?);
        }
        Ok(values)
    }

    fn assignment_or_expression(&mut self) -> Parsed {
        self.foreign_statement()?;
        let mut values = self.values()?;
        if self.take_symbol("=") {
            let targets = self.targets(values)?;
            return Ok(StatementKind::Assign { targets, values: self.values()? });
        }
        if let Some(operator) = self.change_operator() {
            let target = self.targets(values)?.swap_remove(0);
            return Ok(StatementKind::Change { target, operator, value: self.expression()? });
        }
        match values.len() {
            1 => Ok(StatementKind::Expression(values.swap_remove(0))),
            _ => self.fail("these values go nowhere", "give them names: a, b = ..."),
        }
    }

    /// A first word that another language begins its statements with, and a value or name right after it.
    fn foreign_statement(&mut self) -> Result<(), Failed> {
        let TokenKind::Name(word) = self.peek() else { return Ok(()) };
        let known = FOREIGN.iter().find(|(foreign, _)| foreign == word);
        let followed = !matches!(self.following(), TokenKind::Symbol(symbol) if *symbol != ":");
        match known {
            Some((word, help)) if followed => self.fail(format!("`{word}` is not a word of this language"), *help),
            _ => Ok(()),
        }
    }

    fn change_operator(&mut self) -> Option<Binary> {
        let operator = match self.peek() {
            TokenKind::Symbol("+=") => Binary::Add,
            TokenKind::Symbol("-=") => Binary::Subtract,
            TokenKind::Symbol("*=") => Binary::Multiply,
            TokenKind::Symbol("//=") => Binary::Divide,
            TokenKind::Symbol("%=") => Binary::Remainder,
            _ => return None,
        };
        self.advance();
        Some(operator)
    }

    fn targets(&mut self, values: Vec<Expr>) -> Result<Vec<Target>, Failed> {
        values.into_iter().map(|value| self.target(value)).collect()
    }

    fn target(&mut self, value: Expr) -> Result<Target, Failed> {
        let span = value.span;
        match value.kind {
            ExprKind::Name(text) => Ok(Target { name: crate::ast::Name { text, span }, indices: Vec::new(), span }),
            ExprKind::Index(list, index) => {
                let mut target = self.target(*list)?;
                target.indices.push(*index);
                Ok(Target { span, ..target })
            }
            _ => {
                let help = "assign to a name, or to a place in a list: x[i] = v; to compare, write ==";
                self.diagnostics.add(span, "nothing can be assigned to this", help);
                Err(Failed)
            }
        }
    }

    fn if_statement(&mut self) -> Parsed {
        let mut branches = vec![self.branch()?];
        let mut otherwise = Vec::new();
        loop {
            if self.is_keyword("elif") {
                branches.push(self.branch()?);
            } else if self.take_keyword("else") {
                if self.is_keyword("if") {
                    self.fail::<()>("`else if` is one word here", "write elif").ok();
                    branches.push(self.branch()?);
                    continue;
                }
                otherwise = self.block()?;
                break;
            } else {
                break;
            }
        }
        Ok(StatementKind::If { branches, otherwise })
    }

    /// `if` or `elif`, its condition and its block.
    fn branch(&mut self) -> Result<(Expr, Vec<Statement>), Failed> {
        self.advance();
        let condition = self.condition()?;
        Ok((condition, self.block()?))
    }

    fn condition(&mut self) -> Result<Expr, Failed> {
        let condition = self.expression()?;
        if self.is_symbol("=") {
            return self.fail("`=` gives a name its value", "to compare, write ==");
        }
        Ok(condition)
    }

    fn while_statement(&mut self) -> Parsed {
        self.advance();
        let condition = self.condition()?;
        Ok(StatementKind::While { condition, body: self.block()? })
    }

    fn for_statement(&mut self) -> Parsed {
        self.advance();
        let names = self.names("write for x in list:, or for turn in upto(5):")?;
        if !self.take_keyword("in") {
            return self.expected("`in`", "write for x in list:, or for turn in upto(5):");
        }
        let source = self.expression()?;
        Ok(StatementKind::For { names, source, body: self.block()? })
    }

    fn definition(&mut self) -> Parsed {
        self.advance();
        let name = self.name("write def name(first, second):")?;
        self.symbol("(", "write def name(first, second):, with brackets even where there is nothing in them")?;
        let mut parameters = Vec::new();
        while !self.is_symbol(")") {
            parameters.push(self.name("the brackets of def hold names with commas between them")?);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(")", "the brackets of def hold names with commas between them; defaults are not used here")?;
        Ok(StatementKind::Define(Function { name, parameters, body: self.block()? }))
    }

    fn block(&mut self) -> Result<Vec<Statement>, Failed> {
        self.deeper(|parser| {
            parser.colon()?;
            match parser.peek() {
                TokenKind::Newline => parser.indented_block(),
                _ => parser.block_on_the_line(),
            }
        })
    }

    /// The colon before a block. Where it was forgotten at the end of a line, reading goes on.
    fn colon(&mut self) -> Result<(), Failed> {
        if self.take_symbol(":") {
            return Ok(());
        }
        let result = self.expected("`:`", "a line that opens a block ends with :");
        if matches!(self.peek(), TokenKind::Newline) { Ok(()) } else { result }
    }

    fn block_on_the_line(&mut self) -> Result<Vec<Statement>, Failed> {
        let start = self.span();
        let kind = self.simple_line()?;
        Ok(vec![Statement { kind, span: start.to(self.previous_span()) }])
    }

    fn indented_block(&mut self) -> Result<Vec<Statement>, Failed> {
        self.advance();
        if !matches!(self.peek(), TokenKind::Indent) {
            return self.fail("the block has no lines", "start its lines four spaces further in than the line with the :; a block that does nothing holds the word pass");
        }
        self.advance();
        Ok(self.statements_until_dedent())
    }
}
