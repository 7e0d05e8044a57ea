//! The law of every question: each answer with its probability.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use oddsmith_engine::chance::{DiceTerm, KeptDice, Probability, binomial, hypergeometric, sum_law};
use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::place::{place_law, rest_law};
use super::request::{AnyDie, Request, cards};
use crate::ratio::{Ratio, gcd};
use crate::value::{Allowed, Datum, Lot, Rest, Unread, order};

/// The answers to a question, each once, with their probabilities.
pub(crate) type AnswerLaw = Vec<(Datum, Mass)>;

/// The most answers that a question may have where it is explored.
const MAX_ANSWERS: u64 = 200_000;

/// The most products of a sum that is explored.
const MAX_PRODUCTS: u64 = 20_000_000;

/// Cards drawn times cards in the deck, where a draw is explored.
const MAX_DEALT: u64 = 2_000_000;

/// The law of a question to chance; that of a choice is the player's. A list may be left unread, and its places asked for one by
/// one.
pub(crate) fn law(request: &Request, by_place: bool) -> Allowed<AnswerLaw> {
    if let (true, Some(unread)) = (by_place, unread(request)?) {
        return Ok(vec![(unread, Mass::ONE)]);
    }
    match request {
        Request::Roll(die) => roll(die),
        Request::Dice(terms) => dice(terms),
        Request::Pool { n, die } => pool(*n, &distinct(die)?),
        Request::Mixed(faces) => mixed(faces),
        Request::Tally { n, weights } => tally(*n, &wide(weights)),
        Request::Successes { n, sides, least } => Ok(counts(&binomial(*n, success(*sides, *least)))),
        Request::Chance(p) => Ok(event(*p)),
        Request::Binomial { n, p } => Ok(counts(&binomial(*n, probability(*p)))),
        Request::Weighted { die, weights } => Ok(weighted(die, weights)),
        Request::Draw { counts, n, kinds, .. } => draw(counts, *n, kinds.as_ref()),
        Request::Many { n, each, highest_first } => many(*n, &law(each, false)?, *highest_first),
        Request::Place { unread, place } => {
            let given = |(unread, mass)| (Datum::Unread(Arc::new(unread)), mass);
            Ok(place_law(unread, *place).into_iter().map(given).collect())
        }
        Request::Rest(unread) => rest(unread),
        Request::Total(term) => dice(&[(1, *term)]),
        Request::Choose { options, .. } => Ok(vec![(options[0].clone(), Mass::ONE)]),
    }
}

fn wide(counts: &[u32]) -> Vec<u64> {
    counts.iter().map(|&count| count.into()).collect()
}

/// The list of an answer before any of its places has been read.
fn unread(request: &Request) -> Allowed<Option<Datum>> {
    let unread = match request {
        Request::Tally { n, weights } => Unread::counts(Lot::Fallen(wide(weights)), *n),
        Request::Draw { counts, n, kinds: None, is_hand: true } => {
            bounded_deck(counts, *n)?;
            let hand = Unread::counts(Lot::Drawn(wide(counts)), *n);
            return Ok(Some(Datum::list(vec![Datum::Unread(Arc::new(hand)), Datum::Nothing])));
        }
        Request::Pool { n: n @ 1.., die } => Unread::sorted(distinct(die)?, *n),
        Request::Many { n: n @ 1.., each, highest_first } => {
            let Some(faces) = faces(law(each, false)?, *highest_first) else { return Ok(None) };
            Unread::sorted(faces, *n)
        }
        _ => return Ok(None),
    };
    Ok(Some(Datum::Unread(Arc::new(unread))))
}

