//! The functions that every program can call.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use crate::die::{Die, Mixture};
use crate::operators::Context;
use crate::pool::{Pool, keep, overflow};
use crate::problem::{Problem, Stopped};
use crate::syntax::ParameterType::{self, Die as DieType, Number, Sequence};
use crate::value::Value;

/// A function that every program can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Absolute,
    Contains,
    Count,
    Explode,
    Highest,
    Lowest,
    Middle,
    HighestOf,
    LowestOf,
    Maximum,
    Reverse,
    Sort,
}

/// Each function with its words and the types of its parameters.
pub(crate) const BUILTINS: [(Builtin, &str, &[ParameterType]); 12] = [
    (Builtin::Absolute, "absolute ?", &[Number]),
    (Builtin::Contains, "? contains ?", &[Sequence, Number]),
    (Builtin::Count, "count ? in ?", &[Sequence, Sequence]),
    (Builtin::Explode, "explode ?", &[DieType]),
    (Builtin::Highest, "highest ? of ?", &[Number, DieType]),
    (Builtin::Lowest, "lowest ? of ?", &[Number, DieType]),
    (Builtin::Middle, "middle ? of ?", &[Number, DieType]),
    (Builtin::HighestOf, "highest of ? and ?", &[Number, Number]),
    (Builtin::LowestOf, "lowest of ? and ?", &[Number, Number]),
    (Builtin::Maximum, "maximum of ?", &[DieType]),
    (Builtin::Reverse, "reverse ?", &[Sequence]),
    (Builtin::Sort, "sort ?", &[Sequence]),
];

/// Returns the function with these words.
pub(crate) fn find(words: &str) -> Option<(Builtin, &'static [ParameterType])> {
    BUILTINS
        .into_iter()
        .find(|(_, known, _)| *known == words)
        .map(|(builtin, _, parameters)| (builtin, parameters))
}

/// Evaluates a call for dice as a whole, if this is faster than a call for each result.
pub(crate) fn call_with_dice(
    builtin: Builtin,
    arguments: &[Value],
    context: &mut Context<'_, '_>,
) -> Result<Option<Value>, Stopped> {
    match (builtin, arguments) {
        (Builtin::Absolute, [value]) => context.map(value, i64::checked_abs).map(Some),
        (Builtin::Contains, [Value::Pool(pool), Value::Number(number)]) => {
            Ok(Some(Value::die(contains(pool, *number))))
        }
        (Builtin::Count, [Value::Sequence(needles), Value::Pool(pool)]) => {
            let counts = frequencies(needles);
            let counted = pool.die.map(context.meter, |value| {
                Ok(counts.get(&value).copied().unwrap_or(0))
            })?;
            let pool = Pool::new(pool.count, Rc::new(counted));
            let sum = pool.sum(&context.span, context.meter)?;
            Ok(Some(Value::Pool(Pool::new(1, sum))))
        }
        (Builtin::HighestOf, [left, right]) => extreme(left, right, i64::max, context).map(Some),
        (Builtin::LowestOf, [left, right]) => extreme(left, right, i64::min, context).map(Some),
        _ => Ok(None),
    }
}

fn extreme(
    left: &Value,
    right: &Value,
    choose: fn(i64, i64) -> i64,
    context: &mut Context<'_, '_>,
) -> Result<Value, Stopped> {
    let (left, right) = (context.summed(left)?, context.summed(right)?);
    Ok(Value::die(left.combine(
        &right,
        &context.span,
        context.meter,
        |left, right| Ok(choose(left, right)),
    )?))
}

fn frequencies(values: &[i64]) -> FxHashMap<i64, i64> {
    let mut counts = FxHashMap::default();
    for value in values {
        *counts.entry(*value).or_insert(0) += 1;
    }
    counts
}

/// Returns the distribution of 1 if a pool shows a number, and of 0 otherwise.
fn contains(pool: &Pool, number: i64) -> Die {
    let exponent = u32::try_from(pool.count).unwrap_or(u32::MAX);
    let others: BigUint = pool
        .die
        .faces()
        .iter()
        .filter(|(value, _)| *value != number)
        .map(|(_, weight)| weight)
        .sum();
    let total = pool.die.total().pow(exponent);
    let misses = others.pow(exponent);
    let hits = total - &misses;
    Die::from_sorted(
        [(0, misses), (1, hits)]
            .into_iter()
            .filter(|(_, weight)| !weight.is_zero())
            .collect(),
    )
}

