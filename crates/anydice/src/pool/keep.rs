//! The sum of some dice of a sorted pool.

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigUint;
use num_traits::One;

use super::{Pool, binomials, overflow};
use crate::die::{Die, Mixture};
use crate::meter::{Meter, check_size};
use crate::problem::{Problem, Stopped};

/// The most dice that can be sorted.
const MAX_SORTED_DICE: u64 = 2_000;

/// Returns the distribution of the sum of some dice. `factors` says how often the highest, the
/// second highest and each further die counts.
///
/// It goes through the faces from one end and decides how many of the remaining dice show each
/// face. A state is the number of dice that are placed, and their sum.
pub(crate) fn keep(
    pool: &Pool,
    factors: &[i64],
    span: &Range<usize>,
    meter: &mut Meter<'_>,
) -> Result<Die, Stopped> {
    let die = &pool.die;
    if pool.count == 0 || die.is_empty() || factors.iter().all(|factor| *factor == 0) {
        return Ok(Die::constant(0));
    }
    if factors.iter().all(|factor| *factor == 1) {
        return Ok((*pool.sum(span, meter)?).clone());
    }
    if pool.count > MAX_SORTED_DICE {
        return Err(Problem::new(
            format!("at most {MAX_SORTED_DICE} dice can be sorted"),
            span.clone(),
        )
        .with_help("roll fewer dice")
        .into());
    }
    // The end at which fewer dice have to be placed before the last one that counts.
    let used = |position: Option<usize>| position.map_or(0, |position| position + 1);
    let from_top = used(factors.iter().rposition(|factor| *factor != 0));
    let from_bottom = used(factors.iter().rev().rposition(|factor| *factor != 0));
    let (mut factors, mut faces) = (factors.to_vec(), die.faces().to_vec());
    if from_bottom < from_top {
        factors.reverse();
    } else {
        faces.reverse();
    }
    place(&faces, &factors, from_bottom.min(from_top), span, meter)
}

/// Returns the distribution of the sum if the dice show the faces in this order.
fn place(
    faces: &[(i64, BigUint)],
    factors: &[i64],
    used: usize,
    span: &Range<usize>,
    meter: &mut Meter<'_>,
) -> Result<Die, Stopped> {
    let dice = factors.len();
    let mut prefix = vec![0_i64];
    for factor in factors {
        prefix.push(prefix[prefix.len() - 1] + factor);
    }
    // rest[i]: the weight of all faces from the i-th on.
    let mut rest = vec![BigUint::default(); faces.len() + 1];
    for (index, (_, weight)) in faces.iter().enumerate().rev() {
        rest[index] = &rest[index + 1] + weight;
    }
    let mut rows: Vec<Vec<BigUint>> = vec![Vec::new(); dice + 1];
    let mut finished = Mixture::new();
    let mut states: BTreeMap<(usize, i64), BigUint> = BTreeMap::from([((0, 0), BigUint::one())]);
    for (index, (face, weight)) in faces.iter().enumerate() {
        let shows = powers(weight, dice);
        let rests = powers(&rest[index + 1], dice);
        let mut next: BTreeMap<(usize, i64), BigUint> = BTreeMap::new();
        for ((placed, sum), ways) in states {
            let remaining = dice - placed;
            if rows[remaining].is_empty() {
                meter.spend((remaining * (1 + remaining / 64)) as u64)?;
                rows[remaining] = binomials(remaining as u64);
            }
            // Dice that all have to show one of the last faces cannot be left over.
            let least = if index + 1 == faces.len() {
                remaining
            } else {
                0
            };
            for shown in least..=remaining {
                let counted = prefix[placed + shown] - prefix[placed];
                let sum = face
                    .checked_mul(counted)
                    .and_then(|added| added.checked_add(sum))
                    .ok_or_else(|| overflow(span.clone()))?;
                let ways = &ways * &rows[remaining][shown] * &shows[shown];
                meter.spend_bits(ways.bits())?;
                if placed + shown >= used {
                    let left = remaining - shown;
                    finished.add_value(sum, &(ways * &rests[left]));
                } else {
                    *next.entry((placed + shown, sum)).or_default() += ways;
                }
            }
            check_size(next.len(), rest[0].bits() * dice as u64, span)?;
        }
        states = next;
    }
    Ok(finished.finish())
}

fn powers(weight: &BigUint, most: usize) -> Vec<BigUint> {
    let mut powers = vec![BigUint::one()];
    for _ in 0..most {
        powers.push(&powers[powers.len() - 1] * weight);
    }
    powers
}
