//! The distribution of every question: each answer with its probability.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use oddsmith_engine::chance::{
    DiceTerm, KeptDice, Probability, binomial, extremes, sum_distribution,
};
use oddsmith_engine::odds::Mass;

use super::answer::{
    AnswerDistribution, MAX_ANSWERS, MAX_PRODUCTS, check_answer_count, check_product_count,
    probability, share,
};
use super::entry::{index_distribution, rest_distribution};
use super::lists::{
    check_deck_size, distinct_faces, draw, mixed, pool, sorted_rolls, tally, to_u64,
};
use super::request::{AnyDie, Request};
use crate::ratio::{Ratio, gcd};
use crate::value::{Allowed, Datum, ExplodingFaces, Lot, Rest, Unread, order};

/// Returns the distribution of a question to chance. A choice has none: the player decides. With
/// `by_index`, a list may stay unread, so that later questions ask for its entries one by one.
pub(crate) fn distribution(request: &Request, by_index: bool) -> Allowed<AnswerDistribution> {
    if let (true, Some(unread)) = (by_index, unread_answer(request)?) {
        return Ok(vec![(unread, Mass::ONE)]);
    }
    match request {
        Request::Roll(die) => roll(die),
        Request::Dice(terms) => dice(terms),
        Request::Pool { n, die } => pool(*n, &distinct_faces(die)?),
        Request::Mixed(faces) => mixed(faces),
        Request::Tally { n, weights } => tally(*n, &to_u64(weights)),
        Request::Successes { n, sides, least } => Ok(count_distribution(&binomial(
            *n,
            success_probability(*sides, *least),
        ))),
        Request::Chance(p) => Ok(event(*p)),
        Request::Binomial { n, p } => Ok(count_distribution(&binomial(*n, probability(*p)))),
        Request::Weighted { die, weights } => Ok(weighted(die, weights)),
        Request::Draw {
            counts, n, kinds, ..
        } => draw(counts, *n, kinds.as_ref()),
        Request::Exploding(sides) => Ok(exploding_distribution(*sides)?
            .into_iter()
            .map(|(value, mass, _)| (value, mass))
            .collect()),
        Request::SortedRolls {
            n,
            each,
            highest_first,
        } => sorted_rolls(*n, &distribution(each, false)?, *highest_first),
        Request::Index { unread, index } => {
            let given = |(unread, mass)| (Datum::Unread(Arc::new(unread)), mass);
            Ok(index_distribution(unread, *index)
                .into_iter()
                .map(given)
                .collect())
        }
        Request::Rest(unread) => rest(unread),
        Request::Extreme {
            n,
            weights,
            is_largest: largest,
        } => extreme(*n, weights, *largest),
        Request::Distinct { n, weights } => distinct_count(*n, weights),
        Request::Total(term) => dice(&[(1, *term)]),
        Request::Choose { options, .. } => Ok(vec![(options[0].clone(), Mass::ONE)]),
        Request::ChooseAtOnce { options, .. } => {
            let usual = options.iter().map(|options| options[0].clone());
            Ok(vec![(Datum::list(usual.collect()), Mass::ONE)])
        }
    }
}

/// Returns the list that a question gives before any of its entries has been read.
fn unread_answer(request: &Request) -> Allowed<Option<Datum>> {
    let unread = match request {
        Request::Tally { n, weights } => Unread::counts(Lot::Tallied(to_u64(weights)), *n),
        Request::Draw {
            counts,
            n,
            kinds: None,
            is_hand: true,
        } => {
            check_deck_size(counts, *n)?;
            let hand = Unread::counts(Lot::Drawn(to_u64(counts)), *n);
            return Ok(Some(Datum::list(vec![
                Datum::Unread(Arc::new(hand)),
                Datum::Nothing,
            ])));
        }
        Request::Pool { n: n @ 1.., die } => Unread::sorted(distinct_faces(die)?, *n, true),
        Request::Mixed(sides) if !sides.is_empty() => Unread::mixed(sides.clone()),
        Request::SortedRolls {
            n: n @ 1..,
            each,
            highest_first,
        } => {
            if let Request::Exploding(sides) = **each {
                return Ok(Some(Datum::Unread(Arc::new(Unread::exploding(
                    exploding_faces(sides, *highest_first)?,
                    *n,
                )))));
            }
            let Some(faces) = equivalent_faces(distribution(each, false)?, *highest_first) else {
                return Ok(None);
            };
            Unread::sorted(faces, *n, *highest_first)
        }
        _ => return Ok(None),
    };
    Ok(Some(Datum::Unread(Arc::new(unread))))
}

