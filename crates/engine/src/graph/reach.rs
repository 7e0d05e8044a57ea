//! The probability that a trial reaches an unexplored state.

use super::flow::Flow;
use super::state_graph::Graph;
use crate::budget::{Stop, Watch};

/// The maximal number of rounds over all states ...
const MAX_ROUNDS: usize = 24;
/// ... as long as each round reduces the bound at least to this share.
const SUFFICIENT_DECREASE: f64 = 0.7;

/// Returns the probability that a trial reaches an unexplored state, which has an index of
/// `explored` or more. It is an upper bound if the probability cannot be computed quickly, and 1 if
/// no bound is known.
pub(crate) fn reach(graph: &Graph, explored: usize, watch: &Watch) -> Result<f64, Stop> {
    if !graph.decisions.is_empty() {
        return reach_upper_bound(graph, explored, watch);
    }
    let is_new = |edge: usize| {
        graph
            .next_states(edge)
            .iter()
            .any(|&target| target as usize >= explored)
    };
    let flow = match Flow::<f64>::with_solver(
        graph,
        0,
        watch,
        |edge| !is_new(edge),
        |component, watch| component.solve_quickly(watch),
    ) {
        Ok(flow) => flow,
        Err(Stop::Requested) => return Err(Stop::Requested),
        Err(stop) if stop.is_too_large() => return reach_upper_bound(graph, explored, watch),
        // If the flow cannot be computed, no bound is known.
        Err(_) => return Ok(1.0),
    };
    let new = |state: usize| {
        let edges = graph.edges_of(state).filter(|&e| is_new(e));
        edges
            .map(|e| flow.visits[state] * graph.mass(e).float())
            .sum::<f64>()
    };
    Ok((0..explored).map(new).sum())
}

/// Returns an upper bound of the probability that a trial reaches an unexplored state, for all
/// plays of the decisions.
///
/// The bound of each state starts at 1. Each round lowers it to the value of the worst option, so
/// that it stays an upper bound after any number of rounds.
fn reach_upper_bound(graph: &Graph, explored: usize, watch: &Watch) -> Result<f64, Stop> {
    let mut bound = vec![1.0f64; explored];
    let order = graph.order();
    let mut before = 1.0;
    for _ in 0..MAX_ROUNDS {
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        for &state in order
            .states
            .iter()
            .rev()
            .filter(|&&state| (state as usize) < explored)
        {
            let along = |edges: std::ops::Range<usize>| -> f64 {
                let onward = |edge: usize| -> f64 {
                    let bound_of =
                        |&target: &u32| bound.get(target as usize).copied().unwrap_or(1.0);
                    graph.next_states(edge).iter().map(bound_of).sum()
                };
                edges
                    .map(|edge| graph.mass(edge).float() * onward(edge))
                    .sum()
            };
            let worst = match graph.decision_at(state) {
                None => along(graph.edges_of(state as usize)),
                Some((_, open)) => graph.option_edges(open).map(along).fold(0.0, f64::max),
            };
            bound[state as usize] = worst.min(1.0);
        }
        if bound[0] > SUFFICIENT_DECREASE * before {
            break;
        }
        before = bound[0];
    }
    Ok(bound[0])
}
