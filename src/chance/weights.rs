//! A finite law over the indices 0 to n - 1: what [`Chance::pick`](super::Chance::pick) draws from.

use std::sync::OnceLock;

use super::alias::AliasTable;
use super::binomial;
use super::mass::Mass;
use super::probability::Probability;

/// A finite law, its probabilities exact.
#[derive(Clone, Debug)]
pub struct Weights {
    masses: Vec<Mass>,
    /// Built when the first random draw wants it; enumeration never does.
    table: OnceLock<AliasTable>,
}

impl Weights {
    /// Indices in proportion to whole numbers.
    ///
    /// # Panics
    /// When all are zero.
    pub fn new(weights: &[u64]) -> Weights {
        let total: u128 = weights.iter().map(|&w| u128::from(w)).sum();
        weights.iter().map(|&w| Mass::ratio(w.into(), total)).collect()
    }

    /// `n` indices, each equally likely.
    pub fn uniform(n: usize) -> Weights {
        let each = Mass::ratio(1, n as u128);
        std::iter::repeat_n(each, n).collect()
    }

    /// Index 1 with this probability, else index 0.
    pub fn bernoulli(p: Probability) -> Weights {
        [p.complement().mass(), p.mass()].into_iter().collect()
    }

    /// How many of `n` independent events of probability `p` happen.
    pub fn binomial(n: u32, p: Probability) -> Weights {
        binomial::masses(n, p).into_iter().collect()
    }

    /// How many indices there are.
    pub fn len(&self) -> usize {
        self.masses.len()
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.masses.is_empty()
    }

    /// The probability of each index.
    pub fn masses(&self) -> &[Mass] {
        &self.masses
    }

    /// The table that draws from it.
    #[inline]
    pub fn table(&self) -> &AliasTable {
        self.table.get_or_init(|| AliasTable::new(self.masses.iter().map(|mass| mass.float())))
    }
}

/// Probabilities that add to 1.
impl FromIterator<Mass> for Weights {
    fn from_iter<I: IntoIterator<Item = Mass>>(masses: I) -> Weights {
        Weights { masses: masses.into_iter().collect(), table: OnceLock::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_six_is_one_in_six() {
        assert_eq!(Weights::uniform(6).masses()[5].fraction(), Some((1, 6)));
        assert_eq!(Weights::new(&[1, 0, 2]).masses()[2].fraction(), Some((2, 3)));
    }
}
