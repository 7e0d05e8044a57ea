//! Statements of one line.

use super::parser::{Parsed, Parser};
use super::token::TokenKind;
use super::tree::{AssignTarget, Binary, Expr, ExprKind, Name, StatementKind};
use crate::diagnostic::Mistake;
use crate::foreign;
use crate::source::Span;

const ONE_STEP: &str = "is an operator, a comma or a bracket missing before it? Each step stands on a line of its own";
const TAKEN: &str = "functions of another rule file are taken so: use \"combat.odds\": losses";
const ASSIGNED: &str = "assign to a name, or to a place in a list: x[i] = v; to compare, write ==";

impl Parser<'_> {
    pub(super) fn simple_line(&mut self) -> Parsed<StatementKind> {
        let kind = self.simple()?;
        self.end_of_line()?;
        Ok(kind)
    }

    pub(super) fn end_of_line(&mut self) -> Parsed<()> {
        match self.peek() {
            TokenKind::Newline => self.advance(),
            TokenKind::End | TokenKind::Dedent => (),
            TokenKind::Symbol("=") => {
                return self.fail("nothing can be assigned to what stands before this `=`", ASSIGNED);
            }
            TokenKind::Symbol(":") => {
                let problem = "`:` opens a block only after if, elif, else, while, for and def";
                return self.report(self.mistake(problem, "take it out").with_cut(self.span()));
            }
            found => {
                let found = self.language.words(found);
                return self.fail(format!("the line goes on unexpectedly with {found}"), ONE_STEP);
            }
        }
        Ok(())
    }

    fn simple(&mut self) -> Parsed<StatementKind> {
        match self.peek() {
            TokenKind::Keyword(_) if *self.following() == TokenKind::Symbol("=") => self.no_name("choose another name"),
            TokenKind::Keyword("return") => self.return_statement(),
            TokenKind::Keyword("break") => self.word(StatementKind::Break),
            TokenKind::Keyword("continue") => self.word(StatementKind::Continue),
            TokenKind::Keyword("pass") => self.word(StatementKind::Pass),
            _ => self.assignment_or_expression(),
        }
    }

    fn word(&mut self, kind: StatementKind) -> Parsed<StatementKind> {
        self.advance();
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let ends = matches!(self.peek(), TokenKind::Newline | TokenKind::End | TokenKind::Dedent);
        Ok(StatementKind::Return(if ends { Vec::new() } else { self.values()? }))
    }

    fn values(&mut self) -> Parsed<Vec<Expr>> {
        let mut values = vec![self.expression()?];
        while self.take_symbol(",") {
            values.push(self.expression()?);
        }
        Ok(values)
    }

    /// `use "combat.odds": losses, raised`; elsewhere `use` is a name like any other.
    fn taking(&mut self) -> Parsed<Option<StatementKind>> {
        let is_use = matches!(self.peek(), TokenKind::Name(word) if word == "use");
        if !is_use || !matches!(self.following(), TokenKind::Text(_) | TokenKind::Name(_)) {
            return Ok(None);
        }
        self.advance();
        let span = self.span();
        let TokenKind::Text(text) = self.peek() else {
            let wrong = self.mistake("the name of a file stands in quotes", TAKEN);
            while !matches!(self.peek(), TokenKind::Symbol(":") | TokenKind::Newline | TokenKind::End) {
                self.advance();
            }
            let file = span.to(self.previous());
            let quoted = format!("\"{}\"", &self.text[file.start..file.end]);
            return self.report(wrong.with_fix(file, quoted));
        };
        let file = Name { text: text.clone(), span };
        self.advance();
        self.symbol(":", TAKEN)?;
        Ok(Some(StatementKind::Use { file, names: self.names(TAKEN)? }))
    }

    fn assignment_or_expression(&mut self) -> Parsed<StatementKind> {
        if let Some(taking) = self.taking()? {
            return Ok(taking);
        }
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
    fn foreign_statement(&mut self) -> Parsed<()> {
        let TokenKind::Name(word) = self.peek() else { return Ok(()) };
        let followed = !matches!(self.following(), TokenKind::Symbol(symbol) if *symbol != ":");
        let Some(help) = foreign::statement(word).filter(|_| followed) else { return Ok(()) };
        let wrong = self.mistake(format!("`{word}` is not a word of this language"), help);
        // What AnyDice has between braces is not told of line by line.
        if word == "function" {
            while !matches!(self.peek(), TokenKind::Symbol("}") | TokenKind::End) {
                self.advance();
            }
            self.advance();
            return self.report(wrong);
        }
        let with_blanks = Span::new(self.span().start, self.token(1).span.start);
        self.report(match help {
            foreign::ONLY_NAME => wrong.with_cut(with_blanks),
            foreign::ELIF => wrong.with_fix(self.span(), "elif"),
            _ => wrong,
        })
    }

    fn change_operator(&mut self) -> Option<Binary> {
        let operator = match self.peek() {
            TokenKind::Symbol("+=") => Binary::Add,
            TokenKind::Symbol("-=") => Binary::Subtract,
            TokenKind::Symbol("*=") => Binary::Multiply,
            TokenKind::Symbol("/=") => Binary::Divide,
            TokenKind::Symbol("//=") => Binary::FloorDivide,
            TokenKind::Symbol("%=") => Binary::Remainder,
            _ => return None,
        };
        self.advance();
        Some(operator)
    }

    fn targets(&mut self, values: Vec<Expr>) -> Parsed<Vec<AssignTarget>> {
        values.into_iter().map(|value| self.target(value)).collect()
    }

    fn target(&mut self, value: Expr) -> Parsed<AssignTarget> {
        let span = value.span;
        match value.kind {
            ExprKind::Name(text) => Ok(AssignTarget { name: Name { text, span }, indices: Vec::new(), span }),
            ExprKind::Index(list, index) => {
                let mut target = self.target(*list)?;
                target.indices.push(*index);
                Ok(AssignTarget { span, ..target })
            }
            _ => self.report(Mistake::new(span, "nothing can be assigned to this", ASSIGNED)),
        }
    }
}
