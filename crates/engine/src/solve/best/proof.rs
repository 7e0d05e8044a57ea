//! Proves that a play is optimal. It checks each state, independently of how the play was found.

use crate::graph::Graph;

use super::worth::EdgeWorth;

/// Returns how far a play is from optimal, relative to the values (at least 1). It is the maximum
/// of two errors: the gain of another option in any state, and the difference between the value of
/// a state and the expected value over its transitions. If both are 0 and the play surely ends,
/// then the values are right and no play is better (Puterman 1994, theorem 7.2.3).
pub(crate) fn shortfall(
    graph: &Graph,
    aim: &EdgeWorth<'_>,
    best: &[u32],
    value_at: impl Fn(u32) -> f64,
    may_be_taken: impl Fn(usize, usize) -> bool,
) -> f64 {
    let worth = |edges: std::ops::Range<usize>| -> f64 {
        let along = |edge: usize| {
            let onward: f64 = graph
                .next_states(edge)
                .iter()
                .map(|&target| value_at(target))
                .sum();
            graph.mass(edge).float() * (aim.by_edge[edge] + onward)
        };
        edges.map(along).sum()
    };
    let mut decided = vec![false; graph.state_count()];
    let mut most = 0.0f64;
    for (number, decision) in graph.decisions.iter().enumerate() {
        decided[decision.state as usize] = true;
        if !may_be_taken(number, best[number] as usize) {
            continue;
        }
        let value = value_at(decision.state);
        let sign = if aim.wants_more(decision) { 1.0 } else { -1.0 };
        for option in (0..decision.options.len()).filter(|&option| may_be_taken(number, option)) {
            let gain = (worth(graph.edges_of_option(decision, option)) - value) * sign;
            let gain = if option == best[number] as usize {
                gain.abs()
            } else {
                gain
            };
            most = most.max(gain / value.abs().max(1.0));
        }
    }
    for state in (0..graph.state_count()).filter(|&state| !decided[state]) {
        let value = value_at(state as u32);
        let off = (worth(graph.edges_of(state)) - value).abs() / value.abs().max(1.0);
        most = if off.is_finite() { most.max(off) } else { most };
    }
    most
}
