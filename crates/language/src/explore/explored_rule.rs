//! The input of exploration.

use oddsmith_engine::{DecisionRule, Policy};

use super::packed::StateTables;
use crate::asking::Request;
use crate::machine::{MachineFlags, Program};

/// The input of exploration: the program, the flags, the policy, and what states refer to.
#[derive(Clone, Copy)]
pub(crate) struct ExploredRule<'p> {
    pub(crate) program: &'p Program,
    pub(crate) flags: MachineFlags,
    pub(crate) policy: &'p Policy,
    pub(crate) tables: &'p StateTables,
}

impl ExploredRule<'_> {
    /// Returns whether best play must still choose among this many options of a choice.
    pub(super) fn is_open(&self, choice: u16, options: usize) -> bool {
        options > 1 && self.policy.answer(choice.into()) == DecisionRule::Best
    }

    /// Returns whether best play must still answer a request, or one side of it.
    pub(super) fn is_open_request(&self, request: &Request) -> bool {
        let mut sides = request.sides();
        sides.any(|(choice, options)| self.is_open(choice, options.len()))
    }
}
