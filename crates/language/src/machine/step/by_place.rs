//! Lists that are read place by place: whatever needs more of such a list than has been read asks
//! for it first, and is done again once it is there.

use std::sync::Arc;

use super::base::MachineStep;
use crate::asking::Request;
use crate::builtin::Pure;
use crate::code::Op;
use crate::machine::fault::Faulty;
use crate::machine::state::Pause;
use crate::value::{Datum, Unread};

/// A face that is a number.
fn as_number(face: &Datum) -> Option<i64> {
    match face {
        Datum::Whole(number) => Some(*number),
        _ => None,
    }
}

impl MachineStep<'_> {
    /// Asks for what an instruction reads of a list that has not been read so far; whether the
    /// machine stops for it.
    pub(super) fn reads_more(&mut self, op: Op) -> bool {
        let top = self.machine.stack.len();
        let base = self.machine.frame.base as usize;
        let (slot, operands) = match op {
            Op::IndexIn(slot) => return self.reads_place(base + usize::from(slot), top - 1),
            Op::Index => return self.reads_place(top - 2, top - 1),
            Op::NextEntry { slot, .. } => {
                return self.reads_place(base + usize::from(slot), base + usize::from(slot) + 1);
            }
            // Moved on where nobody reads the name again, and copied otherwise.
            Op::Load(slot) if !self.is_last_read() => (Some(slot), 0),
            Op::Grow { slot, .. } => (Some(slot), 1),
            Op::StoreAt { slot, depth } => (Some(slot), usize::from(depth) + 1),
            Op::Append(_) | Op::Fold { .. } | Op::Unpack(_) | Op::Field(_) | Op::Choose(_) => {
                (None, 1)
            }
            Op::Not | Op::Negative | Op::Unless(_) | Op::KeepIf { .. } => (None, 1),
            Op::Binary(_) | Op::Compare(_) => (None, 2),
            Op::Record { stepped, .. } => (None, 1 + usize::from(stepped)),
            Op::List(n) | Op::Note(n) => (None, n.into()),
            Op::Cards(deck) => (None, self.program.code.decks[usize::from(deck)].len()),
            // What works on a list reads it itself.
            Op::Pure { arguments, .. } => (None, usize::from(arguments) - 1),
            Op::Ask { arguments: n, .. }
            | Op::Many { arguments: n, .. }
            | Op::Dice { open: n, .. } => (None, n.into()),
            _ => return false,
        };
        let places = slot
            .map(|slot| base + usize::from(slot))
            .into_iter()
            .chain(top - operands..top);
        let mut unread = places.filter(|&at| matches!(self.machine.stack[at], Datum::Unread(_)));
        match unread.next() {
            Some(at) => self.ask_for(at, Request::Rest),
            None => false,
        }
    }

    /// Asks for the place of a list whose number stands on the stack.
    fn reads_place(&mut self, list: usize, place: usize) -> bool {
        let (Datum::Unread(unread), Some(place)) = (
            &self.machine.stack[list],
            self.machine.stack[place].as_whole(),
        ) else {
            return false;
        };
        match u32::try_from(place) {
            Ok(place) if place < unread.len() && unread.place(place).is_none() => {
                self.ask_for(list, |unread| Request::Place { unread, place })
            }
            _ => false,
        }
    }

    /// Stops for an answer that takes the place of what stands here, and then does the same
    /// instruction again.
    fn ask_for(&mut self, at: usize, request: impl FnOnce(Arc<Unread>) -> Request) -> bool {
        let frame = &mut self.machine.frame;
        let Datum::Unread(unread) = self.machine.stack[at].clone() else {
            return false;
        };
        frame.at -= 1;
        let dead =
            &self.program.code.functions[frame.function as usize].dead_before[frame.at as usize];
        let place = (at - frame.base as usize) as u32;
        for &slot in dead {
            *self.slot(slot) = Datum::Nothing;
        }
        self.push(Datum::Into(place));
        self.pause = Some(Pause::Ask(request(unread)));
        true
    }

    /// Whether nobody reads a name again after the instruction that is being done.
    fn is_last_read(&self) -> bool {
        let frame = self.machine.frame;
        self.program.code.functions[frame.function as usize].last_reads[frame.at as usize - 1]
    }

    /// What a function gives of a list that has not been read: read place by place, and no further
    /// than it must be. Nothing where the list is to be read first.
    pub(super) fn pure_by_place(&mut self, function: Pure, arguments: usize) -> Option<Faulty> {
        let at = self.machine.stack.len() - arguments;
        let Datum::Unread(unread) = &self.machine.stack[at] else {
            return None;
        };
        if let (Pure::Sum, Some(dice)) = (function, unread.as_dice(as_number)) {
            self.machine.stack.truncate(at);
            self.forget();
            self.pause = Some(Pause::Ask(Request::Total(dice)));
            return Some(Ok(()));
        }
        if let (Pure::Sum, Some(counted)) = (function, unread.counted()) {
            self.machine.stack[at] = Datum::Whole(counted.into());
            return Some(Ok(()));
        }
        if let (Pure::Max | Pure::Min, 1, Some((n, weights))) =
            (function, arguments, unread.many_fallen())
        {
            let request = Request::Extreme {
                n,
                weights: weights.to_vec(),
                largest: function == Pure::Max,
            };
            self.machine.stack.truncate(at);
            self.forget();
            self.pause = Some(Pause::Ask(request));
            return Some(Ok(()));
        }
        let kept = match (function, &self.machine.stack[at + 1..]) {
            (Pure::Highest | Pure::Lowest, [n]) => n.as_whole().and_then(|n| u32::try_from(n).ok()),
            (Pure::Min | Pure::Max, []) => Some(1),
            _ => Some(unread.len()),
        };
        let is_highest = match function {
            Pure::Highest | Pure::Max => Some(true),
            Pure::Lowest | Pure::Min | Pure::Sorted => Some(false),
            _ => None,
        };
        let first = is_highest
            .zip(kept)
            .and_then(|(highest, kept)| unread.first(highest, kept));
        match (function, first) {
            (Pure::Len, _) => {
                let length = unread.len();
                self.machine.stack[at] = Datum::Whole(length.into());
                return Some(Ok(()));
            }
            (Pure::Sorted | Pure::Highest | Pure::Lowest, Some(first)) => {
                self.machine.stack.truncate(at);
                self.push(match first.len() {
                    0 => Datum::list(Vec::new()),
                    _ => Datum::Unread(Arc::new(first)),
                });
                return Some(Ok(()));
            }
            (_, Some(first)) => self.machine.stack[at] = Datum::Unread(Arc::new(first)),
            (_, None) => (),
        }
        let by_place = self
            .program
            .code
            .by_place
            .iter()
            .find(|(pure_function, _)| *pure_function == function && function.takes(arguments));
        match by_place {
            Some(&(_, routine)) => Some(self.call(routine)),
            None => {
                self.ask_for(at, Request::Rest);
                Some(Ok(()))
            }
        }
    }

    /// Forgets the places of lists that lie behind this turn of a loop over numbers.
    pub(super) fn pass(&mut self, slot: u16, turn: i64) {
        let function = &self.program.code.functions[self.machine.frame.function as usize];
        for &(list, offset) in function
            .turns
            .iter()
            .filter(|loop_turn| loop_turn.slot == slot)
            .flat_map(|loop_turn| &loop_turn.passed)
        {
            if let Datum::Unread(unread) = self.slot(list) {
                Arc::make_mut(unread).pass(u32::try_from(turn + offset).unwrap_or(0));
            }
        }
    }
}
