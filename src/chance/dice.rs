//! Dice: one die, several rolled together, and the pool of faces that they show.

use super::weights::Weights;

/// A fair die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    sides: u32,
}

impl Die {
    /// The usual cube.
    pub const D6: Die = Die { sides: 6 };

    /// A die with faces 1 to `sides`.
    ///
    /// # Panics
    /// Without sides.
    pub fn new(sides: u32) -> Die {
        assert!(sides > 0, "a die has sides");
        Die { sides }
    }

    /// How many faces it has.
    pub fn sides(self) -> u32 {
        self.sides
    }
}

/// The faces that a roll of several dice shows, lowest first; which die shows which is forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    faces: Vec<u32>,
}

impl Pool {
    /// The faces, lowest first.
    pub fn faces(&self) -> &[u32] {
        &self.faces
    }

    /// The sum of the highest `n` faces.
    pub fn sum_of_highest(&self, n: usize) -> u32 {
        self.faces.iter().rev().take(n).sum()
    }

    /// The sum of the lowest `n` faces.
    pub fn sum_of_lowest(&self, n: usize) -> u32 {
        self.faces.iter().take(n).sum()
    }
}

/// Several dice alike, ready to be rolled: every pool that they can show with its weight, so that
/// 3d6 is 56 alternatives and not 216.
#[derive(Clone, Debug)]
pub struct Dice {
    pools: Vec<Pool>,
    weights: Weights,
}

impl Dice {
    /// `n` dice alike. The number of pools is C(n + sides - 1, n): meant for a handful of dice.
    ///
    /// # Formula
    /// A pool with face counts c1, c2, ... weighs n! / (c1! c2! ...).
    pub fn new(die: Die, n: u32) -> Dice {
        let mut pools = Vec::new();
        let mut weights = Vec::new();
        let mut faces = Vec::with_capacity(n as usize);
        Self::fill(die, n, 1, 1, &mut faces, &mut |faces: &[u32], weight| {
            pools.push(Pool { faces: faces.to_vec() });
            weights.push(weight);
        });
        Dice { pools, weights: Weights::new(&weights) }
    }

    /// Adds every ascending run of `n` more faces from `lowest` up; the weight is a product of
    /// binomials C(dice so far, those with this face).
    fn fill(die: Die, n: u32, lowest: u32, weight: u64, faces: &mut Vec<u32>, found: &mut impl FnMut(&[u32], u64)) {
        if n == 0 {
            return found(faces, weight);
        }
        let placed = faces.len();
        let last = lowest == die.sides();
        let mut ways = 1u64;
        for k in 0..=n {
            if k > 0 {
                ways = ways * u64::from(n - k + 1) / u64::from(k);
                faces.push(lowest);
            }
            if k == n || !last {
                Self::fill(die, n - k, if k == n { lowest } else { lowest + 1 }, weight * ways, faces, found);
            }
        }
        faces.truncate(placed);
    }

    /// The law over the pools.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The pool of this index.
    #[inline]
    pub fn outcome(&self, index: usize) -> &Pool {
        &self.pools[index]
    }

    /// All pools, in the order of the weights.
    pub fn pools(&self) -> &[Pool] {
        &self.pools
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn three_dice_show_56_pools() {
        let dice = Dice::new(Die::D6, 3);
        assert_eq!(dice.pools().len(), 56);
        assert_eq!(
            dice.pools().iter().position(|p| p.faces() == [6, 6, 6]).map(|i| dice.weights().masses()[i].fraction()),
            Some(Some((1, 216)))
        );
    }

    /// Every roll of the dice one by one, against the weights of the pools.
    #[test]
    fn pools_weigh_what_brute_force_counts() {
        for (sides, n) in [(6u32, 1u32), (6, 2), (6, 3), (4, 4), (2, 5), (20, 2)] {
            let mut bf_counts: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
            for roll in 0..u64::from(sides).pow(n) {
                let mut faces: Vec<u32> =
                    (0..n).map(|i| (roll / u64::from(sides).pow(i) % u64::from(sides)) as u32 + 1).collect();
                faces.sort_unstable();
                *bf_counts.entry(faces).or_default() += 1;
            }
            let dice = Dice::new(Die::new(sides), n);
            assert_eq!(dice.pools().len(), bf_counts.len());
            let total = u64::from(sides).pow(n);
            for (pool, mass) in dice.pools().iter().zip(dice.weights().masses()) {
                let (a, b) = mass.fraction().unwrap();
                assert_eq!(a * (total / b), bf_counts[pool.faces()], "{pool:?}");
            }
        }
    }

    #[test]
    fn no_dice_show_one_empty_pool() {
        let dice = Dice::new(Die::D6, 0);
        assert_eq!(dice.pools().len(), 1);
        assert!(dice.outcome(0).faces().is_empty());
    }

    #[test]
    fn the_highest_two_of_three() {
        let pool = Pool { faces: vec![1, 4, 6] };
        assert_eq!((pool.sum_of_highest(2), pool.sum_of_lowest(2)), (10, 5));
    }
}
