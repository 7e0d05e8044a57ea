//! Lists and entries.

use super::{Entry, Place, Translator};
use crate::builtin::Pure;
use crate::code::Op;
use crate::registers::instruction::{Instruction, Register, Target};
use crate::registers::kind::Form;
use crate::value::Datum;

impl Translator<'_, '_> {
    pub(super) fn list(&mut self, n: usize) {
        if let Some(values) = self.known_values(n)
            && let Ok(list) = Datum::nested_list(values)
        {
            self.stack.truncate(self.stack.len() - n);
            return self.push_value(list);
        }
        self.general(Op::List(n as u16), n);
    }

    pub(super) fn unpack(&mut self, n: usize) {
        let op = Op::Unpack(n as u16);
        let sources = self.take_sources(1);
        let first = self.stack.len();
        let Some(kinds) = self.stack_kinds(self.op_index + 1) else {
            return self.leave();
        };
        let forms: Vec<Option<Form>> = kinds[first..].iter().map(|kind| kind.form()).collect();
        let targets = (0..n).rev().map(|i| {
            let to = self.register_at(first + i);
            match forms[i] {
                Some(form) => Target::Integer(to, form),
                None => Target::Boxed(to),
            }
        });
        let targets = targets.collect();
        self.push_general(op, sources, targets);
        forms.into_iter().for_each(|form| self.push_result(form));
    }

    pub(super) fn index(&mut self) {
        if let Some([Datum::List(list), Datum::Whole(index)]) = self.known_values(2).as_deref()
            && let Some(value) = usize::try_from(*index).ok().and_then(|i| list.get(i))
        {
            let value = value.clone();
            self.stack.truncate(self.stack.len() - 2);
            return self.push_value(value);
        }
        let [list, index] = &self.stack[self.stack.len() - 2..] else {
            return;
        };
        if list.form.is_some() || index.form != Some(Form::Whole) {
            return self.general(Op::Index, 2);
        }
        let (index, index_depth) = self.pop();
        let (list, list_depth) = self.pop();
        let (to, form) = (self.top(), self.result_form());
        let index = self.integer(&index, index_depth, Form::Whole);
        let instruction = match &list.place {
            Place::Value(value) => Instruction::IndexValue {
                to,
                index,
                form,
                list: self.table_value(value.clone()),
            },
            _ => Instruction::Index {
                to,
                list: self.boxed(&list, list_depth),
                index,
                form,
            },
        };
        self.push(instruction);
        self.push_result(form);
    }

    pub(super) fn index_in(&mut self, slot: u16) {
        if let Some(argument) = self.argument(slot).cloned() {
            return self.index_argument(argument);
        }
        let index_form = self.stack.last().and_then(|index| index.form);
        if self.slot_form(slot).is_some() || index_form != Some(Form::Whole) {
            return self.leave();
        }
        let (index, depth) = self.pop();
        let (to, form) = (self.top(), self.result_form());
        let index = self.integer(&index, depth, Form::Whole);
        let list = self.name(slot);
        self.push(Instruction::Index {
            to,
            list,
            index,
            form,
        });
        self.push_result(form);
    }

    /// Reads an entry of a list that is an argument and has not been moved.
    fn index_argument(&mut self, list: Entry) {
        let (index, depth) = self.pop();
        if list.form.is_some() || index.form != Some(Form::Whole) {
            return self.leave();
        }
        let known = list.known_value().zip(index.known_value());
        if let Some((Datum::List(list), Datum::Whole(index))) = known
            && let Some(value) = usize::try_from(index).ok().and_then(|i| list.get(i))
        {
            return self.push_value(value.clone());
        }
        let (to, form) = (self.top(), self.result_form());
        let index = self.integer(&index, depth, Form::Whole);
        let instruction = match list.place {
            Place::Value(value) => {
                let list = self.table_value(value);
                Instruction::IndexValue {
                    to,
                    index,
                    form,
                    list,
                }
            }
            Place::Slot(list) => Instruction::Index {
                to,
                list,
                index,
                form,
            },
            Place::Stack | Place::Number(_) => Instruction::Leave,
        };
        self.push(instruction);
        self.push_result(form);
    }

    pub(super) fn field(&mut self, field: u16) {
        let (entry, depth) = self.pop();
        if let Place::Value(Datum::Entry(values)) = &entry.place
            && let Some(value) = values.get(usize::from(field))
            && *value != Datum::Nothing
        {
            return self.push_value(value.clone());
        }
        if entry.form.is_some() {
            self.stack.push(entry);
            return self.general(Op::Field(field), 1);
        }
        let (to, form) = (self.top(), self.result_form());
        let entry = self.boxed(&entry, depth);
        self.push(Instruction::Field {
            to,
            entry,
            form,
            field,
        });
        self.push_result(form);
    }