/// The answers of a law as the faces of a die, in their order; `None` where they are no numbers, or have no whole weights.
fn faces(law: AnswerLaw, highest_first: bool) -> Option<Vec<(Datum, u64)>> {
    let fraction = |(value, mass): (Datum, Mass)| value.as_ratio().and(mass.fraction()).map(|share| (value, share));
    let mut shares: Vec<(Datum, (u64, u64))> = law.into_iter().map(fraction).collect::<Option<_>>()?;
    let common = shares.iter().try_fold(1u64, |common, (_, (_, below))| {
        (common / gcd(common.into(), (*below).into()) as u64).checked_mul(*below)
    })?;
    shares.sort_by(|(a, _), (b, _)| {
        let order = order(a, b).unwrap_or(Ordering::Equal);
        if highest_first { order.reverse() } else { order }
    });
    // Sums of weights are weights, too.
    let weight = |(above, below): (u64, u64)| above.checked_mul(common / below).filter(|_| common < u64::MAX / 2);
    shares.into_iter().map(|(value, share)| Some((value, weight(share)?))).collect()
}

/// Several rolls of one law, sorted, one after another.
fn many(n: u32, each: &AnswerLaw, highest_first: bool) -> Allowed<AnswerLaw> {
    let mut lists: Vec<(Vec<Datum>, Mass)> = vec![(Vec::new(), Mass::ONE)];
    for _ in 0..n {
        bounded_lists((lists.len() * each.len()) as u64 / 2, n.into())?;
        let mut next: FxHashMap<Vec<Datum>, Mass> = FxHashMap::default();
        for (list, mass) in &lists {
            for (value, share) in each {
                let comes_first = |own: &Datum| {
                    order(own, value).is_some_and(|order| if highest_first { order.is_ge() } else { order.is_le() })
                };
                let at = list.partition_point(comes_first);
                let list = [&list[..at], std::slice::from_ref(value), &list[at..]].concat();
                *next.entry(list).or_insert(Mass::ZERO) += *mass * *share;
            }
        }
        lists = next.into_iter().collect();
        // In an order of their own, whatever the table's.
        lists.sort_by(|(a, _), (b, _)| {
            a.iter()
                .zip(b)
                .map(|(a, b)| order(a, b).unwrap_or(Ordering::Equal))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        });
    }
    Ok(lists.into_iter().map(|(list, mass)| (Datum::list(list), mass)).collect())
}

/// What is left of a list of which all is read: nothing may have been so far.
fn rest(unread: &Unread) -> Allowed<AnswerLaw> {
    match (&*unread.lot, unread.rest) {
        (Lot::Fallen(weights), Rest::Counts { left, .. }) if unread.is_whole() => tally(left, weights),
        (Lot::Sorted(faces), Rest::Dice { left, .. }) if unread.is_whole() => pool(left, faces),
        _ => rest_law(unread),
    }
}

fn bounded(answers: u64) -> Allowed<()> {
    let problem = "a question with more than 200,000 answers cannot be explored";
    let help = "ask for less at once: successes(n, 6, 4) or tally(n, 6) where only counts matter";
    if answers > MAX_ANSWERS { Err((problem.to_owned(), help)) } else { Ok(()) }
}

/// Sums take so many products.
fn bounded_products(products: u64) -> Allowed<()> {
    let problem = "a sum of so many dice, with so many faces, cannot be explored";
    let help = "roll fewer dice, or dice with fewer faces, and multiply: a sum of hundreds of dice is hardly uncertain";
    if products > MAX_PRODUCTS { Err((problem.to_owned(), help)) } else { Ok(()) }
}

/// Answers that are lists take memory for each of their entries.
pub(super) fn bounded_lists(answers: u64, entries: u64) -> Allowed<()> {
    bounded(answers.max(answers.saturating_mul(entries) / 50))
}

fn roll(die: &AnyDie) -> Allowed<AnswerLaw> {
    bounded(die.len().into())?;
    let mut law = AnswerLaw::new();
    for index in 0..die.len() {
        let face = die.face(index);
        match law.iter_mut().find(|(known, _)| matches!(die, AnyDie::Entries(_)) && *known == face) {
            Some((_, mass)) => *mass += Mass::ratio(1, die.len().into()),
            None => law.push((face, Mass::ratio(1, die.len().into()))),
        }
    }
    Ok(law)
}

fn event(p: Ratio) -> AnswerLaw {
    let (n, d) = (p.numerator() as u128, p.denominator() as u128);
    let both = [(Datum::Truth(true), n), (Datum::Truth(false), d - n)];
    both.into_iter().filter(|(_, n)| *n > 0).map(|(value, n)| (value, Mass::ratio(n, d))).collect()
}

