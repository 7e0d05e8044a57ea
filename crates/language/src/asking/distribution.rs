//! The law of every question: each answer with its probability.

use std::cmp::Ordering;
use std::sync::Arc;

use oddsmith_engine::chance::{
    DiceTerm, KeptDice, Probability, binomial, extremes, sum_distribution,
};
use oddsmith_engine::odds::Mass;

use super::answer::{
    AnswerDistribution, MAX_ANSWERS, bounded, bounded_products, probability, share,
};
use super::lists::{bounded_deck, distinct, draw, many, mixed, pool, tally, wide};
use super::place::{place_distribution, rest_distribution};
use super::request::{AnyDie, Request};
use crate::ratio::{Ratio, gcd};
use crate::value::{Allowed, Datum, ExplodingFaces, Lot, Rest, Unread, order};

/// The law of a question to chance; that of a choice is the player's. A list may be left unread,
/// and its places asked for one by one.
pub(crate) fn distribution(request: &Request, by_place: bool) -> Allowed<AnswerDistribution> {
    if let (true, Some(unread)) = (by_place, unread(request)?) {
        return Ok(vec![(unread, Mass::ONE)]);
    }
    match request {
        Request::Roll(die) => roll(die),
        Request::Dice(terms) => dice(terms),
        Request::Pool { n, die } => pool(*n, &distinct(die)?),
        Request::Mixed(faces) => mixed(faces),
        Request::Tally { n, weights } => tally(*n, &wide(weights)),
        Request::Successes { n, sides, least } => {
            Ok(counts(&binomial(*n, success(*sides, *least))))
        }
        Request::Chance(p) => Ok(event(*p)),
        Request::Binomial { n, p } => Ok(counts(&binomial(*n, probability(*p)))),
        Request::Weighted { die, weights } => Ok(weighted(die, weights)),
        Request::Draw {
            counts, n, kinds, ..
        } => draw(counts, *n, kinds.as_ref()),
        Request::Exploding(sides) => Ok(exploding(*sides)?
            .into_iter()
            .map(|(value, mass, _)| (value, mass))
            .collect()),
        Request::Many {
            n,
            each,
            highest_first,
        } => many(*n, &distribution(each, false)?, *highest_first),
        Request::Place { unread, place } => {
            let given = |(unread, mass)| (Datum::Unread(Arc::new(unread)), mass);
            Ok(place_distribution(unread, *place)
                .into_iter()
                .map(given)
                .collect())
        }
        Request::Rest(unread) => rest(unread),
        Request::Extreme {
            n,
            weights,
            largest,
        } => extreme(*n, weights, *largest),
        Request::Total(term) => dice(&[(1, *term)]),
        Request::Choose { options, .. } => Ok(vec![(options[0].clone(), Mass::ONE)]),
    }
}

/// The list of an answer before any of its places has been read.
fn unread(request: &Request) -> Allowed<Option<Datum>> {
    let unread = match request {
        Request::Tally { n, weights } => Unread::counts(Lot::Fallen(wide(weights)), *n),
        Request::Draw {
            counts,
            n,
            kinds: None,
            is_hand: true,
        } => {
            bounded_deck(counts, *n)?;
            let hand = Unread::counts(Lot::Drawn(wide(counts)), *n);
            return Ok(Some(Datum::list(vec![
                Datum::Unread(Arc::new(hand)),
                Datum::Nothing,
            ])));
        }
        Request::Pool { n: n @ 1.., die } => Unread::sorted(distinct(die)?, *n, true),
        Request::Mixed(sides) if !sides.is_empty() => Unread::mixed(sides.clone()),
        Request::Many {
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
            let Some(faces) = faces(distribution(each, false)?, *highest_first) else {
                return Ok(None);
            };
            Unread::sorted(faces, *n, *highest_first)
        }
        _ => return Ok(None),
    };
    Ok(Some(Datum::Unread(Arc::new(unread))))
}

