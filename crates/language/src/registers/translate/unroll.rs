//! Repeats the body of a loop over a known list, once for each entry. In each copy, the entry is a
//! known value.

use std::ops::Range;

use super::inline::is_plain_read;
use super::{Entry, Translator};
use crate::code::Op;
use crate::liveness::uses_slot;
use crate::registers::flow::edges;
use crate::registers::instruction::Instruction;
use crate::registers::kind::Kind;
use crate::value::Datum;

/// The maximal number of entries of a loop whose body is repeated.
const MAX_ENTRIES: usize = 16;
/// The maximal number of instructions of the stack machine that all copies of a body have.
const MAX_OPS: usize = 600;
/// No loop is repeated in a function that has become this long.
const MAX_INSTRUCTIONS: usize = 2000;

/// A loop over a known list.
pub(super) struct KnownLoop {
    /// The index of the instruction that takes the next entry.
    head: usize,
    /// The index of the instruction after the loop.
    end: usize,
    /// The slot of the list. The next slot holds the index of the next entry.
    slot: u16,
    name: u16,
    entries: Vec<Datum>,
}

/// A loop whose body is being repeated, with its name and the name's value in this iteration.
#[derive(Clone)]
pub(super) struct RepeatedLoop {
    pub(super) body: Range<usize>,
    name: u16,
    entry: Entry,
}

impl Translator<'_, '_> {
    /// Returns the loop over a known list that the current instruction begins, if its body can be
    /// repeated.
    pub(super) fn known_loop(&self) -> Option<KnownLoop> {
        let ops = &self.routine.ops;
        let head = self.op_index + 3;
        let [
            Op::Store(slot),
            Op::Whole(0),
            Op::Store(index),
            Op::NextEntry { slot: looped, end },
            Op::Store(name),
            ..,
        ] = ops[self.op_index..]
        else {
            return None;
        };
        let end = end as usize;
        let Some(Datum::List(list)) = self.stack.last()?.known_value() else {
            return None;
        };
        let is_short = (1..=MAX_ENTRIES).contains(&list.len())
            && list.len() * (end - head) <= MAX_OPS
            && self.code.instructions.len() < MAX_INSTRUCTIONS;
        if !is_short || looped != slot || index != slot + 1 || ops[end - 1] != Op::Jump(head as u32)
        {
            return None;
        }
        let is_plain = |op: &Op| {
            (!uses_slot(op, name) || is_plain_read(op))
                && !uses_slot(op, slot)
                && !uses_slot(op, slot + 1)
        };
        // Only the loop itself jumps into the loop.
        let is_inside = |op_index: usize| (head..end).contains(&op_index);
        let jumps_well = (0..ops.len()).all(|op_index| {
            let edges = edges(ops, op_index);
            let jump = edges.jump.map(|jump| jump.to);
            let mut targets = edges.next.into_iter().chain(jump);
            targets.all(|to| match (is_inside(op_index), is_inside(to)) {
                (true, false) => to >= end,
                (false, true) => op_index + 1 == head && to == head,
                _ => to != head + 1 || op_index == head,
            })
        });
        // The values below the loop stay where they are.
        let forms = |op_index: usize| {
            let kinds = self.stack_kinds(op_index)?;
            Some(kinds.iter().map(Kind::form).collect::<Vec<_>>())
        };
        let is_simple = jumps_well && forms(head).is_some() && forms(head) == forms(end);
        (is_simple && ops[head + 2..end - 1].iter().all(is_plain)).then(|| KnownLoop {
            head,
            end,
            slot,
            name,
            entries: list.to_vec(),
        })
    }

    /// Translates a loop over a known list. Returns how many instructions this covers.
    pub(super) fn unroll(&mut self, known_loop: &KnownLoop) -> Option<usize> {
        let KnownLoop {
            head,
            end,
            slot,
            name,
            ref entries,
        } = *known_loop;
        let done = end - self.op_index;
        let last = end - 1;
        self.settle_for(head)?;
        let (list, _) = self.pop();
        let stack = self.stack.clone();
        let known_before = self.known_names.len();
        self.repeated_loops.push(RepeatedLoop {
            body: head..end,
            name,
            entry: list.clone(),
        });
        for (index, entry) in (0..).zip(entries) {
            let entry = Entry::known(entry.clone());
            if let Some(repeated) = self.repeated_loops.last_mut() {
                repeated.entry = entry.clone();
            }
            self.known_names.truncate(known_before);
            self.known_names.extend([
                (name, entry),
                (slot, list.clone()),
                (slot + 1, Entry::known(Datum::Whole(index + 1))),
            ]);
            self.labels[head..end].fill(None);
            self.fixed_until = self.code.instructions.len();
            let first_jump = self.jumps.len();
            self.stack.clone_from(&stack);
            let mut is_reached = self.range(head + 2..last, true)?;
            if self.is_target[last] {
                if is_reached {
                    self.settle_for(last)?;
                }
                self.bind(last);
                is_reached = true;
            }
            if is_reached {
                self.begin(last);
                self.settle_for(head)?;
            }
            self.stack.clone_from(&stack);
            if !self.end_iteration(head..end, first_jump, is_reached)? {
                break;
            }
        }
        self.place_names(end);
        self.repeated_loops.pop();
        self.known_names.truncate(known_before);
        self.labels[head..end].fill(None);
        self.stack = stack;
        Some(done)
    }

    /// Before a jump out of repeated loops, stores the values of their loop names where other code
    /// expects them.
    pub(super) fn place_names(&mut self, to: usize) {
        for index in 0..self.repeated_loops.len() {
            let RepeatedLoop { body, name, entry } = self.repeated_loops[index].clone();
            if !body.contains(&to) {
                self.put(self.name(name), &entry, 0, self.slot_form(name));
            }
        }
    }

    /// Ends an iteration: binds the jumps within it and to its end. Returns whether the next
    /// iteration is reached.
    fn end_iteration(
        &mut self,
        body: Range<usize>,
        first_jump: usize,
        mut is_reached: bool,
    ) -> Option<bool> {
        let count = self.code.instructions.len() as u32;
        for (instruction, to) in self.jumps.split_off(first_jump) {
            let label = match to {
                to if to == body.start => {
                    is_reached = true;
                    count
                }
                to if body.contains(&to) => self.labels[to]?,
                to => {
                    self.jumps.push((instruction, to));
                    continue;
                }
            };
            *self.code.instructions[instruction].target()? = label;
        }
        if is_reached {
            self.fixed_until = self.code.instructions.len();
            self.begin(body.end - 1);
            self.push(Instruction::CountEntry);
        }
        Some(is_reached)
    }
}
