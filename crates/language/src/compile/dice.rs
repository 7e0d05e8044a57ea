//! Compiles dice texts.

use oddsmith_engine::chance::{Amount, DiceText, WrittenDie, WrittenTerm};

use super::builder::Builder;
use crate::builtin::{Chance, Pure, dice};
use crate::code::Op;
use crate::grammar::tree::{Binary, Call, ExprKind};
use crate::source::Span;
use crate::value::Datum;

impl Builder<'_, '_> {
    pub(super) fn dice(&mut self, call: &Call, span: Span) {
        let Some(argument) = call.arguments.first().map(|argument| &argument.value) else {
            return;
        };
        let ExprKind::Text(text) = &argument.kind else {
            self.expr(argument);
            self.push(
                Op::Ask {
                    function: Chance::Dice,
                    arguments: 1,
                },
                span,
            );
            return;
        };
        let Ok(dice) = dice::read(text, argument.span) else {
            return;
        };
        match dice.is_plain() {
            true => self.plain_dice(dice, argument.span, span),
            false => self.dice_in_rounds(&dice, argument.span, span),
        }
    }

    fn plain_dice(&mut self, text: DiceText, written: Span, span: Span) {
        let open = text.names.len() as u8;
        text.names.iter().for_each(|(name, byte_range)| {
            self.name(name, dice::span_in_quotes(written, byte_range))
        });
        self.tables.code.templates.push(text);
        let template = (self.tables.code.templates.len() - 1) as u16;
        self.push(Op::Dice { template, open }, span);
    }

    /// Rolls each term that is not plain by a function of the prelude, and adds up all terms.
    pub(super) fn dice_in_rounds(&mut self, text: &DiceText, written: Span, span: Span) {
        self.push(Op::Whole(0), span);
        for (sign, term) in &text.terms {
            match term.is_plain() {
                true => self.plain_dice(single_term(text, *term), written, span),
                false => self.term_in_rounds(text, term, written, span),
            }
            self.push(
                Op::Binary(if *sign < 0 {
                    Binary::Subtract
                } else {
                    Binary::Add
                }),
                span,
            );
        }
    }

    fn term_in_rounds(&mut self, text: &DiceText, term: &WrittenTerm, written: Span, span: Span) {
        self.amount(text, term.number, written, span);
        let (kind, face) = match term.die {
            WrittenDie::Plain => unreachable!("plain dice are one instruction"),
            WrittenDie::Listed(_) => ("listed", None),
            WrittenDie::Exploding(None) => ("exploding", None),
            WrittenDie::Exploding(from) => ("exploding_from", from),
            WrittenDie::Rerolled(low) => ("rerolled", Some(low)),
        };
        if let WrittenDie::Listed(index) = term.die {
            let faces = text.faces[index].iter().copied().map(Datum::Whole);
            self.constant(Datum::list(faces.collect()), span);
        } else {
            for number in term.sides.into_iter().chain(face) {
                self.amount(text, number, written, span);
            }
        }
        let given = 2 + u8::from(face.is_some());
        let Some((kept, kept_amount)) = term.kept else {
            return self.prelude_call(&format!("{kind}_sum"), given, span);
        };
        if kept.is_dropped {
            self.amount(text, term.number, written, span);
        }
        self.amount(text, kept_amount, written, span);
        if kept.is_dropped {
            self.push(Op::Binary(Binary::Subtract), span);
            self.push(Op::Whole(0), span);
            self.push(
                Op::Pure {
                    function: Pure::Max,
                    arguments: 2,
                },
                span,
            );
        }
        self.push(Op::Truth(kept.is_highest), span);
        self.prelude_call(&format!("{kind}_kept"), given + 2, span);
    }

    /// Pushes a number of a dice text: its digits, or the value of its name.
    fn amount(&mut self, text: &DiceText, amount: Amount, written: Span, span: Span) {
        match amount {
            Amount::Number(number) => self.whole(number as i64, span),
            Amount::Name(index) => {
                let (name, byte_range) = &text.names[index];
                self.name(name, dice::span_in_quotes(written, byte_range));
            }
        }
    }

    fn prelude_call(&mut self, name: &str, arguments: u8, span: Span) {
        let index = self.tables.prelude_index(name);
        debug_assert!(index.is_some(), "the prelude has no function {name}");
        let function = index.unwrap_or(0) as u16;
        self.push(
            Op::Call {
                function,
                arguments,
            },
            span,
        );
    }
}

/// Returns a text with one of the terms, and with all the names.
fn single_term(text: &DiceText, term: WrittenTerm) -> DiceText {
    DiceText {
        terms: vec![(1, term)],
        ..text.clone()
    }
}
