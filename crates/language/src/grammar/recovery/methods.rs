//! Recognises slices, method calls and operators of other languages.

use super::calls;
use super::lists::Suggestion;
use super::loops::counting_range;
use super::words::{self, Form};
use crate::builtin;
use crate::diagnostic::{Edit, Mistake};
use crate::grammar::parser::{Parsed, Parser};
use crate::grammar::token::{Token, TokenKind};
use crate::grammar::tree::{Expr, ExprKind, Name, StatementKind};
use crate::grammar::{unused_index_name, unused_name};
use crate::source::Span;

impl Parser<'_> {
    /// Reports slices such as `xs[:3]` and `xs[1:]`.
    pub(in crate::grammar) fn slice(&mut self, list: &Expr, first: Option<&Expr>) -> Parsed<Expr> {
        let wrong = self.mistake("a list cannot be sliced with `:`", "");
        self.advance();
        if self.is_symbol(":") {
            let (list, is_plain) = (list.to_source(), list.is_plain());
            let list = if is_plain { &list } else { "list" };
            let help = format!(
                "write sorted({list}) for lowest first, or highest({list}, len({list})) for highest first"
            );
            return self.report(Mistake { help, ..wrong });
        }
        let end = if self.is_symbol("]") {
            None
        } else {
            Some(self.expression()?)
        };
        let (is_whole, behind) = (self.is_symbol("]"), self.span());
        if is_whole {
            self.advance();
        }
        let whole = list.span.to(behind);
        if let Some(Suggestion { help, fix }) = self
            .slice_suggestion(list, first, end.as_ref(), whole)
            .filter(|_| is_whole)
        {
            return self.report(Mistake { help, fix, ..wrong });
        }
        let is_name = matches!(list.kind, ExprKind::Name(_));
        let list_name = if is_name {
            list.to_source()
        } else {
            "xs".to_owned()
        };
        // A negative end counts from the end of the list.
        let from_behind = |end: &Expr| end.as_ratio().is_some_and(|end| end.numerator() < 0);
        let place = |end: &Expr| match &end.kind {
            ExprKind::Whole(place @ ..0) => format!("len({list_name}) - {}", -place),
            _ => end.to_source(),
        };
        let start = first
            .map(|first| format!("{}, ", place(first)))
            .unwrap_or_default();
        let last = end
            .as_ref()
            .map_or_else(|| format!("len({list_name})"), place);
        let i = unused_index_name(&format!("{list_name} {start} {last}"));
        let fix = format!("[{list_name}[{i}] for {i} in range({start}{last})]");
        if !is_name {
            let help = format!("name the list first, {list_name} = ..., then write {fix}");
            return self.report(Mistake { help, ..wrong });
        }
        let help = format!("write {fix}. For the n highest entries write highest({list_name}, n)");
        let is_meant = is_whole && !first.into_iter().chain(&end).any(from_behind);
        let wrong = Mistake { help, ..wrong };
        self.report(if is_meant {
            wrong.with_fix(whole, fix)
        } else {
            wrong
        })
    }

    /// Suggests the replacement for a slice of a shuffled list (cards) or of a sorted list (the
    /// lowest or highest).
    fn slice_suggestion(
        &self,
        list: &Expr,
        first: Option<&Expr>,
        end: Option<&Expr>,
        whole: Span,
    ) -> Option<Suggestion> {
        if let ExprKind::Name(name) = &list.kind {
            let n = match (first.map(|first| &first.kind), end) {
                (None | Some(ExprKind::Whole(0)), Some(end)) => end.to_source(),
                (
                    Some(ExprKind::Whole(first)),
                    Some(Expr {
                        kind: ExprKind::Whole(end),
                        ..
                    }),
                ) => (end - first).to_string(),
                _ => "n".to_owned(),
            };
            if !self.is_deck(name) {
                return None;
            }
            if self
                .assigned_name(whole)
                .is_some_and(|(given, _)| given == *name)
            {
                let help = format!(
                    "remove this line: hand, {name} = draw({name}, n) leaves the rest of the deck in {name}"
                );
                return Some(Suggestion { help, fix: None });
            }
            return Some(self.deal_suggestion(name, name, &n, whole));
        }
        let ExprKind::Call(call) = &list.kind else {
            return None;
        };
        let is_highest_first = match &call.arguments[..] {
            _ if call.name.text != "sorted" => return None,
            [_] => false,
            [_, by] => {
                by.name.as_ref()?.text == "reverse"
                    && matches!(by.value.kind, ExprKind::Truth(true))
            }
            _ => return None,
        };
        let (kept, n) = match (first.map(|first| &first.kind), end) {
            (None | Some(ExprKind::Whole(0)), Some(end)) if end.is_plain() => {
                (is_highest_first, end.to_source())
            }
            (Some(ExprKind::Whole(n @ ..0)), None) => (!is_highest_first, (-n).to_string()),
            _ => return None,
        };
        let fix = format!(
            "{}({}, {n})",
            if kept { "highest" } else { "lowest" },
            call.arguments[0].value.to_source()
        );
        let is_meant = end.is_none_or(|end| end.as_ratio().is_none_or(|end| end.numerator() > 0));
        is_meant.then(|| Suggestion {
            help: format!("write {fix}"),
            fix: Some(Edit {
                span: whole,
                text: fix,
            }),
        })
    }

    /// Reports a method call.
    pub(in crate::grammar) fn method(&mut self, object: &Expr, name: &Name) -> Parsed<Expr> {
        self.advance();
        let arguments = self.arguments(false)?;
        let end = self.span();
        self.symbol(
            ")",
            "separate the arguments with commas, and close the bracket with )",
        )?;
        let receiver = self.text[object.span.start..object.span.end].to_owned();
        let is_number = match name.text.as_str() {
            "random" => arguments.is_empty(),
            "uniform" => arguments
                .iter()
                .map(|argument| argument.value.to_source())
                .eq(["0", "1"]),
            _ => false,
        };
        if receiver == "random"
            && is_number
            && ["<", "<=", ">", ">="]
                .iter()
                .any(|sign| self.is_symbol(sign))
        {
            return self.random_comparison(object, name);
        }
        let given: Vec<&Expr> = arguments.iter().map(|argument| &argument.value).collect();
        let wrong = |help: String| {
            Mistake::new(
                name.span,
                format!("`.{}(...)` is not part of this language", name.text),
                help,
            )
        };
        let sampled = match (name.text.as_str(), &given[..]) {
            (
                "sample",
                [
                    Expr {
                        kind: ExprKind::Name(deck),
                        ..
                    },
                    n,
                ],
            ) => Some(self.deal_suggestion(deck, "rest", &n.to_source(), object.span.to(end))),
            (
                "shuffle",
                [
                    Expr {
                        kind: ExprKind::Name(deck),
                        ..
                    },
                ],
            ) => Some(self.shuffle_suggestion(deck, object.span.to(end))),
            _ => None,
        };
        if let Some(Suggestion { help, fix }) =
            sampled.or_else(|| self.list_change_suggestion(object, name, &given, end))
        {
            return self.report(Mistake { fix, ..wrong(help) });
        }
        let texts: Vec<&str> = given
            .iter()
            .map(|given| &self.text[given.span.start..given.span.end])
            .collect();
        let (help, fix) =
            match method_replacement(&receiver, &name.text, &texts, || unused_name(self.text)) {
                _ if name.text == "count" && self.is_dealt(&receiver) && given.len() == 1 => {
                    card_count_help(&receiver, given[0])
                }
                Some(fix) => {
                    // The result of such a call is the changed list.
                    let value = fix
                        .strip_prefix(&format!("{receiver} = "))
                        .filter(|_| !self.begins_a_line(object));
                    let fix = value.map_or_else(|| fix.clone(), str::to_owned);
                    (format!("write {fix}"), Some(fix))
                }
                None => match calls::call_replacement(&name.text, &arguments) {
                    Some(fix) => (format!("write {fix}"), Some(fix)),
                    None => match calls::method_help(&receiver, &name.text, &arguments) {
                        Some(help) => (help, None),
                        None => self.as_function_call(object, &name.text, &receiver, &texts),
                    },
                },
            };
        // A change of a list must be a line by itself. The method becomes a function call.
        let is_name = matches!(object.kind, ExprKind::Name(_));
        let is_one =
            name.text == "choices" && fix.as_ref().is_some_and(|fix| !fix.starts_with('['));
        let end = if is_one { self.first_entry_end() } else { None }.unwrap_or(end);
        let fix = fix.filter(|fix| {
            is_name && (!fix.contains(" = ") || is_one || self.begins_a_line(object))
        });
        self.report(match fix {
            Some(fix) => wrong(help).with_fix(object.span.to(end), fix),
            None => wrong(help),
        })
    }

    /// Returns the help for an unknown method: a call of the function of that name with the object
    /// as its first argument. If the function is built in, this call is also the fix.
    fn as_function_call(
        &self,
        object: &Expr,
        function: &str,
        receiver: &str,
        arguments: &[&str],
    ) -> (String, Option<String>) {
        let call = format!(
            "{function}({})",
            [&[receiver], arguments].concat().join(", ")
        );
        let is_known = builtin::find(function).is_some();
        let is_defined = self.text.contains(&format!("def {function}("));
        let help = if is_known || is_defined {
            format!("write the function first: {call}")
        } else if self.begins_a_line(object) {
            format!("to change a value, assign to it: {receiver} = ... or {receiver} += 1")
        } else {
            format!("write {call}, and define def {function}(...): at the left margin")
        };
        (help, is_known.then_some(call))
    }

    /// Returns the end of `[0]` if it follows.
    fn first_entry_end(&self) -> Option<Span> {
        let next = [0, 1, 2].map(|further| &self.token(further).kind);
        let is_first = matches!(
            next,
            [
                TokenKind::Symbol("["),
                TokenKind::Whole(0),
                TokenKind::Symbol("]")
            ]
        );
        is_first.then(|| self.token(2).span)
    }

    /// Returns whether a name seems to be assigned a draw.
    fn is_dealt(&self, name: &str) -> bool {
        self.tokens.windows(2).enumerate().any(|(token_index, two)| {
            matches!(&two[0].kind, TokenKind::Name(text) if text == name)
                && matches!(two[1].kind, TokenKind::Symbol("=" | ","))
                && self.tokens[token_index..].iter().take_while(|token| token.kind != TokenKind::Newline).any(|token| {
                    matches!(&token.kind, TokenKind::Name(word) if matches!(word.as_str(), "draw" | "cards" | "sample") || self.is_deck(word))
                })
        })
    }

    /// Reports `random.random() < 0.3` and parses it as `chance(0.3)`; above 0.7 is equally likely.
    fn random_comparison(&mut self, object: &Expr, name: &Name) -> Parsed<Expr> {
        let is_above = self.is_symbol(">") || self.is_symbol(">=");
        self.advance();
        let p = self.sum()?;
        let fix = calls::chance_below(&p, is_above);
        let wrong = Mistake::new(
            name.span,
            format!("`.{}(...)` is not part of this language", name.text),
            format!("write {fix}"),
        );
        self.report(wrong.with_fix(object.span.to(p.span), fix))
    }

    /// Reports the range `1..3`, which questions and other languages use.
    pub(in crate::grammar) fn report_dots(&mut self, first: &Expr) -> Parsed<()> {
        if self.is_question() || !self.is_symbol("..") {
            return Ok(());
        }
        let wrong = self.mistake(
            "`..` cannot be used here",
            "write range(2, 5) for 2, 3, 4, or upto(3) for 1, 2, 3",
        );
        self.advance();
        let Ok(last) = self.sum() else {
            return self.report(wrong);
        };
        let fix = counting_range(first, &last);
        self.report(
            Mistake {
                help: format!("write {fix}"),
                ..wrong
            }
            .with_fix(first.span.to(last.span), fix),
        )
    }

    /// Reports a class or a `match` as one mistake, without a mistake for each line of its block.
    pub(in crate::grammar) fn block_of_another_language(&mut self) -> Option<StatementKind> {
        let TokenKind::Name(word) = self.peek() else {
            return None;
        };
        let is_block = matches!(word.as_str(), "class" | "match" | "switch");
        let (_, after_block) = self
            .block_below()
            .filter(|_| is_block && !matches!(self.following(), TokenKind::Symbol(_)))?;
        let help = words::find_fix(Form::Statement, word)?;
        self.report::<()>(self.mistake(format!("`{word}` is not part of this language"), help))
            .ok();
        self.position = after_block;
        Some(StatementKind::Pass)
    }

    /// Returns whether the expression is the first thing on its line.
    fn begins_a_line(&self, expr: &Expr) -> bool {
        let before = &self.text[..expr.span.start];
        before[before.rfind('\n').map_or(0, |newline| newline + 1)..]
            .trim()
            .is_empty()
    }

    pub(in crate::grammar) fn dice_without_quotes(&mut self, written: &str) -> Parsed<Expr> {
        let span = self.span();
        let dice = format!("dice(\"{written}\")");
        let wrong = self.mistake(format!("`{written}` is not a number"), "");
        // `roll(2d6)` means these dice, not a die with that many faces.
        let before = self
            .position
            .checked_sub(2)
            .map(|index| (&self.tokens[index], &self.tokens[index + 1].kind));
        let called = match before {
            Some((
                Token {
                    kind: TokenKind::Name(name),
                    span,
                },
                TokenKind::Symbol("("),
            )) => Some((name.as_str(), *span)),
            _ => None,
        };
        let is_alone = *self.following() == TokenKind::Symbol(")");
        let plain = written.split_once(['d', 'D']).filter(|(n, faces)| {
            [n, faces]
                .iter()
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        });
        let (span, fix) = match (called, plain) {
            (Some(("roll" | "dice", start)), _) if is_alone => (start.to(self.token(1).span), dice),
            (Some(("pool", start)), Some((n, faces))) if is_alone => {
                (start.to(self.token(1).span), format!("pool({n}, {faces})"))
            }
            (Some(("sum" | "max" | "min" | "sorted" | "len", _)), Some((n, faces))) if is_alone => {
                (span, format!("pool({n}, {faces})"))
            }
            _ => (span, dice),
        };
        self.report::<()>(
            Mistake {
                help: format!("to roll dice, write {fix}"),
                ..wrong
            }
            .with_fix(span, fix),
        )
        .ok();
        let span = self.span();
        self.advance();
        Ok(Expr::new(ExprKind::Whole(1), span))
    }

    /// Reports `[highest 3 of 4d6]` of AnyDice.
    pub(in crate::grammar) fn highest_of(&mut self, start: Span) -> Parsed<()> {
        let parts = [0, 1, 2, 3, 4].map(|further| &self.token(further).kind);
        let (word, kept, dice) = match parts {
            [
                TokenKind::Name(word),
                TokenKind::Whole(n),
                TokenKind::Name(preposition),
                TokenKind::Dice(dice),
                TokenKind::Symbol("]"),
            ] if preposition == "of" => (word.as_str(), *n, dice),
            _ => return Ok(()),
        };
        let fix = match (word, dice.split_once('d')) {
            ("highest", _) => format!("dice(\"{dice}kh{kept}\")"),
            ("lowest", _) => format!("dice(\"{dice}kl{kept}\")"),
            ("middle", Some((count, sides))) if sides.parse::<u32>().is_ok() => {
                format!("sum(middle(pool({count}, {sides}), {kept}))")
            }
            _ => return Ok(()),
        };
        let span = start.to(self.token(4).span);
        let wrong = Mistake::new(
            span,
            format!("`{word} ... of` is AnyDice syntax"),
            format!("write {fix}"),
        );
        self.report(wrong.with_fix(span, fix))
    }
}

