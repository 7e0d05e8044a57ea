//! The law of every question: each answer with its probability.

use std::collections::BTreeMap;
use std::sync::Arc;

use oddsmith_engine::odds::Mass;

use crate::builtin::question::{Die, Question, Rolled};
use crate::machine::value::{Refusal, Value, order};
use crate::ratio::Ratio;

/// The answers to a question, each once, with their probabilities.
pub(crate) type Law = Vec<(Value, Mass)>;

/// The most answers that a question may have where it is explored.
const MAX_ANSWERS: u64 = 200_000;

const HELP: &str = "ask for less at once: successes(n, 6, 4) or tally(n, 6) where only counts matter; or set exact = \"never\" in the scenario, and it is only played";

/// The law of a question to chance; that of a choice is the player's.
pub(crate) fn law(question: &Question) -> Result<Law, Refusal> {
    match question {
        Question::Roll(die) => roll(die),
        Question::Dice(terms) => dice(terms),
        Question::Pool { n, die } => pool(*n, die),
        Question::Mixed(faces) => mixed(faces),
        Question::Tally { n, weights } => tally(*n, weights),
        Question::Successes { n, sides, least } => Ok(counts(&binomial(*n, success(*sides, *least)))),
        Question::Chance(p) => Ok(chance(*p)),
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

fn chance(p: Ratio) -> Law {
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

/// The probability of each count of `n` events, one event after another.
fn binomial(n: u32, p: Ratio) -> Vec<Mass> {
    let (above, below) = (p.numerator() as u128, p.denominator() as u128);
    let (happens, fails) = (Mass::ratio(above, below), Mass::ratio(below - above, below));
    let mut law = vec![Mass::ONE];
    for _ in 0..n {
        let mut next = vec![Mass::ZERO; law.len() + 1];
        for (k, &mass) in law.iter().enumerate() {
            next[k] += mass * fails;
            next[k + 1] += mass * happens;
        }
        law = next;
    }
    law
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
        for (counts, left, mass) in open {
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
    let p = if rest == 0 { None } else { Ratio::new(weight.into(), rest as i128) };
    binomial(n, p.unwrap_or(Ratio::whole(0)))
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
    let mut laws = BTreeMap::new();
    let mut open = vec![(Vec::new(), n, Mass::ONE)];
    for (i, &count) in deck.iter().enumerate() {
        let rest: u32 = deck[i..].iter().sum();
        let mut next = Vec::with_capacity(open.len());
        for (hand, left, mass) in open {
            let law = laws.entry((i, left)).or_insert_with(|| hypergeometric(rest, count, left));
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

/// How many of `n` cards drawn from `total` are among the `marked`, card by card.
fn hypergeometric(total: u32, marked: u32, n: u32) -> Vec<Mass> {
    let mut law = vec![Mass::ONE];
    for drawn in 0..n {
        let left = u128::from(total - drawn);
        let mut next = vec![Mass::ZERO; law.len() + 1];
        for (k, &mass) in law.iter().enumerate().filter(|(_, mass)| **mass != Mass::ZERO) {
            let hit = u128::from(marked.saturating_sub(k as u32));
            next[k + 1] += mass * Mass::ratio(hit, left);
            next[k] += mass * Mass::ratio(left - hit, left);
        }
        law = next;
    }
    law
}

/// Sums, by value.
type Sums = BTreeMap<i64, Mass>;

fn dice(terms: &[Rolled]) -> Result<Law, Refusal> {
    let mut sums = Sums::from([(0, Mass::ONE)]);
    for term in terms {
        sums = added(&sums, &term_law(term)?)?;
    }
    Ok(sums.into_iter().filter(|(_, mass)| *mass != Mass::ZERO).map(|(sum, mass)| (Value::Whole(sum), mass)).collect())
}

fn added(left: &Sums, right: &Sums) -> Result<Sums, Refusal> {
    bounded(left.len() as u64 * right.len() as u64 / 100)?;
    let mut sums = Sums::new();
    for (&a, &first) in left {
        for (&b, &second) in right {
            *sums.entry(a + b).or_insert(Mass::ZERO) += first * second;
        }
    }
    Ok(sums)
}

fn term_law(term: &Rolled) -> Result<Sums, Refusal> {
    match *term {
        Rolled::Number(number) => Ok(Sums::from([(number, Mass::ONE)])),
        Rolled::Dice { negative, n, sides, kept, highest } => {
            let sums = if kept == n { plain_sum(n, sides)? } else { kept_sum(n, sides, kept, highest)? };
            Ok(sums.into_iter().map(|(sum, mass)| (if negative { -sum } else { sum }, mass)).collect())
        }
    }
}

fn plain_sum(n: u32, sides: u32) -> Result<Sums, Refusal> {
    bounded(u64::from(n) * u64::from(sides))?;
    let each = Mass::ratio(1, sides.into());
    let die: Sums = (1..=i64::from(sides)).map(|face| (face, each)).collect();
    (0..n).try_fold(Sums::from([(0, Mass::ONE)]), |sums, _| added(&sums, &die))
}

/// The sum of the highest or lowest dice: face by face from the end that is kept, binomially among the dice
/// that show no face nearer to that end.
fn kept_sum(n: u32, sides: u32, kept: u32, highest: bool) -> Result<Sums, Refusal> {
    bounded(u64::from(n).pow(2) * u64::from(sides).pow(2) / 10)?;
    let mut done = Sums::new();
    let mut open = BTreeMap::from([((0u32, 0i64), Mass::ONE)]);
    for left in (1..=sides).rev() {
        let face = i64::from(if highest { left } else { sides + 1 - left });
        let mut next = BTreeMap::new();
        for ((found, sum), mass) in open {
            let p = Ratio::new(1, left.into()).unwrap_or(Ratio::whole(1));
            for (k, share) in binomial(n - found, p).into_iter().enumerate() {
                let counted = (k as u32).min(kept.saturating_sub(found));
                let state = (found + k as u32, sum + face * i64::from(counted));
                let into = if state.0 >= kept {
                    done.entry(state.1).or_insert(Mass::ZERO)
                } else {
                    next.entry(state).or_insert(Mass::ZERO)
                };
                *into += mass * share;
            }
        }
        open = next;
    }
    open.into_iter().for_each(|((_, sum), mass)| *done.entry(sum).or_insert(Mass::ZERO) += mass);
    Ok(done)
}

/// Shared, since many states ask the same.
pub(crate) type SharedLaw = Arc<Law>;
