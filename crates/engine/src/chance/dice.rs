//! Dice: one die, and the pool of faces that several dice show.

use crate::odds::Mass;
use crate::odds::residue::Residue;

/// A fair die.
///
/// ```
/// use oddsmith_engine::chance::Die;
///
/// assert_eq!((Die::D6.sides(), Die::new(20).sides()), (6, 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    sides: u32,
}

impl Die {
    /// A die with six sides.
    pub const D6: Die = Die { sides: 6 };

    /// Returns a die with the faces 1 to `sides`.
    ///
    /// # Panics
    /// Panics if `sides` is 0.
    pub const fn new(sides: u32) -> Die {
        assert!(sides > 0, "a die has sides");
        Die { sides }
    }

    /// Returns the number of faces.
    pub const fn sides(self) -> u32 {
        self.sides
    }
}

/// The faces of several dice in ascending order. The pool does not know which die shows which face.
///
/// ```
/// use oddsmith_engine::chance::Pool;
///
/// let pool = Pool::new(&[6, 1, 4]);
/// assert_eq!((pool.faces(), pool.sum_of_highest(2)), (&[1, 4, 6][..], 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// The faces in ascending order, after one 0 for each unused entry.
    faces: [u32; Pool::MAX_DICE],
    len: u8,
}

impl Pool {
    /// The maximal number of dice in a pool.
    pub const MAX_DICE: usize = 12;

    /// Returns the pool of these faces, given in any order.
    ///
    /// # Panics
    /// Panics if there are more than [`Pool::MAX_DICE`] faces.
    pub fn new(shown: &[u32]) -> Pool {
        Pool::from_fill(shown.len(), |faces| faces.copy_from_slice(shown))
    }

    /// Returns a pool of `n` faces, which `fill` writes.
    #[inline]
    pub(crate) fn from_fill(n: usize, fill: impl FnOnce(&mut [u32])) -> Pool {
        let first = Pool::MAX_DICE
            .checked_sub(n)
            .expect("a pool holds twelve dice at the most");
        let mut faces = [0; Pool::MAX_DICE];
        fill(&mut faces[first..]);
        Pool::from_unsorted(faces, n)
    }

    /// Returns the pool of the last `n` faces; the others must be 0.
    #[inline]
    fn from_unsorted(mut faces: [u32; Pool::MAX_DICE], n: usize) -> Pool {
        faces[Pool::MAX_DICE - n..].sort_unstable();
        Pool {
            faces,
            len: n as u8,
        }
    }

    /// Returns the pool of `n` dice, given three faces of which all but `n` are 0. It sorts without
    /// branches, because the processor cannot predict random faces.
    #[inline]
    pub(crate) fn from_three_faces(faces: [u32; 3], n: u32) -> Pool {
        let [a, b, c] = faces;
        let (a, b) = (a.min(b), a.max(b));
        let (b, c) = (b.min(c), b.max(c));
        let (a, b) = (a.min(b), a.max(b));
        Pool {
            faces: [0, 0, 0, 0, 0, 0, 0, 0, 0, a, b, c],
            len: n as u8,
        }
    }

    /// Returns the highest `N` faces in descending order, with 0 for missing dice. Rules can use it
    /// to avoid branches on the number of dice.
    ///
    /// ```
    /// use oddsmith_engine::chance::Pool;
    ///
    /// assert_eq!(Pool::new(&[1, 6]).highest(), [6, 1, 0]);
    /// ```
    ///
    /// # Panics
    /// Panics if `N` exceeds [`Pool::MAX_DICE`].
    #[inline]
    pub fn highest<const N: usize>(&self) -> [u32; N] {
        std::array::from_fn(|i| self.faces[Pool::MAX_DICE - 1 - i])
    }

    /// Returns the faces in ascending order.
    #[inline]
    pub fn faces(&self) -> &[u32] {
        &self.faces[Pool::MAX_DICE - usize::from(self.len)..]
    }

    /// Returns the sum of the highest `n` faces.
    pub fn sum_of_highest(&self, n: usize) -> u32 {
        self.faces().iter().rev().take(n).sum()
    }

    /// Returns the sum of the lowest `n` faces.
    pub fn sum_of_lowest(&self, n: usize) -> u32 {
        self.faces().iter().take(n).sum()
    }
}

