//! Jumps, conditions and loops.

use super::{Entry, Translator};
use crate::code::{Op, Routine};
use crate::registers::flow::edges;
use crate::registers::instruction::{Instruction, Register, Test};
use crate::registers::kind::Form;

impl Translator<'_, '_> {
    pub(super) fn jump(&mut self, to: usize) -> Option<()> {
        if let Some(slot) = stored_at_jump(self.routine, self.op_index) {
            self.store(slot);
            self.settle_for(to + 1)?;
            self.push_jump(Instruction::Jump { to: 0 }, to + 1);
            return Some(());
        }
        self.settle_for(to)?;
        let repeated = self.repeated_loops.last();
        if repeated.is_some_and(|repeated| repeated.body.start == to) {
            self.push_jump(Instruction::Jump { to: 0 }, to);
            return Some(());
        }
        if to > self.op_index {
            if to > self.op_index + 1 {
                self.push_jump(Instruction::Jump { to: 0 }, to);
            }
            return Some(());
        }
        let cost = self.op_index - to;
        if let Some(repeat) = self.repeat(to, cost) {
            self.push(repeat);
            if let Op::NextNumber { end, .. } | Op::NextEntry { end, .. } = self.routine.ops[to]
                && end as usize != self.op_index + 1
            {
                self.push_jump(Instruction::Jump { to: 0 }, end as usize);
            }
            return Some(());
        }
        let cost = cost.clamp(1, usize::from(u16::MAX)) as u16;
        self.push_jump(Instruction::JumpBack { cost, to: 0 }, to);
        Some(())
    }

    /// Returns the instruction that begins the next iteration of a loop over numbers or entries.
    fn repeat(&self, head: usize, cost: usize) -> Option<Instruction> {
        if !matches!(
            self.routine.ops[head],
            Op::NextNumber { .. } | Op::NextEntry { .. }
        ) {
            return None;
        }
        let label = self.labels[head]?;
        let start = label + 1;
        match *self.code.instructions.get(label as usize)? {
            Instruction::NextNumber { to, slot, .. } => Some(Instruction::RepeatNumber {
                to,
                slot,
                cost: cost.min(usize::from(u8::MAX)) as u8,
                start,
            }),
            Instruction::NextEntry { to, slot, form, .. } => Some(Instruction::RepeatEntry {
                to,
                slot,
                form,
                start,
            }),
            _ => None,
        }
    }

    /// Translates `Unless` and `KeepIf`.
    pub(super) fn branch(&mut self, op: Op) -> Option<()> {
        let jump = edges(&self.routine.ops, self.op_index).jump?;
        let jumps_if = match op {
            Op::KeepIf { truth, .. } => truth,
            _ => false,
        };
        let (condition, depth) = self.pop();
        if condition.form.is_some_and(|form| form != Form::Truth) {
            self.push(Instruction::Leave);
            return Some(());
        }
        if jump.keeps_condition {
            return self.keep_and_jump(condition, jumps_if, jump.to);
        }
        if let Some(truth) = condition.number() {
            self.settle_for(jump.to)?;
            if (truth != 0) == jumps_if {
                self.push_jump(Instruction::Jump { to: 0 }, jump.to);
            }
            return Some(());
        }
        let register = self.register_at(depth);
        let compared = match condition.is_on_stack() {
            true => self.last_result(register).and_then(comparison),
            false => None,
        };
        if let Some(compared) = compared {
            self.code.instructions.pop();
            self.code.handover_of.pop();
            self.settle_for(jump.to)?;
            self.jump_if(compared, jumps_if, jump.to);
            return Some(());
        }
        let a = self.integer(&condition, depth, Form::Truth);
        self.settle_for(jump.to)?;
        self.push_jump(
            match jumps_if {
                true => Instruction::JumpIf { a, to: 0 },
                false => Instruction::JumpUnless { a, to: 0 },
            },
            jump.to,
        );
        Some(())
    }

    /// Jumps and keeps the condition on the stack.
    fn keep_and_jump(&mut self, condition: Entry, jumps_if: bool, to: usize) -> Option<()> {
        let depth = self.stack.len();
        let register = self.register_at(depth);
        let kept = self.stack_kinds(to)?.get(depth)?.form();
        self.stack.push(condition.clone());
        self.settle_for(to)?;
        self.stack.pop();
        // The condition is needed as an integer, even if the other path puts it into a box.
        let a = match kept {
            Some(_) => register,
            None => {
                let boxed = Entry {
                    place: super::Place::Stack,
                    form: None,
                };
                self.integer(&boxed, depth, Form::Truth)
            }
        };
        self.push_jump(
            match jumps_if {
                true => Instruction::JumpIf { a, to: 0 },
                false => Instruction::JumpUnless { a, to: 0 },
            },
            to,
        );
        Some(())
    }

