//! The stack during translation: where its values are, and how they get elsewhere.

use super::{Entry, Place, Translator};
use crate::registers::instruction::{Instruction, NO_VALUE, Register, Source};
use crate::registers::kind::{Form, Kind};
use crate::value::Datum;

impl Translator<'_, '_> {
    /// Returns the register of this depth of the stack.
    pub(super) fn register_at(&self, depth: usize) -> Register {
        (self.base + self.routine.slots.len() + depth) as Register
    }

    /// Returns the register of a name.
    pub(super) fn name(&self, slot: u16) -> Register {
        (self.base + usize::from(slot)) as Register
    }

    /// Returns the register for the next value on the stack.
    pub(super) fn top(&self) -> Register {
        self.register_at(self.stack.len())
    }

    /// Pushes a value that is known.
    pub(super) fn push_value(&mut self, value: Datum) {
        self.stack.push(Entry::known(value));
    }

    /// Pushes a value that an instruction has put into the register of its depth.
    pub(super) fn push_result(&mut self, form: Option<Form>) {
        self.stack.push(Entry {
            place: Place::Stack,
            form,
        });
    }

    /// Pops a value, with its depth.
    pub(super) fn pop(&mut self) -> (Entry, usize) {
        let entry = self.stack.pop().unwrap_or(Entry {
            place: Place::Number(0),
            form: Some(Form::Nothing),
        });
        (entry, self.stack.len())
    }

    pub(super) fn source_of(&self, entry: &Entry, depth: usize) -> Source {
        let register = match (&entry.place, entry.form) {
            (Place::Number(number), Some(form)) => return Source::Value(form.write(*number)),
            (Place::Value(value), _) => return Source::Value(value.clone()),
            (Place::Slot(slot), _) => *slot,
            _ => self.register_at(depth),
        };
        match entry.form {
            Some(form) => Source::Integer(register, form),
            None => Source::Boxed(register),
        }
    }

    /// Pops values for the stack machine, the lowest first.
    pub(super) fn take_sources(&mut self, n: usize) -> Vec<Source> {
        let first = self.stack.len() - n;
        let sources = (first..self.stack.len())
            .map(|depth| self.source_of(&self.stack[depth], depth))
            .collect();
        self.stack.truncate(first);
        sources
    }

    /// Returns the values of entries, if all are known.
    pub(super) fn known_values(&self, n: usize) -> Option<Vec<Datum>> {
        let entries = &self.stack[self.stack.len() - n..];
        entries.iter().map(Entry::known_value).collect()
    }

    /// Returns a register with the integer of an entry, after taking it out of its box if needed.
    pub(super) fn integer(&mut self, entry: &Entry, depth: usize, form: Form) -> Register {
        let register = self.register_at(depth);
        match (&entry.place, entry.form) {
            (Place::Slot(slot), Some(_)) => *slot,
            (Place::Slot(from), None) => {
                let from = *from;
                self.push(Instruction::Unbox {
                    to: register,
                    from,
                    form,
                });
                register
            }
            (Place::Number(number), _) => {
                self.set(register, *number);
                register
            }
            (Place::Stack, Some(_)) => register,
            (Place::Stack, None) => {
                self.push(Instruction::Unbox {
                    to: register,
                    from: register,
                    form,
                });
                register
            }
            // This is a list or another boxed value where a number is required.
            (Place::Value(_), _) => {
                self.push(Instruction::Leave);
                register
            }
        }
    }

    /// Returns a box with a value.
    pub(super) fn boxed(&mut self, entry: &Entry, depth: usize) -> Register {
        match (&entry.place, entry.form) {
            (Place::Slot(slot), None) => *slot,
            (Place::Stack, None) => self.register_at(depth),
            _ => {
                let register = self.register_at(depth);
                self.put(register, entry, depth, None);
                register
            }
        }
    }

    /// Sets a register to a number.
    pub(super) fn set(&mut self, to: Register, number: i64) {
        match i32::try_from(number) {
            Ok(number) => drop(self.push(Instruction::Set { to, number })),
            Err(_) => {
                self.tables.numbers.push(number);
                let index = (self.tables.numbers.len() - 1) as u16;
                self.push(Instruction::SetWide { to, index });
            }
        }
    }

    /// Adds a value to the table.
    pub(super) fn table_value(&mut self, value: Datum) -> u16 {
        let values = &mut self.tables.values;
        let known = values.iter().position(|known| *known == value);
        known.unwrap_or_else(|| {
            values.push(value);
            values.len() - 1
        }) as u16
    }

