//! Hands a trial over to the stack machine.

use super::instruction::{Frame, Handover, RegisterProgram, RegisterRoutine, WINDOW};
use super::window::Registers;
use super::work::Position;
use crate::machine::{CallFrame, Machine};

impl Registers {
    /// Returns the stack machine in the state of a trial that has halted.
    pub(super) fn stack_machine(&self, code: &RegisterProgram, position: Position) -> Machine {
        let mut machine = Machine {
            stack: self.records.machine.stack.clone(),
            frame: CallFrame {
                function: 0,
                next_op: 0,
                base: 0,
            },
            callers: Vec::new(),
        };
        for caller in &self.callers {
            let handover = code.routines[caller.routine].handover(caller.next - 1);
            // After the call, its arguments are gone.
            let frame = self.push_frames(&mut machine, caller, handover, handover.kept);
            let next_op = frame.next_op + 1;
            machine.callers.push(CallFrame { next_op, ..frame });
        }
        let handover = code.routines[position.routine].handover(position.next);
        let depth = handover.frame.stack.len();
        machine.frame = self.push_frames(&mut machine, &position, handover, depth);
        machine
    }

    /// Pushes the frames of a function and of the functions into which it was copied. Returns the
    /// frame of the function itself.
    fn push_frames(
        &self,
        machine: &mut Machine,
        position: &Position,
        handover: &Handover,
        depth: usize,
    ) -> CallFrame {
        let window = position.base..position.base + WINDOW;
        let (r, b) = (&self.integers[window.clone()], &self.boxes[window]);
        let mut push = |frame: &Frame, depth: usize| {
            let base = machine.stack.len() as u32;
            let sources = frame.names.iter().chain(&frame.stack[..depth]);
            machine
                .stack
                .extend(sources.map(|source| source.value(r, b)));
            CallFrame {
                function: frame.function,
                next_op: frame.next_op,
                base,
            }
        };
        let outer: Vec<CallFrame> = handover
            .outer
            .iter()
            .map(|frame| push(frame, frame.stack.len()))
            .collect();
        let frame = push(&handover.frame, depth);
        machine.callers.extend(outer);
        frame
    }
}

impl RegisterRoutine {
    fn handover(&self, instruction: usize) -> &Handover {
        &self.handovers[self.handover_of[instruction] as usize]
    }
}
