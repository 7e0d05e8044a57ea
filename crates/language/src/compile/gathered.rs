//! Comprehensions to instructions: lists, and what a function gives of a list that is never made.

use super::builder::Builder;
use crate::builtin::{self, BuiltinRole, Chance, Pure};
use crate::code::{ManyRoll, Op};
use crate::grammar::tree::{Binary, Call, Comprehension, Expr, ExprKind};
use crate::source::Span;
use crate::value::Datum;

impl Builder<'_, '_> {
    pub(super) fn comprehension(&mut self, comprehension: &Comprehension, span: Span) {
        let result = self.hidden(1);
        self.push(Op::List(0), span);
        self.push(Op::Store(result), span);
        self.gather(comprehension, &[Op::Append(result)], span);
        self.push(Op::Load(result), span);
    }

    /// What a function gives of a comprehension, whose list is never made: `sum(roll(6) for i in
    /// range(12))`.
    pub(super) fn fold(
        &mut self,
        function: Pure,
        comprehension: &Comprehension,
        kept: Option<&Expr>,
        span: Span,
    ) {
        let plain = self.rolls_alike(function, comprehension, kept, span);
        let kept = kept.map(|kept| {
            let slot = self.hidden(1);
            self.expr(kept);
            self.push(Op::Store(slot), kept.span);
            slot
        });
        let slot = self.hidden(1);
        self.constant(Datum::Nothing, span);
        self.push(Op::Store(slot), span);
        let fold = Op::Fold {
            slot,
            function,
            kept,
        };
        match function {
            Pure::Any | Pure::All => {
                let decided = Op::Decided {
                    slot,
                    truth: function == Pure::Any,
                    end: 0,
                };
                self.gather(comprehension, &[fold, decided], span);
            }
            _ => self.gather(comprehension, &[fold], span),
        }
        self.push(
            Op::Folded {
                slot,
                function,
                kept,
            },
            span,
        );
        plain.into_iter().for_each(|end| self.land(end));
    }

    /// `sorted(dice("4d6kh3") for ability in range(6))`: rolls that have nothing to do with each
    /// other are sorted dice, and read one by one where only the odds are wanted. The jump over
    /// what follows, where it is such.
    fn rolls_alike(
        &mut self,
        function: Pure,
        of: &Comprehension,
        kept: Option<&Expr>,
        span: Span,
    ) -> Option<usize> {
        let highest_first = match function {
            Pure::Sorted | Pure::Lowest => false,
            Pure::Highest => true,
            _ => return None,
        };
        let (ExprKind::Call(roll), ExprKind::Call(source), None) =
            (&of.item.kind, &of.source.kind, &of.condition)
        else {
            return None;
        };
        let is_builtin = |call: &Call| self.tables.declarations.function(&call.name.text).is_none();
        let is_range =
            matches!(source.name.text.as_str(), "range" | "upto") && source.arguments.len() == 1;
        if !is_range || !is_builtin(source) || !is_builtin(roll) || of.item.reads(&of.names) {
            return None;
        }
        let chance = match builtin::find(&roll.name.text)?.role {
            BuiltinRole::Chance(chance @ (Chance::Roll | Chance::Dice)) => chance,
            _ => return None,
        };
        let plain = self.push(Op::UnlessByPlace(0), span);
        self.expr(&source.arguments[0].value);
        let first = self.function.ops.len();
        self.expr(&of.item);
        let roll = match (chance, self.function.ops.last().copied()) {
            (
                Chance::Roll,
                Some(Op::Ask {
                    function,
                    arguments,
                }),
            ) => Some((ManyRoll::Ask(function), arguments)),
            (Chance::Dice, Some(Op::Dice { template, open })) => {
                Some((ManyRoll::Dice(template), open))
            }
            (Chance::Dice, Some(Op::Binary(Binary::Add))) => self.exploding_alone(first),
            _ => None,
        };
        // Whatever it takes is no question itself.
        let asks = |op: &Op| {
            matches!(
                op,
                Op::Ask { .. } | Op::Dice { .. } | Op::Call { .. } | Op::ChooseOf | Op::Choose(_)
            )
        };
        let is_alone = !self.function.ops[first..self.function.ops.len() - 1]
            .iter()
            .any(asks);
        let Some((roll, arguments)) = roll.filter(|_| is_alone) else {
            self.function.ops.truncate(plain);
            self.function.spans.truncate(plain);
            return None;
        };
        let last = self.function.ops.len() - 1;
        self.function.ops[last] = Op::Many {
            roll,
            arguments,
            highest_first,
        };
        if let Some(kept) = kept {
            self.expr(kept);
            self.push(
                Op::Pure {
                    function,
                    arguments: 2,
                },
                span,
            );
        }
        let end = self.push(Op::Jump(0), span);
        self.land(plain);
        Some(end)
    }

    /// A single die that explodes: its sides alone are left of its instructions, which are 0, 1,
    /// the sides, the call that rolls it, and a sum.
    fn exploding_alone(&mut self, first: usize) -> Option<(ManyRoll, u8)> {
        let place = self.tables.function_place("exploding_sum")? as u16;
        let [
            Op::Whole(0),
            Op::Whole(1),
            sides,
            Op::Call {
                function,
                arguments: 2,
            },
            Op::Binary(Binary::Add),
        ] = self.function.ops[first..]
        else {
            return None;
        };
        if function != place {
            return None;
        }
        let span = self.function.spans[first + 2];
        self.function.ops.truncate(first);
        self.function.spans.truncate(first);
        self.push(sides, span);
        // The instruction that rolls it takes its place.
        self.push(Op::Drop, span);
        Some((ManyRoll::Exploding, 1))
    }

    /// Goes through a comprehension, each entry being taken by these instructions.
    fn gather(&mut self, comprehension: &Comprehension, take: &[Op], span: Span) {
        let (head, next) = self.loop_head(&comprehension.source);
        let outer = self.scope.len();
        for name in &comprehension.names {
            self.new_slot(&name.text);
        }
        self.loop_names(&comprehension.names, next, comprehension.source.span);
        let skip = comprehension
            .condition
            .as_ref()
            .map(|condition| self.unless(condition));
        self.expr(&comprehension.item);
        let taken = self.function.ops.len();
        for op in take {
            self.push(*op, span);
        }
        skip.into_iter().for_each(|skip| self.land(skip));
        self.push(Op::Jump(head), span);
        self.land(next);
        (taken..taken + take.len()).for_each(|at| self.land(at));
        self.scope.truncate(outer);
    }
}
