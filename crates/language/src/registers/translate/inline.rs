//! Copies small functions to the places where they are called.

use super::{Entry, Translator};
use crate::code::Op;
use crate::liveness::uses_slot;
use crate::machine::{Program, SetDice};
use crate::registers::instruction::{Instruction, Register};

/// The maximal number of instructions of a function that is copied.
const MAX_OPS: usize = 60;
/// No function is copied into one that has become this long.
const MAX_INSTRUCTIONS: usize = 2000;
/// The maximal depth to which functions are copied into each other.
const MAX_DEPTH: usize = 6;

/// The functions that may be copied, and those into which they may be copied. The depth of calls is
/// limited, so recursive functions are not copied.
pub(super) struct CanInline {
    callees: Vec<bool>,
    callers: Vec<bool>,
}

/// Decides which functions are copied.
pub(super) fn can_inline(program: &Program) -> CanInline {
    let count = program.code.functions.len();
    let mut reaches: Vec<Vec<bool>> = (0..count)
        .map(|from| direct_callees(program, from))
        .collect();
    for middle in 0..count {
        for from in 0..count {
            if reaches[from][middle] {
                let further = reaches[middle].clone();
                let both = reaches[from].iter_mut().zip(further);
                both.for_each(|(reached, further)| *reached |= further);
            }
        }
    }
    let is_recursive = |function: usize| reaches[function][function];
    let is_among =
        |found: &dyn Fn(usize) -> bool| (0..count).any(|other| is_recursive(other) && found(other));
    let is_small = |function: usize| program.code.functions[function].ops.len() <= MAX_OPS;
    CanInline {
        callees: (0..count)
            .map(|function| is_small(function) && !is_among(&|other| reaches[function][other]))
            .collect(),
        callers: (0..count)
            .map(|function| !is_among(&|other| other == function || reaches[other][function]))
            .collect(),
    }
}

fn direct_callees(program: &Program, function: usize) -> Vec<bool> {
    let mut callees = vec![false; program.code.functions.len()];
    for op in &program.code.functions[function].ops {
        match op {
            Op::Call { function, .. } => callees[usize::from(*function)] = true,
            // Any dice of a parameter may be rolled here.
            Op::Ask { .. } => program.dice.iter().for_each(|dice| {
                if let SetDice::Rolled(function) = dice {
                    callees[*function] = true;
                }
            }),
            _ => (),
        }
    }
    callees
}

impl Translator<'_, '_> {
    /// Copies a function whose arguments are on the stack from this depth on. Returns whether it
    /// has done so.
    pub(super) fn inline(&mut self, function: usize, first: usize) -> Option<bool> {
        let can_inline = &self.source.can_inline;
        if !can_inline.callees[function]
            || !can_inline.callers[self.function]
            || self.outer.len() >= MAX_DEPTH
            || self.code.instructions.len() >= MAX_INSTRUCTIONS
        {
            return Some(false);
        }
        let base = usize::from(self.register_at(first));
        if base + self.source.registers_of(function) >= super::WINDOW {
            return Some(false);
        }
        let arguments = self.place_arguments(function, first);
        let mut outer = self.outer.clone();
        let mut caller = self.frame(self.op_index, &self.stack[..first]);
        // The caller continues after the call.
        caller.next_op += 1;
        outer.push(caller);
        let code = std::mem::take(&mut self.code);
        let mut inner = Translator::at(self.source, self.tables, function, code, base)?;
        inner.outer = outer;
        inner.fixed_until = self.fixed_until;
        let is_elsewhere: Vec<bool> = arguments.iter().map(Option::is_some).collect();
        inner.arguments = arguments;
        let cleared = &inner.facts().cleared;
        if !cleared.is_empty() {
            let from = cleared.start + base as Register;
            let end = cleared.end + base as Register;
            inner.push_start(Instruction::Clear { from, end });
        }
        for &slot in &inner.facts().emptied {
            let to = slot + base as Register;
            inner.push_start(Instruction::EmptyBox { to });
        }
        inner.body()?;
        let end = inner.code.instructions.len() as u32;
        for exit in std::mem::take(&mut inner.exits) {
            *inner.code.instructions[exit].target()? = end;
            inner.fixed_until = end as usize;
        }
        let fixed_until = inner.fixed_until;
        self.code = std::mem::take(&mut inner.code);
        self.fixed_until = fixed_until;
        // The result is computed last, so that it can be written directly to its destination.
        let result = self.last_result(base as Register).map(|result| *result);
        let is_move = matches!(result, Some(Instruction::Move { .. }));
        let moved = if is_move { self.pop_last() } else { None };
        self.empty_boxes(function, base, &is_elsewhere);
        if let Some((instruction, handover)) = moved {
            self.push_with(instruction, handover);
        }
        Some(true)
    }

    /// Puts the arguments into their registers. Returns those that can stay where they are: the
    /// function only reads them.
    fn place_arguments(&mut self, function: usize, first: usize) -> Vec<Option<Entry>> {
        let routine = &self.program().code.functions[function];
        let is_only_read = |slot: u16| {
            let is_other = |op: &Op| uses_slot(op, slot) && !is_plain_read(op);
            !routine.ops.iter().any(is_other)
        };
        let forms = &self.source.functions[function].forms;
        let mut arguments = Vec::new();
        for (slot, form) in forms.iter().enumerate().take(routine.arguments) {
            let entry = &self.stack[first + slot];
            let stays = !entry.is_on_stack() && is_only_read(slot as u16);
            arguments.push(stays.then(|| entry.clone()));
            if !stays {
                self.settle(first + slot, *form);
            }
        }
        arguments
    }

    /// Empties the boxes of a copied function, except for its result.
    fn empty_boxes(&mut self, function: usize, base: usize, is_elsewhere: &[bool]) {
        let is_boxed = self.source.result_form(function).is_none();
        for (slot, form) in self.source.functions[function].forms.iter().enumerate() {
            let is_elsewhere = is_elsewhere.get(slot) == Some(&true);
            let to = (base + slot) as Register;
            let is_empty = is_elsewhere || !self.fills(to);
            if form.is_none() && !is_empty && !(slot == 0 && is_boxed) {
                self.push(Instruction::EmptyBox { to });
            }
        }
    }

    /// Returns whether any instruction so far puts a value into a box.
    fn fills(&mut self, boxed: Register) -> bool {
        let mut instructions = self.code.instructions.iter_mut();
        instructions.any(|instruction| match instruction {
            // Their results are in tables or in other registers.
            Instruction::General { .. } | Instruction::Choose { .. } | Instruction::Call { .. } => {
                true
            }
            other => other.boxed_result().copied() == Some(boxed),
        })
    }

    /// Adds an instruction before the first one of the function.
    fn push_start(&mut self, instruction: Instruction) {
        let handover = self.add_handover(0, &[], 0);
        self.push_with(instruction, handover);
    }

    /// Jumps to the end of a copied function, unless this is its last instruction.
    pub(super) fn exit(&mut self) {
        let is_last = (self.op_index + 1..self.routine.ops.len())
            .all(|op_index| self.stack_kinds(op_index).is_none());
        if !is_last {
            let exit = self.push(Instruction::Jump { to: 0 });
            self.exits.push(exit);
        }
    }
}

/// Returns whether an instruction reads a name like any other value.
pub(super) fn is_plain_read(op: &Op) -> bool {
    matches!(op, Op::Load(_) | Op::IndexIn(_))
}
