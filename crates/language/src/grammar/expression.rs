//! Parses expressions of both languages, from `if ... else` down to brackets.

use oddsmith_engine::question::Comparison;

use super::parser::{Parsed, Parser};
use super::token::TokenKind;
use super::tree::{Binary, Expr, ExprKind, Relation};
use crate::diagnostic::Mistake;
use crate::ratio::Ratio;
use crate::source::Span;

impl Parser<'_> {
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.nested(Self::if_else)
    }

    fn if_else(&mut self) -> Parsed<Expr> {
        let then = self.or()?;
        if self.is_symbol("?") {
            return self.question_mark(&then);
        }
        if !self.take_keyword("if") {
            return Ok(then);
        }
        let condition = self.or()?;
        if self.is_symbol("=") {
            return self.report_assignment_in_condition();
        }
        if !self.take_keyword("else") {
            let (then, condition) = (then.branch_source(), condition.branch_source());
            let help = format!("add the second value: {then} if {condition} else ...");
            return self.expected("`else`", help);
        }
        let otherwise = self.expression()?;
        let span = then.span.to(otherwise.span);
        Ok(Expr::new(
            ExprKind::IfElse(Box::new([then, condition, otherwise])),
            span,
        ))
    }

    /// Reports `x > 3 ? 1 : 0`, which many languages allow.
    fn question_mark(&mut self, condition: &Expr) -> Parsed<Expr> {
        let wrong = self.mistake(
            "`?` is not part of this language",
            "write a if condition else b",
        );
        self.advance();
        let Ok(then) = self.or() else {
            return self.report(wrong);
        };
        if !self.take_symbol(":") {
            return self.report(wrong);
        }
        let Ok(otherwise) = self.expression() else {
            return self.report(wrong);
        };
        let written = |expr: &Expr| &self.text[expr.span.start..expr.span.end];
        let fix = format!(
            "{} if {} else {}",
            written(&then),
            written(condition),
            written(&otherwise)
        );
        let wrong = Mistake {
            help: format!("write {fix}"),
            ..wrong
        };
        self.report(wrong.with_fix(condition.span.to(otherwise.span), fix))
    }

    pub(super) fn or(&mut self) -> Parsed<Expr> {
        self.operator_chain("or", Self::and, ExprKind::Or)
    }

    fn and(&mut self) -> Parsed<Expr> {
        self.operator_chain("and", Self::not, ExprKind::And)
    }

    fn operator_chain(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Parsed<Expr>,
        kind: fn(Vec<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let first = part(self)?;
        if !self.is_keyword(word) {
            return Ok(first);
        }
        let start = first.span;
        let mut parts = vec![first];
        while self.take_keyword(word) {
            self.link()?;
            parts.push(part(self)?);
        }
        Ok(Expr::new(kind(parts), start.to(self.previous())))
    }

    fn not(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if !self.take_keyword("not") {
            return self.comparison();
        }
        let inner = self.nested(Self::not)?;
        let span = start.to(inner.span);
        Ok(Expr::new(ExprKind::Not(Box::new(inner)), span))
    }

    /// Parses a comparison or a chain of them: `1 < x < 4`.
    fn comparison(&mut self) -> Parsed<Expr> {
        let first = if self.omits_default_metric() {
            self.default_metric_expr()
        } else {
            self.sum()?
        };
        let mut rest: Vec<(Relation, Expr)> = Vec::new();
        let mut written_out = self.comparison_word(&first)?;
        self.report_between(&first)?;
        self.report_dots(&first)?;
        while let Some(relation) = written_out.take().or_else(|| self.relation()) {
            let right = if self.is_question() {
                self.comparison_operand(relation, &first, &rest)?
            } else {
                self.sum()?
            };
            rest.push((relation, right));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = first.span.to(self.previous());
        Ok(Expr::new(ExprKind::Compare(Box::new(first), rest), span))
    }

    /// Parses a comparison operator; `is` tests for equality.
    fn relation(&mut self) -> Option<Relation> {
        let relation = match self.peek() {
            TokenKind::Keyword("in") => Relation::In,
            TokenKind::Keyword("is") if *self.following() == TokenKind::Keyword("not") => {
                self.advance();
                Relation::Is(Comparison::Unequal)
            }
            TokenKind::Keyword("is") => Relation::Is(Comparison::Equal),
            TokenKind::Keyword("not") if *self.following() == TokenKind::Keyword("in") => {
                self.advance();
                Relation::NotIn
            }
            _ => return self.comparison_sign().map(Relation::Is),
        };
        self.advance();
        Some(relation)
    }

    pub(crate) fn comparison_sign(&mut self) -> Option<Comparison> {
        let TokenKind::Symbol(symbol) = self.peek() else {
            return None;
        };
        let comparison = match *symbol {
            "==" => Comparison::Equal,
            "=" if self.is_question() => Comparison::Equal,
            "!=" => Comparison::Unequal,
            "<" => Comparison::Below,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Above,
            ">=" => Comparison::AtLeast,
            _ => return None,
        };
        self.advance();
        Some(comparison)
    }

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Symbol("+") => Binary::Add,
                TokenKind::Symbol("-") => Binary::Subtract,
                _ => return Ok(left),
            };
            self.advance();
            self.link()?;
            left = Self::binary(operator, left, self.product()?);
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.negative()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Symbol("*") => Binary::Multiply,
                TokenKind::Symbol("//") => Binary::FloorDivide,
                TokenKind::Symbol("%") if !self.is_question() => Binary::Remainder,
                TokenKind::Symbol("/") if !self.is_question() => Binary::Divide,
                TokenKind::Symbol("/") => {
                    let help = "use + - * with whole numbers, and compare products: 2 * a >= b";
                    return self.fail("`/` cannot be used here", help);
                }
                _ => return Ok(left),
            };
            self.advance();
            if self.is_percent(operator) {
                left = self.percent(left)?;
                continue;
            }
            self.link()?;
            left = Self::binary(operator, left, self.negative()?);
        }
    }

    fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        Expr::new(
            ExprKind::Binary(operator, Box::new(left), Box::new(right)),
            span,
        )
    }

    fn negative(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if !self.take_symbol("-") {
            return self.power();
        }
        let inner = if !self.is_question() {
            self.nested(Self::negative)?
        } else if self.is_symbol("-") {
            return self.report(
                self.mistake("two minus signs in a row", "remove one")
                    .with_removal(self.span()),
            );
        } else {
            self.item()?
        };
        let span = start.to(inner.span);
        let kind = match inner.kind {
            ExprKind::Whole(number) if !self.is_question() => ExprKind::Whole(-number),
            _ => ExprKind::Negative(Box::new(inner)),
        };
        Ok(Expr::new(kind, span))
    }

    /// Parses a power, which only rule files have: `2 ** -x ** 2` is `2 ** (-(x ** 2))`.
    fn power(&mut self) -> Parsed<Expr> {
        let base = self.item()?;
        if self.is_question() || !self.take_symbol("**") {
            return Ok(base);
        }
        self.link()?;
        let exponent = self.nested(Self::negative)?;
        Ok(Self::binary(Binary::Power, base, exponent))
    }

    fn item(&mut self) -> Parsed<Expr> {
        if self.is_question() {
            self.question_item()
        } else {
            self.rule_file_item()
        }
    }

    /// Parses a literal: a number or a text.
    pub(super) fn constant(&mut self) -> Parsed<Expr> {
        let kind = match self.peek() {
            TokenKind::Whole(number) => ExprKind::Whole(*number),
            TokenKind::Decimal(text) => {
                ExprKind::Decimal(Ratio::parse(text).unwrap_or(Ratio::whole(0)))
            }
            TokenKind::Text(text) => ExprKind::Text(text.clone()),
            TokenKind::Keyword(word) => ExprKind::Truth(*word == "true"),
            _ => return self.expected("a value", ""),
        };
        let span = self.span();
        self.advance();
        Ok(Expr::new(kind, span))
    }

    pub(super) fn brackets(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.advance();
        let inner = self.expression()?;
        if (self.is_symbol(",") || self.is_keyword("for")) && !self.is_question() {
            return self.report(self.list_in_round_brackets(start));
        }
        self.symbol(")", "close the bracket with `)`")?;
        Ok(Expr::new(inner.kind, start.to(self.previous())))
    }

    /// Returns the message about several values in round brackets, with the list in square brackets
    /// as the fix.
    fn list_in_round_brackets(&self, start: Span) -> Mistake {
        let wrong = self.mistake("a list needs square brackets", "write [a, b]");
        let mut open = 0;
        for further in 0.. {
            let token = self.token(further);
            match token.kind {
                TokenKind::Symbol("(" | "[") => open += 1,
                TokenKind::Symbol(")") if open == 0 => {
                    let list = format!("[{}]", &self.text[start.end..token.span.start]);
                    return wrong.with_fix(start.to(token.span), list);
                }
                TokenKind::Symbol(")" | "]") => open -= 1,
                TokenKind::Newline | TokenKind::End => break,
                _ => (),
            }
        }
        wrong
    }
}
