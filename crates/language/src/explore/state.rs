//! A situation of a trial, and what exploring reads.

use oddsmith_engine::{DecisionRule, Policy};

use crate::asking::Request;
use crate::machine::{Machine, Program, RunManner};
use crate::value::Datum;

/// A situation of a trial: the program half-way, holding only what it still needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) machine: Machine,
    pub(super) waiting: Option<WaitingFor>,
}

/// What a machine waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WaitingFor {
    Answer(Request),
    /// What a function gives for these arguments.
    Result(usize, Vec<Datum>),
}

/// What exploring reads: the program, how, and who decides.
#[derive(Clone, Copy)]
pub(crate) struct ExploredRule<'p> {
    pub(crate) program: &'p Program,
    pub(crate) manner: RunManner,
    pub(crate) policy: &'p Policy,
}

impl ExploredRule<'_> {
    /// Whether the best of so many options of a choice is still to be found.
    pub(super) fn is_open(&self, choice: u16, options: usize) -> bool {
        options > 1 && self.policy.answer(choice.into()) == DecisionRule::Best
    }
}
