//! Runs a machine until it stops.

use oddsmith_engine::RuleErrorKind;

use super::base::MachineStep;
use crate::code::Op;
use crate::machine::fault::{Fault, Faulty};
use crate::machine::program::{MachineFlags, Program};
use crate::machine::state::{Machine, Pause, RunLog};

/// The maximal number of instructions between two uncertain questions. A loop with more never ends.
pub(crate) const MAX_STEPS: u32 = 2_000_000;

impl Machine {
    /// Runs to the next stop.
    pub(crate) fn run(
        &mut self,
        program: &Program,
        flags: MachineFlags,
        log: &mut RunLog,
    ) -> Faulty<Pause> {
        let mut step = MachineStep::new(self, program, flags, log);
        while step.log.steps < MAX_STEPS {
            step.log.steps += 1;
            if !step.run()?
                && let Some(pause) = step.pause.take()
            {
                return Ok(pause);
            }
        }
        Err(self.endless_loop_fault(program))
    }

    /// Executes one instruction on the values of the stack.
    pub(crate) fn execute(
        &mut self,
        program: &Program,
        op: &Op,
        log: &mut RunLog,
    ) -> Faulty<Option<Pause>> {
        let mut step = MachineStep::new(self, program, MachineFlags::PLAIN, log);
        step.ops = std::slice::from_ref(op);
        step.run()?;
        Ok(step.pause.take())
    }

    /// Returns the fault of an endless loop.
    pub(crate) fn endless_loop_fault(&self, program: &Program) -> Box<Fault> {
        let problem = "this loop never rolls dice and never ends".to_owned();
        let help = "in the loop, give a name in its condition a new value, or roll dice";
        Box::new(Fault {
            sort: RuleErrorKind::Endless,
            ..*self.fault(program, problem, help)
        })
    }
}
