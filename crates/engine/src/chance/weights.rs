//! Weighted indices: a distribution over 0 to n - 1, given by whole numbers.

use std::sync::OnceLock;

use crate::odds::Mass;

/// A distribution of an index with whole-number weights, such as a loot table or the cards of a
/// deck.
///
/// Simulating draws with the weights themselves. Exploring computes the probabilities once, when
/// they are first needed.
///
/// ```
/// use oddsmith_engine::chance::Weights;
///
/// let loot = Weights::new(&[3, 2, 1]).unwrap();
/// assert_eq!(loot.masses()[2].fraction(), Some((1, 6)));
/// ```
#[derive(Clone, Debug)]
pub struct Weights {
    weights: Vec<u64>,
    total: u64,
    masses: OnceLock<Vec<Mass>>,
}

impl Weights {
    /// Returns the distribution with these weights; `None` if all weights are zero, there are none,
    /// or their sum exceeds 2^63.
    pub fn new(weights: &[u64]) -> Option<Weights> {
        let total = weights
            .iter()
            .try_fold(0u64, |sum, &weight| sum.checked_add(weight))?;
        let fits = total > 0 && total <= 1 << 63;
        fits.then(|| Weights {
            weights: weights.to_vec(),
            total,
            masses: OnceLock::new(),
        })
    }

    /// Returns `n` equally likely indices; `None` if `n` is 0.
    pub fn uniform(n: usize) -> Option<Weights> {
        Weights::new(&vec![1; n])
    }

    /// Returns the number of indices, at least 1.
    #[expect(
        clippy::len_without_is_empty,
        reason = "there is always an index to draw"
    )]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Returns the weight of each index.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Returns the sum of the weights.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Returns the probability of each index.
    pub fn masses(&self) -> &[Mass] {
        self.masses.get_or_init(|| {
            let each = Mass::ratio(1, self.total.into());
            self.weights
                .iter()
                .map(|&weight| {
                    (Mass::ratio(weight.into(), 1) * each)
                        .with_float(weight as f64 / self.total as f64)
                })
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_exact_masses() {
        assert_eq!(
            Weights::uniform(6).unwrap().masses()[5].fraction(),
            Some((1, 6))
        );
        assert_eq!(
            Weights::new(&[1, 0, 2]).unwrap().masses()[2].fraction(),
            Some((2, 3))
        );
    }

    #[test]
    fn invalid_weights_are_rejected() {
        for weights in [&[][..], &[0, 0], &[u64::MAX, 1], &[1 << 63, 1]] {
            assert!(Weights::new(weights).is_none(), "{weights:?}");
        }
    }
}