/// Every pool that `n` equal dice can show, with its probability. 3d6 has 56 pools, against 216
/// ordered rolls.
#[derive(Clone, Debug)]
pub(crate) struct Pools {
    pub(crate) pools: Vec<Pool>,
    pub(crate) masses: Vec<Mass>,
}

impl Pools {
    /// Returns the number of pools, C(n + s - 1, n), or a very large number if this overflows.
    pub(crate) fn count(die: Die, n: u32) -> u64 {
        (1..=u64::from(n)).fold(1u64, |count, i| {
            count.saturating_mul(u64::from(die.sides) + i - 1) / i
        })
    }

    /// Returns all pools of `n` dice.
    ///
    /// # Formula
    /// A pool with the face counts c1, c2, ... has n! / (c1! c2! ...) of the s^n ordered rolls.
    pub(crate) fn of(die: Die, n: u32) -> Pools {
        let mut pools = Pools {
            pools: Vec::new(),
            masses: Vec::new(),
        };
        let each = Mass::ratio(1, u128::from(die.sides).pow(n.min(5)));
        let rest = Mass::ratio(1, u128::from(die.sides).pow(n - n.min(5)));
        pools.fill(die, n, 1, each * rest, &mut Vec::with_capacity(n as usize));
        pools
    }

    /// Adds every ascending sequence of `n` more faces from `lowest` up. A group of k equal faces
    /// multiplies the mass by C(n, k).
    fn fill(&mut self, die: Die, n: u32, lowest: u32, mass: Mass, faces: &mut Vec<u32>) {
        if n == 0 {
            self.pools.push(Pool::new(faces));
            self.masses.push(mass);
            return;
        }
        let placed = faces.len();
        let last = lowest == die.sides();
        let mut combinations = 1u64;
        for k in 0..=n {
            if k > 0 {
                combinations = combinations * u64::from(n - k + 1) / u64::from(k);
                faces.push(lowest);
            }
            if k == n || !last {
                let times =
                    Mass::from_parts(combinations as f64, Residue::whole(combinations.into()));
                self.fill(
                    die,
                    n - k,
                    if k == n { lowest } else { lowest + 1 },
                    mass * times,
                    faces,
                );
            }
        }
        faces.truncate(placed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn three_dice_show_56_pools() {
        let dice = Pools::of(Die::D6, 3);
        let sixes = dice
            .pools
            .iter()
            .position(|pool| pool.faces() == [6, 6, 6])
            .unwrap();
        assert_eq!(
            (dice.pools.len(), dice.masses[sixes].fraction()),
            (56, Some((1, 216)))
        );
    }

    /// Compares the masses with a count over all ordered rolls.
    #[test]
    fn pool_masses_match_brute_force() {
        for (sides, n) in [
            (6u32, 1u32),
            (6, 2),
            (6, 3),
            (4, 4),
            (2, 5),
            (20, 2),
            (3, 7),
        ] {
            let mut bf_counts: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
            let total = u64::from(sides).pow(n);
            for roll in 0..total {
                let mut faces: Vec<u32> = (0..n)
                    .map(|i| (roll / u64::from(sides).pow(i) % u64::from(sides)) as u32 + 1)
                    .collect();
                faces.sort_unstable();
                *bf_counts.entry(faces).or_default() += 1;
            }
            let dice = Pools::of(Die::new(sides), n);
            assert_eq!(dice.pools.len(), bf_counts.len());
            for (pool, mass) in dice.pools.iter().zip(&dice.masses) {
                let (a, b) = mass.fraction().unwrap();
                assert_eq!(a * (total / b), bf_counts[pool.faces()], "{pool:?}");
            }
        }
    }

    #[test]
    fn zero_dice_have_one_empty_pool() {
        let dice = Pools::of(Die::D6, 0);
        assert_eq!((dice.pools.len(), dice.pools[0].faces().len()), (1, 0));
    }

    #[test]
    fn highest_and_lowest_faces_are_summed() {
        let pool = Pool::new(&[6, 1, 4]);
        assert_eq!((pool.sum_of_highest(2), pool.sum_of_lowest(2)), (10, 5));
    }
}