/// Returns the function call that replaces a method call, if there is one.
fn method_replacement(
    receiver: &str,
    method: &str,
    given: &[&str],
    unused: impl Fn() -> String,
) -> Option<String> {
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let whole = |text: &str| {
        if is_word(text) {
            text.to_owned()
        } else {
            format!("({text})")
        }
    };
    Some(match (method, given) {
        ("append", [x]) => format!("{receiver} = {receiver} + [{x}]"),
        ("extend", [xs]) => format!("{receiver} = {receiver} + {}", whole(xs)),
        ("count", [x]) => {
            let (each, is_text) = (unused(), x.starts_with('"') && x.ends_with('"'));
            let x = if is_text { (*x).to_owned() } else { whole(x) };
            format!("sum({each} == {x} for {each} in {receiver})")
        }
        ("index" | "find", [x]) => {
            let i = unused_index_name(&format!("{receiver} {x}"));
            format!(
                "min({i} for {i} in range(len({receiver})) if {receiver}[{i}] == {})",
                whole(x)
            )
        }
        ("sort", []) => format!("{receiver} = sorted({receiver})"),
        ("sort", [yes]) if yes.eq_ignore_ascii_case("true") => {
            format!("{receiver} = highest({receiver}, len({receiver}))")
        }
        ("len" | "sum" | "min" | "max" | "any" | "all", []) => format!("{method}({receiver})"),
        _ => return None,
    })
}

/// Returns help for counting the drawn cards of a kind.
fn card_count_help(hand: &str, kind: &Expr) -> (String, Option<String>) {
    match kind
        .as_text()
        .filter(|kind| kind.chars().all(|c| c.is_alphanumeric() || c == '_'))
    {
        Some(kind) => (
            format!("write {hand}.{kind}: a hand has a number for each kind of card"),
            Some(format!("{hand}.{kind}")),
        ),
        None => (
            format!("a hand has a number for each kind of card: {hand}.ace is the number of aces"),
            None,
        ),
    }
}
