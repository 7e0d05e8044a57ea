//! Control flow: conditions, loops, calls.

use super::base::MachineStep;
use crate::machine::fault::Faulty;
use crate::machine::state::{MAX_FRAMES, Pause};
use crate::value::Datum;

impl MachineStep<'_> {
    #[inline(always)]
    pub(super) fn pop_truth(&mut self) -> Faulty<bool> {
        if let Some(&Datum::Truth(truth)) = self.machine.stack.last() {
            self.machine.stack.pop();
            return Ok(truth);
        }
        self.fail_condition()
    }

    #[cold]
    fn fail_condition<T>(&mut self) -> Faulty<T> {
        let value = self.pop();
        let problem = format!(
            "expected a condition (true or false), found {}",
            value.kind()
        );
        self.fail((problem, "compare it, such as x > 0"))
    }

    #[inline(always)]
    pub(super) fn not(&mut self) -> Faulty {
        if let Some(Datum::Truth(truth)) = self.machine.stack.last_mut() {
            *truth = !*truth;
            return Ok(());
        }
        self.fail_condition()
    }

    #[inline]
    pub(super) fn jump_back(&mut self, to: u32) {
        self.log.turns += 1;
        self.machine.frame.next_op = to;
    }

    #[inline(always)]
    pub(super) fn unless(&mut self, to: u32) -> Faulty {
        if !self.pop_truth()? {
            self.machine.frame.next_op = to;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn keep_if(&mut self, truth: bool, to: u32) -> Faulty {
        match self.machine.stack.last() {
            Some(Datum::Truth(found)) if *found == truth => self.machine.frame.next_op = to,
            Some(Datum::Truth(_)) => drop(self.machine.stack.pop()),
            _ => return self.fail_condition(),
        }
        Ok(())
    }

    #[inline]
    pub(super) fn next_number(&mut self, slot: u16, end: u32) -> Faulty {
        let (next, last) = (self.slot(slot).as_whole(), self.slot(slot + 1).as_whole());
        let (Some(next), Some(last)) = (next, last) else {
            let problem = "`range` and `upto` need whole numbers".to_owned();
            return self.fail((problem, "use whole numbers: x // 1 rounds down"));
        };
        if next < last {
            if self.flags.reads_by_index {
                self.forget_passed_entries(slot, next);
            }
            *self.slot(slot) = Datum::Whole(next + 1);
            self.push_whole(next);
        } else {
            self.machine.frame.next_op = end;
        }
        Ok(())
    }

    pub(super) fn unless_by_index(&mut self, to: u32) {
        if !self.flags.reads_by_index {
            self.machine.frame.next_op = to;
        }
    }

    pub(super) fn call(&mut self, function: usize) -> Faulty {
        self.forget_dead_slots();
        let compiled = &self.program.code.functions[function];
        if self.flags.stops_at_calls && compiled.has_distribution() {
            self.pause = Some(Pause::Call {
                function,
                arguments: compiled.arguments,
            });
            return Ok(());
        }
        self.log.turns += 1;
        if self.machine.callers.len() >= MAX_FRAMES {
            return Err(self.machine.recursion_fault(self.program));
        }
        self.machine.enter(self.program, function);
        self.ops = &compiled.ops;
        Ok(())
    }

    pub(super) fn return_value(&mut self) {
        let value = self.pop();
        self.machine
            .stack
            .truncate(self.machine.frame.base as usize);
        match self.machine.callers.pop() {
            Some(caller) => {
                self.machine.frame = caller;
                self.ops = &self.program.code.functions[caller.function as usize].ops;
                self.push(value);
            }
            None => self.pause = Some(Pause::Returned(value)),
        }
    }

    pub(super) fn checkpoint(&mut self) {
        self.forget_dead_slots();
        self.pause = self.flags.stops_at_turns.then_some(Pause::Checkpoint);
    }
}
