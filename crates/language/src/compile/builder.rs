//! Builds the instructions of one function.

use super::tables::CodeTables;
use crate::code::{Op, Routine};
use crate::source::Span;
use crate::value::Datum;

/// A function that is being compiled.
pub(super) struct Builder<'p, 'd> {
    pub(super) tables: &'p mut CodeTables<'d>,
    pub(super) function: Routine,
    /// The visible names, the innermost last.
    pub(super) scope: Vec<(String, u16)>,
    pub(super) open_loops: Vec<OpenLoop>,
    pub(super) is_trial: bool,
}

/// A loop that is being compiled: the target of `continue`, and the jumps that leave it.
pub(super) struct OpenLoop {
    pub(super) head: u32,
    pub(super) breaks: Vec<usize>,
    pub(super) is_while: bool,
}

impl<'p, 'd> Builder<'p, 'd> {
    pub(super) fn new(
        tables: &'p mut CodeTables<'d>,
        name: &str,
        is_trial: bool,
    ) -> Builder<'p, 'd> {
        let function = Routine {
            name: name.to_owned(),
            ..Routine::default()
        };
        Builder {
            tables,
            function,
            scope: Vec::new(),
            open_loops: Vec::new(),
            is_trial,
        }
    }

    pub(super) fn push(&mut self, op: Op, span: Span) -> usize {
        self.function.ops.push(op);
        self.function.spans.push(span);
        self.function.ops.len() - 1
    }

    pub(super) fn next_op_index(&self) -> u32 {
        self.function.ops.len() as u32
    }

    /// Sets the target of a jump to the next instruction.
    pub(super) fn patch_jump(&mut self, jump_index: usize) {
        let target = self.next_op_index();
        match &mut self.function.ops[jump_index] {
            Op::Jump(to) | Op::Unless(to) | Op::KeepIf { to, .. } | Op::SkipNote(to) => {
                *to = target
            }
            Op::UnlessByIndex(to) | Op::JumpIfDecided { end: to, .. } => *to = target,
            Op::NextNumber { end, .. } | Op::NextEntry { end, .. } => *end = target,
            _ => (),
        }
    }

    /// Returns the slot of a name, and adds one for a new name.
    pub(super) fn slot(&mut self, name: &str) -> u16 {
        self.find(name).unwrap_or_else(|| self.new_slot(name))
    }

    pub(super) fn new_slot(&mut self, name: &str) -> u16 {
        self.function.slots.push(name.to_owned());
        let slot = (self.function.slots.len() - 1) as u16;
        if !name.is_empty() {
            self.scope.push((name.to_owned(), slot));
        }
        slot
    }

    /// Adds `n` slots in a row that no rule can name, and returns the first.
    pub(super) fn hidden_slots(&mut self, n: u16) -> u16 {
        let first = self.function.slots.len() as u16;
        for _ in 0..n {
            self.new_slot("");
        }
        first
    }

    pub(super) fn find(&self, name: &str) -> Option<u16> {
        self.scope
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, slot)| *slot)
    }

    pub(super) fn finish(mut self, span: Span) -> Routine {
        let nothing = self.tables.constant(Datum::Nothing);
        self.push(Op::Constant(nothing), span);
        self.push(Op::Return, span);
        self.function
    }
}