/// Each way of a die to fall, ways that are alike added up.
fn weighted(die: &AnyDie, weights: &[u32]) -> AnswerLaw {
    let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let mut faces: Vec<(Datum, u128)> = Vec::new();
    for (index, &weight) in (0..).zip(weights).filter(|(_, weight)| **weight > 0) {
        let face = die.face(index);
        match faces.iter_mut().find(|(known, _)| matches!(die, AnyDie::Entries(_)) && *known == face) {
            Some((_, known)) => *known += u128::from(weight),
            None => faces.push((face, weight.into())),
        }
    }
    faces.into_iter().map(|(face, weight)| (face, Mass::ratio(weight, total))).collect()
}

/// A probability was checked when it was asked: it is between 0 and 1.
fn probability(p: Ratio) -> Probability {
    let p = Probability::ratio(p.numerator().unsigned_abs(), p.denominator().unsigned_abs());
    p.unwrap_or(Probability::ZERO)
}

pub(super) fn share(weight: u64, total: u64) -> Probability {
    Probability::ratio(weight, total).unwrap_or(Probability::ZERO)
}

/// The chance that a die shows this or more.
fn success(sides: u32, least: i64) -> Probability {
    let shown = (i64::from(sides) - least + 1).clamp(0, sides.into());
    share(shown as u64, sides.into())
}

fn counts(masses: &[Mass]) -> AnswerLaw {
    let possible = masses.iter().enumerate().filter(|(_, mass)| **mass != Mass::ZERO);
    possible.map(|(k, &mass)| (Datum::Whole(k as i64), mass)).collect()
}

/// Every way in which `n` things are spread over places of these weights, as counts: place by place, by the law of how many
/// of those that are left come there, of which it is told their number, the place's weight and that of all places to come.
fn spread(n: u32, weights: &[u64], law: impl Fn(u32, u64, u64) -> Vec<Mass>) -> Allowed<Vec<(Vec<u32>, Mass)>> {
    let mut laws = BTreeMap::new();
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
            let law = laws.entry((i, left)).or_insert_with(|| law(left, weight, rest));
            for (k, &share) in law.iter().enumerate().filter(|(_, share)| **share != Mass::ZERO) {
                let mut counts = counts.clone();
                counts.push(k as u32);
                next.push((counts, left - k as u32, mass * share));
            }
        }
        bounded_lists(next.len() as u64, weights.len() as u64)?;
        open = next;
    }
    Ok(open.into_iter().map(|(counts, _, mass)| (counts, mass)).collect())
}

/// Dice fall binomially into a place, among those that have not fallen yet.
fn fallen(n: u32, weights: &[u64]) -> Allowed<Vec<(Vec<u32>, Mass)>> {
    let answers = ways(n, weights.iter().filter(|weight| **weight > 0).count() as u64);
    bounded_lists(answers, weights.len() as u64)?;
    spread(n, weights, |left, weight, rest| binomial(left, share(weight, rest)))
}

/// How many counts there are of `n` things in so many places.
fn ways(n: u32, places: u64) -> u64 {
    let mut ways = 1u64;
    for i in 1..places {
        ways = ways.saturating_mul(u64::from(n) + i) / i;
        if ways > MAX_ANSWERS {
            return ways;
        }
    }
    ways
}

fn wholes(counts: impl IntoIterator<Item = u32>) -> Datum {
    Datum::list(counts.into_iter().map(|count| Datum::Whole(count.into())).collect())
}

fn tally(n: u32, weights: &[u64]) -> Allowed<AnswerLaw> {
    Ok(fallen(n, weights)?.into_iter().map(|(counts, mass)| (wholes(counts), mass)).collect())
}

fn pool(n: u32, faces: &[(Datum, u64)]) -> Allowed<AnswerLaw> {
    bounded_lists(ways(n, faces.len() as u64), n.into())?;
    let weights: Vec<u64> = faces.iter().map(|(_, weight)| *weight).collect();
    let shown = |counts: &[u32]| {
        let pairs = faces.iter().zip(counts);
        Datum::list(pairs.flat_map(|((face, _), &count)| std::iter::repeat_n(face.clone(), count as usize)).collect())
    };
    Ok(fallen(n, &weights)?.iter().map(|(counts, mass)| (shown(counts), *mass)).collect())
}

