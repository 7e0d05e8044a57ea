//! Passes every transition from a state to the engine.

use std::hash::BuildHasher;

use oddsmith_engine::explore::{Leaves, Observation, Onward, OpenChoice};
use oddsmith_engine::odds::Mass;
use rustc_hash::FxBuildHasher;

use super::explored_rule::ExploredRule;
use super::packed::{State, StateTables};
use super::scratch::Scratch;
use super::state::OpenState;
use super::walk::StateWalk;
use super::walk_end::{WalkEnd, WalkSink};
use super::walk_places::{MAX_PLACES, WaitingPlace};
use crate::machine::{Faulty, Machine, Program};

/// Returns the state before a trial.
pub(crate) fn start(program: &Program, tables: &StateTables) -> State {
    tables.pack(&OpenState {
        machine: Machine::new(program, program.code.trial),
        waiting: None,
    })
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
        MAX_PLACES
    } else {
        1
    };
    let mut sink = TransitionSink { rule, leaves };
    let OpenState { machine, waiting } = rule.tables.unpack(state);
    let walked = StateWalk::with_places(rule, scratch, &mut sink, limit).run(machine, waiting);
    // A fault on the way already has a span.
    let added = leaves.add_effort(&scratch.effort);
    walked.and(added.map_err(Into::into))
}

/// Passes every transition to the engine.
struct TransitionSink<'w> {
    rule: ExploredRule<'w>,
    leaves: &'w mut Leaves<State>,
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

    fn pass_places<'p>(&mut self, places: impl Iterator<Item = &'p WaitingPlace>) {
        if self.leaves.counts_places() {
            places.for_each(|place| self.leaves.pass_place(FxBuildHasher.hash_one(place)));
        }
    }

    fn take(&mut self, mass: Mass, mut observed: Vec<Observation>, end: WalkEnd) -> Faulty {
        let onward = match end {
            WalkEnd::Checkpoint(machine) => Onward::State(self.rule.tables.pack(&OpenState {
                machine,
                waiting: None,
            })),
            WalkEnd::Waiting(machine, waiting) => {
                Onward::State(self.rule.tables.pack(&OpenState {
                    machine,
                    waiting: Some(waiting),
                }))
            }
            WalkEnd::Truncated => Onward::Truncated,
            WalkEnd::Returned(machine, _) => {
                machine.finish(self.rule.program, self.rule.manner, &mut observed)?;
                Onward::Done
            }
        };
        Ok(self.leaves.add(mass, &observed, onward)?)
    }
}
