//! Proves that a play is optimal. It checks each state, independently of how the play was found.

use rustc_hash::FxHashMap;

use super::search::PairOfMixes;
use super::worth::EdgeWorth;
use crate::graph::Graph;

/// The options that a play takes.
#[derive(Clone, Copy)]
pub(super) struct FoundOptions<'p> {
    /// The option of each decision.
    pub(super) best: &'p [u32],
    /// The mixed strategies of the decisions at which two players decide against each other.
    pub(super) mixes: &'p FxHashMap<usize, PairOfMixes>,
}

/// Returns how far a play is from optimal, relative to the values (at least 1). It is the maximum
/// of two errors: the gain of another option in any state, and the difference between the value of
/// a state and the expected value over its transitions. If both are 0 and the play surely ends,
/// then the values are right and no play is better (Puterman 1994, theorem 7.2.3).
pub(crate) fn shortfall(
    graph: &Graph,
    aim: &EdgeWorth<'_>,
    play: FoundOptions<'_>,
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
        let best = play.best[number] as usize;
        if !may_be_taken(number, best) {
            continue;
        }
        let value = value_at(decision.state);
        let sign = if aim.wants_more(decision) { 1.0 } else { -1.0 };
        if let Some(mixes) = play.mixes.get(&number) {
            let edges = graph.option_edges(decision);
            let payoffs: Vec<f64> = edges.map(|edges| sign * worth(edges)).collect();
            let gain = gain_in_game(&payoffs, mixes, sign * value);
            most = most.max(gain / value.abs().max(1.0));
            continue;
        }
        for option in (0..decision.options.len()).filter(|&option| may_be_taken(number, option)) {
            let gain = (worth(graph.edges_of_option(decision, option)) - value) * sign;
            let gain = if option == best { gain.abs() } else { gain };
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

/// Returns the largest gain of another option for either player of a game, or the difference
/// between its value and its mean payoff. Payoffs are by pairs of options, and the first player
/// wants more.
fn gain_in_game(payoffs: &[f64], mixes: &[Vec<f64>; 2], value: f64) -> f64 {
    let [first, second] = mixes;
    let row = |row: usize| &payoffs[row * second.len()..(row + 1) * second.len()];
    let mean = |payoffs: &[f64]| payoffs.iter().zip(second).map(|(p, q)| p * q).sum::<f64>();
    let means: Vec<f64> = (0..first.len()).map(|index| mean(row(index))).collect();
    let best_row = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let column = |column: usize| -> f64 {
        let rows = first.iter().enumerate();
        rows.map(|(index, weight)| weight * row(index)[column])
            .sum()
    };
    let columns = (0..second.len()).map(column);
    let best_column = columns.fold(f64::INFINITY, f64::min);
    let played: f64 = means.iter().zip(first).map(|(mean, p)| mean * p).sum();
    (best_row - value)
        .max(value - best_column)
        .max((played - value).abs())
}
