//! The exact distribution of a sum of dice, computed term by term.

use super::term::{DiceTerm, KeptDice};
use crate::chance::{Probability, binomial};
use crate::odds::Mass;

/// Returns the exact distribution of a sum of numbers and dice, each with the sign 1 or -1. The
/// result is the least value, and the probabilities of this value and each higher one. Some
/// probabilities may be 0.
///
/// ```
/// use oddsmith_engine::chance::{KeptDice, DiceTerm, sum_distribution};
///
/// let advantage = DiceTerm::Dice { n: 2, sides: 20, keep: KeptDice::Highest(1) };
/// let (least, masses) = sum_distribution(&[(1, advantage), (-1, DiceTerm::Number(2))]);
/// assert_eq!((least, masses.len(), masses[19].fraction()), (-1, 20, Some((39, 400))));
/// ```
pub fn sum_distribution(terms: &[(i64, DiceTerm)]) -> (i64, Vec<Mass>) {
    let mut distribution = SumDistribution {
        least: 0,
        masses: vec![Mass::ONE],
    };
    terms
        .iter()
        .for_each(|(sign, term)| distribution.add(term, *sign));
    (distribution.least, distribution.masses)
}

/// The distribution of a partial sum: the probability of `least`, of the next value, and so on.
#[derive(Clone, Debug)]
struct SumDistribution {
    least: i64,
    masses: Vec<Mass>,
}

impl SumDistribution {
    fn add(&mut self, term: &DiceTerm, sign: i64) {
        match *term {
            DiceTerm::Number(number) => self.least += sign * number,
            DiceTerm::Dice {
                n,
                sides,
                keep: KeptDice::All,
            } => {
                for _ in 0..n {
                    self.masses = with_die(&self.masses, sides as usize);
                }
                self.least += n as i64 * if sign > 0 { 1 } else { -(sides as i64) };
            }
            DiceTerm::Dice {
                keep: KeptDice::Highest(0) | KeptDice::Lowest(0),
                ..
            } => {}
            DiceTerm::Dice {
                n,
                sides,
                keep: KeptDice::Highest(kept),
            } => self.add_kept(n, sides, kept, true, sign),
            DiceTerm::Dice {
                n,
                sides,
                keep: KeptDice::Lowest(kept),
            } => self.add_kept(n, sides, kept, false, sign),
        }
    }

    fn add_kept(&mut self, n: u64, sides: u64, kept: u64, highest: bool, sign: i64) {
        let mut masses = highest_sum(n as usize, sides as usize, kept as usize);
        // `sides + 1 - face` has the same distribution as `face`. So the sum of the lowest dice is
        // the mirror image of the sum of the highest, and subtracting mirrors once more.
        if highest != (sign > 0) {
            masses.reverse();
        }
        self.least += kept as i64 * if sign > 0 { 1 } else { -(sides as i64) };
        let mut sum = vec![Mass::ZERO; self.masses.len() + masses.len() - 1];
        for (i, &a) in self.masses.iter().enumerate() {
            for (j, &b) in masses.iter().enumerate() {
                sum[i + j] += a * b;
            }
        }
        self.masses = sum;
    }
}

/// Returns a distribution with one more die, with faces 0 to `sides - 1`. Each new probability is
/// the mean of a window of `sides` old ones. A window consists of the end of one block of `sides`
/// entries and the start of the next. Two running sums within the blocks give every window (van
/// Herk 1992, Gil and Werman 1993). They never subtract, so the tails keep their relative
/// precision.
fn with_die(masses: &[Mass], sides: usize) -> Vec<Mass> {
    let values = masses.len() + sides - 1;
    let mut padded = vec![Mass::ZERO; sides - 1];
    padded.extend_from_slice(masses);
    padded.resize((values + sides - 1).next_multiple_of(sides), Mass::ZERO);
    let mut from_start = padded.clone();
    let mut to_end = padded;
    for block in from_start.chunks_exact_mut(sides) {
        (1..sides).for_each(|i| block[i] += block[i - 1]);
    }
    for block in to_end.chunks_exact_mut(sides) {
        (1..sides).rev().for_each(|i| block[i - 1] += block[i]);
    }
    let each = Mass::ratio(1, sides as u128);
    let window = |value: usize| {
        if value.is_multiple_of(sides) {
            to_end[value] * each
        } else {
            (to_end[value] + from_start[value + sides - 1]) * each
        }
    };
    (0..values).map(window).collect()
}

/// Returns the distribution of the sum of the `kept` highest of `n` dice, starting at the value
/// `kept`.
///
/// # Formula
/// Faces are processed from the highest down. Of the `m` dice without a face above `f`, binomial(m,
/// 1/f) show `f`. The sum is known as soon as `kept` dice are found.
fn highest_sum(n: usize, sides: usize, kept: usize) -> Vec<Mass> {
    let mut distribution = vec![Mass::ZERO; kept * (sides - 1) + 1];
    // The probability of each sum over the faces found so far, for each number of found faces.
    // Faces count from 0 here.
    let mut open = vec![vec![Mass::ZERO; distribution.len()]; kept];
    open[0][0] = Mass::ONE;
    for face in (1..=sides).rev() {
        let p = Probability::ratio(1, face as u64).expect("a share of the faces");
        let mut next = vec![vec![Mass::ZERO; distribution.len()]; kept];
        for (found, sums) in open.iter().enumerate() {
            let show = binomial::masses((n - found) as u32, p);
            let wanted = kept - found;
            let enough: Mass = show[wanted..].iter().copied().sum();
            for (sum, &mass) in sums
                .iter()
                .enumerate()
                .filter(|(_, mass)| **mass != Mass::ZERO)
            {
                for (count, &share) in show[..wanted].iter().enumerate() {
                    if share != Mass::ZERO {
                        next[found + count][sum + count * (face - 1)] += mass * share;
                    }
                }
                distribution[sum + wanted * (face - 1)] += mass * enough;
            }
        }
        open = next;
    }
    distribution
}
