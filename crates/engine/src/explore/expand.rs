//! What is explored: a rule, or a graph lifted by what is asked of it.

use std::hash::Hash;

use super::leaves::Leaves;
use super::model::Level;
use crate::error::RuleError;
use crate::layout::Layout;
use crate::policy::Policy;

/// Whether exploring comes to an end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Yes.
    Sure,
    /// Nobody knows: where hardly any trial goes on, there may be no more than a few rare states left, or a counter that
    /// grows for ever.
    Unsure,
    /// It does not.
    Never,
}

/// Something with states and ways on: a rule, or a graph lifted by what is asked of it.
pub(crate) trait Expand {
    type State: Clone + Eq + Hash;
    fn layout(&self) -> Layout;
    fn start(&self) -> Self::State;
    /// Who answers what is left to a player.
    fn policy(&self) -> Policy {
        Policy::default()
    }
    fn ending(&self) -> Ending {
        Ending::Unsure
    }
    /// Whether what is told of it depends on how little is cut.
    fn goes_deep(&self) -> bool {
        true
    }
    /// How far out a state is, of what may count without a bound.
    fn level(&self, _state: &Self::State, _least: i64) -> Level<Self::State> {
        Level::Unclear
    }
    /// The state of a phase at a level.
    fn at_level(&self, phase: &Self::State, _level: i64) -> Self::State {
        phase.clone()
    }
    fn expand(&mut self, state: &Self::State, leaves: &mut Leaves<Self::State>) -> Result<(), RuleError>;
}
