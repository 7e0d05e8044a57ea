//! Parses the operands of rule files: calls, lists, indices and fields.

use super::parser::{Parsed, Parser};
use super::token::TokenKind;
use super::tree::{Argument, Call, Comprehension, Expr, ExprKind, Name};
use crate::diagnostic::Mistake;
use crate::source::Span;

/// The maximal length of a list. Rules that can be explored need fewer entries, and a list of this
/// length does not fill the memory.
pub(crate) const MAX_LIST_LENGTH: usize = 10_000;

/// The maximal number of arguments of a call.
const MAX_ARGUMENTS: usize = 255;

impl Parser<'_> {
    pub(super) fn rule_file_item(&mut self) -> Parsed<Expr> {
        let mut item = self.atom()?;
        loop {
            item = match self.peek() {
                TokenKind::Symbol("[") => self.index(item)?,
                TokenKind::Symbol(".") => self.field(item)?,
                TokenKind::Symbol("(") => {
                    let help = "is an operator missing before the bracket?";
                    return self.fail("only a function can be called", help);
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
        self.symbol(
            "]",
            "write an index such as list[0], which is the first entry",
        )?;
        let span = list.span.to(self.previous());
        Ok(Expr::new(
            ExprKind::Index(Box::new(list), Box::new(index)),
            span,
        ))
    }

    fn field(&mut self, entry: Expr) -> Parsed<Expr> {
        self.link()?;
        self.advance();
        let name = self.name("write the name of a field after the dot")?;
        if self.is_symbol("(") {
            return self.method(&entry, &name);
        }
        let span = entry.span.to(name.span);
        Ok(Expr::new(ExprKind::Field(Box::new(entry), name), span))
    }

    fn atom(&mut self) -> Parsed<Expr> {
        match self.peek() {
            TokenKind::Dice(text) => self.dice_without_quotes(text),
            TokenKind::Whole(_) | TokenKind::Decimal(_) | TokenKind::Text(_) => self.constant(),
            TokenKind::Keyword("true" | "false") => self.constant(),
            TokenKind::Name(_) => self.name_or_call(),
            TokenKind::Symbol("(") => self.brackets(),
            TokenKind::Symbol("[") => self.list(),
            _ => self.report_missing_value(),
        }
    }

    fn report_missing_value<T>(&mut self) -> Parsed<T> {
        if let TokenKind::Symbol(symbol @ ("{" | "}")) = self.peek() {
            if let ("}", TokenKind::Newline | TokenKind::End | TokenKind::Dedent) =
                (*symbol, self.following())
            {
                let wrong = self.mistake(
                    "`}` is not part of this language",
                    "remove it: a block ends where its indentation ends",
                );
                return self.report(wrong.with_removal(self.span()));
            }
            let help = "write a list as [1, 2, 3], and use one name for each value of a table. Blocks need only indentation";
            return self.fail(format!("`{symbol}` is not part of this language"), help);
        }
        if matches!(
            (self.peek(), self.following()),
            (TokenKind::Keyword(_), TokenKind::Symbol("="))
        ) {
            return self.report_missing_name("");
        }
        let help = match self.peek() {
            TokenKind::Symbol("=") => "to compare, write ==",
            TokenKind::Symbol("//") => "start a comment with #",
            TokenKind::Symbol(">=" | "<=" | ">" | "<" | "==") => {
                "write the value before each sign: x > 3 or x < 2. successes takes only the number: \
                    successes(5, 6, 4) for 4 or more"
            }
            TokenKind::Keyword("else") => "write both values: a if condition else b",
            TokenKind::Keyword("if" | "for" | "while") => {
                "write the second block on the next line, indented"
            }
            TokenKind::Comment(_) => "write text in single pairs of quotes: \"us\"",
            _ => "is something missing before it?",
        };
        let wrong = self.unexpected("a value", help);
        self.report(match self.peek() {
            TokenKind::Symbol("//") => wrong.with_fix(self.span(), "#"),
            TokenKind::Comment(text) if !text.contains(['"', '\n']) => {
                wrong.with_fix(self.span(), format!("\"{text}\""))
            }
            _ => wrong,
        })
    }

    fn name_or_call(&mut self) -> Parsed<Expr> {
        let name = self.name("")?;
        if name.text == "lambda" {
            let help = "write a function with def at the left margin: def f(x):";
            return self.report(Mistake::new(
                name.span,
                "`lambda` is not part of this language",
                help,
            ));
        }
        if matches!(self.peek(), TokenKind::Text(_))
            && matches!(name.text.as_str(), "f" | "F" | "r")
        {
            let help = format!(
                "remove the {}. dice(\"{{n}}d6\") reads names in braces, and note takes values: note(\"rolled\", n)",
                name.text
            );
            return self.report(
                Mistake::new(name.span, "text cannot have a letter before it", help)
                    .with_removal(name.span),
            );
        }
        if matches!(self.peek(), TokenKind::Text(_)) {
            let help = "give the text and the values as arguments: note(\"rolled\", n)";
            return self.fail("text cannot contain values", help);
        }
        if !self.take_symbol("(") {
            return Ok(Expr::new(ExprKind::Name(name.text), name.span));
        }
        let arguments = self.arguments(name.text == "expect")?;
        self.symbol(
            ")",
            "separate the arguments with commas, and close the bracket with )",
        )?;
        let span = name.span.to(self.previous());
        Ok(Expr::new(ExprKind::Call(Call { name, arguments }), span))
    }

    /// Parses the arguments between the brackets of a call. With `expects`, a value may be a range.
    pub(super) fn arguments(&mut self, expects: bool) -> Parsed<Vec<Argument>> {
        let mut arguments = Vec::new();
        while !self.is_symbol(")") {
            if arguments.len() == MAX_ARGUMENTS {
                let problem = format!("more than {MAX_ARGUMENTS} values in one pair of brackets");
                return self.fail(problem, "give them as one list, such as max([a, b, c])");
            }
            arguments.push(self.argument(expects)?);
            if !self.take_symbol(",") {
                break;
            }
        }
        Ok(arguments)
    }

    fn argument(&mut self, expects: bool) -> Parsed<Argument> {
        let name = self.argument_name();
        let dots = TokenKind::Symbol("..");
        let is_range = match self.peek() {
            TokenKind::Whole(_) => *self.following() == dots,
            TokenKind::Symbol("-") => self.token(2).kind == dots,
            _ => false,
        };
        if expects && name.is_some() && is_range {
            return Ok(Argument {
                name,
                value: self.range()?,
            });
        }
        let value = self.expression()?;
        let value = if self.is_keyword("for") {
            self.comprehension(value)?
        } else {
            value
        };
        Ok(Argument { name, value })
    }

    /// Parses the name before the `=` of an argument. Keywords are allowed there: `pass = success`.
    fn argument_name(&mut self) -> Option<Name> {
        self.quoted_name();
        let text = match (self.peek(), self.following()) {
            (TokenKind::Name(text), TokenKind::Symbol("=")) => text.clone(),
            (TokenKind::Keyword(word), TokenKind::Symbol("="))
                if !matches!(*word, "true" | "false") =>
            {
                (*word).to_owned()
            }
            _ => return None,
        };
        let name = Name {
            text,
            span: self.span(),
        };
        self.advance();
        self.advance();
        Some(name)
    }

    /// Reports `cards("fire wolf" = 1)`: names have no quotes and no spaces.
    fn quoted_name(&mut self) {
        let TokenKind::Text(text) = self.peek() else {
            return;
        };
        if *self.following() != TokenKind::Symbol("=") {
            return;
        }
        let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let name: String = text.trim().chars().map(letter).collect();
        let wrong = self.unexpected("a name", format!("write {name} without quotes"));
        let is_name = name.starts_with(char::is_alphabetic);
        let span = self.span();
        self.report::<()>(if is_name {
            wrong.with_fix(span, name)
        } else {
            wrong
        })
        .ok();
        self.advance();
        self.advance();
    }

    /// Parses the values of an entry, some of which have the name of a field before them.
    fn entry(&mut self, start: Span, values: Vec<Expr>) -> Parsed<Expr> {
        let mut values: Vec<Argument> = values
            .into_iter()
            .map(|value| Argument { name: None, value })
            .collect();
        while !self.is_symbol("]") {
            if values.len() == MAX_ARGUMENTS {
                return self.fail(
                    format!("more than {MAX_ARGUMENTS} values in one entry"),
                    "omit fields that have their default value",
                );
            }
            values.push(self.argument(false)?);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(
            "]",
            "separate the values with commas, and close the entry with ]",
        )?;
        Ok(Expr::new(
            ExprKind::Entry(values),
            start.to(self.previous()),
        ))
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.advance();
        self.highest_of(start)?;
        let mut items = Vec::new();
        while !self.is_symbol("]") {
            if matches!(
                (self.peek(), self.following()),
                (TokenKind::Name(_), TokenKind::Symbol("="))
            ) {
                return self.entry(start, items);
            }
            let item = self.expression()?;
            if items.is_empty() && self.is_keyword("for") {
                let list = self.comprehension(item)?;
                self.symbol("]", "close the list with ]")?;
                return Ok(Expr::new(list.kind, start.to(self.previous())));
            }
            if items.len() == MAX_LIST_LENGTH {
                let problem = format!("a list has more than {MAX_LIST_LENGTH} entries");
                return self.fail(problem, "use at most 10,000 entries");
            }
            items.push(item);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(
            "]",
            "separate the entries with commas, and close the list with ]",
        )?;
        Ok(Expr::new(ExprKind::List(items), start.to(self.previous())))
    }

    /// Parses a comprehension from its first `for`; its item has been parsed.
    fn comprehension(&mut self, item: Expr) -> Parsed<Expr> {
        self.advance();
        let names = self.names("write [x + 1 for x in list]")?;
        if !self.take_keyword("in") {
            return self.expected("`in`", "write [x + 1 for x in list]");
        }
        let source = self.or()?;
        let condition = if self.take_keyword("if") {
            Some(self.or()?)
        } else {
            None
        };
        if self.is_keyword("for") {
            return self.fail(
                "a list can have only one `for`",
                "write the inner list as a function",
            );
        }
        let span = item.span.to(condition.as_ref().unwrap_or(&source).span);
        let comprehension = Comprehension {
            item,
            names,
            source,
            condition,
        };
        Ok(Expr::new(
            ExprKind::Comprehension(Box::new(comprehension)),
            span,
        ))
    }
}
