//! Helpers of all instructions.

use crate::code::Op;
use crate::machine::fault::Faulty;
use crate::machine::program::{MachineFlags, Program};
use crate::machine::state::{Machine, Pause, RunLog};
use crate::value::{Allowed, Datum, Refusal};

/// The context of an instruction.
pub(super) struct MachineStep<'m> {
    pub(super) machine: &'m mut Machine,
    pub(super) program: &'m Program,
    pub(super) flags: MachineFlags,
    pub(super) log: &'m mut RunLog,
    /// The instructions of the current function.
    pub(super) ops: &'m [Op],
    /// The reason why the machine stops here, if it does.
    pub(super) pause: Option<Pause>,
}

impl<'m> MachineStep<'m> {
    pub(super) fn new(
        machine: &'m mut Machine,
        program: &'m Program,
        flags: MachineFlags,
        log: &'m mut RunLog,
    ) -> MachineStep<'m> {
        let ops = &program.code.functions[machine.frame.function as usize].ops;
        MachineStep {
            machine,
            program,
            flags,
            log,
            ops,
            pause: None,
        }
    }

    /// Charges the additional time for iterating over a list.
    #[inline]
    pub(super) fn charge(&mut self, entries: usize) {
        self.log.steps += (entries / 8) as u32;
    }

    #[inline]
    pub(super) fn push(&mut self, value: Datum) {
        self.machine.stack.push(value);
    }

    #[inline(always)]
    pub(super) fn push_whole(&mut self, number: i64) {
        self.machine.push_whole(number);
    }

    /// Pops the top of the stack if it is a whole number.
    #[inline(always)]
    pub(super) fn pop_whole(&mut self) -> Option<i64> {
        let Some(&Datum::Whole(number)) = self.machine.stack.last() else {
            return None;
        };
        self.machine.stack.pop();
        Some(number)
    }

    /// Pops the top of the stack. Compiled code never pops an empty stack.
    #[inline]
    pub(super) fn pop(&mut self) -> Datum {
        self.machine.stack.pop().unwrap_or_default()
    }

    #[inline]
    pub(super) fn slot(&mut self, slot: u16) -> &mut Datum {
        &mut self.machine.stack[self.machine.frame.base as usize + slot as usize]
    }

    #[cold]
    pub(super) fn fail<T>(&self, (problem, help): Refusal) -> Faulty<T> {
        Err(self.machine.fault(self.program, problem, help))
    }

    pub(super) fn check<T>(&self, result: Allowed<T>) -> Faulty<T> {
        result.or_else(|refusal| self.fail(refusal))
    }

    /// Clears the slots that are dead after this instruction.
    #[inline]
    pub(super) fn forget_dead_slots(&mut self) {
        if !self.flags.forgets_dead_slots {
            return;
        }
        let frame = self.machine.frame;
        let dead = &self.program.code.functions[frame.function as usize].dead_after
            [frame.next_op as usize - 1];
        for &slot in dead {
            self.slot(slot).set(Datum::Nothing);
        }
    }
}
