//! Recognises operations of other languages that change a list in place, and returns the assignment
//! that has the same result.

use crate::diagnostic::Edit;
use crate::grammar::parser::Parser;
use crate::grammar::token::TokenKind;
use crate::grammar::tree::{Expr, ExprKind, Name};
use crate::grammar::{unused_index_name, unused_name};
use crate::source::Span;

/// An example of a deck.
const DECK: &str = "cards(ace = 4, other = 48)";

/// The help, and an edit if it can be applied as it is.
pub(in crate::grammar) struct Suggestion {
    pub(in crate::grammar) help: String,
    pub(in crate::grammar) fix: Option<Edit>,
}

/// Returns a list without one entry.
pub(in crate::grammar) fn without_entry(list: &str, place: &str) -> String {
    let i = unused_index_name(&format!("{list} {place}"));
    match place {
        "0" => format!("[{list}[{i}] for {i} in range(1, len({list}))]"),
        "" | "-1" => format!("[{list}[{i}] for {i} in range(len({list}) - 1)]"),
        _ => format!("[{list}[{i}] for {i} in range(len({list})) if {i} != {place}]"),
    }
}

impl Parser<'_> {
    /// Returns the suggestion for a method call that changes a list; `end` is the end of the call.
    pub(in crate::grammar) fn list_change_suggestion(
        &self,
        object: &Expr,
        name: &Name,
        given: &[&Expr],
        end: Span,
    ) -> Option<Suggestion> {
        let ExprKind::Name(list) = &object.kind else {
            return None;
        };
        let whole = object.span.to(end);
        let line = |fix: String| {
            self.is_whole_line(whole).then(|| Suggestion {
                help: format!("write {fix}"),
                fix: Some(Edit {
                    span: whole,
                    text: fix,
                }),
            })
        };
        match (name.text.as_str(), given) {
            ("pop", []) => Some(self.pop_suggestion(list, "", whole)),
            ("pop", [place]) if place.is_plain() => {
                Some(self.pop_suggestion(list, &place.to_source(), whole))
            }
            ("remove" | "discard", [entry]) => Some(self.remove_suggestion(list, entry, whole)),
            (
                "insert",
                [
                    Expr {
                        kind: ExprKind::Whole(0),
                        ..
                    },
                    entry,
                ],
            ) => line(format!("{list} = [{}] + {list}", entry.to_source())),
            ("insert", [place, entry]) if place.is_plain() => {
                let (place, i) = (
                    place.to_source(),
                    unused_index_name(&format!("{list} {}", place.to_source())),
                );
                line(format!(
                    "{list} = [{list}[{i}] for {i} in range({place})] + [{}] + [{list}[{i}] for {i} in range({place}, len({list}))]",
                    entry.to_source()
                ))
            }
            ("reverse", []) => line(format!(
                "{list} = [{list}[len({list}) - 1 - i] for i in range(len({list}))]"
            )),
            ("shuffle", []) => Some(self.shuffle_suggestion(list, whole)),
            ("clear", []) => line(format!("{list} = []")),
            ("draw" | "deal", [n]) => Some(self.deal_suggestion(list, list, &n.to_source(), whole)),
            ("draw" | "deal", []) => Some(self.deal_suggestion(list, list, "1", whole)),
            _ => None,
        }
    }

    /// Replaces `list.pop(0)` by the entry and the list without it.
    fn pop_suggestion(&self, list: &str, place: &str, whole: Span) -> Suggestion {
        if self.is_deck(list) {
            return self.deal_suggestion(list, list, "1", whole);
        }
        let rest = without_entry(list, place);
        let entry = match place {
            "" | "-1" => format!("{list}[len({list}) - 1]"),
            _ => format!("{list}[{place}]"),
        };
        let (fix, help) = match self.assigned_name(whole) {
            _ if self.is_whole_line(whole) => (format!("{list} = {rest}"), "write "),
            Some((name, _)) => (format!("{name}, {list} = {entry}, {rest}"), "write "),
            None => (
                format!("{}, {list} = {entry}, {rest}", unused_name(self.text)),
                "on the line before, write ",
            ),
        };
        let more = ". To deal from a shuffled deck, use draw and cards(...)";
        Suggestion {
            help: format!("{help}{fix}{more}"),
            fix: self.line_edit(whole, fix),
        }
    }

    /// Replaces `list.remove(x)`, which removes only the first entry that is equal to `x`.
    fn remove_suggestion(&self, list: &str, entry: &Expr, whole: Span) -> Suggestion {
        let extreme = match &entry.kind {
            ExprKind::Call(call) => match (call.name.text.as_str(), &call.arguments[..]) {
                ("max", [argument]) if argument.value.to_source() == list => Some("lowest"),
                ("min", [argument]) if argument.value.to_source() == list => Some("highest"),
                _ => None,
            },
            _ => None,
        };
        if let Some(kept) = extreme {
            let fix = format!("{list} = {kept}({list}, len({list}) - 1)");
            let help =
                format!("write {fix}: it removes one of them and sorts the others {kept} first");
            return Suggestion {
                help,
                fix: self.line_edit(whole, fix),
            };
        }
        if self.is_deck(list) {
            return self.deal_suggestion(list, list, "1", whole);
        }
        let named = if entry.is_plain() {
            entry.to_source()
        } else {
            "gone".to_owned()
        };
        let x = unused_name(&format!("{list} {named}"));
        let fix = format!(
            "{list} = [{x} for {x} in {list} if {x} != {named}] + [{named} for {x} in range(sum({x} == {named} for {x} in {list}) - 1)]"
        );
        let before = if entry.is_plain() {
            String::new()
        } else {
            format!("gone = {}, and below that ", entry.to_source())
        };
        let help = format!("write {before}{fix}: it removes one of several equal entries");
        Suggestion {
            help,
            fix: self.line_edit(whole, fix).filter(|_| entry.is_plain()),
        }
    }

    /// Suggests `draw`: cards are drawn from an unshuffled deck.
    pub(in crate::grammar) fn deal_suggestion(
        &self,
        list: &str,
        left: &str,
        n: &str,
        whole: Span,
    ) -> Suggestion {
        let hand = self
            .assigned_name(whole)
            .map_or_else(|| "hand".to_owned(), |(name, _)| name);
        let fix = format!("{hand}, {left} = draw({list}, {n})");
        if self.is_made_of_cards(list) {
            return Suggestion {
                help: format!("write {fix}"),
                fix: self.line_edit(whole, fix),
            };
        }
        let help = format!(
            "write {list} = {DECK} with the number of each kind, and {fix} here. draw takes cards at random; {hand}.ace \
             is the number of aces"
        );
        Suggestion { help, fix: None }
    }

    /// Suggests removing a shuffle: `draw` takes cards at random.
    pub(in crate::grammar) fn shuffle_suggestion(&self, list: &str, whole: Span) -> Suggestion {
        if self.is_made_of_cards(list) {
            let help = format!("remove it: draw({list}, n) takes cards at random");
            let blank = Edit {
                span: whole,
                text: "pass".to_owned(),
            };
            return Suggestion {
                help,
                fix: Some(blank).filter(|_| self.is_whole_line(whole)),
            };
        }
        let help = format!(
            "write {list} = {DECK} with the number of each kind, and remove this line. hand, {list} = draw({list}, n) \
             takes n cards at random; hand.ace is the number of aces"
        );
        Suggestion { help, fix: None }
    }

    /// Returns an edit of the whole line, which is either this call or the assignment of its
    /// result.
    fn line_edit(&self, whole: Span, fix: String) -> Option<Edit> {
        let span = match self.assigned_name(whole) {
            Some((_, span)) => span,
            None if self.is_whole_line(whole) => whole,
            None => return None,
        };
        Some(Edit { span, text: fix })
    }

    /// Returns the name to which the line assigns this expression alone, and the span of the line.
    pub(in crate::grammar) fn assigned_name(&self, whole: Span) -> Option<(String, Span)> {
        let start = self.text[..whole.start]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let name = self.text[start..whole.start]
            .trim_end()
            .strip_suffix('=')?
            .trim();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let begins = self.text[start..].len() - self.text[start..].trim_start().len();
        (is_name && self.ends_line())
            .then(|| (name.to_owned(), Span::new(start + begins, whole.end)))
    }

    /// Returns whether the span is a whole line.
    fn is_whole_line(&self, whole: Span) -> bool {
        let before = &self.text[..whole.start];
        self.ends_line()
            && before[before.rfind('\n').map_or(0, |newline| newline + 1)..]
                .trim()
                .is_empty()
    }

    fn ends_line(&self) -> bool {
        matches!(
            self.peek(),
            TokenKind::Newline | TokenKind::End | TokenKind::Dedent
        )
    }

    /// Returns whether cards are dealt from a list: it is shuffled somewhere, or made of cards.
    pub(in crate::grammar) fn is_deck(&self, list: &str) -> bool {
        let is_shuffled = |token_index: usize| {
            let name = |index: usize| matches!(&self.tokens[index].kind, TokenKind::Name(text) if text == list);
            let word = |index: usize| matches!(&self.tokens[index].kind, TokenKind::Name(text) if text.starts_with("shuffle"));
            let sign = |index: usize, sign: &str| matches!(self.tokens[index].kind, TokenKind::Symbol(symbol) if symbol == sign);
            (word(token_index) && sign(token_index + 1, "(") && name(token_index + 2))
                || (name(token_index) && sign(token_index + 1, ".") && word(token_index + 2))
        };
        self.is_made_of_cards(list) || (0..self.tokens.len().saturating_sub(2)).any(is_shuffled)
    }

    fn is_made_of_cards(&self, list: &str) -> bool {
        self.tokens.windows(3).any(|three| {
            matches!(
                [&three[0].kind, &three[1].kind, &three[2].kind],
                [TokenKind::Name(name), TokenKind::Symbol("="), TokenKind::Name(cards)] if name == list && cards == "cards"
            )
        })
    }
}
