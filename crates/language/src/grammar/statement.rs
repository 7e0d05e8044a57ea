//! Parses statements of one line.

use super::parser::{Parsed, Parser};
use super::recovery::lists::without_entry;
use super::recovery::words::{self, Form};
use super::token::{Token, TokenKind};
use super::tree::{AssignTarget, Binary, Expr, ExprKind, Name, StatementKind};
use crate::diagnostic::Mistake;
use crate::source::Span;

const MISSING_OPERATOR_HELP: &str =
    "is an operator, a comma or a bracket missing before it? Write each statement on its own line";
const USE_HELP: &str = "to use functions of another rule file, write use \"combat.odds\": losses";
const ASSIGNMENT_HELP: &str =
    "assign to a name, or to an index of a list: x[i] = v. To compare, write ==";

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
                return self.fail("the left side of `=` must be a name", ASSIGNMENT_HELP);
            }
            // A type annotation: `n: int = 3`.
            TokenKind::Symbol(":") if self.token(2).kind == TokenKind::Symbol("=") => {
                let problem = "`:` is used only after if, elif, else, while, for and def";
                let kind = Span::new(self.span().start, self.token(1).span.end);
                return self.report(
                    self.mistake(problem, words::ONLY_NAME_FIX)
                        .with_removal(kind),
                );
            }
            TokenKind::Symbol(":") => {
                let problem = "`:` is used only after if, elif, else, while, for and def";
                return self.report(self.mistake(problem, "remove it").with_removal(self.span()));
            }
            TokenKind::Dice(dice) => {
                let fix = format!("dice(\"{dice}\")");
                let is_rolled = matches!(&self.tokens[self.position - 1].kind, TokenKind::Name(word) if word == "roll");
                let start = if is_rolled {
                    self.previous()
                } else {
                    self.span()
                };
                let wrong = self.mistake(
                    format!("expected the end of the line, found `{dice}`"),
                    format!("to roll dice, write {fix}"),
                );
                return self.report(if is_rolled {
                    wrong.with_fix(start.to(self.span()), fix)
                } else {
                    wrong
                });
            }
            found => {
                let found = self.language.describe(found);
                return self.fail(
                    format!("expected the end of the line, found {found}"),
                    MISSING_OPERATOR_HELP,
                );
            }
        }
        Ok(())
    }

    fn simple(&mut self) -> Parsed<StatementKind> {
        match self.peek() {
            TokenKind::Keyword(_) if *self.following() == TokenKind::Symbol("=") => {
                self.report_missing_name("choose another name")
            }
            TokenKind::Keyword("return") => self.return_statement(),
            TokenKind::Keyword("break") => self.keyword_statement(StatementKind::Break),
            TokenKind::Keyword("continue") => self.keyword_statement(StatementKind::Continue),
            TokenKind::Keyword("pass") => self.keyword_statement(StatementKind::Pass),
            _ => self.assignment_or_expression(),
        }
    }

    fn keyword_statement(&mut self, kind: StatementKind) -> Parsed<StatementKind> {
        self.advance();
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let ends = matches!(
            self.peek(),
            TokenKind::Newline | TokenKind::End | TokenKind::Dedent
        );
        Ok(StatementKind::Return(if ends {
            Vec::new()
        } else {
            self.values()?
        }))
    }

    fn values(&mut self) -> Parsed<Vec<Expr>> {
        let mut values = vec![self.expression()?];
        while self.take_symbol(",") {
            values.push(self.expression()?);
        }
        Ok(values)
    }

    /// Parses `use "combat.odds": losses`. Elsewhere `use` is an ordinary name.
    fn use_statement(&mut self) -> Parsed<Option<StatementKind>> {
        let is_use = matches!(self.peek(), TokenKind::Name(word) if word == "use");
        if !is_use || !matches!(self.following(), TokenKind::Text(_) | TokenKind::Name(_)) {
            return Ok(None);
        }
        self.advance();
        let span = self.span();
        let TokenKind::Text(text) = self.peek() else {
            let wrong = self.mistake("the file name must be in quotes", USE_HELP);
            while !matches!(
                self.peek(),
                TokenKind::Symbol(":") | TokenKind::Newline | TokenKind::End
            ) {
                self.advance();
            }
            let file = span.to(self.previous());
            let quoted = format!("\"{}\"", &self.text[file.start..file.end]);
            return self.report(wrong.with_fix(file, quoted));
        };
        let file = Name {
            text: text.clone(),
            span,
        };
        self.advance();
        self.symbol(":", USE_HELP)?;
        Ok(Some(StatementKind::Use {
            file,
            names: self.names(USE_HELP)?,
        }))
    }

    fn assignment_or_expression(&mut self) -> Parsed<StatementKind> {
        if let Some(taking) = self.use_statement()? {
            return Ok(taking);
        }
        self.statement_of_another_language()?;
        let mut values = self.values()?;
        if self.take_symbol("=") {
            let targets = self.targets(values)?;
            let values = self.values()?;
            if let (true, [target], [next]) = (self.is_symbol("="), &targets[..], &values[..]) {
                return self.chained_assignment(target, next);
            }
            return Ok(StatementKind::Assign { targets, values });
        }
        if let Some(operator) = self.change_operator() {
            if let [
                Expr {
                    kind: ExprKind::Field(cards, kind),
                    span,
                },
            ] = &values[..]
                && cards.is_plain()
            {
                let (span, cards, kind) = (*span, cards.to_source(), kind.text.clone());
                let value = self.expression()?;
                let value = format!(
                    "{cards}.{kind} {} {}",
                    operator.symbol(),
                    value.factor_source()
                );
                let whole = span.to(self.previous());
                return self.report(match self.card_change_fix(&cards, &kind, &value) {
                    Some(fix) => {
                        let help = format!("make a new deck: {fix}");
                        Mistake::new(span, "the left side of `=` must be a name", help)
                            .with_fix(whole, fix)
                    }
                    None => field_change_mistake(span, &cards, &kind, &value),
                });
            }
            let target = self.targets(values)?.swap_remove(0);
            return Ok(StatementKind::Change {
                target,
                operator,
                value: self.expression()?,
            });
        }
        match values.len() {
            1 => Ok(StatementKind::Expression(values.swap_remove(0))),
            _ => self.fail("these values are not used", "give them names: a, b = ..."),
        }
    }

    /// Reports `a = b = 0`, which assigns one value to several names.
    fn chained_assignment(&mut self, first: &AssignTarget, next: &Expr) -> Parsed<StatementKind> {
        let wrong = self.mistake("the left side of `=` must be a name", ASSIGNMENT_HELP);
        let mut names = vec![next.to_source()];
        let mut value = None;
        while self.take_symbol("=") {
            value = Some(self.expression()?);
            names.extend(
                value
                    .as_ref()
                    .filter(|_| self.is_symbol("="))
                    .map(Expr::to_source),
            );
        }
        let Some(value) = value.filter(|_| first.indices.is_empty()) else {
            return self.report(wrong);
        };
        let (first, written) = (&first.name, value.to_source());
        let fix = if value.as_ratio().is_some()
            || matches!(value.kind, ExprKind::Truth(_) | ExprKind::Text(_))
        {
            let values = vec![written; names.len() + 1];
            format!(
                "{}, {} = {}",
                first.text,
                names.join(", "),
                values.join(", ")
            )
        } else {
            // A value with a roll is computed once.
            let before = &self.text[..first.span.start];
            let blanks =
                " ".repeat(first.span.start - before.rfind('\n').map_or(0, |newline| newline + 1));
            let mut lines = vec![format!("{} = {written}", first.text)];
            lines.extend(names.iter().map(|name| format!("{name} = {}", first.text)));
            lines.join(&format!("\n{blanks}"))
        };
        let help = format!(
            "write {}",
            fix.split('\n')
                .map(str::trim)
                .collect::<Vec<_>>()
                .join(", and on its own line ")
        );
        self.report(Mistake { help, ..wrong }.with_fix(first.span.to(value.span), fix))
    }

    /// Returns the fix for a changed count of cards, if the file makes cards that have this kind.
    fn card_change_fix(&self, cards: &str, kind: &str, value: &str) -> Option<String> {
        let is_made = |two: &[Token]| {
            matches!(&two[0].kind, TokenKind::Name(name) if name == "cards")
                && two[1].kind == TokenKind::Symbol("(")
        };
        let start = self.tokens.windows(2).position(is_made)? + 2;
        let call_tokens = self.tokens[start..]
            .windows(2)
            .take_while(|two| two[0].kind != TokenKind::Symbol(")"));
        let kinds = call_tokens.filter_map(|two| match (&two[0].kind, &two[1].kind) {
            (TokenKind::Name(card_kind), TokenKind::Symbol("=")) => Some(card_kind.as_str()),
            _ => None,
        });
        let kinds: Vec<&str> = kinds.collect();
        let number = |card_kind: &&str| {
            if *card_kind == kind {
                format!("{card_kind} = {value}")
            } else {
                format!("{card_kind} = {cards}.{card_kind}")
            }
        };
        let numbers: Vec<String> = kinds.iter().map(number).collect();
        kinds
            .contains(&kind)
            .then(|| format!("{cards} = cards({})", numbers.join(", ")))
    }

    /// Returns the list that `del list[0]` leaves.
    fn delete_fix(&self) -> Option<(String, Span)> {
        let parts = [1, 2, 3, 4, 5].map(|further| &self.token(further).kind);
        let [
            TokenKind::Name(list),
            TokenKind::Symbol("["),
            place,
            TokenKind::Symbol("]"),
            TokenKind::Newline,
        ] = parts
        else {
            return None;
        };
        let place = match place {
            TokenKind::Whole(place) => place.to_string(),
            TokenKind::Name(place) => place.clone(),
            _ => return None,
        };
        Some((
            format!("{list} = {}", without_entry(list, &place)),
            self.span().to(self.token(4).span),
        ))
    }

    /// Reports the first word of a statement of another language, if a value or name follows it.
    fn statement_of_another_language(&mut self) -> Parsed<()> {
        let TokenKind::Name(word) = self.peek() else {
            return Ok(());
        };
        let followed = !matches!(self.following(), TokenKind::Symbol(symbol) if *symbol != ":");
        let Some(help) = words::find_fix(Form::Statement, word).filter(|_| followed) else {
            return Ok(());
        };
        let wrong = self.mistake(format!("`{word}` is not part of this language"), help);
        if matches!(word.as_str(), "do" | "repeat") {
            return self.repeat_loop(word);
        }
        if let ("del", Some((fix, span))) = (word.as_str(), self.delete_fix()) {
            return self.report(
                Mistake {
                    help: format!("write {fix}"),
                    ..wrong
                }
                .with_fix(span, fix),
            );
        }
        // The text in braces of AnyDice is not reported line by line.
        if word == "function" {
            while !matches!(self.peek(), TokenKind::Symbol("}") | TokenKind::End) {
                self.advance();
            }
            self.advance();
            return self.report(wrong);
        }
        let with_blanks = Span::new(self.span().start, self.token(1).span.start);
        self.report(match help {
            words::ONLY_NAME_FIX => wrong.with_removal(with_blanks),
            words::ELIF_FIX => wrong.with_fix(self.span(), "elif"),
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
            TokenKind::Symbol("**=") => Binary::Power,
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
            ExprKind::Name(text) => Ok(AssignTarget {
                name: Name { text, span },
                indices: Vec::new(),
                span,
            }),
            ExprKind::Index(list, index) => {
                let mut target = self.target(*list)?;
                target.indices.push(*index);
                Ok(AssignTarget { span, ..target })
            }
            ExprKind::Field(cards, kind) if cards.is_plain() => self.report(field_change_mistake(
                span,
                &cards.to_source(),
                &kind.text,
                "...",
            )),
            _ => self.report(Mistake::new(
                span,
                "the left side of `=` must be a name",
                ASSIGNMENT_HELP,
            )),
        }
    }
}

/// Returns the message about an assignment to a kind of card.
fn field_change_mistake(span: Span, cards: &str, kind: &str, value: &str) -> Mistake {
    let help = format!(
        "cards cannot be changed: make a new deck with all kinds, {cards} = cards({kind} = {value}, \
            ...). To change a field of an entry, copy it to a name first"
    );
    Mistake::new(span, "the left side of `=` must be a name", help)
}
