//! Compiles statements.

use super::builder::{Builder, OpenLoop};
use crate::builtin::{self, BuiltinRole};
use crate::code::{LoopSlots, Op};
use crate::grammar::tree::{
    AssignTarget, Binary, Call, Expr, ExprKind, Name, Statement, StatementKind,
};
use crate::source::Span;
use crate::value::Datum;

impl Builder<'_, '_> {
    pub(super) fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Assign { targets, values } => self.assign(targets, values, span),
            StatementKind::Change {
                target,
                operator,
                value,
            } => self.change(target, *operator, value, span),
            StatementKind::If {
                branches,
                otherwise,
            } => self.branches(branches, otherwise),
            StatementKind::While { condition, body } => self.while_loop(condition, body),
            StatementKind::For {
                names,
                source,
                body,
            } => self.for_loop(names, source, body),
            StatementKind::Return(values) => self.return_values(values, span),
            StatementKind::Expression(expr) => self.expression_statement(expr),
            StatementKind::Break => self.break_loop(span),
            StatementKind::Continue => self.continue_loop(span),
            StatementKind::Define(_) | StatementKind::Use { .. } | StatementKind::Pass => (),
        }
    }

    fn assign(&mut self, targets: &[AssignTarget], values: &[Expr], span: Span) {
        let unpacked = targets.len() > 1 && values.len() == 1;
        // States list their values in the order in which the names are written.
        for target in targets {
            self.slot(&target.name.text);
        }
        values.iter().for_each(|value| self.expr(value));
        if unpacked {
            self.push(Op::Unpack(targets.len() as u16), span);
            targets.iter().for_each(|target| self.store(target));
        } else {
            targets.iter().rev().for_each(|target| self.store(target));
        }
    }

    /// Stores the top of the stack.
    fn store(&mut self, target: &AssignTarget) {
        if target.indices.is_empty() {
            let slot = self.slot(&target.name.text);
            self.push(Op::Store(slot), target.span);
            return;
        }
        let slot = self.slot(&target.name.text);
        target.indices.iter().for_each(|index| self.expr(index));
        self.push(
            Op::StoreAt {
                slot,
                depth: target.indices.len() as u16,
            },
            target.span,
        );
    }

    fn change(&mut self, target: &AssignTarget, operator: Binary, value: &Expr, span: Span) {
        if let (true, Binary::Add | Binary::Subtract) = (target.indices.is_empty(), operator) {
            self.expr(value);
            let slot = self.slot(&target.name.text);
            self.push(
                Op::Grow {
                    slot,
                    is_negative: operator == Binary::Subtract,
                },
                span,
            );
            return;
        }
        // The entry is read and then written, so an index that asks chance is computed once and
        // stored.
        let kept: Vec<Option<u16>> = target
            .indices
            .iter()
            .map(|index| self.keep_index(index))
            .collect();
        self.name(&target.name.text, target.name.span);
        for (index, kept) in target.indices.iter().zip(&kept) {
            self.push_index(index, *kept);
            self.push(Op::Index, target.span);
        }
        self.expr(value);
        self.push(Op::Binary(operator), span);
        let slot = self.slot(&target.name.text);
        target
            .indices
            .iter()
            .zip(&kept)
            .for_each(|(index, kept)| self.push_index(index, *kept));
        match target.indices.len() {
            0 => self.push(Op::Store(slot), target.span),
            depth => self.push(
                Op::StoreAt {
                    slot,
                    depth: depth as u16,
                },
                target.span,
            ),
        };
    }

    /// Stores the value of an index in a slot if computing it may ask chance.
    fn keep_index(&mut self, index: &Expr) -> Option<u16> {
        let mut asks = false;
        index.visit(&mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                let is_defined = self.tables.function_index(&call.name.text).is_some();
                asks |= is_defined
                    || !matches!(
                        builtin::find(&call.name.text).map(|builtin| builtin.role),
                        Some(BuiltinRole::Pure(_))
                    );
            }
        });
        asks.then(|| {
            self.expr(index);
            let slot = self.hidden_slots(1);
            self.push(Op::Store(slot), index.span);
            slot
        })
    }

    fn push_index(&mut self, index: &Expr, kept: Option<u16>) {
        match kept {
            Some(slot) => drop(self.push(Op::Load(slot), index.span)),
            None => self.expr(index),
        }
    }

    fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        let mut ends = Vec::new();
        for (condition, body) in branches {
            let next = self.jump_unless(condition);
            self.block(body);
            ends.push(self.push(Op::Jump(0), condition.span));
            self.patch_jump(next);
        }
        self.block(otherwise);
        ends.into_iter().for_each(|end| self.patch_jump(end));
    }

    pub(super) fn jump_unless(&mut self, condition: &Expr) -> usize {
        self.expr(condition);
        self.push(Op::Unless(0), condition.span)
    }

    /// Adds a checkpoint at the start of each iteration of an outermost loop of the trial, where
    /// exploration keeps a state.
    fn checkpoint(&mut self, span: Span) {
        if self.is_trial && self.open_loops.is_empty() {
            self.push(Op::Checkpoint, span);
        }
    }

    fn while_loop(&mut self, condition: &Expr, body: &[Statement]) {
        let head = self.next_op_index();
        let end = self.jump_unless(condition);
        self.checkpoint(condition.span);
        self.loop_body(
            OpenLoop {
                head,
                breaks: vec![end],
                is_while: true,
            },
            body,
            condition.span,
        );
    }

    fn loop_body(&mut self, open_loop: OpenLoop, body: &[Statement], span: Span) {
        self.open_loops.push(open_loop);
        self.block(body);
        self.continue_loop(span);
        let breaks = self
            .open_loops
            .pop()
            .map(|done| done.breaks)
            .unwrap_or_default();
        breaks.into_iter().for_each(|jump| self.patch_jump(jump));
    }

    fn for_loop(&mut self, names: &[Name], source: &Expr, body: &[Statement]) {
        let (head, next) = self.loop_head(source);
        self.loop_names(names, next, source.span);
        self.checkpoint(source.span);
        self.loop_body(
            OpenLoop {
                head,
                breaks: vec![next],
                is_while: false,
            },
            body,
            source.span,
        );
    }

    /// Compiles the head of a loop over a list, or over numbers without building a list. Returns
    /// the target of `continue` and the instruction that leaves the loop.
    pub(super) fn loop_head(&mut self, source: &Expr) -> (u32, usize) {
        let slot = self.hidden_slots(2);
        let numbers = self.loop_bounds(source, slot);
        if !numbers {
            self.expr(source);
            self.push(Op::Store(slot), source.span);
            self.push(Op::Whole(0), source.span);
            self.push(Op::Store(slot + 1), source.span);
        }
        let head = self.next_op_index();
        let next = if numbers {
            Op::NextNumber { slot, end: 0 }
        } else {
            Op::NextEntry { slot, end: 0 }
        };
        (head, self.push(next, source.span))
    }

    /// Stores the first number and the end of `range` or `upto` in two slots.
    fn loop_bounds(&mut self, source: &Expr, slot: u16) -> bool {
        let ExprKind::Call(call) = &source.kind else {
            return false;
        };
        let named = call
            .arguments
            .iter()
            .any(|argument| argument.name.is_some());
        if named || self.tables.function_index(&call.name.text).is_some() {
            return false;
        }
        match (call.name.text.as_str(), call.arguments.as_slice()) {
            ("range", [end]) => self.bounds(None, &end.value, false, slot),
            ("range", [start, end]) => self.bounds(Some(&start.value), &end.value, false, slot),
            ("upto", [end]) => self.bounds(None, &end.value, true, slot),
            _ => return false,
        }
        true
    }

    fn bounds(&mut self, start: Option<&Expr>, end: &Expr, from_one: bool, slot: u16) {
        match start {
            Some(start) => self.expr(start),
            None => drop(self.push(Op::Whole(from_one.into()), end.span)),
        }
        self.push(Op::Store(slot), end.span);
        self.expr(end);
        if from_one {
            self.push(Op::Whole(1), end.span);
            self.push(Op::Binary(Binary::Add), end.span);
        }
        self.push(Op::Store(slot + 1), end.span);
    }

    /// Stores the entry that the instruction at `next` pushed in the slots of the loop variables.
    pub(super) fn loop_names(&mut self, names: &[Name], next: usize, span: Span) {
        if names.len() > 1 {
            self.push(Op::Unpack(names.len() as u16), span);
        }
        for name in names {
            let slot = self.slot(&name.text);
            self.push(Op::Store(slot), name.span);
        }
        if let (Op::NextNumber { slot, .. } | Op::NextEntry { slot, .. }, [name]) =
            (self.function.ops[next], names)
        {
            let named = self.slot(&name.text);
            self.function.loops.push(LoopSlots {
                slot,
                name_slot: named,
                passed_lists: Vec::new(),
            });
        }
    }

    fn break_loop(&mut self, span: Span) {
        let jump = self.push(Op::Jump(0), span);
        if let Some(open_loop) = self.open_loops.last_mut() {
            open_loop.breaks.push(jump);
        }
    }

    fn continue_loop(&mut self, span: Span) {
        let Some(open_loop) = self.open_loops.last() else {
            return;
        };
        let op = if open_loop.is_while {
            Op::JumpBack(open_loop.head)
        } else {
            Op::Jump(open_loop.head)
        };
        self.push(op, span);
    }

    fn return_values(&mut self, values: &[Expr], span: Span) {
        match values {
            [] => self.constant(Datum::Nothing, span),
            [value] => self.expr(value),
            _ => self.list(values, span),
        }
        self.push(Op::Return, span);
    }

    fn expression_statement(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) if call.name.text == "record" => self.record(call, expr.span),
            ExprKind::Call(call) if call.name.text == "note" => self.note(call, expr.span),
            _ => {
                self.expr(expr);
                self.push(Op::Drop, expr.span);
            }
        }
    }

    fn record(&mut self, call: &Call, span: Span) {
        let [metric, value, step] = call.record_arguments();
        let Some(ExprKind::Name(name)) = metric.map(|metric| &metric.kind) else {
            return;
        };
        let Some(metric) = self.tables.declarations.metric_index(name) else {
            return;
        };
        value
            .into_iter()
            .chain(step)
            .for_each(|value| self.expr(value));
        let stepped = step.is_some();
        self.push(
            Op::Record {
                metric: metric as u16,
                has_step: stepped,
            },
            span,
        );
    }

    fn note(&mut self, call: &Call, span: Span) {
        let skip = self.push(Op::SkipNote(0), span);
        call.arguments
            .iter()
            .for_each(|argument| self.expr(&argument.value));
        self.push(Op::Note(call.arguments.len() as u16), span);
        self.patch_jump(skip);
    }
}
