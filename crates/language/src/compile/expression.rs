//! Compiles expressions: each leaves its value on the stack.

use super::builder::Builder;
use crate::builtin::{self, Builtin, BuiltinRole, Chance};
use crate::choice;
use crate::code::{Op, SeenNames};
use crate::grammar::tree::{Call, Expr, ExprKind, Relation};
use crate::source::Span;
use crate::value::Datum;

impl Builder<'_, '_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Whole(number) => self.whole(*number, span),
            ExprKind::Decimal(ratio) => self.constant(Datum::decimal(*ratio), span),
            ExprKind::Text(text) => self.text(text, span),
            ExprKind::Truth(truth) => drop(self.push(Op::Truth(*truth), span)),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::List(items) => match self.literal_list(expr) {
                Some(list) => self.constant(list, span),
                None => self.list(items, span),
            },
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension, span),
            ExprKind::Negative(inner) => self.unary(inner, Op::Negative, span),
            ExprKind::Not(inner) => self.unary(inner, Op::Not, span),
            ExprKind::Binary(operator, left, right) => {
                self.pair(left, right, Op::Binary(*operator), span)
            }
            ExprKind::And(parts) => self.short_circuit(parts, false),
            ExprKind::Or(parts) => self.short_circuit(parts, true),
            ExprKind::Compare(first, rest) => self.compare(first, rest, span),
            ExprKind::IfElse(parts) => self.if_else(parts),
            ExprKind::Index(list, index) => self.index(list, index, span),
            ExprKind::Field(entry, name) => self.field(entry, &name.text, span),
            ExprKind::Call(call) => self.call(call, span),
            ExprKind::QuestionPart(_) | ExprKind::Entry(_) => (),
        }
    }

    pub(super) fn constant(&mut self, value: Datum, span: Span) {
        let constant = self.tables.constant(value);
        self.push(Op::Constant(constant), span);
    }

    pub(super) fn whole(&mut self, number: i64, span: Span) {
        match i32::try_from(number) {
            Ok(number) => drop(self.push(Op::Whole(number), span)),
            Err(_) => self.constant(Datum::Whole(number), span),
        }
    }

    fn text(&mut self, text: &str, span: Span) {
        let text = self.tables.text(text);
        self.constant(Datum::Text(text), span);
    }

    pub(super) fn name(&mut self, name: &str, span: Span) {
        let shared = self
            .tables
            .code
            .shared_names
            .iter()
            .position(|known| known == name);
        let op = match (self.find(name), shared) {
            (Some(slot), _) => Op::Load(slot),
            (None, Some(shared)) => {
                // Any function with a player parameter may ask a choice that is passed as a value.
                if let Some(player) = self.tables.declarations.player_index(name) {
                    self.tables.code.choices[player].is_passed = true;
                }
                Op::Shared(shared as u16)
            }
            // The name is read before it is assigned; the machine reports this when it happens.
            (None, None) => Op::Load(self.slot(name)),
        };
        self.push(op, span);
    }

    pub(super) fn list(&mut self, items: &[Expr], span: Span) {
        items.iter().for_each(|item| self.expr(item));
        self.push(Op::List(items.len() as u16), span);
    }

    fn unary(&mut self, inner: &Expr, op: Op, span: Span) {
        self.expr(inner);
        self.push(op, span);
    }

    fn pair(&mut self, left: &Expr, right: &Expr, op: Op, span: Span) {
        self.expr(left);
        self.expr(right);
        self.push(op, span);
    }

    fn index(&mut self, list: &Expr, index: &Expr, span: Span) {
        let slot = match &list.kind {
            ExprKind::Name(name) => self.find(name),
            _ => None,
        };
        match slot {
            Some(slot) => self.unary(index, Op::IndexIn(slot), span),
            None => self.pair(list, index, Op::Index, span),
        }
    }

    fn short_circuit(&mut self, parts: &[Expr], truth: bool) {
        let (first, rest) = parts.split_at(1);
        self.expr(&first[0]);
        let mut span = first[0].span;
        for right in rest {
            let jump = self.push(Op::KeepIf { truth, to: 0 }, span);
            self.expr(right);
            // The right side must be true or false, too.
            self.push(Op::Not, right.span);
            self.push(Op::Not, right.span);
            self.patch_jump(jump);
            span = span.to(right.span);
        }
    }

    /// Compiles a chain of comparisons. `a < b < c` computes `b` once, and skips the rest when the
    /// result is decided.
    fn compare(&mut self, first: &Expr, rest: &[(Relation, Expr)], span: Span) {
        self.expr(first);
        let mut jumps = Vec::new();
        for (i, (relation, right)) in rest.iter().enumerate() {
            let last = i + 1 == rest.len();
            self.expr(right);
            let kept = if last {
                None
            } else {
                Some(self.keep_copy(right.span))
            };
            self.push(Op::Compare(*relation), span);
            if let Some(slot) = kept {
                jumps.push(self.push(
                    Op::KeepIf {
                        truth: false,
                        to: 0,
                    },
                    span,
                ));
                self.push(Op::Load(slot), right.span);
            }
        }
        jumps.into_iter().for_each(|jump| self.patch_jump(jump));
    }

    /// Stores a copy of the top of the stack in a slot that no rule can name.
    fn keep_copy(&mut self, span: Span) -> u16 {
        let slot = self.hidden_slots(1);
        self.push(Op::Store(slot), span);
        self.push(Op::Load(slot), span);
        slot
    }

    fn if_else(&mut self, parts: &[Expr; 3]) {
        let [then, condition, otherwise] = parts;
        let next = self.jump_unless(condition);
        self.expr(then);
        let end = self.push(Op::Jump(0), then.span);
        self.patch_jump(next);
        self.expr(otherwise);
        self.patch_jump(end);
    }

    fn field(&mut self, entry: &Expr, name: &str, span: Span) {
        self.expr(entry);
        let field = self
            .tables
            .code
            .fields
            .iter()
            .position(|known| known == name);
        self.push(Op::Field(field.unwrap_or(0) as u16), span);
    }

    fn call(&mut self, call: &Call, span: Span) {
        if let Some(index) = self.tables.function_index(&call.name.text) {
            let functions = &self.tables.declarations.functions;
            // Calls in the prelude name no arguments.
            let named = functions
                .get(index)
                .map(|function| &function.parameters[..]);
            let names = named.unwrap_or_default();
            let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
            return self.function_call(call, index, &names, span);
        }
        if let Some(builtin) = builtin::find(&call.name.text) {
            self.builtin(call, builtin, span);
        }
    }

    fn function_call(&mut self, call: &Call, index: usize, names: &[&str], span: Span) {
        let arguments = call.ordered_arguments(names);
        arguments.iter().for_each(|argument| self.expr(argument));
        self.push(
            Op::Call {
                function: index as u16,
                arguments: arguments.len() as u8,
            },
            span,
        );
    }

    fn builtin(&mut self, call: &Call, builtin: &Builtin, span: Span) {
        match builtin.role {
            BuiltinRole::Pure(function) => {
                if let [first, kept @ ..] = &call.ordered_arguments(builtin.parameters)[..]
                    && let ExprKind::Comprehension(comprehension) = &first.kind
                    && function.can_fold(kept.len())
                    // An argument that asks chance is computed after the list.
                    && kept.iter().all(|kept| matches!(kept.kind, ExprKind::Whole(_) | ExprKind::Name(_)))
                {
                    return self.fold(function, comprehension, kept.first().copied(), span);
                }
                let arguments = self.arguments(call, builtin);
                self.push(
                    Op::Pure {
                        function,
                        arguments,
                    },
                    span,
                );
            }
            BuiltinRole::Chance(Chance::Dice) => self.dice(call, span),
            BuiltinRole::Chance(function) => {
                let arguments = self.arguments(call, builtin);
                self.push(
                    Op::Ask {
                        function,
                        arguments,
                    },
                    span,
                );
            }
            BuiltinRole::Choose => self.choose(call, builtin, span),
            BuiltinRole::ChooseAtOnce => self.choose_at_once(call, builtin, span),
            BuiltinRole::Cards => self.cards(call, span),
            _ => (),
        }
    }

    fn arguments(&mut self, call: &Call, builtin: &Builtin) -> u8 {
        let arguments = call.ordered_arguments(builtin.parameters);
        arguments.iter().for_each(|argument| self.expr(argument));
        arguments.len().min(255) as u8
    }

    fn choose(&mut self, call: &Call, builtin: &Builtin, span: Span) {
        let arguments = call.ordered_arguments(builtin.parameters);
        let [player, options, ref sees @ ..] = arguments[..] else {
            return;
        };
        let choice = self.player_and_options(player, options);
        let seen = sees.first().map(|sees| self.seen(sees));
        self.push(Op::Choose { choice, seen }, span);
    }

    /// Compiles the values that a player sees.
    fn seen(&mut self, sees: &Expr) -> SeenNames {
        let values = match &sees.kind {
            ExprKind::List(values) => &values[..],
            _ => &[],
        };
        values.iter().for_each(|value| self.expr(value));
        let names: Vec<String> = values.iter().map(Expr::to_source).collect();
        let known = &mut self.tables.code.seen_names;
        let index = known.iter().position(|other| *other == names);
        let index = index.unwrap_or_else(|| {
            known.push(names);
            known.len() - 1
        });
        SeenNames {
            names: index as u16,
            count: values.len() as u16,
        }
    }

    fn choose_at_once(&mut self, call: &Call, builtin: &Builtin, span: Span) {
        let arguments = call.ordered_arguments(builtin.parameters);
        let [player, options, other, other_options] = arguments[..] else {
            return;
        };
        let players = [(player, options), (other, other_options)];
        let choices = players.map(|(player, options)| self.player_and_options(player, options));
        self.push(Op::ChooseAtOnce(choices), span);
    }

    /// Compiles the options of a player. Returns the choice if the player is given by name. Any
    /// other expression for the player is compiled first.
    fn player_and_options(&mut self, player: &Expr, options: &Expr) -> Option<u16> {
        let declared = match &player.kind {
            ExprKind::Name(name) if self.find(name).is_none() => {
                self.tables.declarations.player_index(name)
            }
            // An entry names its player.
            ExprKind::Field(_, field) => {
                let declarations = self.tables.declarations;
                let words = declarations.words_of_field(&field.text);
                for player in words.filter_map(|word| declarations.player_index(word)) {
                    self.tables.code.choices[player].is_passed = true;
                }
                None
            }
            _ => None,
        };
        if declared.is_none() {
            self.expr(player);
        }
        self.expr(options);
        let known =
            choice::literal_options(options).and_then(|written| self.option_numbers(&written));
        match declared {
            Some(index) => self.tables.code.choices[index].add(known.as_deref()),
            None => self.tables.offered_to_any.push(known),
        }
        declared.map(|index| index as u16)
    }

    fn cards(&mut self, call: &Call, span: Span) {
        let fields = &self.tables.code.fields;
        let index = |name: &str| fields.iter().position(|field| field == name).unwrap_or(0) as u16;
        let kinds = call
            .arguments
            .iter()
            .filter_map(|kind| Some(index(&kind.name.as_ref()?.text)))
            .collect();
        call.arguments
            .iter()
            .for_each(|kind| self.expr(&kind.value));
        self.tables.code.decks.push(kinds);
        let deck = (self.tables.code.decks.len() - 1) as u16;
        self.push(Op::Cards(deck), span);
    }

    /// Returns the numbers of options that are literals, or `None` if one is computed.
    fn option_numbers(&mut self, written: &[&Expr]) -> Option<Vec<i64>> {
        let values: Option<Vec<Datum>> = written
            .iter()
            .map(|option| self.literal_value(option))
            .collect();
        values?.iter().map(choice::number).collect()
    }

    /// Returns the value of a literal list, unless it is too large.
    fn literal_list(&mut self, expr: &Expr) -> Option<Datum> {
        match self.literal_value(expr)? {
            Datum::List(values) => Datum::nested_list(values.to_vec()).ok(),
            _ => None,
        }
    }

    /// Returns the value of a literal expression.
    fn literal_value(&mut self, expr: &Expr) -> Option<Datum> {
        match &expr.kind {
            ExprKind::Whole(number) => Some(Datum::Whole(*number)),
            ExprKind::Truth(truth) => Some(Datum::Truth(*truth)),
            ExprKind::Text(text) => Some(Datum::Text(self.tables.text(text))),
            ExprKind::List(items) => items
                .iter()
                .map(|item| self.literal_value(item))
                .collect::<Option<Vec<Datum>>>()
                .map(Datum::list),
            _ => None,
        }
    }
}
