//! Whether a play that was found is best: looked at state by state, apart from how it was found.

use crate::graph::Graph;

use super::worth::EdgeWorth;

/// How far a play is from being best: the most that another option would gain in any situation, or
/// that what a state is said to be worth is off what its ways on are worth, each as a share of what
/// is at stake. With that nothing, and a play that ends for certain, its values are right and no
/// play is better (Puterman 1994, theorem 7.2.3).
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
            graph.edges[edge].mass.float() * (aim.by_edge[edge] + onward)
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
