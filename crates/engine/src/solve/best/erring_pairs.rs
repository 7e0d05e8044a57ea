//! Two players who decide at once, if one of them makes mistakes. Each of them then has separate
//! weights, which do not depend on the other player's option.

use rustc_hash::FxHashMap;

use super::compare::ScaledValue;
use crate::graph::{AtOnce, Decision, Graph};
use crate::odds::Mass;

/// A mix that takes the tied options less often than this does not say how to mix them.
const MIN_SHARE: f64 = 1e-9;

/// The decision of one of two players who decide at once, and the values that the player expects.
#[derive(Clone, Debug)]
pub(in crate::solve) struct SidePlay {
    /// The probability of each option.
    pub(in crate::solve) weights: Vec<Mass>,
    /// The value of the decision, if the player plays best from there on.
    pub(in crate::solve) value: ScaledValue,
    /// The value of each option against the mix that the player expects; `None` if no play can end
    /// the trial after it.
    pub(in crate::solve) worths: Vec<Option<ScaledValue>>,
    /// The best option, or the likeliest one of the best mix.
    pub(in crate::solve) best: usize,
}

impl SidePlay {
    /// Returns the play with these weights before the options have values.
    pub(super) fn unknown(weights: Vec<Mass>) -> SidePlay {
        SidePlay {
            value: ScaledValue::of(f64::NAN),
            worths: vec![None; weights.len()],
            best: 0,
            weights,
        }
    }
}

/// Returns the weight of each pair of options of two players who decide independently.
pub(in crate::solve) fn pair_weights([first, second]: [&[Mass]; 2]) -> Vec<Mass> {
    let pairs = |&weight: &Mass| second.iter().map(move |&other| weight * other);
    first.iter().flat_map(pairs).collect()
}

/// Returns the weights of a player who always takes one option.
pub(in crate::solve) fn pure_weights(options: usize, taken: usize) -> Vec<Mass> {
    let weight = |option: usize| {
        if option == taken {
            Mass::ONE
        } else {
            Mass::ZERO
        }
    };
    (0..options).map(weight).collect()
}

/// Returns the weights of a player who takes the options that are tied with the best one as often
/// as in a mix. If the mix has a single option, or none of those, the player takes the best one.
pub(in crate::solve) fn tied_weights(
    worths: &[Option<ScaledValue>],
    best: usize,
    mix: &[Mass],
) -> Vec<Mass> {
    let is_tied = |option: &usize| {
        let pair = worths[*option].zip(worths[best]);
        let is_tied = pair.is_some_and(|(worth, best)| worth.is_tied(best));
        is_tied && !mix[*option].is_zero()
    };
    let tied: Vec<usize> = (0..worths.len()).filter(is_tied).collect();
    let is_mixed = mix.iter().filter(|weight| !weight.is_zero()).count() > 1;
    let total: Mass = tied.iter().map(|&option| mix[option]).sum();
    match tied[..] {
        _ if !is_mixed || total.float() < MIN_SHARE => pure_weights(worths.len(), best),
        [only] => pure_weights(worths.len(), only),
        _ if total == Mass::ONE => mix.to_vec(),
        _ => {
            let scale = total.inverse();
            let weight = |option: usize| {
                if tied.contains(&option) {
                    mix[option] * scale
                } else {
                    Mass::ZERO
                }
            };
            (0..worths.len()).map(weight).collect()
        }
    }
}

/// Returns the mean value of each option of one of two players who decide at once, against these
/// weights of the other player. `worths` has the value of each pair.
pub(in crate::solve) fn side_worths(
    both: &AtOnce,
    side: usize,
    worths: &[Option<ScaledValue>],
    other: &[Mass],
) -> Vec<Option<ScaledValue>> {
    let mut means = vec![Some(ScaledValue::default()); both.options[side].len()];
    for (index, worth) in worths.iter().enumerate() {
        let pair = both.pair(index);
        let weight = other[pair[1 - side]].float();
        let sum = &mut means[pair[side]];
        if weight > 0.0 {
            *sum = sum.zip(*worth).map(|(mut sum, worth)| {
                sum += weight * worth;
                sum
            });
        }
    }
    means
}

/// The decisions of two players in which the weights of one player are fixed. The key is the index
/// of the decision. The value is the side that still decides, and the weights of the other side.
pub(in crate::solve) type Facing = FxHashMap<usize, (usize, Vec<Mass>)>;

/// Returns the mix of each of two players, if they agree on a pair of options.
pub(super) fn mixes_of_pair(both: &AtOnce, pair: usize) -> [Vec<Mass>; 2] {
    let options = both.pair(pair);
    [0, 1].map(|side| pure_weights(both.options[side].len(), options[side]))
}

/// Returns both choices of a decision that two players make at once.
///
/// # Panics
/// Panics if one player makes it.
pub(super) fn both_of(decision: &Decision) -> &AtOnce {
    decision.at_once.as_deref().expect("two players decide")
}

/// Returns the values of options in a graph, decision by decision.
pub(super) fn worths_of<'w>(
    graph: &Graph,
    decision: usize,
    worths: &'w [Option<ScaledValue>],
) -> &'w [Option<ScaledValue>] {
    let decision = &graph.decisions[decision];
    &worths[decision.first_option as usize..][..decision.options.len()]
}
