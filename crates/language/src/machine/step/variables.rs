//! Reads and writes of names.

use super::base::MachineStep;
use crate::builtin::Pure;
use crate::machine::fault::Faulty;
use crate::value::{Datum, call};

impl MachineStep<'_> {
    #[inline(always)]
    pub(super) fn shared(&mut self, index: u16) -> Faulty {
        match self.program.shared_values.get(index as usize) {
            Some(Datum::Whole(number)) => self.push_whole(*number),
            Some(value) => self.push(value.clone()),
            None => return self.fail_no_constant(index),
        }
        Ok(())
    }

    #[cold]
    fn fail_no_constant(&self, index: u16) -> Faulty {
        let name = &self.program.code.shared_names[index as usize];
        let help =
            "a constant can only use names above it, also inside the functions that it calls";
        self.fail((format!("`{name}` has no value yet"), help))
    }

    #[inline(always)]
    pub(super) fn load(&mut self, slot: u16) -> Faulty {
        if let &mut Datum::Whole(number) = self.slot(slot) {
            self.push_whole(number);
            return Ok(());
        }
        self.load_other(slot)
    }

    /// Loads a value that is not a whole number.
    fn load_other(&mut self, slot: u16) -> Faulty {
        let value = match self.slot(slot) {
            Datum::Nothing => return self.fail_no_value(slot),
            // If the slot were live, the list would have been read first.
            Datum::Unread(_) => std::mem::take(self.slot(slot)),
            other => other.clone(),
        };
        self.push(value);
        Ok(())
    }

    #[cold]
    pub(super) fn fail_no_value(&self, slot: u16) -> Faulty {
        let name =
            &self.program.code.functions[self.machine.frame.function as usize].slots[slot as usize];
        let help = "assign it on every path to this line, or before the if or the loop";
        self.fail((format!("`{name}` has no value yet"), help))
    }

    #[inline(always)]
    pub(super) fn store(&mut self, slot: u16) {
        if let Some(number) = self.pop_whole() {
            self.slot(slot).set(Datum::Whole(number));
            return;
        }
        self.store_other(slot);
    }

    /// Stores a value that is not a whole number.
    fn store_other(&mut self, slot: u16) {
        let value = self.pop();
        *self.slot(slot) = if matches!(value, Datum::List(_)) {
            self.sorted_if_unordered(slot, value)
        } else {
            value
        };
    }

    /// Sorts a list that is assigned to a name whose order nothing reads, so that exploration sees
    /// only one of its orders. This is skipped if a player may see the list.
    pub(super) fn sorted_if_unordered(&self, slot: u16, list: Datum) -> Datum {
        let code = &self.program.code;
        let is_unordered = || {
            code.functions[self.machine.frame.function as usize]
                .unordered_slots
                .contains(&slot)
        };
        if !self.flags.forgets_dead_slots || !code.choices.is_empty() || !is_unordered() {
            return list;
        }
        call(Pure::Sorted, std::slice::from_ref(&list)).unwrap_or(list)
    }
}