    /// Adds a jump that depends on a comparison.
    fn jump_if(&mut self, compared: Comparison, jumps_if: bool, to: usize) {
        let test = match jumps_if {
            true => compared.test,
            false => compared.test.opposite(),
        };
        let (a, label) = (compared.a, 0);
        let instruction = match compared.with {
            With::Register(b) => match test {
                Test::Less => Instruction::JumpIfLess { a, b, to: label },
                Test::AtMost => Instruction::JumpIfAtMost { a, b, to: label },
                Test::More => Instruction::JumpIfLess {
                    a: b,
                    b: a,
                    to: label,
                },
                Test::AtLeast => Instruction::JumpIfAtMost {
                    a: b,
                    b: a,
                    to: label,
                },
                Test::Equal => Instruction::JumpIfEqual { a, b, to: label },
                Test::Unequal => Instruction::JumpIfUnequal { a, b, to: label },
            },
            With::Number(number) => match test {
                Test::Less => Instruction::JumpIfLessThan {
                    a,
                    number,
                    to: label,
                },
                Test::More => Instruction::JumpIfMoreThan {
                    a,
                    number,
                    to: label,
                },
                Test::AtMost => Instruction::JumpIfLessThan {
                    a,
                    number: number + 1,
                    to: label,
                },
                Test::AtLeast => Instruction::JumpIfMoreThan {
                    a,
                    number: number - 1,
                    to: label,
                },
                Test::Equal => Instruction::JumpIfIs {
                    a,
                    number,
                    to: label,
                },
                Test::Unequal => Instruction::JumpIfIsNot {
                    a,
                    number,
                    to: label,
                },
            },
        };
        self.push_jump(instruction, to);
    }

    pub(super) fn next_number(&mut self, slot: u16, end: usize) -> Option<()> {
        let is_whole = |slot| self.slot_form(slot) == Some(Form::Whole);
        if !is_whole(slot) || !is_whole(slot + 1) {
            self.leave();
            return Some(());
        }
        self.settle_for(end)?;
        let (to, slot) = (self.top(), self.name(slot));
        self.push_jump(Instruction::NextNumber { to, slot, end: 0 }, end);
        self.push_result(Some(Form::Whole));
        Some(())
    }

    pub(super) fn next_entry(&mut self, slot: u16, end: usize) -> Option<()> {
        if self.slot_form(slot).is_some() || self.slot_form(slot + 1) != Some(Form::Whole) {
            self.leave();
            return Some(());
        }
        self.settle_for(end)?;
        let (to, form, slot) = (self.top(), self.result_form(), self.name(slot));
        self.push_jump(
            Instruction::NextEntry {
                to,
                slot,
                form,
                end: 0,
            },
            end,
        );
        self.push_result(form);
        Some(())
    }
}

/// Returns the name that gets a value right after a jump. The value is stored before the jump
/// instead.
pub(super) fn stored_at_jump(routine: &Routine, op_index: usize) -> Option<u16> {
    let Op::Jump(to) = routine.ops[op_index] else {
        return None;
    };
    match routine.ops[to as usize] {
        // Storing a hidden name begins a loop.
        Op::Store(slot)
            if to as usize > op_index && !routine.slots[usize::from(slot)].is_empty() =>
        {
            Some(slot)
        }
        _ => None,
    }
}

/// A comparison that a jump depends on.
#[derive(Clone, Copy)]
struct Comparison {
    test: Test,
    a: Register,
    with: With,
}

#[derive(Clone, Copy)]
enum With {
    Register(Register),
    /// Neither the least nor the greatest 16-bit number.
    Number(i16),
}

/// Returns the comparison of an instruction, if a jump can make it.
fn comparison(instruction: &mut Instruction) -> Option<Comparison> {
    match *instruction {
        Instruction::Compare { test, a, b, .. } => Some(Comparison {
            test,
            a,
            with: With::Register(b),
        }),
        Instruction::CompareNumber {
            test, a, number, ..
        } => {
            let number = i16::try_from(number).ok()?;
            let is_extreme = number == i16::MAX || number == i16::MIN;
            (!is_extreme).then_some(Comparison {
                test,
                a,
                with: With::Number(number),
            })
        }
        _ => None,
    }
}
