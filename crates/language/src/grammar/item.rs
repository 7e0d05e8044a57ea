//! What rule files have between operators: calls, lists, places in them, fields.

use super::parser::{Parsed, Parser};
use super::token::TokenKind;
use super::tree::{Argument, Call, Comprehension, Expr, ExprKind, Name};
use crate::diagnostic::Mistake;
use crate::source::Span;

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
        if self.is_symbol(":") {
            return self.slice(&list, None);
        }
        let index = self.expression()?;
        if self.is_symbol(":") {
            return self.slice(&list, Some(&index));
        }
        self.symbol("]", "a place in a list is written list[0] for the first")?;
        let span = list.span.to(self.previous());
        Ok(Expr::new(ExprKind::Index(Box::new(list), Box::new(index)), span))
    }

    /// Parts of a list as others cut them out: `xs[:3]`, `xs[1:]`.
    fn slice(&mut self, list: &Expr, first: Option<&Expr>) -> Parsed<Expr> {
        let help = "write highest(list, 3) or lowest(list, 3), or the places one by one: [list[i] for i in range(3)]";
        let wrong = self.mistake("parts of a list are not cut out with `:`", help);
        self.advance();
        let end = if self.is_symbol("]") { None } else { Some(self.expression()?) };
        let ExprKind::Name(name) = &list.kind else { return self.report(wrong) };
        if !self.is_symbol("]") {
            return self.report(wrong);
        }
        let written = |expr: &Expr| self.text[expr.span.start..expr.span.end].to_owned();
        let first = first.map(|first| format!("{}, ", written(first))).unwrap_or_default();
        let end = end.as_ref().map_or_else(|| format!("len({name})"), written);
        let fix = format!("[{name}[i] for i in range({first}{end})]");
        self.report(wrong.with_fix(list.span.to(self.span()), fix))
    }

    fn field(&mut self, entry: Expr) -> Parsed<Expr> {
        self.link()?;
        self.advance();
        let name = self.name("after the point stands the name of an entry's field")?;
        if self.is_symbol("(") {
            return self.method(&entry, &name);
        }
        let span = entry.span.to(name.span);
        Ok(Expr::new(ExprKind::Field(Box::new(entry), name), span))
    }

    /// What stands behind a point and is called, as in other languages.
    fn method(&mut self, of: &Expr, name: &Name) -> Parsed<Expr> {
        self.advance();
        let arguments = self.arguments()?;
        let end = self.span();
        self.symbol(")", "arguments stand in brackets with commas between them")?;
        let written = |expr: &Expr| &self.text[expr.span.start..expr.span.end];
        let own = written(of);
        let given: Vec<&str> = arguments.iter().map(|argument| written(&argument.value)).collect();
        let (help, fix) = match (name.text.as_str(), &given[..]) {
            ("append", [x]) => (
                "join a list with what comes to it: list = list + [x]".to_owned(),
                Some(format!("{own} = {own} + [{x}]")),
            ),
            ("extend", [xs]) => {
                ("join two lists: list = list + more".to_owned(), Some(format!("{own} = {own} + {xs}")))
            }
            ("count", [x]) => {
                ("write sum(x == 6 for x in list)".to_owned(), Some(format!("sum(x == {x} for x in {own})")))
            }
            ("sort", []) => ("write list = sorted(list)".to_owned(), Some(format!("{own} = sorted({own})"))),
            ("randint", ["1", sides]) => ("write roll(6)".to_owned(), Some(format!("roll({sides})"))),
            ("randint", [..]) => ("write roll(6), or roll(range(a, b + 1))".to_owned(), None),
            ("choice", [xs]) => ("write roll(list)".to_owned(), Some(format!("roll({xs})"))),
            ("random", []) => ("write chance(0.5)".to_owned(), None),
            ("pop" | "remove" | "insert", _) => {
                ("lists are not changed so: make the list anew, such as [x for x in list if x > 1]".to_owned(), None)
            }
            ("shuffle" | "sample", _) => {
                ("deal from a deck given as counts by kind: hand, deck = draw(deck, 5)".to_owned(), None)
            }
            (other, _) => (format!("functions stand before what they work on: {other}(...)"), None),
        };
        let wrong = Mistake::new(name.span, format!("`.{}(...)` is not used here", name.text), help);
        // A change of a list stands on a line of its own.
        let is_name = matches!(of.kind, ExprKind::Name(_));
        let fix = fix.filter(|fix| is_name && (!fix.contains(" = ") || self.begins_a_line(of)));
        self.report(match fix {
            Some(fix) => wrong.with_fix(of.span.to(end), fix),
            None => wrong,
        })
    }

    /// Whether nothing but blanks stands before it in its line.
    fn begins_a_line(&self, expr: &Expr) -> bool {
        let before = &self.text[..expr.span.start];
        before[before.rfind('\n').map_or(0, |at| at + 1)..].trim().is_empty()
    }

    fn atom(&mut self) -> Parsed<Expr> {
        match self.peek() {
            TokenKind::Dice(text) => self.dice_without_quotes(text),
            TokenKind::Whole(_) | TokenKind::Decimal(_) | TokenKind::Text(_) => self.constant(),
            TokenKind::Keyword("true" | "false") => self.constant(),
            TokenKind::Name(_) => self.name_or_call(),
            TokenKind::Symbol("(") => self.brackets(),
            TokenKind::Symbol("[") => self.list(),
            _ => self.no_value(),
        }
    }

    fn dice_without_quotes(&mut self, written: &str) -> Parsed<Expr> {
        let (span, dice) = (self.span(), format!("dice(\"{written}\")"));
        let wrong = self.mistake(format!("`{written}` is not a number"), format!("to roll dice write {dice}"));
        self.report::<()>(wrong.with_fix(span, dice)).ok();
        self.advance();
        Ok(Expr::new(ExprKind::Whole(1), span))
    }

    /// `[highest 3 of 4d6]`, as AnyDice has it.
    fn highest_of(&mut self, start: Span) -> Parsed<()> {
        let parts = [0, 1, 2, 3, 4].map(|further| &self.token(further).kind);
        let (word, kept, dice) = match parts {
            [
                TokenKind::Name(word),
                TokenKind::Whole(n),
                TokenKind::Name(of),
                TokenKind::Dice(dice),
                TokenKind::Symbol("]"),
            ] if of == "of" => (word.as_str(), *n, dice),
            _ => return Ok(()),
        };
        let keep = match word {
            "highest" => "kh",
            "lowest" => "kl",
            _ => return Ok(()),
        };
        let (fix, span) = (format!("dice(\"{dice}{keep}{kept}\")"), start.to(self.token(4).span));
        let wrong = Mistake::new(span, format!("`{word} ... of` is AnyDice's"), format!("write {fix}"));
        self.report(wrong.with_fix(span, fix))
    }

    fn no_value<T>(&mut self) -> Parsed<T> {
        if let TokenKind::Symbol(symbol @ ("{" | "}")) = self.peek() {
            let help = "lists are written [1, 2, 3]; blocks by starting lines further in";
            return self.fail(format!("`{symbol}` is not used here"), help);
        }
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
        if name.text == "lambda" {
            let help = "a function is made with def, at the left edge: def f(x):";
            return self.report(Mistake::new(name.span, "`lambda` is not a word of this language", help));
        }
        if matches!(self.peek(), TokenKind::Text(_)) && matches!(name.text.as_str(), "f" | "F" | "r") {
            let help = format!(
                "leave the {} out: names in braces are read in dice(\"{{n}}d6\"); note takes values: note(\"rolled\", n)",
                name.text
            );
            return self.report(Mistake::new(name.span, "a text has no letter before it", help).with_cut(name.span));
        }
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
        let name = self.argument_name();
        let value = self.expression()?;
        let value = if self.is_keyword("for") { self.comprehension(value)? } else { value };
        Ok(Argument { name, value })
    }

    /// The name before the `=` of an argument. Words of the language are names there: `pass = success`.
    fn argument_name(&mut self) -> Option<Name> {
        let text = match (self.peek(), self.following()) {
            (TokenKind::Name(text), TokenKind::Symbol("=")) => text.clone(),
            (TokenKind::Keyword(word), TokenKind::Symbol("=")) if !matches!(*word, "true" | "false") => {
                (*word).to_owned()
            }
            _ => return None,
        };
        let name = Name { text, span: self.span() };
        self.advance();
        self.advance();
        Some(name)
    }

    /// The values of an entry, of which some have the names of their fields before them.
    fn entry(&mut self, start: Span, values: Vec<Expr>) -> Parsed<Expr> {
        let mut values: Vec<Argument> = values.into_iter().map(|value| Argument { name: None, value }).collect();
        while !self.is_symbol("]") {
            if values.len() == MOST_ARGUMENTS {
                return self
                    .fail(format!("more than {MOST_ARGUMENTS} values of one entry"), "leave out what is as usual");
            }
            values.push(self.argument()?);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol("]", "an entry has commas between its values and ends with ]")?;
        Ok(Expr::new(ExprKind::Entry(values), start.to(self.previous())))
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.advance();
        self.highest_of(start)?;
        let mut items = Vec::new();
        while !self.is_symbol("]") {
            if matches!((self.peek(), self.following()), (TokenKind::Name(_), TokenKind::Symbol("="))) {
                return self.entry(start, items);
            }
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
