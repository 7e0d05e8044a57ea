//! The distributions of lists: pools, tallies, draws and sorted rolls.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use oddsmith_engine::chance::{binomial, hypergeometric};
use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::answer::{
    AnswerDistribution, MAX_ANSWERS, check_answer_count, check_list_memory, share,
};
use super::request::{AnyDie, cards};
use crate::value::{Allowed, Datum, order};

/// The largest product of cards drawn and cards in the deck that exploration allows.
const MAX_DEALT: u64 = 2_000_000;

pub(super) fn to_u64(counts: &[u32]) -> Vec<u64> {
    counts.iter().map(|&count| count.into()).collect()
}

/// Returns the distribution of several rolls of one distribution, sorted.
pub(super) fn sorted_rolls(
    n: u32,
    each: &AnswerDistribution,
    highest_first: bool,
) -> Allowed<AnswerDistribution> {
    let mut lists: Vec<(Vec<Datum>, Mass)> = vec![(Vec::new(), Mass::ONE)];
    for _ in 0..n {
        check_list_memory((lists.len() * each.len()) as u64 / 2, n.into())?;
        let mut next: FxHashMap<Vec<Datum>, Mass> = FxHashMap::default();
        for (list, mass) in &lists {
            for (value, share) in each {
                let comes_first = |entry: &Datum| {
                    order(entry, value).is_some_and(|order| {
                        if highest_first {
                            order.is_ge()
                        } else {
                            order.is_le()
                        }
                    })
                };
                let position = list.partition_point(comes_first);
                let list = [
                    &list[..position],
                    std::slice::from_ref(value),
                    &list[position..],
                ]
                .concat();
                *next.entry(list).or_insert(Mass::ZERO) += *mass * *share;
            }
        }
        lists = next.into_iter().collect();
        // Sorts the lists themselves, so that their order does not depend on the map.
        lists.sort_by(|(a, _), (b, _)| {
            a.iter()
                .zip(b)
                .map(|(a, b)| order(a, b).unwrap_or(Ordering::Equal))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        });
    }
    Ok(lists
        .into_iter()
        .map(|(list, mass)| (Datum::list(list), mass))
        .collect())
}

/// Returns every way to spread `n` things over indices with these weights, as counts and their
/// probability. It goes index by index. `distribution` returns the distribution of how many things
/// come to an index. Its arguments are how many are left, the index's weight, and the total weight
/// of this and all later ones.
fn spread(
    n: u32,
    weights: &[u64],
    distribution: impl Fn(u32, u64, u64) -> Vec<Mass>,
) -> Allowed<Vec<(Vec<u32>, Mass)>> {
    let mut distributions = BTreeMap::new();
    let mut open = vec![(Vec::new(), n, Mass::ONE)];
    for (i, &weight) in weights.iter().enumerate() {
        let rest: u64 = weights[i..].iter().sum();
        let mut next = Vec::with_capacity(open.len());
        for (mut counts, left, mass) in open {
            if weight == rest {
                counts.push(left);
                next.push((counts, 0, mass));
                continue;
            }
            let distribution = distributions
                .entry((i, left))
                .or_insert_with(|| distribution(left, weight, rest));
            for (k, &share) in distribution
                .iter()
                .enumerate()
                .filter(|(_, share)| **share != Mass::ZERO)
            {
                let mut counts = counts.clone();
                counts.push(k as u32);
                next.push((counts, left - k as u32, mass * share));
            }
        }
        check_list_memory(next.len() as u64, weights.len() as u64)?;
        open = next;
    }
    Ok(open
        .into_iter()
        .map(|(counts, _, mass)| (counts, mass))
        .collect())
}

/// Counts dice by face: each count is binomial among the dice that have not been counted yet.
fn multinomial(n: u32, weights: &[u64]) -> Allowed<Vec<(Vec<u32>, Mass)>> {
    let answers = multiset_count(
        n,
        weights.iter().filter(|weight| **weight > 0).count() as u64,
    );
    check_list_memory(answers, weights.len() as u64)?;
    spread(n, weights, |left, weight, rest| {
        binomial(left, share(weight, rest))
    })
}

/// Returns in how many ways `n` things can be counted over a number of kinds.
fn multiset_count(n: u32, kinds: u64) -> u64 {
    let mut count = 1u64;
    for i in 1..kinds {
        count = count.saturating_mul(u64::from(n) + i) / i;
        if count > MAX_ANSWERS {
            return count;
        }
    }
    count
}

