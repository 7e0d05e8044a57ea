//! Names: loading, storing, growing. Calls of functions.

use super::{Entry, Place, Translator};
use crate::code::Op;
use crate::grammar::tree::Binary;
use crate::registers::instruction::{Instruction, Register, Source, Target};
use crate::registers::kind::{Form, Kind};

impl Translator<'_, '_> {
    pub(super) fn slot_form(&self, slot: u16) -> Option<Form> {
        self.facts().forms[usize::from(slot)]
    }

    /// Returns the argument that stays where the caller has it.
    pub(super) fn argument(&self, slot: u16) -> Option<&Entry> {
        self.arguments.get(usize::from(slot))?.as_ref()
    }

    pub(super) fn slot_source(&self, slot: u16) -> Source {
        if let Some(argument) = self.argument(slot) {
            return self.source_of(argument, 0);
        }
        match self.slot_form(slot) {
            Some(form) => Source::Integer(self.name(slot), form),
            None => Source::Boxed(self.name(slot)),
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
        self.move_to(to, self.slot_form(slot), &entry, depth);
    }

    /// Puts the value that was on top of the stack elsewhere. If the last instruction computed it,
    /// that instruction puts it there.
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
