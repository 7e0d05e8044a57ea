//! Exploring a rule breadth first, state by state, until all is known or what is left hardly matters.

use std::hash::Hash;

use super::budget::{Budget, Stop, Watch};
use super::graph::Graph;
use super::leaves::Leaves;
use super::model::Model;
use super::recorded::check;
use crate::choice::Policy;
use crate::odds::Layout;
use crate::rule::{Parts, RuleError};
use crate::solve::reach;

/// Edges from which on it is looked at, whenever their number has doubled, how likely a trial is to reach what has
/// not been explored yet.
const LOOK: usize = 1 << 16;

/// A trial whose end is never sure is cut where less than this of it is left.
const CUT: f64 = 1e-15;

/// Something with states and ways on: a rule, or a graph lifted by what is asked of it.
pub(crate) trait Expand {
    type State: Clone + Eq + Hash;
    fn layout(&self) -> Layout;
    fn start(&self) -> Self::State;
    /// Who answers what is left to a player.
    fn policy(&self) -> Policy {
        Policy::default()
    }
    /// Edges at which it is first looked at how likely a trial is to reach what has not been explored yet.
    fn first_look(&self) -> usize {
        LOOK
    }
    fn expand(&mut self, state: &Self::State, leaves: &mut Leaves<Self::State>) -> Result<(), RuleError>;
}

/// A rule, one part of it or all.
struct OfModel<'m, M: Model> {
    model: &'m M,
    parts: &'m Parts,
    scratch: M::Scratch,
}

impl<M: Model> Expand for OfModel<'_, M> {
    type State = M::State;

    fn layout(&self) -> Layout {
        Layout::new(self.model.metrics())
    }

    fn start(&self) -> M::State {
        self.model.start(self.parts)
    }

    fn policy(&self) -> Policy {
        self.model.policy()
    }

    fn expand(&mut self, state: &M::State, leaves: &mut Leaves<M::State>) -> Result<(), RuleError> {
        self.model.expand(state, &mut self.scratch, leaves)
    }
}

/// Explores a rule: one part of it, or all of it as one.
///
/// A rule without an end that is sure (a counter that may grow for ever) is explored until less than 1e-15 of all
/// trials reach what is left; that is cut, and told by every law as unresolved.
///
/// # Errors
/// When it is stopped, when there is more than the budget allows, when the rule is at fault: also when on some path,
/// however rare, it records a thing twice that is recorded once, or leaves out one that is required.
pub fn explore<M: Model>(model: &M, parts: &Parts, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
    let mut graph = explore_all(&mut OfModel { model, parts, scratch: M::Scratch::default() }, budget, watch)?;
    graph.parts = parts.clone();
    graph.ends = check(&graph, parts, watch)?;
    Ok(graph)
}

pub(crate) fn explore_all<E: Expand>(of: &mut E, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
    let mut leaves = Leaves::new(of.layout(), of.start(), of.policy(), budget, watch);
    let mut next_look = of.first_look();
    let mut current = 0;
    let mut told = 0;
    while let Some(state) = leaves.states.get_index(current).cloned() {
        leaves.open_state();
        of.expand(&state, &mut leaves).map_err(|error| leaves.stop(error))?;
        current += 1;
        if watch.is_stopped() {
            return Err(Stop::Asked);
        }
        watch.add_leaves(leaves.taken - told);
        told = leaves.taken;
        if leaves.graph.edges.len() >= next_look {
            if is_settled(&mut leaves, current) {
                break;
            }
            next_look = next_look.saturating_mul(2);
        }
        if leaves.is_past_budget() {
            // What is past the budget may have been settled since it was last looked at.
            if next_look < usize::MAX && is_settled(&mut leaves, current) {
                break;
            }
            return Err(leaves.too_large());
        }
    }
    Ok(cut_off(leaves))
}

/// Whether hardly any trial reaches a state that has not been explored.
fn is_settled<S>(leaves: &mut Leaves<S>, explored: usize) -> bool {
    if explored == leaves.states.len() {
        return false;
    }
    leaves.graph.states.push(leaves.graph.edges.len() as u32);
    let reached = reach(&leaves.graph, explored);
    leaves.graph.states.pop();
    reached < CUT
}

/// The graph, the ways to states that were not explored being cut.
fn cut_off<S>(leaves: Leaves<S>) -> Graph {
    let mut graph = leaves.graph;
    let explored = graph.states.len() as u32;
    graph.states.push(graph.edges.len() as u32);
    if leaves.states.len() > explored as usize {
        let is_new = |target: u32, splits: &[Box<[u32]>]| match target.checked_sub(super::graph::SPLITS) {
            None => target >= explored,
            Some(split) => splits.get(split as usize).is_some_and(|states| states.iter().any(|&s| s >= explored)),
        };
        for edge in &mut graph.edges {
            if is_new(edge.target, &graph.splits) {
                edge.target = super::graph::CUT;
            }
        }
    }
    graph
}