/// Returns the answers of a distribution as weighted faces of a die, in order, or `None` if they
/// are not numbers or have no whole weights.
fn equivalent_faces(
    distribution: AnswerDistribution,
    highest_first: bool,
) -> Option<Vec<(Datum, u64)>> {
    let fraction = |(value, mass): (Datum, Mass)| {
        value
            .as_ratio()
            .and(mass.fraction())
            .map(|share| (value, share))
    };
    let mut shares: Vec<(Datum, (u64, u64))> = distribution
        .into_iter()
        .map(fraction)
        .collect::<Option<_>>()?;
    let common = shares.iter().try_fold(1u64, |common, (_, (_, below))| {
        (common / gcd(common.into(), (*below).into()) as u64).checked_mul(*below)
    })?;
    shares.sort_by(|(a, _), (b, _)| {
        let order = order(a, b).unwrap_or(Ordering::Equal);
        if highest_first {
            order.reverse()
        } else {
            order
        }
    });
    let weight = |(above, below): (u64, u64)| {
        above
            .checked_mul(common / below)
            .filter(|_| common < u64::MAX / 2)
    };
    shares
        .into_iter()
        .map(|(value, share)| Some((value, weight(share)?)))
        .collect()
}

/// Returns the distribution of the largest or the smallest count of a tally.
fn extreme(n: u32, weights: &[u64], largest: bool) -> Allowed<AnswerDistribution> {
    let problem = "this tally is too large for an exact `max` or `min`";
    let distribution = extremes(n, weights, largest)
        .ok_or((problem.to_owned(), "use fewer dice or fewer kinds"))?;
    Ok(distribution
        .into_iter()
        .map(|(value, chance)| (Datum::Whole(value.into()), Mass::inexact(chance)))
        .collect())
}

/// Returns the distribution of the number of different faces on `n` equal dice whose faces have
/// weights.
fn distinct_count(n: u32, weights: &[u64]) -> Allowed<AnswerDistribution> {
    let mut weights: Vec<u64> = weights
        .iter()
        .copied()
        .filter(|weight| *weight > 0)
        .collect();
    let most = (n as usize).min(weights.len());
    let is_fair = weights.windows(2).all(|pair| pair[0] == pair[1]);
    let products = if is_fair {
        u64::from(n) * most as u64
    } else {
        // One product for each face, number of dice left, count and number of dice that show the
        // face.
        (weights.len() as u64)
            .saturating_mul((u64::from(n) + 1).pow(2))
            .saturating_mul(most as u64)
    };
    if products > MAX_PRODUCTS {
        let problem = "these dice are too many for an exact `distinct`";
        return Err((
            problem.to_owned(),
            "use fewer dice, or dice with fewer faces",
        ));
    }
    if is_fair {
        return Ok(count_distribution(&occupancy(
            n,
            weights.len() as u64,
            most,
        )));
    }
    // Rare faces first: the last face takes all dice that are left.
    weights.sort_unstable();
    let mut left_weight: u64 = weights.iter().sum();
    // The probability of each number of dice left and count of faces.
    let mut open = BTreeMap::from([((n, 0), Mass::ONE)]);
    for weight in weights {
        let mut next = BTreeMap::new();
        for ((left, count), mass) in open {
            let showing = binomial(left, share(weight, left_weight));
            for (chance, shown) in showing.into_iter().zip(0u32..) {
                let count = count + usize::from(shown > 0);
                *next.entry((left - shown, count)).or_insert(Mass::ZERO) += mass * chance;
            }
        }
        left_weight -= weight;
        open = next;
    }
    let mut masses = vec![Mass::ZERO; most + 1];
    for ((_, count), mass) in open {
        masses[count] += mass;
    }
    Ok(count_distribution(&masses))
}

/// Returns the probabilities of 0 to `most` different faces on `n` dice with equally likely faces
/// (the occupancy distribution).
fn occupancy(n: u32, faces: u64, most: usize) -> Vec<Mass> {
    let mut masses = vec![Mass::ZERO; most + 1];
    masses[0] = Mass::ONE;
    for _ in 0..n {
        for count in (0..=most).rev() {
            let seen = masses[count] * Mass::ratio(count as u128, faces.into());
            let new = count.checked_sub(1).map_or(Mass::ZERO, |before| {
                masses[before] * Mass::ratio(u128::from(faces) - before as u128, faces.into())
            });
            masses[count] = seen + new;
        }
    }
    masses
}

/// Returns the distribution of the entries of a list that have not been read yet.
fn rest(unread: &Unread) -> Allowed<AnswerDistribution> {
    match (&*unread.lot, unread.rest) {
        (Lot::Tallied(weights), Rest::Counts { left, .. }) if unread.is_untouched() => {
            tally(left, weights)
        }
        (Lot::Sorted { faces, .. }, Rest::Dice { left, .. }) if unread.is_untouched() => {
            pool(left, faces)
        }
        _ => rest_distribution(unread),
    }
}

/// Explosions of a die are followed until the share of dice that explode again is below this. The
/// remaining dice show their lowest face.
const NEGLIGIBLE_MASS: f64 = 1e-60;
/// The maximal number of faces that an exploding die may have.
const MAX_EXPLODING: u64 = 10_000;

