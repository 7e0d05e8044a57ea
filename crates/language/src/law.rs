//! The law of every question: each answer with its probability.

use std::collections::BTreeMap;
use std::sync::Arc;

use oddsmith_engine::chance::{self, Keep, Probability, Term};
use oddsmith_engine::odds::Mass;

use crate::builtin::question::{Die, Question};
use crate::machine::value::{Refusal, Value, order};
use crate::ratio::Ratio;

/// The answers to a question, each once, with their probabilities.
pub(crate) type Law = Vec<(Value, Mass)>;

/// The most answers that a question may have where it is explored.
const MAX_ANSWERS: u64 = 200_000;

/// The most products of a sum that is explored.
const MAX_PRODUCTS: u64 = 20_000_000;

/// Cards drawn times cards in the deck, where a draw is explored.
const MAX_DEALT: u64 = 2_000_000;

const HELP: &str = "ask for less at once: successes(n, 6, 4) or tally(n, 6) where only counts matter";

/// The law of a question to chance; that of a choice is the player's.
pub(crate) fn law(question: &Question) -> Result<Law, Refusal> {
    match question {
        Question::Roll(die) => roll(die),
        Question::Dice(terms) => dice(terms),
        Question::Pool { n, die } => pool(*n, die),
        Question::Mixed(faces) => mixed(faces),
        Question::Tally { n, weights } => tally(*n, weights),
        Question::Successes { n, sides, least } => Ok(counts(&binomial(*n, success(*sides, *least)))),
        Question::Chance(p) => Ok(event(*p)),
        Question::Binomial { n, p } => Ok(counts(&binomial(*n, *p))),
        Question::Pick(weights) => Ok(pick(weights)),
        Question::Draw { counts, n } => draw(counts, *n),
        Question::Choose { options, .. } => Ok(vec![(options[0].clone(), Mass::ONE)]),
    }
}

fn bounded(answers: u64) -> Result<(), Refusal> {
    match answers > MAX_ANSWERS {
        true => Err(("a question with more than 200,000 answers cannot be explored".to_owned(), HELP)),
        false => Ok(()),
    }
}

/// Sums take so many products.
fn bounded_products(products: u64) -> Result<(), Refusal> {
    match products > MAX_PRODUCTS {
        true => Err((
            "a sum of so many dice, with so many faces, cannot be explored".to_owned(),
            "roll fewer dice, or dice with fewer faces, and multiply: a sum of hundreds of dice is hardly uncertain",
        )),
        false => Ok(()),
    }
}

/// Answers that are lists take memory for each of their entries.
fn bounded_lists(answers: u64, entries: u64) -> Result<(), Refusal> {
    bounded(answers.max(answers.saturating_mul(entries) / 50))
}

fn roll(die: &Die) -> Result<Law, Refusal> {
    bounded(die.len().into())?;
    let mut law = Law::new();
    for index in 0..die.len() {
        let face = die.face(index);
        match law.iter_mut().find(|(known, _)| matches!(die, Die::Entries(_)) && *known == face) {
            Some((_, mass)) => *mass += Mass::ratio(1, die.len().into()),
            None => law.push((face, Mass::ratio(1, die.len().into()))),
        }
    }
    Ok(law)
}

fn event(p: Ratio) -> Law {
    let (n, d) = (p.numerator() as u128, p.denominator() as u128);
    let both = [(Value::Truth(true), n), (Value::Truth(false), d - n)];
    both.into_iter().filter(|(_, n)| *n > 0).map(|(value, n)| (value, Mass::ratio(n, d))).collect()
}

fn pick(weights: &[u32]) -> Law {
    let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    let possible = weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
    possible.map(|(i, &weight)| (Value::Whole(i as i64), Mass::ratio(weight.into(), total))).collect()
}

/// The chance that a die shows this or more.
fn success(sides: u32, least: i64) -> Ratio {
    let shown = (i64::from(sides) - least + 1).clamp(0, sides.into());
    Ratio::new(shown.into(), sides.into()).unwrap_or(Ratio::whole(0))
}

/// The probability of each count of `n` events.
fn binomial(n: u32, p: Ratio) -> Vec<Mass> {
    // A probability was checked when it was asked: it is between 0 and 1.
    let p = Probability::ratio(p.numerator().unsigned_abs(), p.denominator().unsigned_abs());
    chance::binomial(n, p.unwrap_or(Probability::ZERO))
}

fn counts(masses: &[Mass]) -> Law {
    let possible = masses.iter().enumerate().filter(|(_, mass)| **mass != Mass::ZERO);
    possible.map(|(k, &mass)| (Value::Whole(k as i64), mass)).collect()
}

/// Every way in which `n` things fall into places of these weights, as counts: place by place, binomially
/// among those that have not fallen yet.
fn fallen(n: u32, weights: &[u32]) -> Result<Vec<(Vec<u32>, Mass)>, Refusal> {
    let answers = ways(n, weights.iter().filter(|weight| **weight > 0).count() as u64);
    bounded_lists(answers, weights.len() as u64)?;
    let mut laws = BTreeMap::new();
    let mut open = vec![(Vec::new(), n, Mass::ONE)];
    for (i, &weight) in weights.iter().enumerate() {
        let rest: u128 = weights[i..].iter().map(|&weight| u128::from(weight)).sum();
        let mut next = Vec::with_capacity(open.len());
        for (mut counts, left, mass) in open {
            if u128::from(weight) == rest {
                counts.push(left);
                next.push((counts, 0, mass));
                continue;
            }
            let law = laws.entry((i, left)).or_insert_with(|| share(left, weight, rest));
            for (k, &share) in law.iter().enumerate().filter(|(_, share)| **share != Mass::ZERO) {
                let mut counts = counts.clone();
                counts.push(k as u32);
                next.push((counts, left - k as u32, mass * share));
            }
        }
        open = next;
    }
    Ok(open.into_iter().filter(|(_, left, _)| *left == 0).map(|(counts, _, mass)| (counts, mass)).collect())
}

