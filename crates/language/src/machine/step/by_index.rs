//! Lists that are read entry by entry. An instruction that needs more of such a list asks for it
//! first, and is repeated with the answer.

use std::sync::Arc;

use super::base::MachineStep;
use crate::asking::Request;
use crate::builtin::Pure;
use crate::code::Op;
use crate::machine::fault::Faulty;
use crate::machine::state::Pause;
use crate::value::{Datum, Unread};

/// Returns a face that is a number.
fn as_number(face: &Datum) -> Option<i64> {
    match face {
        Datum::Whole(number) => Some(*number),
        _ => None,
    }
}

impl MachineStep<'_> {
    /// Asks for the unread entries that an instruction needs. Returns whether the machine stops for
    /// it.
    pub(super) fn ask_if_unread(&mut self, op: &Op) -> bool {
        let top = self.machine.stack.len();
        let base = self.machine.frame.base as usize;
        let (slot, operands) = match *op {
            Op::IndexIn(slot) => {
                return self.ask_index_if_unread(base + usize::from(slot), top - 1);
            }
            Op::Index => return self.ask_index_if_unread(top - 2, top - 1),
            Op::NextEntry { slot, .. } => {
                return self
                    .ask_index_if_unread(base + usize::from(slot), base + usize::from(slot) + 1);
            }
            // If the name is dead afterwards, the list is moved, else it is copied.
            Op::Load(slot) if !self.is_last_read() => (Some(slot), 0),
            Op::Grow { slot, .. } => (Some(slot), 1),
            Op::StoreAt { slot, depth } => (Some(slot), usize::from(depth) + 1),
            Op::Append(_) | Op::Fold { .. } | Op::Unpack(_) | Op::Field(_) => (None, 1),
            // The player below the options is not a list.
            Op::Choose { .. } => (None, op.player_operands()),
            Op::Not | Op::Negative | Op::Unless(_) | Op::KeepIf { .. } => (None, 1),
            Op::Binary(_) | Op::Compare(_) => (None, 2),
            Op::Record {
                has_step: stepped, ..
            } => (None, 1 + usize::from(stepped)),
            Op::List(n) | Op::Note(n) => (None, n.into()),
            Op::Cards(deck) => (None, self.program.code.decks[usize::from(deck)].len()),
            // Functions of a list read it themselves.
            Op::Pure { arguments, .. } => (None, usize::from(arguments) - 1),
            Op::Ask { arguments: n, .. }
            | Op::SortedRolls { arguments: n, .. }
            | Op::Dice { open: n, .. } => (None, n.into()),
            _ => return false,
        };
        let stack_indices = slot
            .map(|slot| base + usize::from(slot))
            .into_iter()
            .chain(top - operands..top);
        let mut unread = stack_indices
            .filter(|&stack_index| matches!(self.machine.stack[stack_index], Datum::Unread(_)));
        match unread.next() {
            Some(stack_index) => self.ask_for_unread(stack_index, Request::Rest),
            None => false,
        }
    }

    /// Asks for the entry of a list whose index is on the stack.
    fn ask_index_if_unread(&mut self, list: usize, index_slot: usize) -> bool {
        let (Datum::Unread(unread), Some(index)) = (
            &self.machine.stack[list],
            self.machine.stack[index_slot].as_whole(),
        ) else {
            return false;
        };
        match u32::try_from(index) {
            Ok(index) if index < unread.len() && unread.value_at(index).is_none() => {
                self.ask_for_unread(list, |unread| Request::Index { unread, index })
            }
            _ => false,
        }
    }

    /// Stops for an answer that replaces this value of the stack, and then repeats the instruction.
    fn ask_for_unread(
        &mut self,
        stack_index: usize,
        request: impl FnOnce(Arc<Unread>) -> Request,
    ) -> bool {
        let frame = &mut self.machine.frame;
        let Datum::Unread(unread) = self.machine.stack[stack_index].clone() else {
            return false;
        };
        frame.next_op -= 1;
        let dead = &self.program.code.functions[frame.function as usize].dead_before
            [frame.next_op as usize];
        let slot = (stack_index - frame.base as usize) as u32;
        for &slot in dead {
            *self.slot(slot) = Datum::Nothing;
        }
        self.push(Datum::Into(slot));
        self.pause = Some(Pause::Ask(request(unread)));
        true
    }

    /// Returns whether the slot of the current instruction is dead afterwards.
    fn is_last_read(&self) -> bool {
        let frame = self.machine.frame;
        self.program.code.functions[frame.function as usize].is_last_read
            [frame.next_op as usize - 1]
    }

    /// Computes a function of a list that has not been read, entry by entry and no further than
    /// necessary. Returns `None` if the list must be read first.
    pub(super) fn pure_by_index(&mut self, function: Pure, arguments: usize) -> Option<Faulty> {
        let first_argument = self.machine.stack.len() - arguments;
        let Datum::Unread(unread) = &self.machine.stack[first_argument] else {
            return None;
        };
        if let (Pure::Sum, Some(dice)) = (function, unread.as_dice(as_number)) {
            self.machine.stack.truncate(first_argument);
            self.forget_dead_slots();
            self.pause = Some(Pause::Ask(Request::Total(dice)));
            return Some(Ok(()));
        }
        if let (Pure::Sum, Some(counted)) = (function, unread.total_count()) {
            self.machine.stack[first_argument] = Datum::Whole(counted.into());
            return Some(Ok(()));
        }
        if let (Pure::Max | Pure::Min, 1, Some((n, weights))) =
            (function, arguments, unread.large_tally())
        {
            let request = Request::Extreme {
                n,
                weights: weights.to_vec(),
                is_largest: function == Pure::Max,
            };
            self.machine.stack.truncate(first_argument);
            self.forget_dead_slots();
            self.pause = Some(Pause::Ask(request));
            return Some(Ok(()));
        }
        if let (Pure::Distinct, Some((n, weights))) = (function, unread.untouched_dice()) {
            self.machine.stack.truncate(first_argument);
            self.forget_dead_slots();
            self.pause = Some(Pause::Ask(Request::Distinct { n, weights }));
            return Some(Ok(()));
        }
        let kept = match (function, &self.machine.stack[first_argument + 1..]) {
            (Pure::Median, []) => Some(2 - unread.len() % 2),
            (Pure::Highest | Pure::Lowest | Pure::Middle, [n]) => {
                n.as_whole().and_then(|n| u32::try_from(n).ok())
            }
            (Pure::Min | Pure::Max, []) => Some(1),
            _ => Some(unread.len()),
        };
        let is_highest = match function {
            Pure::Highest | Pure::Max => Some(true),
            Pure::Lowest | Pure::Min | Pure::Sorted => Some(false),
            _ => None,
        };
        let first = match function {
            Pure::Middle | Pure::Median => kept.and_then(|kept| unread.keep_middle(kept)),
            _ => is_highest
                .zip(kept)
                .and_then(|(highest, kept)| unread.keep_first(highest, kept)),
        };
        // `distinct` of an unsorted list, such as a tally, needs the whole list.
        let is_readable = function != Pure::Distinct || unread.is_sorted();
        match (function, first) {
            (Pure::Len, _) => {
                let length = unread.len();
                self.machine.stack[first_argument] = Datum::Whole(length.into());
                return Some(Ok(()));
            }
            (Pure::Sorted | Pure::Highest | Pure::Lowest | Pure::Middle, Some(first)) => {
                self.machine.stack.truncate(first_argument);
                self.push(match first.len() {
                    0 => Datum::list(Vec::new()),
                    _ => Datum::Unread(Arc::new(first)),
                });
                return Some(Ok(()));
            }
            (_, Some(first)) => self.machine.stack[first_argument] = Datum::Unread(Arc::new(first)),
            (_, None) => (),
        }
        let by_index = self
            .program
            .code
            .by_index_functions
            .iter()
            .find(|(pure_function, _)| {
                *pure_function == function && function.takes_list(arguments) && is_readable
            });
        match by_index {
            Some(&(_, routine)) => Some(self.call(routine)),
            None => {
                self.ask_for_unread(first_argument, Request::Rest);
                Some(Ok(()))
            }
        }
    }

    /// Forgets the entries of lists that are before the current iteration of a loop over numbers.
    pub(super) fn forget_passed_entries(&mut self, slot: u16, turn: i64) {
        let function = &self.program.code.functions[self.machine.frame.function as usize];
        for &(list, offset) in function
            .loops
            .iter()
            .filter(|loop_turn| loop_turn.slot == slot)
            .flat_map(|loop_turn| &loop_turn.passed_lists)
        {
            if let Datum::Unread(unread) = self.slot(list) {
                Arc::make_mut(unread).forget_before(u32::try_from(turn + offset).unwrap_or(0));
            }
        }
    }
}