/// Returns the values of an exploding die, lowest first: each with its probability, and with the
/// probability of this value or less.
fn exploding_distribution(sides: u32) -> Allowed<Vec<(Datum, Mass, Mass)>> {
    let each = Mass::ratio(1, sides.into());
    let (mut distribution, mut below, mut rolled) = (Vec::new(), Mass::ZERO, Mass::ONE);
    for round in 0i64.. {
        let value = |face: u32| Datum::Whole(round * i64::from(sides) + i64::from(face));
        if rolled.float() < NEGLIGIBLE_MASS {
            distribution.push((value(1), rolled, Mass::ONE));
            return Ok(distribution);
        }
        let mass = rolled * each;
        for face in 1..sides {
            below += mass;
            distribution.push((value(face), mass, below));
        }
        check_answer_count(distribution.len() as u64 * MAX_ANSWERS / MAX_EXPLODING)?;
        rolled = mass;
    }
    Ok(distribution)
}

/// Returns the values of an exploding die in order, each with its probability among the values from
/// it on.
fn exploding_faces(sides: u32, highest_first: bool) -> Allowed<ExplodingFaces<Datum>> {
    let distribution = exploding_distribution(sides)?;
    let mut faces = Vec::with_capacity(distribution.len());
    if highest_first {
        for (index, (value, mass, up_to)) in distribution.iter().enumerate().rev() {
            let before = index
                .checked_sub(1)
                .map_or(Mass::ZERO, |previous| distribution[previous].2);
            let whole = up_to.inverse();
            faces.push((value.clone(), [*mass * whole, before * whole]));
        }
    } else {
        // Given that the die shows this face or a higher one in this round, each remaining face is
        // equally likely.
        let last = distribution.len() - 1;
        for (index, (value, ..)) in distribution.into_iter().enumerate() {
            let left = u128::from(sides - index as u32 % (sides - 1));
            let chance = if index == last {
                Mass::ONE
            } else {
                Mass::ratio(1, left)
            };
            let complement = if index == last {
                Mass::ZERO
            } else {
                Mass::ratio(left - 1, left)
            };
            faces.push((value, [chance, complement]));
        }
    }
    Ok(ExplodingFaces {
        sides,
        highest_first,
        faces,
    })
}

fn roll(die: &AnyDie) -> Allowed<AnswerDistribution> {
    check_answer_count(die.len().into())?;
    let mut distribution = AnswerDistribution::new();
    for index in 0..die.len() {
        let face = die.face(index);
        match distribution
            .iter_mut()
            .find(|(known, _)| matches!(die, AnyDie::Entries(_)) && *known == face)
        {
            Some((_, mass)) => *mass += Mass::ratio(1, die.len().into()),
            None => distribution.push((face, Mass::ratio(1, die.len().into()))),
        }
    }
    Ok(distribution)
}

fn event(p: Ratio) -> AnswerDistribution {
    let (n, d) = (p.numerator() as u128, p.denominator() as u128);
    let outcomes = [(Datum::Truth(true), n), (Datum::Truth(false), d - n)];
    outcomes
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(value, n)| (value, Mass::ratio(n, d)))
        .collect()
}

/// Returns the faces of a weighted die with their probabilities; equal faces are merged.
fn weighted(die: &AnyDie, weights: &[u64]) -> AnswerDistribution {
    let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let mut faces: Vec<(Datum, u128)> = Vec::new();
    for (index, &weight) in (0..).zip(weights).filter(|(_, weight)| **weight > 0) {
        let face = die.face(index);
        match faces
            .iter_mut()
            .find(|(known, _)| matches!(die, AnyDie::Entries(_)) && *known == face)
        {
            Some((_, known)) => *known += u128::from(weight),
            None => faces.push((face, weight.into())),
        }
    }
    faces
        .into_iter()
        .map(|(face, weight)| (face, Mass::ratio(weight, total)))
        .collect()
}

/// Returns the probability that a die shows `least` or more.
fn success_probability(sides: u32, least: i64) -> Probability {
    let shown = (i64::from(sides) - least + 1).clamp(0, sides.into());
    share(shown as u64, sides.into())
}

fn count_distribution(masses: &[Mass]) -> AnswerDistribution {
    let possible = masses
        .iter()
        .enumerate()
        .filter(|(_, mass)| **mass != Mass::ZERO);
    possible
        .map(|(k, &mass)| (Datum::Whole(k as i64), mass))
        .collect()
}

fn dice(terms: &[(i64, DiceTerm)]) -> Allowed<AnswerDistribution> {
    let mut values = 1;
    for &(_, term) in terms {
        check_term_size(term)?;
        check_product_count(values * term.values())?;
        values += term.values() - 1;
    }
    let (least, masses) = sum_distribution(terms);
    let possible = (least..)
        .zip(masses)
        .filter(|(_, mass)| *mass != Mass::ZERO);
    Ok(possible
        .map(|(sum, mass)| (Datum::Whole(sum), mass))
        .collect())
}

fn check_term_size(term: DiceTerm) -> Allowed<()> {
    let DiceTerm::Dice { n, sides, keep } = term else {
        return Ok(());
    };
    let squared = |counted: u64| (counted * sides).saturating_mul(counted * sides);
    match keep {
        KeptDice::All => {
            check_answer_count(n * sides).and_then(|()| check_product_count(squared(n) / 2))
        }
        KeptDice::Highest(kept) | KeptDice::Lowest(kept) => {
            check_product_count(squared(kept.max(1)).saturating_mul(n))
        }
    }
}
