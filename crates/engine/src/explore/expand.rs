//! Things that can be explored: a rule, or a graph that is augmented for a question.

use std::hash::Hash;

use super::leaves::{Leaves, Terms};
use super::model::Level;
use crate::error::RuleError;

/// A process with states and transitions.
pub(crate) trait Expand {
    type State: Clone + Eq + Hash + Send + Sync;

    fn expand(
        &mut self,
        state: &Self::State,
        leaves: &mut Leaves<Self::State>,
    ) -> Result<(), RuleError>;

    /// Returns the process if it can expand several states at once.
    fn parallel(&self) -> Option<&dyn ExpandMany<Self::State>> {
        None
    }

    /// Returns the work that the states of the process share, in leaves.
    fn shared_work(&self) -> u64 {
        0
    }

    /// Forgets what the states of the process share, and its work.
    fn forget_shared(&mut self) {}

    /// Returns the level of a state, for a process with an unbounded counter.
    fn level(&self, _state: &Self::State, _least: i64) -> Level<Self::State> {
        Level::Unclear
    }

    /// Returns the state of a phase at a level.
    fn at_level(&self, phase: &Self::State, _level: i64) -> Self::State {
        phase.clone()
    }
}

/// Expands several states at once.
pub(crate) trait ExpandMany<S>: Sync {
    /// Expands these states, in order. The result does not depend on the number of threads. After
    /// an error, the following states are missing.
    fn expand_many(&self, states: &[S], terms: &Terms) -> Vec<Leaves<S>>;
}
