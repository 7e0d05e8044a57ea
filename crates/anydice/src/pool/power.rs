//! The sum of equal dice.

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};

use super::overflow;
use crate::die::Die;
use crate::meter::{MAX_OUTCOMES, Meter, check_size};
use crate::problem::Stopped;

/// Returns the distribution of the sum of two or more equal dice.
pub(super) fn sum_of_equal(
    die: &Die,
    count: u64,
    span: &Range<usize>,
    meter: &mut Meter<'_>,
) -> Result<Die, Stopped> {
    let faces = die.faces();
    let lowest = faces[0].0;
    let highest = faces[faces.len() - 1].0;
    let sum = |face: i64| i128::from(face) * i128::from(count);
    let fits = |sum: i128| i64::try_from(sum).is_ok();
    if !fits(sum(lowest)) || !fits(sum(highest)) {
        return Err(overflow(span.clone()).into());
    }
    // The sums of two sets of n and m numbers are at least n + m - 1 numbers.
    let least = (faces.len() as u64 - 1).saturating_mul(count) + 1;
    check_size(usize::try_from(least).unwrap_or(usize::MAX), 64, span)?;
    let outcomes = sum(highest) - sum(lowest) + 1;
    if outcomes <= 4 * MAX_OUTCOMES as i128 {
        dense(die, count, span, meter)
    } else {
        sparse(die, count, span, meter)
    }
}

/// Raises the generating function of a die to a power. The coefficients of p(x)^n follow from each
/// other: a0 m c(m) = sum over k of (k n - m + k) a(k) c(m - k).
fn dense(
    die: &Die,
    count: u64,
    span: &Range<usize>,
    meter: &mut Meter<'_>,
) -> Result<Die, Stopped> {
    let faces = die.faces();
    let lowest = faces[0].0;
    let range = (faces[faces.len() - 1].0 - lowest) as u64;
    let length = (range * count + 1) as usize;
    check_size(length / 4, die.total().bits().saturating_mul(count), span)?;
    let first = BigInt::from(faces[0].1.clone());
    let others: Vec<(usize, BigInt)> = faces[1..]
        .iter()
        .map(|(value, weight)| ((value - lowest) as usize, BigInt::from(weight.clone())))
        .collect();
    let exponent = u32::try_from(count).unwrap_or(u32::MAX);
    let mut coefficients = Vec::with_capacity(length);
    coefficients.push(first.pow(exponent));
    for m in 1..length {
        let mut sum = BigInt::zero();
        for (k, weight) in &others {
            if *k > m {
                break;
            }
            let before: &BigInt = &coefficients[m - k];
            if before.is_zero() {
                continue;
            }
            meter.spend_bits(before.bits())?;
            let factor = *k as i128 * i128::from(count) - m as i128 + *k as i128;
            sum += weight * before * factor;
        }
        coefficients.push(sum / (&first * m));
    }
    let base = lowest * count as i64;
    Ok(Die::from_sorted(
        coefficients
            .into_iter()
            .enumerate()
            .filter(|(_, weight)| weight.is_positive())
            .map(|(offset, weight)| (base + offset as i64, weight.magnitude().clone()))
            .collect(),
    ))
}

/// Adds the dice one by one.
fn sparse(
    die: &Die,
    count: u64,
    span: &Range<usize>,
    meter: &mut Meter<'_>,
) -> Result<Die, Stopped> {
    let mut sums: BTreeMap<i64, BigUint> = die.faces().iter().cloned().collect();
    for dice in 1..count {
        let mut next: BTreeMap<i64, BigUint> = BTreeMap::new();
        for (sum, ways) in &sums {
            for (face, weight) in die.faces() {
                meter.spend_bits(ways.bits() + weight.bits())?;
                *next.entry(sum + face).or_default() += ways * weight;
            }
            check_size(next.len(), die.total().bits() * (dice + 1), span)?;
        }
        sums = next;
    }
    Ok(Die::from_sorted(sums.into_iter().collect()))
}