    /// Puts a value into a register or, if `form` is `None`, into a box.
    pub(super) fn put(&mut self, to: Register, entry: &Entry, depth: usize, form: Option<Form>) {
        let register = self.register_at(depth);
        match (&entry.place, entry.form, form) {
            (Place::Number(_), Some(Form::Nothing), Some(wanted)) if wanted != Form::Nothing => {
                self.set(to, NO_VALUE);
            }
            (Place::Number(number), _, Some(_)) => self.set(to, *number),
            (Place::Number(number), given, None) => {
                let value = given.unwrap_or(Form::Whole).write(*number);
                let index = self.table_value(value);
                self.push(Instruction::SetBox { to, index });
            }
            (Place::Value(value), _, None) => {
                let index = self.table_value(value.clone());
                self.push(Instruction::SetBox { to, index });
            }
            (Place::Value(_), _, Some(_)) => drop(self.push(Instruction::Leave)),
            (place, Some(given), wanted) => {
                let from = match place {
                    Place::Slot(slot) => *slot,
                    _ => register,
                };
                match wanted {
                    None => {
                        let form = given;
                        self.push(Instruction::Box { to, from, form });
                    }
                    Some(_) if from != to => drop(self.push(Instruction::Move { to, from })),
                    Some(_) => (),
                }
            }
            (Place::Slot(from), None, wanted) => {
                let from = *from;
                self.put_box(to, from, false, wanted);
            }
            (Place::Stack, None, wanted) => self.put_box(to, register, true, wanted),
        }
    }

    fn put_box(&mut self, to: Register, from: Register, is_last_use: bool, form: Option<Form>) {
        match form {
            Some(form) => drop(self.push(Instruction::Unbox { to, from, form })),
            None if from == to => (),
            None if is_last_use => drop(self.push(Instruction::TakeBox { to, from })),
            None => drop(self.push(Instruction::CopyBox { to, from })),
        }
    }

    /// Puts the value at a depth into the register of this depth.
    pub(super) fn settle(&mut self, depth: usize, form: Option<Form>) {
        let entry = self.stack[depth].clone();
        let register = self.register_at(depth);
        self.put(register, &entry, depth, form);
        self.stack[depth] = Entry {
            place: Place::Stack,
            form,
        };
    }

    /// Puts the values of the stack where an instruction that is jumped to expects them.
    pub(super) fn settle_for(&mut self, op_index: usize) -> Option<()> {
        self.place_names(op_index);
        let kinds = self.stack_kinds(op_index)?;
        for (depth, kind) in kinds.iter().enumerate().take(self.stack.len()) {
            self.settle(depth, kind.form());
        }
        Some(())
    }

    /// Settles the values that are still in the register of a name, which is about to change.
    pub(super) fn settle_slot(&mut self, slot: Register) {
        for depth in 0..self.stack.len() {
            if matches!(self.stack[depth].place, Place::Slot(used) if used == slot) {
                self.settle(depth, self.stack[depth].form);
            }
        }
    }

    /// Returns the last instruction, if it may change and puts its result into this register.
    pub(super) fn last_result(&mut self, register: Register) -> Option<&mut Instruction> {
        if self.code.instructions.len() <= self.fixed_until {
            return None;
        }
        let last = self.code.instructions.last_mut()?;
        (last.result().copied() == Some(register)).then_some(last)
    }

    /// Acts like `last_result` for a box.
    pub(super) fn last_boxed_result(&mut self, register: Register) -> Option<&mut Instruction> {
        if self.code.instructions.len() <= self.fixed_until {
            return None;
        }
        let last = self.code.instructions.last_mut()?;
        (last.boxed_result().copied() == Some(register)).then_some(last)
    }
}

impl Entry {
    /// Returns the entry of a known value.
    pub(super) fn known(value: Datum) -> Entry {
        let form = Kind::of(&value).form();
        let place = match form.and_then(|form| form.read(&value)) {
            Some(number) => Place::Number(number),
            None => Place::Value(value),
        };
        Entry { place, form }
    }

    /// Returns the value, if it is known.
    pub(super) fn known_value(&self) -> Option<Datum> {
        match &self.place {
            Place::Number(number) => Some(self.form?.write(*number)),
            Place::Value(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Returns the number, if it is known.
    pub(super) fn number(&self) -> Option<i64> {
        match self.place {
            Place::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn is_on_stack(&self) -> bool {
        matches!(self.place, Place::Stack)
    }

    /// Returns whether the value counts as a whole number. A truth counts as 0 or 1.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.form, Some(Form::Whole | Form::Truth))
    }
}
