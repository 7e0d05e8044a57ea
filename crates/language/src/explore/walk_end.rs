//! The ends of a walk, and the trait that receives them.

use oddsmith_engine::explore::{Observation, OpenChoice};
use oddsmith_engine::odds::Mass;

use super::state::WaitingFor;
use crate::machine::{Faulty, Machine};
use crate::value::Datum;

/// The end of a path.
pub(super) enum WalkEnd<'m> {
    Checkpoint(&'m Machine),
    Waiting(&'m Machine, &'m WaitingFor),
    Returned(&'m Machine, &'m Datum),
    Truncated,
}

/// Receives the ends of a walk.
pub(super) trait WalkSink {
    /// Adds the average number of dice, events and cards that were asked for.
    fn add_cost(&mut self, dice: f64);
    /// Announces that the following ends begin with this option of an open choice.
    fn begin_option(&mut self, _: &OpenChoice) {}
    /// Records that these options of a choice are offered, one of which the policy names.
    fn offer(&mut self, _choice: usize, _options: impl Iterator<Item = i64>) {}
    /// Notes the positions between two questions, each by its hash.
    fn pass_positions(&mut self, _positions: impl Iterator<Item = u64>) {}
    /// Takes an end, with what was observed on the way. It may add observations.
    fn take(&mut self, mass: Mass, observed: &mut Vec<Observation>, end: WalkEnd) -> Faulty;
}
