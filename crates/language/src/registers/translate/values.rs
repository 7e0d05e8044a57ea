//! Translates instructions that load, store or change names, and calls of functions.

use super::{Entry, Place, Translator};
use crate::code::Op;
use crate::grammar::tree::Binary;
use crate::registers::instruction::{Instruction, Register, Source, Target};
use crate::registers::kind::{Form, Kind};

impl Translator<'_, '_> {
    pub(super) fn slot_form(&self, slot: u16) -> Option<Form> {
        self.facts().forms[usize::from(slot)]
    }

    /// Returns the value of a name that is not in its register or box. It is an argument that stays
    /// where the caller has it, or a name of a loop whose body is repeated.
    pub(super) fn argument(&self, slot: u16) -> Option<&Entry> {
        let mut known = self.known_names.iter();
        match known.find(|(name, _)| *name == slot) {
            Some((_, entry)) => Some(entry),
            None => self.arguments.get(usize::from(slot))?.as_ref(),
        }
    }

    pub(super) fn slot_source(&self, slot: u16) -> Source {
        if let Some(argument) = self.argument(slot) {
            return self.source_of(argument, 0);
        }
        match self.slot_form(slot) {
            Some(form) => Source::Integer(self.name(slot), form),
            None => match self.facts().moved[usize::from(slot)] {
                Some(list) => Source::Moved(self.name(slot), self.name(list)),
                None => Source::Boxed(self.name(slot)),
            },
        }
    }

    pub(super) fn load(&mut self, slot: u16) {
        if let Some(argument) = self.argument(slot) {
            let argument = argument.clone();
            return self.stack.push(argument);
        }
        let form = self.slot_form(slot);
        let from = self.name(slot);
        let is_possible = self.facts().names.is_possible(self.op_index, slot);
        if form == Some(Form::Nothing) || !is_possible {
            return self.leave();
        }
        let kind = &self.source.kinds.functions[self.function].slots[usize::from(slot)];
        if form.is_none() && (*kind == Kind::Any || !self.is_assigned(slot)) {
            let to = self.top();
            self.push(Instruction::LoadBox { to, from });
            return self.push_result(None);
        }
        self.stack.push(Entry {
            place: Place::Slot(from),
            form,
        });
    }

    pub(super) fn store(&mut self, slot: u16) {
        let (entry, depth) = self.pop();
        let to = self.name(slot);
        self.settle_slot(to);
        let form = self.slot_form(slot);
        if let Some(from) = self.last_read(&entry, slot) {
            return self.take_box(to, from);
        }
        self.move_to(to, form, &entry, depth);
    }

    /// Moves a value from one box to another. If an instruction has just put the value into the
    /// first box, that instruction uses the second one instead.
    fn take_box(&mut self, to: Register, from: Register) {
        let first = self.fixed_until;
        let recent = self.code.instructions[first..].iter_mut().rev();
        for instruction in recent {
            match instruction.boxed_result() {
                Some(result) if *result == from => return *result = to,
                Some(_) => break,
                // Nothing may read the box before it is moved.
                None => match instruction {
                    Instruction::Set { .. }
                    | Instruction::Move { .. }
                    | Instruction::Clear { .. } => {}
                    _ => break,
                },
            }
        }
        self.push(Instruction::TakeBox { to, from });
    }

    /// Returns the box of a name that the loop with this list reads last.
    fn last_read(&self, entry: &Entry, list: u16) -> Option<Register> {
        let before = self.op_index.checked_sub(1)?;
        let (Place::Slot(from), Op::Load(slot)) = (&entry.place, self.routine.ops[before]) else {
            return None;
        };
        let is_last = self.routine.is_last_read[before]
            && self.facts().moved[usize::from(slot)] == Some(list)
            && self.argument(slot).is_none();
        let is_elsewhere =
            |entry: &Entry| matches!(entry.place, Place::Slot(other) if other == *from);
        (is_last && !self.stack.iter().any(is_elsewhere)).then_some(*from)
    }

    /// Puts the value that was on top of the stack into a register or box. If the last instruction
    /// computed the value, that instruction puts it there.
    fn move_to(&mut self, to: Register, form: Option<Form>, entry: &Entry, depth: usize) {
        let register = self.register_at(depth);
        if entry.is_on_stack() && entry.form == form {
            let last = match form {
                Some(_) => self.last_result(register).and_then(Instruction::result),
                None => self
                    .last_boxed_result(register)
                    .and_then(Instruction::boxed_result),
            };
            if let Some(result) = last {
                *result = to;
                return;
            }
        }
        self.put(to, entry, depth, form);
    }

    pub(super) fn grow(&mut self, slot: u16, is_negative: bool) {
        let (entry, depth) = self.pop();
        let to = self.name(slot);
        self.settle_slot(to);
        let operator = if is_negative {
            Binary::Subtract
        } else {
            Binary::Add
        };
        if self.slot_form(slot) == Some(Form::Whole) && entry.is_whole() {
            let grown = Entry {
                place: Place::Slot(to),
                form: Some(Form::Whole),
            };
            // Nothing is above the value, so its register is free for the name's number.
            return self.whole_binary(operator, to, (&grown, depth + 1), (&entry, depth));
        }
        if self.slot_form(slot).is_some() || !self.is_assigned(slot) {
            return self.leave();
        }
        let sources = vec![self.slot_source(slot), self.source_of(&entry, depth)];
        self.push_general(Op::Binary(operator), sources, vec![Target::Boxed(to)]);
    }

    /// Calls a function with the topmost values as its arguments.
    pub(super) fn call(&mut self, function: usize) -> Option<()> {
        let arguments = self.program().code.functions[function].arguments;
        self.enter(function, self.stack.len() - arguments)
    }

    /// Calls a function whose arguments are on the stack from this depth on.
    pub(super) fn enter(&mut self, function: usize, first: usize) -> Option<()> {
        let form = self.source.result_form(function);
        if !self.inline(function, first)? {
            self.settle_arguments(function, first);
            let before = std::mem::take(&mut self.stack_before);
            let handover = self.add_handover(self.op_index, &before, first);
            self.stack_before = before;
            let call = Instruction::Call {
                base: self.register_at(first),
                is_boxed: form.is_none(),
                function: function as u16,
            };
            self.push_with(call, handover);
        }
        self.stack.truncate(first);
        self.push_result(form);
        Some(())
    }

    fn settle_arguments(&mut self, function: usize, first: usize) {
        let forms = &self.source.functions[function].forms;
        let count = self.program().code.functions[function].arguments;
        for (depth, form) in (first..first + count).zip(forms) {
            self.settle(depth, *form);
        }
    }

    pub(super) fn return_value(&mut self) {
        let (entry, depth) = self.pop();
        let form = self.source.result_form(self.function);
        if !self.outer.is_empty() {
            self.move_to(self.base as Register, form, &entry, depth);
            return self.exit();
        }
        match (form, entry.number()) {
            (Some(_), Some(number)) if i32::try_from(number).is_ok() => {
                let number = number as i32;
                self.push(Instruction::ReturnNumber { number });
            }
            (Some(form), _) => {
                let from = self.integer(&entry, depth, form);
                self.push(Instruction::Return { from });
            }
            (None, _) => {
                let from = self.boxed(&entry, depth);
                self.push(Instruction::ReturnBox { from });
            }
        }
    }
}
