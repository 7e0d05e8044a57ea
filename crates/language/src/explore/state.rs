//! The states of a trial, and the input of exploration.

use oddsmith_engine::{DecisionRule, Policy};

use crate::asking::Request;
use crate::machine::{Machine, Program, RunManner};
use crate::value::Datum;

/// A state of a trial: the suspended program, with only the values that it still needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) machine: Machine,
    pub(super) waiting: Option<WaitingFor>,
}

/// What a suspended machine waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WaitingFor {
    Answer(Request),
    /// The result of this function for these arguments.
    Result(usize, Vec<Datum>),
}

/// The input of exploration: the program, the manner, and the policy.
#[derive(Clone, Copy)]
pub(crate) struct ExploredRule<'p> {
    pub(crate) program: &'p Program,
    pub(crate) manner: RunManner,
    pub(crate) policy: &'p Policy,
}

impl ExploredRule<'_> {
    /// Whether best play must still choose among this many options of a choice.
    pub(super) fn is_open(&self, choice: u16, options: usize) -> bool {
        options > 1 && self.policy.answer(choice.into()) == DecisionRule::Best
    }
}
