//! What can be explored: a rule, or a graph augmented for a question.

use std::hash::Hash;

use super::leaves::Leaves;
use super::model::Level;
use crate::error::RuleError;

/// A process with states and transitions.
pub(crate) trait Expand {
    type State: Clone + Eq + Hash;

    fn expand(
        &mut self,
        state: &Self::State,
        leaves: &mut Leaves<Self::State>,
    ) -> Result<(), RuleError>;

    /// Returns the level of a state, for a process with an unbounded counter.
    fn level(&self, _state: &Self::State, _least: i64) -> Level<Self::State> {
        Level::Unclear
    }

    /// Returns the state of a phase at a level.
    fn at_level(&self, phase: &Self::State, _level: i64) -> Self::State {
        phase.clone()
    }
}
