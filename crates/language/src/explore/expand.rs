//! Passes every transition from a state to the engine.

use oddsmith_engine::explore::{Leaves, Observation, Onward, OpenChoice};
use oddsmith_engine::odds::Mass;

use super::explored_rule::ExploredRule;
use super::packed::{State, StateTables};
use super::scratch::Scratch;
use super::state::{OpenState, WaitingFor};
use super::walk::StateWalk;
use super::walk_end::{WalkEnd, WalkSink};
use super::walk_positions::MAX_POSITIONS;
use crate::machine::{Faulty, Machine, Program};

/// Returns the state before a trial.
pub(crate) fn start(program: &Program, tables: &StateTables) -> State {
    tables.pack(&Machine::new(program, program.code.trial), None)
}

/// Expands a state: passes every transition from it to the engine.
pub(crate) fn expand(
    rule: ExploredRule,
    state: &State,
    scratch: &mut Scratch,
    leaves: &mut Leaves<State>,
) -> Faulty {
    scratch.start(leaves);
    let limit = if leaves.joins_questions() {
        MAX_POSITIONS
    } else {
        1
    };
    let mut sink = TransitionSink {
        rule,
        leaves,
        latest_waiting: scratch.latest_waiting.take(),
    };
    let OpenState { machine, waiting } = rule.tables.unpack(state);
    let walked = StateWalk::with_positions(rule, scratch, &mut sink, limit).run(machine, waiting);
    scratch.latest_waiting = sink.latest_waiting;
    // A fault on the way already has a span.
    let added = leaves.add_effort(&scratch.effort);
    walked.and(added.map_err(Into::into))
}

/// Passes every transition to the engine.
struct TransitionSink<'w> {
    rule: ExploredRule<'w>,
    leaves: &'w mut Leaves<State>,
    /// What the latest waiting state waits for, and its index. The next one often waits for the
    /// same.
    latest_waiting: Option<(WaitingFor, u32)>,
}

impl TransitionSink<'_> {
    /// Returns the number of what a state waits for.
    fn waiting_index(&mut self, waiting: &WaitingFor) -> u32 {
        if let Some((latest, index)) = &self.latest_waiting
            && latest == waiting
        {
            return *index;
        }
        let index = self.rule.tables.waiting_index(waiting);
        self.latest_waiting = Some((waiting.clone(), index));
        index
    }
}

impl WalkSink for TransitionSink<'_> {
    fn add_cost(&mut self, dice: f64) {
        self.leaves.add_cost(Mass::inexact(dice), 1);
    }

    fn begin_option(&mut self, open: &OpenChoice) {
        self.leaves.choose(open);
    }

    fn offer(&mut self, choice: usize, options: impl Iterator<Item = i64>) {
        self.leaves.offer(choice, options);
    }

    fn pass_positions(&mut self, positions: impl Iterator<Item = u64>) {
        if self.leaves.counts_positions() {
            positions.for_each(|hash| self.leaves.pass_position(hash));
        }
    }

    fn take(&mut self, mass: Mass, observed: &mut Vec<Observation>, end: WalkEnd) -> Faulty {
        let onward = match end {
            WalkEnd::Checkpoint(machine) => Onward::State(self.rule.tables.pack(machine, None)),
            WalkEnd::Waiting(machine, waiting) => {
                let index = self.waiting_index(waiting);
                Onward::State(self.rule.tables.pack(machine, Some(index)))
            }
            WalkEnd::Truncated => Onward::Truncated,
            WalkEnd::Returned(machine, _) => {
                machine.finish(self.rule.program, self.rule.flags, observed)?;
                Onward::Done
            }
        };
        Ok(self.leaves.add(mass, observed, onward)?)
    }
}
