//! The distributions of answers, each computed once.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::DEEP_TRUNCATION_THRESHOLD;
use crate::chance::{Pools, Probability};
use crate::odds::Mass;

/// The distributions of answers, each computed once.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerDistributions {
    pub(super) dice: DistributionCache<u32, Vec<Mass>>,
    pub(super) open_rolls: DistributionCache<u32, Vec<Mass>>,
    pub(super) flips: DistributionCache<Probability, [Mass; 2]>,
    pub(super) pools: DistributionCache<(u32, u32), Pools>,
    pub(super) binomials: DistributionCache<(u32, Probability), Vec<Mass>>,
    pub(super) hands: DistributionCache<(u32, u32, u32), Vec<Mass>>,
}

/// Distributions of one kind of question, by their parameters. The latest one has a shortcut,
/// because rules often repeat a question.
#[derive(Clone, Debug)]
pub(super) struct DistributionCache<K, L> {
    indices: FxHashMap<K, usize>,
    distributions: Vec<L>,
    latest: Option<(K, usize)>,
}

impl<K, L> Default for DistributionCache<K, L> {
    fn default() -> DistributionCache<K, L> {
        DistributionCache {
            indices: FxHashMap::default(),
            distributions: Vec::new(),
            latest: None,
        }
    }
}

impl<K: Copy + Eq + Hash, L> DistributionCache<K, L> {
    /// Returns the distribution of a question, and computes it if it is new.
    #[inline]
    pub(super) fn get_or_compute(&mut self, asked: K, distribution: impl FnOnce() -> L) -> &L {
        let index = match self.latest {
            Some((latest, index)) if latest == asked => index,
            _ => {
                let index = *self
                    .indices
                    .entry(asked)
                    .or_insert(self.distributions.len());
                if index == self.distributions.len() {
                    self.distributions.push(distribution());
                }
                self.latest = Some((asked, index));
                index
            }
        };
        &self.distributions[index]
    }
}

/// Returns the masses of a fair die.
pub(super) fn uniform_masses(sides: u32) -> Vec<Mass> {
    vec![Mass::ratio(1, sides.into()); sides as usize]
}

/// Returns the mass of each face except the highest after 0, 1, 2, ... highest faces. The last
/// entry is the mass of all longer rolls, which are truncated.
pub(super) fn open_roll_masses(sides: u32) -> Vec<Mass> {
    let each = Mass::ratio(1, sides.into());
    let mut masses = Vec::new();
    let mut so_far = Mass::ONE;
    while so_far.float() > DEEP_TRUNCATION_THRESHOLD {
        so_far = so_far * each;
        masses.extend(std::iter::repeat_n(so_far, sides as usize - 1));
    }
    masses.push(so_far);
    masses
}