    pub(super) fn store_at(&mut self, slot: u16, depth: u16) {
        let list = self.name(slot);
        let operands = usize::from(depth) + 1;
        self.settle_slot_below(list, operands);
        let given = &self.stack[self.stack.len() - operands..];
        let is_plain = depth == 1 && given[0].form.is_some() && given[1].form == Some(Form::Whole);
        if self.slot_form(slot).is_some() || !self.is_assigned(slot) {
            return self.leave();
        }
        if is_plain {
            let (index, index_depth) = self.pop();
            let (value, value_depth) = self.pop();
            let index = self.integer(&index, index_depth, Form::Whole);
            let form = value.form;
            let from = self.integer(&value, value_depth, Form::Whole);
            self.push(Instruction::SetEntry {
                list,
                index,
                from,
                form,
            });
            return;
        }
        let mut sources = vec![self.slot_source(slot)];
        sources.extend(self.take_sources(operands));
        let op = Op::StoreAt { slot: 0, depth };
        self.push_general(op, sources, vec![Target::Boxed(list)]);
    }

    /// Settles values that are still in the box of a name, except for the topmost ones.
    fn settle_slot_below(&mut self, slot: Register, topmost: usize) {
        for depth in 0..self.stack.len() - topmost {
            if matches!(self.stack[depth].place, Place::Slot(used) if used == slot) {
                self.settle(depth, self.stack[depth].form);
            }
        }
    }

    pub(super) fn append(&mut self, slot: u16) {
        let (entry, depth) = self.pop();
        let list = self.name(slot);
        self.settle_slot(list);
        if self.slot_form(slot).is_some() {
            return self.leave();
        }
        let (form, from) = match entry.form {
            Some(form) => (Some(form), self.integer(&entry, depth, form)),
            None => (None, self.boxed(&entry, depth)),
        };
        self.push(Instruction::Append { list, from, form });
    }

    pub(super) fn fold(&mut self, slot: u16, function: Pure, kept: Option<u16>) {
        let (entry, depth) = self.pop();
        let register = self.name(slot);
        self.settle_slot(register);
        if self.slot_form(slot).is_none() {
            let mut sources: Vec<_> = kept.iter().map(|&kept| self.slot_source(kept)).collect();
            sources.extend([self.slot_source(slot), self.source_of(&entry, depth)]);
            let op = Op::Fold {
                slot: kept.is_some().into(),
                function,
                kept: kept.map(|_| 0),
            };
            return self.push_general(op, sources, vec![Target::Boxed(register)]);
        }
        if function == Pure::Len {
            self.push(Instruction::FoldCount { slot: register });
            return;
        }
        let wanted = match function {
            Pure::Any | Pure::All => Form::Truth,
            _ => Form::Whole,
        };
        if entry.form.is_some_and(|form| form != wanted) {
            return self.leave();
        }
        let (slot, entry) = (register, self.integer(&entry, depth, wanted));
        self.push(match function {
            Pure::Sum => Instruction::FoldSum { slot, entry },
            Pure::Min => Instruction::FoldLeast { slot, entry },
            Pure::Max => Instruction::FoldGreatest { slot, entry },
            Pure::Any => Instruction::FoldAny { slot, entry },
            Pure::All => Instruction::FoldAll { slot, entry },
            _ => Instruction::Leave,
        });
    }

    pub(super) fn push_fold(&mut self, slot: u16, function: Pure, kept: Option<u16>) {
        if self.slot_form(slot).is_none() {
            let mut sources: Vec<_> = kept.iter().map(|&kept| self.slot_source(kept)).collect();
            sources.push(self.slot_source(slot));
            let op = Op::PushFold {
                slot: kept.is_some().into(),
                function,
                kept: kept.map(|_| 0),
            };
            let (to, form) = (self.top(), self.result_form());
            let target = match form {
                Some(form) => Target::Integer(to, form),
                None => Target::Boxed(to),
            };
            self.push_general(op, sources, vec![target]);
            return self.push_result(form);
        }
        let empty = match function {
            Pure::Sum | Pure::Len | Pure::Any => Some(0),
            Pure::All => Some(1),
            _ => None,
        };
        let (to, form) = (self.top(), self.slot_form(slot));
        self.push(Instruction::ReadFold {
            to,
            slot: self.name(slot),
            empty,
        });
        self.push_result(form);
    }
}
