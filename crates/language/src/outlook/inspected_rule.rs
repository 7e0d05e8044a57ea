//! Explores a small part of a rule, and passes each state to a callback.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use oddsmith_engine::explore::{
    Budget, Graph, Leaves, Level, Model, Stop, Watch, explore, explore_whole,
};
use oddsmith_engine::{Ask, Metric, Parts, Policy, RuleError, RuleErrorKind, TOO_MUCH_AT_ONCE};

use crate::explore::{Scratch, State};
use crate::machine::Machine;
use crate::rule::SetRule;

/// The budget for a brief exploration: a small part of the budget for exploring.
const BRIEF_BUDGET: Budget = Budget {
    edges: 100_000,
    leaves: 1_000_000,
    bytes: 100_000_000,
};

/// If exploration stops after fewer states, a single state is too large.
const FEW_STATES: usize = 100;

/// The result of a brief exploration.
pub(super) struct BriefExploration {
    pub(super) graph: Result<Graph, Stop>,
    /// The error of a question that was too large, if this question ended the exploration.
    pub(super) refused: Option<RuleError>,
}

/// Explores a small part of a rule, and passes the machine of each state to a callback, in the
/// order of the graph's states.
pub(super) fn explore_briefly(
    rule: &SetRule,
    watch: &Watch,
    see: impl FnMut(&Machine) + Send,
) -> BriefExploration {
    let inspected = InspectedRule {
        rule,
        see: Mutex::new(see),
        refused: Mutex::new(None),
        seen_count: AtomicUsize::new(0),
    };
    let graph = explore(&inspected, &Parts::ALL, &BRIEF_BUDGET, watch);
    BriefExploration {
        graph,
        refused: inspected.refused.into_inner().ok().flatten(),
    }
}

/// Explores every state of a rule, and passes the machine of each to a callback, in the order of
/// the graph's states.
pub(super) fn explore_fully(
    rule: &SetRule,
    budget: &Budget,
    watch: &Watch,
    see: impl FnMut(&Machine) + Send,
) -> Result<Graph, Stop> {
    let inspected = InspectedRule {
        rule,
        see: Mutex::new(see),
        refused: Mutex::new(None),
        seen_count: AtomicUsize::new(0),
    };
    explore_whole(&inspected, &Parts::ALL, budget, watch)
}

/// A rule whose states are passed to a callback while it is explored.
struct InspectedRule<'r, F> {
    rule: &'r SetRule,
    see: Mutex<F>,
    refused: Mutex<Option<RuleError>>,
    seen_count: AtomicUsize,
}

impl<F: FnMut(&Machine) + Send> Model for InspectedRule<'_, F> {
    type State = State;
    type Scratch = Scratch;

    fn metrics(&self) -> Vec<Metric> {
        self.rule.metrics()
    }

    fn policy(&self) -> Policy {
        Model::policy(self.rule)
    }

    fn start(&self, parts: &Parts) -> State {
        self.rule.start(parts)
    }

    fn level(&self, state: &State, least: i64) -> Level<State> {
        self.rule.level(state, least)
    }

    fn at_level(&self, phase: &State, level: i64) -> State {
        self.rule.at_level(phase, level)
    }

    fn is_parallel(&self) -> bool {
        false
    }

    fn expand(
        &self,
        state: &State,
        scratch: &mut Scratch,
        leaves: &mut Leaves<State>,
    ) -> Result<(), RuleError> {
        if let Ok(mut see) = self.see.lock() {
            see(&self.rule.state_tables.unpack(state).machine);
        }
        let seen = self.seen_count.fetch_add(1, Ordering::Relaxed);
        let expanded = self.rule.expand(state, scratch, leaves);
        if let (Err(error), Ok(mut refused)) = (&expanded, self.refused.lock())
            && (error.kind, error.span.is_some()) == (RuleErrorKind::TooLarge, true)
            && (error.problem != TOO_MUCH_AT_ONCE || seen < FEW_STATES)
        {
            *refused = Some(error.clone());
        }
        expanded
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        self.rule.play(ask)
    }
}
