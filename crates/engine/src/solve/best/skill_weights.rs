//! The probabilities with which a player of some skill takes each option.

use super::compare::ScaledValue;
use crate::choice::{Skill, likeliest};
use crate::odds::Mass;

/// Returns how likely a player of this skill is to take each option of a decision. `meant` has the
/// probabilities with which the player means to take them: 1 for a single option, or a mix. An
/// option after which a trial can never end is not taken by mistake.
///
/// # Panics
/// Panics if there is not one number for each option.
pub(in crate::solve) fn skill_weights(
    skill: Skill,
    worths: &[Option<ScaledValue>],
    meant: &[Mass],
) -> Vec<Mass> {
    assert_eq!(worths.len(), meant.len(), "one number for each option");
    let best = likeliest(meant.iter().map(|mass| mass.float()));
    let Some(best) = worths[best] else {
        return meant.to_vec();
    };
    match skill {
        Skill::Best | Skill::Worst | Skill::ShortSighted(_) => meant.to_vec(),
        Skill::Mistakes(share) => {
            let count = worths.iter().flatten().count() as u128;
            let weight = |(&meant, worth): (&Mass, &Option<ScaledValue>)| match worth {
                Some(_) => mistaken_weight(share.fraction(), count, meant),
                None => Mass::ZERO,
            };
            meant.iter().zip(worths).map(weight).collect()
        }
        Skill::Within(scale) => quantal_weights(worths, best, scale),
    }
}

/// Returns the probability that a player takes one of `count` options. With the given share, the
/// player does as meant, and `meant` is the probability of this option. Otherwise, the player takes
/// any option, each equally likely.
fn mistaken_weight((right, all): (u64, u64), count: u128, meant: Mass) -> Mass {
    let (right, all) = (u128::from(right), u128::from(all));
    if right == all {
        return meant;
    }
    match meant.fraction() {
        Some((numerator, denominator)) => {
            let (numerator, denominator) = (u128::from(numerator), u128::from(denominator));
            let as_meant = right * numerator * count;
            Mass::ratio(
                as_meant + (all - right) * denominator,
                all * denominator * count,
            )
        }
        None => Mass::ratio(right, all) * meant + Mass::ratio(all - right, all * count),
    }
}

/// Returns the weights of quantal response: proportional to exp(−loss / scale).
fn quantal_weights(worths: &[Option<ScaledValue>], best: ScaledValue, scale: f64) -> Vec<Mass> {
    let loss = |worth: ScaledValue| (best.value - worth.value).abs();
    let weight =
        |worth: &Option<ScaledValue>| worth.map_or(0.0, |worth| (-loss(worth) / scale).exp());
    let weights: Vec<f64> = worths.iter().map(weight).collect();
    let total: f64 = weights.iter().sum();
    let taken = weights.iter().filter(|weight| **weight > 0.0).count();
    let is_even = weights.iter().all(|&weight| weight == 0.0 || weight == 1.0);
    let mass = |&weight: &f64| match weight {
        0.0 => Mass::ZERO,
        _ if is_even => Mass::ratio(1, taken as u128),
        weight => Mass::inexact(weight / total),
    };
    weights.iter().map(mass).collect()
}
