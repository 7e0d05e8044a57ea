//! How likely a trial is to come to what has not been explored, whoever decides what is left open.

use crate::explore::{Graph, Stop, Watch};

/// Times that all states are gone through at the most ...
const MOST_ROUNDS: usize = 24;
/// ... as long as each makes what is left smaller by this at least.
const SMALLER: f64 = 0.7;

/// A bound from above: no play of the decisions reaches a state from `explored` on more likely than this.
///
/// Each state starts at 1 and is weighed again and again by the worst option: whatever round it ends after, no state is
/// weighed too low.
pub(super) fn reach_at_most(graph: &Graph, explored: usize, watch: &Watch) -> Result<f64, Stop> {
    let mut bound = vec![1.0f64; explored];
    let order = graph.order();
    let mut decision_at = vec![0u32; explored];
    (1..).zip(graph.decisions()).for_each(|(number, own)| decision_at[own.state as usize] = number);
    let mut before = 1.0;
    for _ in 0..MOST_ROUNDS {
        if watch.is_stopped() {
            return Err(Stop::Asked);
        }
        for &state in order.states.iter().rev().filter(|&&state| (state as usize) < explored) {
            let along = |edges: std::ops::Range<usize>| -> f64 {
                let onward = |edge: usize| -> f64 {
                    let of = |&target: &u32| bound.get(target as usize).copied().unwrap_or(1.0);
                    graph.onward(edge).iter().map(of).sum()
                };
                edges.map(|edge| graph.edges()[edge].mass.float() * onward(edge)).sum()
            };
            let worst = match decision_at[state as usize].checked_sub(1) {
                None => along(graph.edges_of(state as usize)),
                Some(number) => {
                    let own = &graph.decisions()[number as usize];
                    (0..own.options.len()).map(|option| along(graph.edges_of_option(own, option))).fold(0.0, f64::max)
                }
            };
            bound[state as usize] = worst.min(1.0);
        }
        if bound[0] > SMALLER * before {
            break;
        }
        before = bound[0];
    }
    Ok(bound[0])
}
