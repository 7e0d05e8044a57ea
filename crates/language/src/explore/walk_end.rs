//! Where a walk ends, and where its ends go.

use oddsmith_engine::explore::{Observation, OpenChoice};
use oddsmith_engine::odds::Mass;

use super::state::WaitingFor;
use crate::machine::{Faulty, Machine};
use crate::value::Datum;

/// How a way ends.
pub(super) enum WalkEnd {
    Checkpoint(Machine),
    Waiting(Machine, WaitingFor),
    Returned(Machine, Datum),
    Truncated,
}

/// Where the ends of a walk go.
pub(super) trait WalkSink {
    /// Dice, events and cards that are asked for, on average.
    fn add_cost(&mut self, dice: f64);
    /// The ways that follow begin with this option of a choice that is left open.
    fn begin_option(&mut self, _: &OpenChoice) {}
    /// These options of a choice are on offer, of which a policy wants one.
    fn offer(&mut self, _choice: usize, _options: impl Iterator<Item = i64>) {}
    fn take(&mut self, mass: Mass, observed: Vec<Observation>, end: WalkEnd) -> Faulty;
}
