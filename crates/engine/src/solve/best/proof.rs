//! Proves that a play is optimal. It checks each state, independently of how the play was found.

use rustc_hash::FxHashMap;

use super::compare::{ScaledValue, relative};
use super::objective::EdgeObjective;
use super::search::PairOfMixes;
use crate::graph::Graph;

/// The options that a play takes.
#[derive(Clone, Copy)]
pub(super) struct FoundOptions<'p> {
    /// The option of each decision.
    pub(super) best: &'p [u32],
    /// The mixed strategies of the decisions at which two players decide against each other.
    pub(super) mixes: &'p FxHashMap<usize, PairOfMixes>,
}

/// Returns how far a play is from optimal, relative to the scale of values. It is the maximum of
/// two errors. One is the gain of another option in any state. The other is the difference between
/// the value of a state and the expected value over its transitions. If both are 0 and the play
/// surely ends, then the values are right and no play is better (Puterman 1994, theorem 7.2.3).
pub(crate) fn shortfall(
    graph: &Graph,
    aim: &EdgeObjective<'_>,
    play: FoundOptions<'_>,
    value_at: impl Fn(u32) -> ScaledValue,
    may_be_taken: impl Fn(usize, usize) -> bool,
) -> f64 {
    let worth = |edges: std::ops::Range<usize>| -> ScaledValue {
        let mut sum = ScaledValue::default();
        for edge in edges {
            let mut onward = ScaledValue::of(aim.by_edge[edge]);
            for &target in graph.next_states(edge) {
                onward += value_at(target);
            }
            sum += graph.mass(edge).float() * onward;
        }
        sum
    };
    let mut decided = vec![false; graph.state_count()];
    let mut most = 0.0f64;
    for (index, decision) in graph.decisions.iter().enumerate() {
        decided[decision.state as usize] = true;
        let best = play.best[index] as usize;
        if !may_be_taken(index, best) {
            continue;
        }
        let value = value_at(decision.state);
        let sign = if aim.wants_more(decision) { 1.0 } else { -1.0 };
        if let Some(mixes) = play.mixes.get(&index) {
            let edges = graph.option_edges(decision);
            let payoffs: Vec<ScaledValue> = edges.map(|edges| sign * worth(edges)).collect();
            most = most.max(gain_in_game(&payoffs, mixes, sign * value));
            continue;
        }
        for option in (0..decision.options.len()).filter(|&option| may_be_taken(index, option)) {
            let of_option = worth(graph.edges_of_option(decision, option));
            let gain = (of_option.value - value.value) * sign;
            let gain = if option == best { gain.abs() } else { gain };
            most = most.max(relative(gain, value.scale.max(of_option.scale)));
        }
    }
    for state in (0..graph.state_count()).filter(|&state| !decided[state]) {
        let value = value_at(state as u32);
        let mean = worth(graph.edges_of(state));
        let off = relative(
            (mean.value - value.value).abs(),
            value.scale.max(mean.scale),
        );
        most = if off.is_finite() { most.max(off) } else { most };
    }
    most
}

/// Returns the larger of two errors of a game, relative to the scale of the payoffs. One is the
/// largest gain of another option for either player. The other is the difference between the value
/// and the mean payoff. Payoffs are by pairs of options, and the first player wants more.
fn gain_in_game(payoffs: &[ScaledValue], mixes: &[Vec<f64>; 2], value: ScaledValue) -> f64 {
    let [first, second] = mixes;
    let mut played = ScaledValue::default();
    let mut most = 0.0f64;
    for (row, &weight) in first.iter().enumerate() {
        let mut mean = ScaledValue::default();
        for (column, &other) in second.iter().enumerate() {
            mean += other * payoffs[row * second.len() + column];
        }
        most = most.max(relative(
            mean.value - value.value,
            mean.scale.max(value.scale),
        ));
        played += weight * mean;
    }
    for column in 0..second.len() {
        let mut mean = ScaledValue::default();
        for (row, &weight) in first.iter().enumerate() {
            mean += weight * payoffs[row * second.len() + column];
        }
        most = most.max(relative(
            value.value - mean.value,
            mean.scale.max(value.scale),
        ));
    }
    let off = (played.value - value.value).abs();
    most.max(relative(off, played.scale.max(value.scale)))
}