/// Calls a function with arguments that have the types of its parameters.
pub(crate) fn call(
    builtin: Builtin,
    arguments: &[Value],
    explode_depth: usize,
    context: &mut Context<'_, '_>,
) -> Result<Value, Stopped> {
    Ok(match (builtin, arguments) {
        (Builtin::Absolute, [value]) => context.map(value, i64::checked_abs)?,
        (Builtin::Contains, [Value::Sequence(values), Value::Number(number)]) => {
            Value::Number(i64::from(values.contains(number)))
        }
        (Builtin::Count, [Value::Sequence(needles), Value::Sequence(values)]) => {
            context.meter.spend((needles.len() + values.len()) as u64)?;
            let counts = frequencies(needles);
            let found = values
                .iter()
                .map(|value| counts.get(value).copied().unwrap_or(0))
                .sum();
            Value::Number(found)
        }
        (Builtin::Explode, [Value::Pool(pool)]) => explode(pool, explode_depth, context)?,
        (Builtin::Highest | Builtin::Lowest | Builtin::Middle, [Value::Number(n), pool]) => {
            keep_some(builtin, *n, pool, context)?
        }
        (Builtin::HighestOf, [Value::Number(left), Value::Number(right)]) => {
            Value::Number(*left.max(right))
        }
        (Builtin::LowestOf, [Value::Number(left), Value::Number(right)]) => {
            Value::Number(*left.min(right))
        }
        (Builtin::Maximum, [value]) => {
            let die = context.summed(value)?;
            Value::Number(die.faces().last().map_or(0, |(value, _)| *value))
        }
        (Builtin::Reverse, [Value::Sequence(values)]) => {
            Value::Sequence(values.iter().rev().copied().collect())
        }
        (Builtin::Sort, [Value::Sequence(values)]) => {
            let mut sorted = values.to_vec();
            sorted.sort_unstable();
            if !context.lowest_first {
                sorted.reverse();
            }
            Value::Sequence(sorted.into())
        }
        _ => Value::empty_die(),
    })
}

/// Keeps the highest, lowest or middle dice of a pool.
fn keep_some(
    builtin: Builtin,
    number: i64,
    pool: &Value,
    context: &mut Context<'_, '_>,
) -> Result<Value, Stopped> {
    let Value::Pool(pool) = pool else {
        return Ok(Value::empty_die());
    };
    let Ok(number) = u64::try_from(number) else {
        return Err(
            Problem::new(format!("this keeps {number} dice"), context.span.clone())
                .with_help("keep 0 dice or more")
                .into(),
        );
    };
    if number >= pool.count {
        let sum = pool.sum(&context.span, context.meter)?;
        return Ok(Value::Pool(Pool::new(1, sum)));
    }
    let left_out = (pool.count - number) as usize;
    let first = match builtin {
        Builtin::Highest => 0,
        Builtin::Lowest => left_out,
        _ => left_out / 2,
    };
    let factors: Vec<i64> = (0..pool.count as usize)
        .map(|index| i64::from(index >= first && index < first + number as usize))
        .collect();
    Ok(Value::die(keep(
        pool,
        &factors,
        &context.span,
        context.meter,
    )?))
}

/// Rolls again and adds, as often as the explode depth allows, if the highest value shows.
fn explode(pool: &Pool, depth: usize, context: &mut Context<'_, '_>) -> Result<Value, Stopped> {
    if pool.count == 0 || pool.die.is_empty() {
        return Ok(Value::empty_die());
    }
    let span = context.span.clone();
    let die = pool.sum(&span, context.meter)?;
    let Some((highest, _)) = die.faces().last() else {
        return Ok(Value::empty_die());
    };
    let mut exploded = die.clone();
    for _ in 0..depth {
        let shifted = exploded.map(context.meter, |value| {
            value
                .checked_add(*highest)
                .ok_or_else(|| overflow(span.clone()).into())
        })?;
        let mut mixture = Mixture::new();
        for (value, weight) in die.faces() {
            if value == highest {
                mixture.add(&shifted, weight, &span, context.meter)?;
            } else {
                mixture.add(&Die::constant(*value), weight, &span, context.meter)?;
            }
        }
        let next = Rc::new(mixture.finish());
        if next == exploded {
            break;
        }
        exploded = next;
    }
    debug_assert!(exploded.total() >= &BigUint::one());
    Ok(Value::Pool(Pool::new(1, exploded)))
}
