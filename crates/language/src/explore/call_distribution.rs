//! The distribution of what a function returns.

use oddsmith_engine::odds::Mass;

use super::state::WaitingFor;
use crate::machine::Machine;
use crate::value::Datum;

/// The outcome of a call.
#[derive(Debug)]
pub(super) enum CallOutcome {
    Value(Datum),
    /// The function has returned to this state, which is part of a cycle.
    Waiting(Machine, WaitingFor),
    Truncated,
}

/// The distribution of the outcomes of a call.
#[derive(Debug, Default)]
pub(super) struct CallDistribution {
    pub(super) outcomes: Vec<(CallOutcome, Mass)>,
    /// The average number of dice, events and cards that the call asks for.
    pub(super) dice: f64,
}

/// A function and its arguments.
pub(super) type CallKey = (usize, Vec<Datum>);

impl CallDistribution {
    /// Returns the probability of truncated outcomes.
    pub(super) fn missing_mass(&self) -> f64 {
        let truncated_mass = |(outcome, mass): &(CallOutcome, Mass)| {
            matches!(outcome, CallOutcome::Truncated).then(|| mass.float())
        };
        self.outcomes.iter().filter_map(truncated_mass).sum()
    }

    /// Returns whether an outcome is part of a cycle.
    pub(super) fn has_waiting_outcome(&self) -> bool {
        self.outcomes
            .iter()
            .any(|(outcome, _)| matches!(outcome, CallOutcome::Waiting(..)))
    }
}
