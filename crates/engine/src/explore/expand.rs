//! What is explored: a rule, or a graph lifted by what is asked of it.

use std::hash::Hash;

use super::leaves::Leaves;
use super::model::Level;
use crate::error::RuleError;

/// Something with states and ways on.
pub(crate) trait Expand {
    type State: Clone + Eq + Hash;

    fn expand(
        &mut self,
        state: &Self::State,
        leaves: &mut Leaves<Self::State>,
    ) -> Result<(), RuleError>;

    /// How far out a state is, of what may count without a bound.
    fn level(&self, _state: &Self::State, _least: i64) -> Level<Self::State> {
        Level::Unclear
    }

    /// The state of a phase at a level.
    fn at_level(&self, phase: &Self::State, _level: i64) -> Self::State {
        phase.clone()
    }
}
