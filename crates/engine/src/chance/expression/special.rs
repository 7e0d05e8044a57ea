//! Dice that explode, that are rerolled, or that have a list of faces.

use std::sync::Arc;

use super::term::KeptDice;
use crate::odds::Mass;

/// The number of explosions of a die is limited: a longer chain has a probability below 2^-64. This
/// changes no number of a report, because a float has 53 bits.
const CHAIN_BITS: f64 = 64.0;
/// The maximal number of multiplications of probabilities for a distribution.
const MAX_PRODUCTS: u64 = 20_000_000;

/// A die whose result is not one of the numbers from 1 to N with equal chances.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SpecialDie {
    /// A face of `from` or more adds another roll.
    Exploding { sides: u64, from: u64 },
    /// A face of `low` or less is rolled again, once.
    Rerolled { sides: u64, low: u64 },
    /// Each entry is one face.
    Listed(Arc<[i64]>),
}

/// Several such dice, of which all or some count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SpecialDice {
    pub(super) n: u64,
    pub(super) die: SpecialDie,
    pub(super) keep: KeptDice,
}

/// The probability of `least`, of the next value, and so on.
pub(super) struct Distribution {
    pub(super) least: i64,
    pub(super) masses: Vec<Mass>,
}

impl SpecialDie {
    /// Returns the least and the greatest result.
    fn range(&self) -> (i64, i64) {
        match self {
            SpecialDie::Exploding { sides, from } => {
                (1, (sides * (1 + most_explosions(*sides, *from))) as i64)
            }
            SpecialDie::Rerolled { sides, .. } => (1, *sides as i64),
            SpecialDie::Listed(faces) => faces
                .iter()
                .fold((i64::MAX, i64::MIN), |(least, most), &face| {
                    (least.min(face), most.max(face))
                }),
        }
    }

    fn distribution(&self) -> Distribution {
        let (least, most) = self.range();
        let mut masses = vec![Mass::ZERO; (most - least + 1) as usize];
        match self {
            SpecialDie::Exploding { sides, from } => {
                let face = Mass::ratio(1, u128::from(*sides));
                // The probability of each sum of faces that explode, by the number of explosions.
                let mut sums = vec![Mass::ONE];
                let explosions = most_explosions(*sides, *from);
                for explosion in 0..=explosions {
                    let is_last = explosion == explosions;
                    let last_faces = if is_last { *sides } else { from - 1 };
                    let mut next = vec![Mass::ZERO; sums.len() + *sides as usize];
                    for (sum, &mass) in sums.iter().enumerate() {
                        for shown in 1..=last_faces {
                            masses[sum + shown as usize - 1] += mass * face;
                        }
                        for shown in *from..=*sides {
                            next[sum + shown as usize] += mass * face;
                        }
                    }
                    sums = next;
                }
            }
            SpecialDie::Rerolled { sides, low } => {
                let (sides, low) = (u128::from(*sides), u128::from(*low));
                for face in 1..=sides {
                    let first = if face > low { sides } else { 0 };
                    masses[face as usize - 1] = Mass::ratio(first + low.min(sides), sides * sides);
                }
            }
            SpecialDie::Listed(faces) => {
                let each = Mass::ratio(1, faces.len() as u128);
                for face in faces.iter() {
                    masses[(face - least) as usize] += each;
                }
            }
        }
        Distribution { least, masses }
    }

    /// Rolls one die. `roll` receives a number of sides and writes the faces of dice.
    fn roll(&self, roll: &mut impl FnMut(u32, &mut [u32])) -> i64 {
        let mut face_of = |sides: u64| {
            let mut face = [0];
            roll(sides as u32, &mut face);
            u64::from(face[0])
        };
        match self {
            SpecialDie::Exploding { sides, from } => {
                let mut total = face_of(*sides);
                let mut face = total;
                for _ in 0..most_explosions(*sides, *from) {
                    if face < *from {
                        break;
                    }
                    face = face_of(*sides);
                    total += face;
                }
                total as i64
            }
            SpecialDie::Rerolled { sides, low } => {
                let face = face_of(*sides);
                (if face <= *low { face_of(*sides) } else { face }) as i64
            }
            SpecialDie::Listed(faces) => faces[face_of(faces.len() as u64) as usize - 1],
        }
    }
}

/// Returns the greatest number of explosions of a die that explodes on `from` or more.
fn most_explosions(sides: u64, from: u64) -> u64 {
    let chance = (sides + 1 - from) as f64 / sides as f64;
    (CHAIN_BITS / -chance.log2()).ceil() as u64
}