/// The answers of a law as the faces of a die, in their order; `None` where they are no numbers, or
/// have no whole weights.
fn faces(distribution: AnswerDistribution, highest_first: bool) -> Option<Vec<(Datum, u64)>> {
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
    // Sums of weights are weights, too.
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

/// The largest count of a tally, or the smallest.
fn extreme(n: u32, weights: &[u64], largest: bool) -> Allowed<AnswerDistribution> {
    let problem = "this tally is too large for an exact `max` or `min`";
    let distribution = extremes(n, weights, largest)
        .ok_or((problem.to_owned(), "use fewer dice or fewer kinds"))?;
    Ok(distribution
        .into_iter()
        .map(|(value, chance)| (Datum::Whole(value.into()), Mass::inexact(chance)))
        .collect())
}

/// What is left of a list of which all is read: nothing may have been so far.
fn rest(unread: &Unread) -> Allowed<AnswerDistribution> {
    match (&*unread.lot, unread.rest) {
        (Lot::Fallen(weights), Rest::Counts { left, .. }) if unread.is_whole() => {
            tally(left, weights)
        }
        (Lot::Sorted { faces, .. }, Rest::Dice { left, .. }) if unread.is_whole() => {
            pool(left, faces)
        }
        _ => rest_distribution(unread),
    }
}

/// Explosions of a die are followed until fewer than this of all dice explode again; these show the
/// lowest face then.
const DEEP: f64 = 1e-60;
/// Faces of a die that explodes, at most.
const MAX_EXPLODING: u64 = 10_000;

/// What a die that explodes comes to, lowest first: each value with its chance, and the chance of
/// it or less.
fn exploding(sides: u32) -> Allowed<Vec<(Datum, Mass, Mass)>> {
    let each = Mass::ratio(1, sides.into());
    let (mut distribution, mut below, mut rolled) = (Vec::new(), Mass::ZERO, Mass::ONE);
    for round in 0i64.. {
        let value = |face: u32| Datum::Whole(round * i64::from(sides) + i64::from(face));
        if rolled.float() < DEEP {
            distribution.push((value(1), rolled, Mass::ONE));
            return Ok(distribution);
        }
        let mass = rolled * each;
        for face in 1..sides {
            below += mass;
            distribution.push((value(face), mass, below));
        }
        bounded(distribution.len() as u64 * MAX_ANSWERS / MAX_EXPLODING)?;
        rolled = mass;
    }
    Ok(distribution)
}

/// The faces of a die that explodes, in their order, each with its chance among those from it on.
fn exploding_faces(sides: u32, highest_first: bool) -> Allowed<ExplodingFaces<Datum>> {
    let distribution = exploding(sides)?;
    let mut faces = Vec::with_capacity(distribution.len());
    if highest_first {
        for (at, (value, mass, up_to)) in distribution.iter().enumerate().rev() {
            let before = at
                .checked_sub(1)
                .map_or(Mass::ZERO, |at| distribution[at].2);
            let whole = up_to.inverse();
            faces.push((value.clone(), [*mass * whole, before * whole]));
        }
    } else {
        // Given that it shows this face of a round or a higher one: each of those that are left as
        // often.
        let last = distribution.len() - 1;
        for (at, (value, ..)) in distribution.into_iter().enumerate() {
            let left = u128::from(sides - at as u32 % (sides - 1));
            let chance = if at == last {
                Mass::ONE
            } else {
                Mass::ratio(1, left)
            };
            let others = if at == last {
                Mass::ZERO
            } else {
                Mass::ratio(left - 1, left)
            };
            faces.push((value, [chance, others]));
        }
    }
    Ok(ExplodingFaces {
        sides,
        highest_first,
        faces,
    })
}

fn roll(die: &AnyDie) -> Allowed<AnswerDistribution> {
    bounded(die.len().into())?;
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
    let both = [(Datum::Truth(true), n), (Datum::Truth(false), d - n)];
    both.into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(value, n)| (value, Mass::ratio(n, d)))
        .collect()
}

/// Each way of a die to fall, ways that are alike added up.
fn weighted(die: &AnyDie, weights: &[u32]) -> AnswerDistribution {
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

/// The chance that a die shows this or more.
fn success(sides: u32, least: i64) -> Probability {
    let shown = (i64::from(sides) - least + 1).clamp(0, sides.into());
    share(shown as u64, sides.into())
}

fn counts(masses: &[Mass]) -> AnswerDistribution {
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
        bounded_term(term)?;
        bounded_products(values * term.values())?;
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

fn bounded_term(term: DiceTerm) -> Allowed<()> {
    let DiceTerm::Dice { n, sides, keep } = term else {
        return Ok(());
    };
    let squared = |counted: u64| (counted * sides).saturating_mul(counted * sides);
    match keep {
        KeptDice::All => bounded(n * sides).and_then(|()| bounded_products(squared(n) / 2)),
        KeptDice::Highest(kept) | KeptDice::Lowest(kept) => {
            bounded_products(squared(kept.max(1)).saturating_mul(n))
        }
    }
}
