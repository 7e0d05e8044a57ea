//! The position of a trial, the reason for its halt, and the amount of its work.

#[cfg(test)]
use super::instruction::Instruction;

/// The position of a trial: a function, its next instruction, and its first register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) routine: usize,
    pub(super) next: usize,
    pub(super) base: usize,
}

/// The reason why a trial has halted. The next instruction is the one at which it halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It has ended.
    End,
    /// The stack machine takes over.
    Leave,
    /// A player decides.
    Choose,
    /// It has taken long, so the caller checks whether it should go on.
    Check,
}

/// The work of a trial so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Instructions, counted by loops and calls.
    pub(super) steps: u64,
    /// Dice and events.
    pub(super) dice: u64,
    /// The amount of work at which the trial halts for this check.
    pub(super) next_check: u64,
    /// The instructions after which a test hands over to the stack machine.
    #[cfg(test)]
    pub(super) leaves_after: Option<u64>,
}

/// The number of instructions that count for one iteration over a list.
pub(super) const STEPS_PER_ENTRY: u64 = 16;

/// The number of instructions that count as one die.
pub(super) const STEPS_PER_DIE: u64 = 16;

impl Work {
    #[inline]
    pub(super) fn add_steps(&mut self, steps: u64) -> bool {
        self.steps += steps;
        self.total() >= self.next_check
    }

    /// Returns whether a test hands over here. It does so only where a trial might.
    #[cfg(test)]
    pub(super) fn leaves_at(&mut self, instruction: &Instruction) -> bool {
        let Some(left) = &mut self.leaves_after else {
            return false;
        };
        *left = left.saturating_sub(1);
        *left == 0 && instruction.may_leave()
    }

    pub(super) fn total(&self) -> u64 {
        self.steps + STEPS_PER_DIE * self.dice
    }
}