impl SpecialDice {
    fn counted(&self) -> u64 {
        match self.keep {
            KeptDice::All => self.n,
            KeptDice::Highest(kept) | KeptDice::Lowest(kept) => kept,
        }
    }

    /// Returns the least and the greatest total with this sign.
    pub(super) fn range(&self, sign: i64) -> (i64, i64) {
        let counted = self.counted() as i64;
        let (least, most) = self.die.range();
        let (least, most) = (counted.saturating_mul(least), counted.saturating_mul(most));
        if sign > 0 {
            (least, most)
        } else {
            (-most, -least)
        }
    }

    /// Returns the number of values from the least to the greatest.
    pub(super) fn values(&self) -> u64 {
        let (least, most) = self.range(1);
        most.abs_diff(least).saturating_add(1)
    }

    /// Returns whether the exact distribution is too expensive.
    pub(super) fn is_too_large(&self) -> bool {
        let (least, most) = self.die.range();
        let faces = most.abs_diff(least).saturating_add(1);
        let steps = match self.keep {
            KeptDice::All => self.n,
            _ => self.n.saturating_mul(self.n),
        };
        steps.saturating_mul(faces).saturating_mul(self.values()) > MAX_PRODUCTS
    }

    /// Returns the exact distribution of the total.
    pub(super) fn distribution(&self) -> Distribution {
        let die = self.die.distribution();
        match self.keep {
            KeptDice::All => {
                let mut masses = vec![Mass::ONE];
                for _ in 0..self.n {
                    masses = convolve(&masses, &die.masses);
                }
                Distribution {
                    least: self.n as i64 * die.least,
                    masses,
                }
            }
            KeptDice::Highest(kept) => kept_distribution(self.n, &die, kept, true),
            KeptDice::Lowest(kept) => kept_distribution(self.n, &die, kept, false),
        }
    }

    /// Returns the total. `roll` receives a number of sides and writes the faces of dice.
    pub(super) fn roll_total(&self, mut roll: impl FnMut(u32, &mut [u32])) -> i64 {
        let results = (0..self.n).map(|_| self.die.roll(&mut roll));
        if self.keep == KeptDice::All {
            return results.sum();
        }
        let mut results: Vec<i64> = results.collect();
        results.sort_unstable();
        match self.keep {
            KeptDice::Lowest(kept) => results[..kept as usize].iter().sum(),
            _ => results[results.len() - self.counted() as usize..]
                .iter()
                .sum(),
        }
    }
}

/// Returns the distribution of the sum of two independent numbers, each counted from its least
/// value.
pub(super) fn convolve(first: &[Mass], second: &[Mass]) -> Vec<Mass> {
    let mut sum = vec![Mass::ZERO; first.len() + second.len() - 1];
    for (i, &a) in first.iter().enumerate().filter(|(_, a)| **a != Mass::ZERO) {
        for (j, &b) in second.iter().enumerate().filter(|(_, b)| **b != Mass::ZERO) {
            sum[i + j] += a * b;
        }
    }
    sum
}

/// Returns the distribution of the sum of the `kept` highest or lowest of `n` dice.
///
/// # Formula
/// The faces are processed in order, beginning with those that are kept. With `m` dice left, C(m,
/// c) p^c is the weight of `c` dice with a face of probability p. Once all dice have a face, the
/// weights are probabilities.
fn kept_distribution(n: u64, die: &Distribution, kept: u64, highest: bool) -> Distribution {
    let (n, kept) = (n as usize, kept as usize);
    let span = die.masses.len() - 1;
    // The weight of each sum of kept faces, for each number of dice that have a face.
    let mut open = vec![vec![Mass::ZERO; kept * span + 1]; n + 1];
    open[0][0] = Mass::ONE;
    let mut faces: Vec<(usize, Mass)> = die.masses.iter().copied().enumerate().collect();
    if highest {
        faces.reverse();
    }
    for (face, p) in faces.into_iter().filter(|(_, p)| *p != Mass::ZERO) {
        let mut next = vec![vec![Mass::ZERO; kept * span + 1]; n + 1];
        for (set, sums) in open.iter().enumerate() {
            let mut weight = Mass::ONE;
            for count in 0..=n - set {
                let counted = (set + count).min(kept) - set.min(kept);
                let shift = counted * face;
                for (sum, &mass) in sums.iter().enumerate().filter(|(_, m)| **m != Mass::ZERO) {
                    next[set + count][sum + shift] += mass * weight;
                }
                let left = (n - set - count) as u128;
                weight = weight * p * Mass::ratio(left, count as u128 + 1);
            }
        }
        open = next;
    }
    Distribution {
        least: kept as i64 * die.least,
        masses: open.swap_remove(n),
    }
}
