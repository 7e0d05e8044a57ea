//! Expressions, from `if ... else` down to a single word.

use super::{Failed, Parser};
use crate::ast::{Argument, Binary, Call, Comparison, Comprehension, Expr, ExprKind};
use crate::builtin::pure::{MAX_LENGTH, too_long};
use crate::source::Span;
use crate::token::TokenKind;

type Parsed = Result<Expr, Failed>;

/// The most that one call is given.
const MOST_ARGUMENTS: usize = 255;

fn join(kind: ExprKind, first: Span, last: Span) -> Expr {
    Expr { kind, span: first.to(last) }
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed {
        self.deeper(Self::if_else)
    }

    fn if_else(&mut self) -> Parsed {
        let then = self.or()?;
        if !self.take_keyword("if") {
            return Ok(then);
        }
        let condition = self.or()?;
        if !self.take_keyword("else") {
            return self.expected("`else`", "inside a line both ways are written: a if condition else b");
        }
        let otherwise = self.expression()?;
        let span = then.span.to(otherwise.span);
        Ok(Expr { kind: ExprKind::IfElse(Box::new([then, condition, otherwise])), span })
    }

    fn or(&mut self) -> Parsed {
        let mut left = self.and()?;
        while self.take_keyword("or") {
            self.link()?;
            let right = self.and()?;
            let (first, last) = (left.span, right.span);
            left = join(ExprKind::Or(Box::new(left), Box::new(right)), first, last);
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed {
        let mut left = self.not()?;
        while self.take_keyword("and") {
            self.link()?;
            let right = self.not()?;
            let (first, last) = (left.span, right.span);
            left = join(ExprKind::And(Box::new(left), Box::new(right)), first, last);
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed {
        let start = self.span();
        if !self.take_keyword("not") {
            return self.comparison();
        }
        let inner = self.deeper(Self::not)?;
        let last = inner.span;
        Ok(join(ExprKind::Not(Box::new(inner)), start, last))
    }

    fn comparison(&mut self) -> Parsed {
        let first = self.sum()?;
        let mut rest = Vec::new();
        while let Some(comparison) = self.comparison_operator() {
            rest.push((comparison, self.sum()?));
        }
        let Some((_, last)) = rest.last() else { return Ok(first) };
        let span = first.span.to(last.span);
        Ok(Expr { kind: ExprKind::Compare(Box::new(first), rest), span })
    }

    fn comparison_operator(&mut self) -> Option<Comparison> {
        let comparison = match self.peek() {
            TokenKind::Symbol("==") => Comparison::Equal,
            TokenKind::Symbol("!=") => Comparison::Unequal,
            TokenKind::Symbol("<") => Comparison::Less,
            TokenKind::Symbol("<=") => Comparison::LessOrEqual,
            TokenKind::Symbol(">") => Comparison::Greater,
            TokenKind::Symbol(">=") => Comparison::GreaterOrEqual,
            TokenKind::Keyword("in") => Comparison::In,
            TokenKind::Keyword("not") if matches!(self.following(), TokenKind::Keyword("in")) => {
                self.advance();
                Comparison::NotIn
            }
            _ => return None,
        };
        self.advance();
        Some(comparison)
    }

    fn sum(&mut self) -> Parsed {
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

    fn product(&mut self) -> Parsed {
        let mut left = self.negative()?;
        loop {
            let operator = match self.peek() {
                TokenKind::Symbol("*") => Binary::Multiply,
                TokenKind::Symbol("//") => Binary::Divide,
                TokenKind::Symbol("%") => Binary::Remainder,
                _ => return Ok(left),
            };
            self.advance();
            self.percent(operator)?;
            self.link()?;
            left = Self::binary(operator, left, self.negative()?);
        }
    }

    /// `50%` looks like a number to everybody but a programmer.
    fn percent(&mut self, operator: Binary) -> Result<(), Failed> {
        let ends = matches!(self.peek(), TokenKind::Newline | TokenKind::Symbol(")" | "," | "]" | ":"));
        if operator == Binary::Remainder && ends {
            return self.fail(
                "`%` gives the rest of a division, and a number is missing after it",
                "write 50% as 0.5, or as chance(50, 100)",
            );
        }
        Ok(())
    }

    fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
        let (first, last) = (left.span, right.span);
        join(ExprKind::Binary(operator, Box::new(left), Box::new(right)), first, last)
    }

    fn negative(&mut self) -> Parsed {
        let start = self.span();
        if !self.take_symbol("-") {
            return self.item();
        }
        let inner = self.deeper(Self::negative)?;
        let span = start.to(inner.span);
        let kind = match inner.kind {
            ExprKind::Whole(number) => ExprKind::Whole(-number),
            _ => ExprKind::Negative(Box::new(inner)),
        };
        Ok(Expr { kind, span })
    }

    fn item(&mut self) -> Parsed {
        let mut item = self.atom()?;
        loop {
            self.link_of_item()?;
            item = match self.peek() {
                TokenKind::Symbol("[") => self.index(item)?,
                TokenKind::Symbol(".") => self.field(item)?,
                TokenKind::Symbol("(") => {
                    return self
                        .fail("only a function's name can be called", "is an operator missing before the bracket?");
                }
                _ => return Ok(item),
            };
        }
    }

    fn link_of_item(&mut self) -> Result<(), Failed> {
        if self.is_symbol("[") || self.is_symbol(".") { self.link() } else { Ok(()) }
    }

    fn index(&mut self, list: Expr) -> Parsed {
        self.advance();
        let index = self.expression()?;
        if self.is_symbol(":") {
            return self.fail(
                "parts of a list are not cut out with `:`",
                "write highest(list, n) or lowest(list, n), or a list such as [x[i] for i in range(2, 5)]",
            );
        }
        self.symbol("]", "a place in a list is written list[0] for the first")?;
        let first = list.span;
        Ok(join(ExprKind::Index(Box::new(list), Box::new(index)), first, self.previous_span()))
    }

    fn field(&mut self, entry: Expr) -> Parsed {
        self.advance();
        let name = self.name("after the point stands the name of an entry's field")?;
        if self.is_symbol("(") {
            let help = match name.text.as_str() {
                "append" => "join a list with what comes to it: list = list + [x]".to_owned(),
                other => format!("functions stand before what they work on: {other}(...)"),
            };
            self.diagnostics.add(name.span, format!("`.{}(...)` is not used here", name.text), help);
            return Err(Failed);
        }
        let first = entry.span;
        let last = name.span;
        Ok(join(ExprKind::Field(Box::new(entry), name), first, last))
    }

    fn atom(&mut self) -> Parsed {
        let span = self.span();
        let kind = match self.peek().clone() {
            TokenKind::Whole(number) => self.constant(ExprKind::Whole(number)),
            TokenKind::Decimal(number) => self.constant(ExprKind::Decimal(number)),
            TokenKind::Text(text) => self.constant(ExprKind::Text(text)),
            TokenKind::Keyword("true") => self.constant(ExprKind::Truth(true)),
            TokenKind::Keyword("false") => self.constant(ExprKind::Truth(false)),
            TokenKind::Name(name) => return self.name_or_call(name),
            TokenKind::Symbol("(") => return self.brackets(),
            TokenKind::Symbol("[") => return self.list(),
            _ => return self.no_value(),
        };
        Ok(Expr { kind, span })
    }

    fn constant(&mut self, kind: ExprKind) -> ExprKind {
        self.advance();
        kind
    }

    fn no_value(&mut self) -> Parsed {
        if matches!((self.peek(), self.following()), (TokenKind::Keyword(_), TokenKind::Symbol("="))) {
            return self.no_name("");
        }
        let found = self.peek().words();
        let help = match self.peek() {
            TokenKind::Symbol("=") => "to compare, write ==",
            TokenKind::Keyword("else") => "inside a line both ways are written: a if condition else b",
            TokenKind::Comment(_) => "texts are written in single pairs of quotes: \"us\"",
            _ => "is something missing here?",
        };
        self.fail(format!("expected a value, found {found}"), help)
    }

    fn name_or_call(&mut self, name: String) -> Parsed {
        let span = self.span();
        self.advance();
        if matches!(self.peek(), TokenKind::Text(_)) {
            return self
                .fail("a text holds no values here", "give text and values one after the other: note(\"rolled\", n)");
        }
        if !self.is_symbol("(") {
            return Ok(Expr { kind: ExprKind::Name(name), span });
        }
        self.advance();
        let name = crate::ast::Name { text: name, span };
        let arguments = self.arguments()?;
        self.symbol(")", "arguments stand in brackets with commas between them")?;
        Ok(join(ExprKind::Call(Call { name, arguments }), span, self.previous_span()))
    }

    fn arguments(&mut self) -> Result<Vec<Argument>, Failed> {
        let mut arguments = Vec::new();
        while !self.is_symbol(")") {
            if arguments.len() == MOST_ARGUMENTS {
                let problem = format!("more than {MOST_ARGUMENTS} values in one pair of brackets");
                return self.fail(problem, "give them as one list, such as max([a, b, c])");
            }
            arguments.push(self.argument()?);
            if !self.take_symbol(",") {
                break;
            }
        }
        Ok(arguments)
    }

    fn argument(&mut self) -> Result<Argument, Failed> {
        let named = matches!(self.peek(), TokenKind::Name(_)) && matches!(self.following(), TokenKind::Symbol("="));
        let name = if named { Some(self.name("")?) } else { None };
        if named {
            self.advance();
        }
        let value = self.expression()?;
        let value = if self.is_keyword("for") { self.comprehension(value)? } else { value };
        Ok(Argument { name, value })
    }

    fn brackets(&mut self) -> Parsed {
        let start = self.span();
        self.advance();
        let inner = self.expression()?;
        if self.is_symbol(",") {
            return self.fail("several values in round brackets", "a list is written in square ones: [a, b]");
        }
        self.symbol(")", "the bracket that was opened is closed")?;
        Ok(Expr { kind: inner.kind, span: start.to(self.previous_span()) })
    }

    fn list(&mut self) -> Parsed {
        let start = self.span();
        self.advance();
        let mut items = Vec::new();
        while !self.is_symbol("]") {
            let item = self.expression()?;
            if items.is_empty() && self.is_keyword("for") {
                let list = self.comprehension(item)?;
                self.symbol("]", "a list is closed with ]")?;
                return Ok(Expr { kind: list.kind, span: start.to(self.previous_span()) });
            }
            if items.len() == MAX_LENGTH {
                let (problem, help) = too_long();
                return self.fail(problem, help);
            }
            items.push(item);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol("]", "a list has commas between its entries and ends with ]")?;
        Ok(join(ExprKind::List(items), start, self.previous_span()))
    }

    /// What follows the first `for`; its item has been read.
    fn comprehension(&mut self, item: Expr) -> Parsed {
        self.advance();
        let names = self.names("write [x + 1 for x in list]")?;
        if !self.take_keyword("in") {
            return self.expected("`in`", "write [x + 1 for x in list]");
        }
        let source = self.or()?;
        let condition = if self.take_keyword("if") { Some(self.or()?) } else { None };
        if self.is_keyword("for") {
            return self.fail("a list has one `for`", "write the inner list as a function of its own");
        }
        let (first, last) = (item.span, condition.as_ref().map_or(source.span, |condition| condition.span));
        let comprehension = Comprehension { item, names, source, condition };
        Ok(join(ExprKind::Comprehension(Box::new(comprehension)), first, last))
    }
}
