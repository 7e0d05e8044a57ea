//! What rule files have between operators: calls, lists, places in them, fields.

use super::parser::{Parsed, Parser};
use super::token::TokenKind;
use super::tree::{Argument, Call, Comprehension, Expr, ExprKind};
use crate::diagnostic::Mistake;

/// The longest list: more than any rule that can be explored, less than would fill the memory.
pub(crate) const MAX_LENGTH: usize = 10_000;

/// The most that one call is given.
const MOST_ARGUMENTS: usize = 255;

impl Parser<'_> {
    pub(super) fn item_of_rule_file(&mut self) -> Parsed<Expr> {
        let mut item = self.atom()?;
        loop {
            item = match self.peek() {
                TokenKind::Symbol("[") => self.index(item)?,
                TokenKind::Symbol(".") => self.field(item)?,
                TokenKind::Symbol("(") => {
                    let help = "is an operator missing before the bracket?";
                    return self.fail("only a function's name can be called", help);
                }
                _ => return Ok(item),
            };
        }
    }

    fn index(&mut self, list: Expr) -> Parsed<Expr> {
        self.link()?;
        self.advance();
        let index = self.expression()?;
        if self.is_symbol(":") {
            let help = "write highest(list, n) or lowest(list, n), or a list such as [x[i] for i in range(2, 5)]";
            return self.fail("parts of a list are not cut out with `:`", help);
        }
        self.symbol("]", "a place in a list is written list[0] for the first")?;
        let span = list.span.to(self.previous());
        Ok(Expr::new(ExprKind::Index(Box::new(list), Box::new(index)), span))
    }

    fn field(&mut self, entry: Expr) -> Parsed<Expr> {
        self.link()?;
        self.advance();
        let name = self.name("after the point stands the name of an entry's field")?;
        if self.is_symbol("(") {
            let help = match name.text.as_str() {
                "append" => "join a list with what comes to it: list = list + [x]".to_owned(),
                other => format!("functions stand before what they work on: {other}(...)"),
            };
            return self.report(Mistake::new(name.span, format!("`.{}(...)` is not used here", name.text), help));
        }
        let span = entry.span.to(name.span);
        Ok(Expr::new(ExprKind::Field(Box::new(entry), name), span))
    }

    fn atom(&mut self) -> Parsed<Expr> {
        match self.peek() {
            TokenKind::Whole(_) | TokenKind::Decimal(_) | TokenKind::Text(_) => self.constant(),
            TokenKind::Keyword("true" | "false") => self.constant(),
            TokenKind::Name(_) => self.name_or_call(),
            TokenKind::Symbol("(") => self.brackets(),
            TokenKind::Symbol("[") => self.list(),
            _ => self.no_value(),
        }
    }

    fn no_value<T>(&mut self) -> Parsed<T> {
        if matches!((self.peek(), self.following()), (TokenKind::Keyword(_), TokenKind::Symbol("="))) {
            return self.no_name("");
        }
        let help = match self.peek() {
            TokenKind::Symbol("=") => "to compare, write ==",
            TokenKind::Keyword("else") => "inside a line both ways are written: a if condition else b",
            TokenKind::Comment(_) => "texts are written in single pairs of quotes: \"us\"",
            _ => "is something missing here?",
        };
        let wrong = self.unexpected("a value", help);
        self.report(match self.peek() {
            TokenKind::Comment(text) if !text.contains(['"', '\n']) => {
                wrong.with_fix(self.span(), format!("\"{text}\""))
            }
            _ => wrong,
        })
    }

    fn name_or_call(&mut self) -> Parsed<Expr> {
        let name = self.name("")?;
        if matches!(self.peek(), TokenKind::Text(_)) {
            let help = "give text and values one after the other: note(\"rolled\", n)";
            return self.fail("a text holds no values here", help);
        }
        if !self.take_symbol("(") {
            return Ok(Expr::new(ExprKind::Name(name.text), name.span));
        }
        let arguments = self.arguments()?;
        self.symbol(")", "arguments stand in brackets with commas between them")?;
        let span = name.span.to(self.previous());
        Ok(Expr::new(ExprKind::Call(Call { name, arguments }), span))
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
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

    fn argument(&mut self) -> Parsed<Argument> {
        let is_named = matches!((self.peek(), self.following()), (TokenKind::Name(_), TokenKind::Symbol("=")));
        let name = if is_named { Some(self.name("")?) } else { None };
        if is_named {
            self.advance();
        }
        let value = self.expression()?;
        let value = if self.is_keyword("for") { self.comprehension(value)? } else { value };
        Ok(Argument { name, value })
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.advance();
        let mut items = Vec::new();
        while !self.is_symbol("]") {
            let item = self.expression()?;
            if items.is_empty() && self.is_keyword("for") {
                let list = self.comprehension(item)?;
                self.symbol("]", "a list is closed with ]")?;
                return Ok(Expr::new(list.kind, start.to(self.previous())));
            }
            if items.len() == MAX_LENGTH {
                let problem = format!("a list of more than {MAX_LENGTH} entries");
                return self.fail(problem, "lists hold up to 10,000 entries");
            }
            items.push(item);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol("]", "a list has commas between its entries and ends with ]")?;
        Ok(Expr::new(ExprKind::List(items), start.to(self.previous())))
    }

    /// What follows the first `for`; its item has been read.
    fn comprehension(&mut self, item: Expr) -> Parsed<Expr> {
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
        let span = item.span.to(condition.as_ref().unwrap_or(&source).span);
        let comprehension = Comprehension { item, names, source, condition };
        Ok(Expr::new(ExprKind::Comprehension(Box::new(comprehension)), span))
    }
}