fn whole_list(counts: impl IntoIterator<Item = u32>) -> Datum {
    Datum::list(
        counts
            .into_iter()
            .map(|count| Datum::Whole(count.into()))
            .collect(),
    )
}

pub(super) fn tally(n: u32, weights: &[u64]) -> Allowed<AnswerDistribution> {
    // The usual help is to use counts, but the rule already does.
    let help = "use fewer dice or fewer kinds, or take only the `max` or `min` of the tally";
    let fallen = multinomial(n, weights).map_err(|(problem, _)| (problem, help))?;
    Ok(fallen
        .into_iter()
        .map(|(counts, mass)| (whole_list(counts), mass))
        .collect())
}

pub(super) fn pool(n: u32, faces: &[(Datum, u64)]) -> Allowed<AnswerDistribution> {
    check_list_memory(multiset_count(n, faces.len() as u64), n.into())?;
    let weights: Vec<u64> = faces.iter().map(|(_, weight)| *weight).collect();
    let shown = |counts: &[u32]| {
        let pairs = faces.iter().zip(counts);
        Datum::list(
            pairs
                .flat_map(|((face, _), &count)| std::iter::repeat_n(face.clone(), count as usize))
                .collect(),
        )
    };
    Ok(multinomial(n, &weights)?
        .iter()
        .map(|(counts, mass)| (shown(counts), *mass))
        .collect())
}

/// Returns the different faces of a die, highest first, and how often the die has each.
pub(super) fn distinct_faces(die: &AnyDie) -> Allowed<Vec<(Datum, u64)>> {
    check_answer_count(die.len().into())?;
    let mut sorted_faces: Vec<Datum> = (0..die.len()).map(|index| die.face(index)).collect();
    sorted_faces.sort_by(|a, b| order(b, a).unwrap_or(Ordering::Equal));
    let mut faces: Vec<(Datum, u64)> = Vec::new();
    for face in sorted_faces {
        match faces.last_mut() {
            Some((last, weight)) if *last == face => *weight += 1,
            _ => faces.push((face, 1)),
        }
    }
    Ok(faces)
}

/// Returns the distribution of dice with different numbers of sides, sorted highest first.
pub(super) fn mixed(dice: &[u32]) -> Allowed<AnswerDistribution> {
    let mut pools = BTreeMap::from([(Vec::new(), Mass::ONE)]);
    for &sides in dice {
        check_list_memory(
            (pools.len() as u64).saturating_mul(sides.into()),
            dice.len() as u64,
        )?;
        let each = Mass::ratio(1, sides.into());
        let mut next = BTreeMap::new();
        for (pool, mass) in pools {
            for face in 1..=sides {
                *next.entry(with_face(&pool, face)).or_insert(Mass::ZERO) += mass * each;
            }
        }
        pools = next;
    }
    Ok(pools
        .into_iter()
        .map(|(pool, mass)| (whole_list(pool), mass))
        .collect())
}

fn with_face(pool: &[u32], face: u32) -> Vec<u32> {
    let position = pool.partition_point(|&other| other > face);
    [&pool[..position], &[face], &pool[position..]].concat()
}

/// Fails if a draw has too many results. Each number of remaining cards has a distribution with as
/// many steps as cards.
pub(super) fn check_deck_size(deck: &[u32], n: u32) -> Allowed<()> {
    let total: u64 = deck.iter().map(|&count| u64::from(count)).sum();
    let help = "use a smaller deck. With the same proportions its odds are close, but not equal";
    if total.saturating_mul(n.max(10).into()) > MAX_DEALT {
        Err((
            format!("drawing {n} from {total} cards has too many results for exact odds"),
            help,
        ))
    } else {
        Ok(())
    }
}

/// Returns the hands of `n` cards and the remaining deck. The count of each kind is hypergeometric
/// among the cards that remain.
pub(super) fn draw(
    deck: &[u32],
    n: u32,
    kinds: Option<&Arc<[bool]>>,
) -> Allowed<AnswerDistribution> {
    check_deck_size(deck, n)?;
    let hands = spread(n, &to_u64(deck), |left, count, rest| {
        hypergeometric(rest as u32, count as u32, left)
    })?;
    let dealt = |(hand, mass): (Vec<u32>, Mass)| {
        let left = deck
            .iter()
            .zip(&hand)
            .map(|(deck, hand)| i64::from(deck - hand))
            .collect();
        let hand = hand.into_iter().map(i64::from).collect();
        (
            Datum::list(vec![cards(hand, kinds), cards(left, kinds)]),
            mass,
        )
    };
    Ok(hands.into_iter().map(dealt).collect())
}
