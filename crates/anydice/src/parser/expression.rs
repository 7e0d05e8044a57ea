//! Reads expressions.

use super::Parser;
use crate::lexer::TokenKind;
use crate::problem::Problem;
use crate::syntax::{Binary, Expression, ExpressionKind, Item, Unary};

/// The most levels of one expression: each operator of a chain is one.
const MAX_OPERATORS: usize = 200;

/// Returns the operator of a token, and how tightly it binds.
fn operator(token: &TokenKind) -> Option<(Binary, u8)> {
    Some(match token {
        TokenKind::Die => (Binary::Dice, 7),
        TokenKind::Symbol(symbol) => match *symbol {
            "@" => (Binary::At, 6),
            "^" => (Binary::Power, 5),
            "*" => (Binary::Multiply, 4),
            "/" => (Binary::Divide, 4),
            "+" => (Binary::Add, 3),
            "-" => (Binary::Subtract, 3),
            "=" => (Binary::Equal, 2),
            "!=" => (Binary::Unequal, 2),
            "<" => (Binary::Less, 2),
            "<=" => (Binary::LessOrEqual, 2),
            ">" => (Binary::Greater, 2),
            ">=" => (Binary::GreaterOrEqual, 2),
            "&" => (Binary::And, 1),
            "|" => (Binary::Or, 1),
            _ => return None,
        },
        _ => return None,
    })
}

impl Parser {
    pub(super) fn expression(&mut self) -> Result<Expression, Problem> {
        self.binary(1)
    }

    /// Reads an expression whose operators bind at least so tightly.
    fn binary(&mut self, least: u8) -> Result<Expression, Problem> {
        let mut left = self.unary()?;
        loop {
            self.check_operator()?;
            let Some((binary, strength)) = operator(self.peek()) else {
                return Ok(left);
            };
            if strength < least {
                return Ok(left);
            }
            if left.levels > MAX_OPERATORS {
                return Err(Problem::new(
                    format!("an expression may have at most {MAX_OPERATORS} operators in a row"),
                    self.span(),
                )
                .with_help("give the first part to a variable"));
            }
            self.advance();
            let right = self.binary(strength + 1)?;
            let span = left.span.start..right.span.end;
            let kind = ExpressionKind::Binary(binary, Box::new(left), Box::new(right));
            left = Expression::new(kind, span);
        }
    }

    /// Reports operators of other languages.
    fn check_operator(&self) -> Result<(), Problem> {
        let instead = match self.peek() {
            TokenKind::Symbol("==") => "=",
            TokenKind::Symbol("<>") => "!=",
            _ => return Ok(()),
        };
        Err(Problem::new(
            format!("{} is not an operator of AnyDice", self.describe()),
            self.span(),
        )
        .with_help(format!("write `{instead}` instead")))
    }

    fn unary(&mut self) -> Result<Expression, Problem> {
        let unary = match self.peek() {
            TokenKind::Die => Unary::Die,
            TokenKind::Symbol("-") => Unary::Minus,
            TokenKind::Symbol("!") => Unary::Not,
            TokenKind::Symbol("#") => Unary::Length,
            _ => return self.atom(),
        };
        let start = self.span().start;
        self.deepen()?;
        self.advance();
        let operand = self.unary()?;
        self.levels -= 1;
        let span = start..operand.span.end;
        let kind = ExpressionKind::Unary(unary, Box::new(operand));
        Ok(Expression::new(kind, span))
    }

    fn atom(&mut self) -> Result<Expression, Problem> {
        let span = self.span();
        let kind = match self.peek().clone() {
            TokenKind::Number(number) => {
                self.advance();
                ExpressionKind::Number(number)
            }
            TokenKind::Variable(name) => {
                self.advance();
                ExpressionKind::Variable(self.names.variable(&name))
            }
            TokenKind::Symbol("(") => {
                self.advance();
                self.deepen()?;
                let inner = self.expression()?;
                self.levels -= 1;
                if !self.accept_symbol(")") {
                    return Err(self.unclosed("(", ")", span));
                }
                return Ok(Expression::new(inner.kind, span.start..self.end()));
            }
            TokenKind::Symbol("{") => self.sequence()?,
            TokenKind::Symbol("[") => self.call()?,
            _ => return Err(self.no_value()),
        };
        Ok(Expression::new(kind, span.start..self.end()))
    }

    /// Reports a bracket that is not closed.
    pub(super) fn unclosed(
        &self,
        opening: &str,
        closing: &str,
        span: std::ops::Range<usize>,
    ) -> Problem {
        let problem = Problem::new(
            format!(
                "this `{opening}` is not closed: expected `{closing}`, but found {}",
                self.describe()
            ),
            span,
        );
        if *self.peek() == TokenKind::End {
            return problem.with_help(format!("write `{closing}` where the bracket ends"));
        }
        problem.with_help(format!("write `{closing}` before {}", self.describe()))
    }

    fn no_value(&self) -> Problem {
        let problem = Problem::new(
            format!("expected a value, but found {}", self.describe()),
            self.span(),
        );
        match self.peek() {
            TokenKind::Word(_) => problem.with_help(
                "put the call of a function in square brackets, as in [explode d6]; variables have capital letters",
            ),
            TokenKind::Text(_) => problem.with_help("write `named` before the text"),
            _ => problem.with_help("write a number, dice such as 2d6, or a variable here"),
        }
    }

    fn sequence(&mut self) -> Result<ExpressionKind, Problem> {
        let opening = self.span();
        self.advance();
        self.deepen()?;
        let mut items = Vec::new();
        while !self.is_symbol("}") {
            if !items.is_empty() {
                if !self.accept_symbol(",") {
                    return Err(self.unclosed("{", "}", opening));
                }
                if self.is_symbol("}") {
                    break;
                }
            }
            if *self.peek() == TokenKind::End {
                return Err(self.unclosed("{", "}", opening));
            }
            items.push(self.item()?);
        }
        self.levels -= 1;
        self.advance();
        Ok(ExpressionKind::Sequence(items))
    }

    fn item(&mut self) -> Result<Item, Problem> {
        let first = self.expression()?;
        let last = if self.accept_symbol("..") {
            Some(self.expression()?)
        } else {
            None
        };
        let repeat = if self.accept_symbol(":") {
            Some(self.expression()?)
        } else {
            None
        };
        Ok(Item {
            first,
            last,
            repeat,
        })
    }
}
