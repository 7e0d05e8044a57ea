//! Simulates a trial.

use std::cell::Cell;

use oddsmith_engine::Ask;

use super::instruction::{Instruction, RegisterProgram};
use super::run::run;
use super::window::Registers;
use super::work::{Halt, Position, STEPS_PER_DIE, Work};
use crate::machine::{Faulty, MAX_STEPS, MachineFlags, Pause, Program, RunLog};
use crate::player::{self, TrialPlayer};
use crate::value::Datum;

/// The amount of work between two checks whether a trial should go on.
const CHECK_INTERVAL: u64 = 4096 * STEPS_PER_DIE;

thread_local! {
    /// The registers of the last trial, for the next one.
    static SPARE: Cell<Option<Box<Registers>>> = const { Cell::new(None) };
}

/// Simulates a trial, and passes its observations to `ask`.
pub(crate) fn play<A: Ask>(
    code: &RegisterProgram,
    program: &Program,
    who: TrialPlayer<'_>,
    ask: &mut A,
) -> Faulty {
    let work = Work {
        next_check: CHECK_INTERVAL,
        ..Work::default()
    };
    play_with(code, program, who, ask, work)
}

/// Acts like `play`, with the limits of `work`.
pub(super) fn play_with<A: Ask>(
    code: &RegisterProgram,
    program: &Program,
    who: TrialPlayer<'_>,
    ask: &mut A,
    work: Work,
) -> Faulty {
    let mut registers = SPARE.take().unwrap_or_else(|| Box::new(Registers::new()));
    registers.start(code, program);
    let result = Trial {
        registers: &mut registers,
        code,
        program,
        work,
        position: Position {
            routine: code.trial,
            ..Position::default()
        },
        silent: (0, 0),
    }
    .play(who, ask);
    if !matches!(result, Ok(true)) {
        registers.callers.clear();
        registers.boxes.fill(Datum::Nothing);
    }
    SPARE.set(Some(registers));
    result.map(drop)
}

/// A trial that is being simulated.
struct Trial<'t> {
    registers: &'t mut Registers,
    code: &'t RegisterProgram,
    program: &'t Program,
    work: Work,
    position: Position,
    /// The numbers of dice and instructions at the last check that found new dice.
    silent: (u64, u64),
}

impl Trial<'_> {
    /// Returns whether the trial ended in the register machine.
    fn play<A: Ask>(mut self, who: TrialPlayer<'_>, ask: &mut A) -> Faulty<bool> {
        loop {
            let halt = run(
                self.registers,
                self.code,
                self.program,
                &mut self.position,
                &mut self.work,
                ask,
            );
            match halt {
                Halt::End => {
                    self.end(ask)?;
                    return Ok(true);
                }
                Halt::Choose => self.choose(who, ask)?,
                Halt::Check if self.goes_on(ask)? => (),
                Halt::Check | Halt::Leave => {
                    let machine = self.registers.stack_machine(self.code, self.position);
                    ask.worked(self.work.steps);
                    let asked = self.work.total() / STEPS_PER_DIE;
                    player::go_on(
                        machine,
                        self.program,
                        who,
                        MachineFlags::PLAIN,
                        ask,
                        asked,
                        |_| (),
                    )?;
                    return Ok(false);
                }
            }
        }
    }

    /// Fills in the values of metrics that have not been recorded.
    fn end<A: Ask>(&mut self, ask: &mut A) -> Faulty {
        ask.worked(self.work.steps);
        let records = &mut self.registers.records;
        if self.code.all_marked.as_ref() == Some(&records.machine.stack) {
            return Ok(());
        }
        let observations = &mut records.observations;
        let machine = &records.machine;
        machine.finish(self.program, MachineFlags::PLAIN, observations)?;
        for seen in observations.drain(..) {
            ask.observe(seen.metric, seen.step, seen.value);
        }
        Ok(())
    }

    /// Returns whether a long trial goes on in the register machine. Fails if the trial was stopped
    /// or takes far too long. If it seems to have an endless loop, the stack machine continues it.
    fn goes_on<A: Ask>(&mut self, ask: &mut A) -> Faulty<bool> {
        let Work { steps, dice, .. } = self.work;
        self.work.next_check = self.work.total() + CHECK_INTERVAL;
        if self.silent.0 != dice {
            self.silent = (dice, steps);
        }
        let asked = self.work.total() / STEPS_PER_DIE;
        if ask.is_stopped() || asked >= player::MAX_TRIAL_DICE {
            let machine = self.registers.stack_machine(self.code, self.position);
            player::check_end(&machine, self.program, asked, ask.is_stopped())?;
        }
        Ok(steps - self.silent.1 < u64::from(MAX_STEPS))
    }

    /// Asks a player. The stack machine checks the options.
    fn choose<A: Ask>(&mut self, who: TrialPlayer<'_>, ask: &mut A) -> Faulty {
        let mut machine = self.registers.stack_machine(self.code, self.position);
        let pause = machine.run(self.program, MachineFlags::PLAIN, &mut RunLog::default())?;
        let Pause::Ask(request) = pause else {
            return Ok(());
        };
        self.work.dice += 1;
        ask.worked(player::effort(&request));
        let Some(option) = player::decide(&machine, self.program, who, &request, ask) else {
            return Ok(());
        };
        let routine = &self.code.routines[self.position.routine];
        if let Instruction::Choose { to } = routine.instructions[self.position.next] {
            self.registers.boxes[self.position.base + usize::from(to)] = option;
        }
        self.position.next += 1;
        Ok(())
    }
}
