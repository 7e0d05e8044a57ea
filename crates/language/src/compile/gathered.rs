//! Compiles comprehensions: lists, and functions of lists that are never built.

use super::builder::Builder;
use crate::builtin::{self, BuiltinRole, Chance, Pure};
use crate::code::{Op, RepeatedRoll};
use crate::grammar::tree::{Binary, Call, Comprehension, Expr, ExprKind};
use crate::source::Span;
use crate::value::Datum;

impl Builder<'_, '_> {
    pub(super) fn comprehension(&mut self, comprehension: &Comprehension, span: Span) {
        let result = self.hidden_slots(1);
        self.push(Op::List(0), span);
        self.push(Op::Store(result), span);
        self.gather(comprehension, &[Op::Append(result)], span);
        self.push(Op::Load(result), span);
    }

    /// Compiles a function of a comprehension without building its list: `sum(roll(6) for i in
    /// range(12))`.
    pub(super) fn fold(
        &mut self,
        function: Pure,
        comprehension: &Comprehension,
        kept: Option<&Expr>,
        span: Span,
    ) {
        let plain = self.sorted_rolls(function, comprehension, kept, span);
        let kept = kept.map(|kept| {
            let slot = self.hidden_slots(1);
            self.expr(kept);
            self.push(Op::Store(slot), kept.span);
            slot
        });
        let slot = self.hidden_slots(1);
        self.constant(Datum::Nothing, span);
        self.push(Op::Store(slot), span);
        let fold = Op::Fold {
            slot,
            function,
            kept,
        };
        match function {
            Pure::Any | Pure::All => {
                let decided = Op::JumpIfDecided {
                    slot,
                    truth: function == Pure::Any,
                    end: 0,
                };
                self.gather(comprehension, &[fold, decided], span);
            }
            _ => self.gather(comprehension, &[fold], span),
        }
        self.push(
            Op::PushFold {
                slot,
                function,
                kept,
            },
            span,
        );
        plain.into_iter().for_each(|end| self.patch_jump(end));
    }

    /// Compiles `sorted(dice("4d6kh3") for ability in range(6))`. Independent rolls become sorted
    /// dice, which are read one by one if only the odds are needed. Returns the jump over the
    /// ordinary code that follows.
    fn sorted_rolls(
        &mut self,
        function: Pure,
        comprehension: &Comprehension,
        kept: Option<&Expr>,
        span: Span,
    ) -> Option<usize> {
        let highest_first = match function {
            Pure::Sorted | Pure::Lowest => false,
            Pure::Highest | Pure::Middle | Pure::Median | Pure::Distinct => true,
            _ => return None,
        };
        let (ExprKind::Call(roll), ExprKind::Call(source), None) = (
            &comprehension.item.kind,
            &comprehension.source.kind,
            &comprehension.condition,
        ) else {
            return None;
        };
        let is_builtin = |call: &Call| {
            self.tables
                .declarations
                .function_index(&call.name.text)
                .is_none()
        };
        let is_range =
            matches!(source.name.text.as_str(), "range" | "upto") && source.arguments.len() == 1;
        if !is_range
            || !is_builtin(source)
            || !is_builtin(roll)
            || comprehension.item.reads(&comprehension.names)
        {
            return None;
        }
        let chance = match builtin::find(&roll.name.text)?.role {
            BuiltinRole::Chance(chance @ (Chance::Roll | Chance::Dice)) => chance,
            _ => return None,
        };
        let plain = self.push(Op::UnlessByIndex(0), span);
        self.expr(&source.arguments[0].value);
        let first = self.function.ops.len();
        self.expr(&comprehension.item);
        let roll = match (chance, self.function.ops.last().copied()) {
            (
                Chance::Roll,
                Some(Op::Ask {
                    function,
                    arguments,
                }),
            ) => Some((RepeatedRoll::Ask(function), arguments)),
            (Chance::Dice, Some(Op::Dice { template, open })) => {
                Some((RepeatedRoll::Dice(template), open))
            }
            (Chance::Dice, Some(Op::Binary(Binary::Add))) => self.single_exploding_die(first),
            _ => None,
        };
        // The arguments must not ask anything themselves.
        let asks = |op: &Op| {
            matches!(op, Op::Ask { .. } | Op::Dice { .. } | Op::Call { .. }) || op.asks_player()
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
        self.function.ops[last] = Op::SortedRolls {
            roll,
            arguments,
            highest_first,
        };
        kept.into_iter().for_each(|kept| self.expr(kept));
        // Sorted rolls are already the result of `sorted`.
        if function != Pure::Sorted {
            self.push(
                Op::Pure {
                    function,
                    arguments: 1 + u8::from(kept.is_some()),
                },
                span,
            );
        }
        let end = self.push(Op::Jump(0), span);
        self.patch_jump(plain);
        Some(end)
    }

    /// Recognises a single exploding die. Its instructions are 0, 1, the sides, the call that rolls
    /// it, and a sum; only the sides are kept.
    fn single_exploding_die(&mut self, first: usize) -> Option<(RepeatedRoll, u8)> {
        let exploding_sum = self.tables.prelude_index("exploding_sum")? as u16;
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
        if function != exploding_sum {
            return None;
        }
        let span = self.function.spans[first + 2];
        self.function.ops.truncate(first);
        self.function.spans.truncate(first);
        self.push(sides, span);
        // The question replaces the instruction that rolled it.
        self.push(Op::Drop, span);
        Some((RepeatedRoll::Exploding, 1))
    }

    /// Compiles the loop of a comprehension; the instructions `take` consume each entry.
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
            .map(|condition| self.jump_unless(condition));
        self.expr(&comprehension.item);
        let taken = self.function.ops.len();
        for op in take {
            self.push(*op, span);
        }
        skip.into_iter().for_each(|skip| self.patch_jump(skip));
        self.push(Op::Jump(head), span);
        self.patch_jump(next);
        (taken..taken + take.len()).for_each(|jump_index| self.patch_jump(jump_index));
        self.scope.truncate(outer);
    }
}
