//! The exact law of a sum over many orders, and of whether every one of them was executed.

use rustc_hash::FxHashMap;

use oddsmith_engine::odds::Mass;
use oddsmith_engine::chance::Weights;

use super::activation::{ENDINGS, is_executed};

/// Pairs of values beyond which two laws are drawn apart instead of being made one: about 5 ms.
const MOST_PAIRS: usize = 250_000;

/// What many orders may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum {
    /// What they add up to.
    pub amount: u32,
    /// Whether one was not executed; always false where nobody needs to know.
    pub broken: bool,
}

/// The law of a sum of independent orders: each value with its probability, lowest first.
#[derive(Clone, Debug)]
pub struct Total {
    shares: Vec<(Sum, Mass)>,
}

impl Total {
    /// One order: what each ending is worth, and its odds. Whether it was executed is kept on demand.
    pub fn of(law: &[Mass; ENDINGS], worth: &[u32; ENDINGS], keeps_broken: bool) -> Total {
        let endings = law.iter().zip(worth).enumerate().filter(|(_, (mass, _))| **mass != Mass::ZERO);
        Total::gather(
            endings
                .map(|(ending, (&mass, &amount))| (Sum { amount, broken: keeps_broken && !is_executed(ending) }, mass)),
        )
    }

    fn gather(shares: impl Iterator<Item = (Sum, Mass)>) -> Total {
        let mut sums: FxHashMap<Sum, Mass> = FxHashMap::default();
        for (sum, mass) in shares {
            *sums.entry(sum).or_insert(Mass::ZERO) += mass;
        }
        let mut shares: Vec<(Sum, Mass)> = sums.into_iter().collect();
        shares.sort_unstable_by_key(|&(sum, _)| sum);
        Total { shares }
    }

    /// Two together.
    pub fn and(&self, other: &Total) -> Total {
        let pairs = self.shares.iter().flat_map(|one| other.shares.iter().map(move |two| (one, two)));
        Total::gather(pairs.map(|(&(one, p), &(two, q))| {
            (Sum { amount: one.amount + two.amount, broken: one.broken || two.broken }, p * q)
        }))
    }

    /// `n` alike, by doubling.
    pub fn times(&self, n: u32) -> Total {
        let nothing = Total { shares: vec![(Sum { amount: 0, broken: false }, Mass::ONE)] };
        (0..u32::BITS - n.leading_zeros()).rev().fold(nothing, |so_far, bit| {
            let doubled = so_far.and(&so_far);
            if n >> bit & 1 == 1 { doubled.and(self) } else { doubled }
        })
    }

    /// All of them in as few draws as is cheap.
    pub fn together(totals: impl IntoIterator<Item = Total>) -> Vec<Total> {
        let mut groups: Vec<Total> = Vec::new();
        for total in totals {
            match groups.last_mut() {
                Some(last) if last.shares.len() * total.shares.len() <= MOST_PAIRS => *last = last.and(&total),
                _ => groups.push(total),
            }
        }
        groups
    }

    /// The values and the weights to draw them by.
    pub fn draw(&self) -> (Vec<Sum>, Weights) {
        (self.shares.iter().map(|&(sum, _)| sum).collect(), self.shares.iter().map(|&(_, mass)| mass).collect())
    }
}