fn share(n: u32, weight: u32, rest: u128) -> Vec<Mass> {
    binomial(n, Ratio::new(weight.into(), rest as i128).unwrap_or(Ratio::whole(0)))
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

fn tally(n: u32, weights: &[u32]) -> Result<Law, Refusal> {
    let list = |counts: Vec<u32>| Value::list(counts.into_iter().map(|count| Value::Whole(count.into())).collect());
    Ok(fallen(n, weights)?.into_iter().map(|(counts, mass)| (list(counts), mass)).collect())
}

fn pool(n: u32, die: &Die) -> Result<Law, Refusal> {
    let Faces { faces, weights } = distinct(die)?;
    bounded_lists(ways(n, weights.len() as u64), n.into())?;
    let pools = fallen(n, &weights)?;
    let shown = |counts: &[u32]| -> Value {
        let pairs = faces.iter().zip(counts);
        Value::list(pairs.flat_map(|(face, &count)| std::iter::repeat_n(face.clone(), count as usize)).collect())
    };
    Ok(pools.iter().map(|(counts, mass)| (shown(counts), *mass)).collect())
}

/// The different faces of a die, highest first, and how often it has each.
fn distinct(die: &Die) -> Result<Faces, Refusal> {
    bounded(die.len().into())?;
    let mut faces: Vec<Value> = (0..die.len()).map(|index| die.face(index)).collect();
    faces.sort_by(|a, b| order(b, a).unwrap_or(std::cmp::Ordering::Equal));
    let mut found = Faces { faces: Vec::new(), weights: Vec::new() };
    for face in faces {
        if found.faces.last() == Some(&face) {
            *found.weights.last_mut().unwrap_or(&mut 0) += 1;
        } else {
            found.faces.push(face);
            found.weights.push(1);
        }
    }
    Ok(found)
}

struct Faces {
    faces: Vec<Value>,
    weights: Vec<u32>,
}

/// Dice of several kinds, one after another, highest first.
fn mixed(dice: &[u32]) -> Result<Law, Refusal> {
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
    let list = |pool: Vec<u32>| Value::list(pool.into_iter().map(|face| Value::Whole(face.into())).collect());
    Ok(pools.into_iter().map(|(pool, mass)| (list(pool), mass)).collect())
}

fn with_face(pool: &[u32], face: u32) -> Vec<u32> {
    let at = pool.partition_point(|&other| other > face);
    [&pool[..at], &[face], &pool[at..]].concat()
}

/// Hands of `n` cards: of each kind in turn hypergeometrically many among the cards that are left.
fn draw(deck: &[u32], n: u32) -> Result<Law, Refusal> {
    // Each number of cards that are left has laws of its own, of as many steps as there are cards.
    let cards: u64 = deck.iter().map(|&count| u64::from(count)).sum();
    if cards.saturating_mul(n.max(10).into()) > MAX_DEALT {
        let help = "take a smaller deck in the same proportions";
        return Err((format!("a draw of {n} from {cards} cannot be explored"), help));
    }
    let mut laws = BTreeMap::new();
    let mut open = vec![(Vec::new(), n, Mass::ONE)];
    for (i, &count) in deck.iter().enumerate() {
        let rest: u32 = deck[i..].iter().sum();
        let mut next = Vec::with_capacity(open.len());
        for (mut hand, left, mass) in open {
            if count == rest {
                hand.push(left);
                next.push((hand, 0, mass));
                continue;
            }
            let law = laws.entry((i, left)).or_insert_with(|| chance::hypergeometric(rest, count, left));
            for (k, &share) in law.iter().enumerate().filter(|(_, share)| **share != Mass::ZERO) {
                let mut hand = hand.clone();
                hand.push(k as u32);
                next.push((hand, left - k as u32, mass * share));
            }
        }
        bounded_lists(next.len() as u64, deck.len() as u64)?;
        open = next;
    }
    Ok(open.into_iter().map(|(hand, _, mass)| (dealt(deck, &hand), mass)).collect())
}

/// What was drawn and what is left.
pub(crate) fn dealt(deck: &[u32], hand: &[u32]) -> Value {
    let list = |counts: Vec<u32>| Value::list(counts.into_iter().map(|count| Value::Whole(count.into())).collect());
    let left = deck.iter().zip(hand).map(|(deck, hand)| deck - hand).collect();
    Value::list(vec![list(hand.to_vec()), list(left)])
}

fn dice(terms: &[(i64, Term)]) -> Result<Law, Refusal> {
    let mut values = 1;
    for &(_, term) in terms {
        bounded_term(term)?;
        bounded_products(values * term.values())?;
        values += term.values() - 1;
    }
    let (least, masses) = chance::sum_law(terms);
    let possible = (least..).zip(masses).filter(|(_, mass)| *mass != Mass::ZERO);
    Ok(possible.map(|(sum, mass)| (Value::Whole(sum), mass)).collect())
}

fn bounded_term(term: Term) -> Result<(), Refusal> {
    let Term::Dice { n, sides, keep } = term else { return Ok(()) };
    let squared = |counted: u64| (counted * sides).saturating_mul(counted * sides);
    match keep {
        Keep::All => {
            bounded(n * sides)?;
            bounded_products(squared(n) / 2)
        }
        Keep::Highest(kept) | Keep::Lowest(kept) => bounded_products(squared(kept.max(1)).saturating_mul(n)),
    }
}

/// Shared, since many states ask the same.
pub(crate) type SharedLaw = Arc<Law>;