/// The different faces of a die, highest first, and how often it has each.
fn distinct(die: &AnyDie) -> Allowed<Vec<(Datum, u64)>> {
    bounded(die.len().into())?;
    let mut all: Vec<Datum> = (0..die.len()).map(|index| die.face(index)).collect();
    all.sort_by(|a, b| order(b, a).unwrap_or(Ordering::Equal));
    let mut faces: Vec<(Datum, u64)> = Vec::new();
    for face in all {
        match faces.last_mut() {
            Some((last, weight)) if *last == face => *weight += 1,
            _ => faces.push((face, 1)),
        }
    }
    Ok(faces)
}

/// Dice of several kinds, one after another, highest first.
fn mixed(dice: &[u32]) -> Allowed<AnswerLaw> {
    let mut pools = BTreeMap::from([(Vec::new(), Mass::ONE)]);
    for &sides in dice {
        bounded_lists((pools.len() as u64).saturating_mul(sides.into()), dice.len() as u64)?;
        let each = Mass::ratio(1, sides.into());
        let mut next = BTreeMap::new();
        for (pool, mass) in pools {
            for face in 1..=sides {
                *next.entry(with_face(&pool, face)).or_insert(Mass::ZERO) += mass * each;
            }
        }
        pools = next;
    }
    Ok(pools.into_iter().map(|(pool, mass)| (wholes(pool), mass)).collect())
}

fn with_face(pool: &[u32], face: u32) -> Vec<u32> {
    let at = pool.partition_point(|&other| other > face);
    [&pool[..at], &[face], &pool[at..]].concat()
}

/// Each number of cards that are left has laws of its own, of as many steps as there are cards.
fn bounded_deck(deck: &[u32], n: u32) -> Allowed<()> {
    let total: u64 = deck.iter().map(|&count| u64::from(count)).sum();
    let help = "take a smaller deck in the same proportions";
    match total.saturating_mul(n.max(10).into()) > MAX_DEALT {
        true => Err((format!("a draw of {n} from {total} cannot be explored"), help)),
        false => Ok(()),
    }
}

/// Hands of `n` cards, and what is left: of each kind in turn hypergeometrically many among the cards that are left.
fn draw(deck: &[u32], n: u32, kinds: Option<&Arc<[bool]>>) -> Allowed<AnswerLaw> {
    bounded_deck(deck, n)?;
    let hands = spread(n, &wide(deck), |left, count, rest| hypergeometric(rest as u32, count as u32, left))?;
    let dealt = |(hand, mass): (Vec<u32>, Mass)| {
        let left = deck.iter().zip(&hand).map(|(deck, hand)| i64::from(deck - hand)).collect();
        let hand = hand.into_iter().map(i64::from).collect();
        (Datum::list(vec![cards(hand, kinds), cards(left, kinds)]), mass)
    };
    Ok(hands.into_iter().map(dealt).collect())
}

fn dice(terms: &[(i64, DiceTerm)]) -> Allowed<AnswerLaw> {
    let mut values = 1;
    for &(_, term) in terms {
        bounded_term(term)?;
        bounded_products(values * term.values())?;
        values += term.values() - 1;
    }
    let (least, masses) = sum_law(terms);
    let possible = (least..).zip(masses).filter(|(_, mass)| *mass != Mass::ZERO);
    Ok(possible.map(|(sum, mass)| (Datum::Whole(sum), mass)).collect())
}

fn bounded_term(term: DiceTerm) -> Allowed<()> {
    let DiceTerm::Dice { n, sides, keep } = term else { return Ok(()) };
    let squared = |counted: u64| (counted * sides).saturating_mul(counted * sides);
    match keep {
        KeptDice::All => bounded(n * sides).and_then(|()| bounded_products(squared(n) / 2)),
        KeptDice::Highest(kept) | KeptDice::Lowest(kept) => bounded_products(squared(kept.max(1)).saturating_mul(n)),
    }
}
