//! Exact odds: a probability mass function over whole numbers.

use super::Mass;

/// What rounding does to sums of probabilities, at most.
const ROUNDING: f64 = 1e-12;

/// The probability of each value that has any, lowest value first.
///
/// ```
/// use oddsmith_engine::odds::{Mass, Pmf};
///
/// let die = Pmf::new((1..=6).map(|face| (face, Mass::ratio(1, 6))).collect());
/// assert_eq!((die.quantile(0.5), die.probability(|face| face > 4).fraction()), (Some(3), Some((1, 3))));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pmf {
    /// No larger than it needs to be: a sweep has millions of laws.
    masses: Box<[(i64, Mass)]>,
}

impl Pmf {
    /// The law with these masses; values may come in any order, each once.
    pub fn new(mut masses: Vec<(i64, Mass)>) -> Pmf {
        masses.sort_unstable_by_key(|&(value, _)| value);
        Pmf {
            masses: masses.into(),
        }
    }

    /// The values and their probabilities, lowest value first.
    pub fn masses(&self) -> &[(i64, Mass)] {
        &self.masses
    }

    /// The probability of a value.
    pub fn mass(&self, value: i64) -> Mass {
        match self
            .masses
            .binary_search_by_key(&value, |&(value, _)| value)
        {
            Ok(i) => self.masses[i].1,
            Err(_) => Mass::ZERO,
        }
    }

    /// The probability of the values that a test allows.
    pub fn probability(&self, mut allows: impl FnMut(i64) -> bool) -> Mass {
        self.masses
            .iter()
            .filter(|&&(value, _)| allows(value))
            .map(|&(_, mass)| mass)
            .sum()
    }

    /// All of it: 1, but for what is absent or was cut.
    pub fn total(&self) -> Mass {
        self.probability(|_| true)
    }

    /// The mean of the values that are there, whatever they add up to: of what may be absent among
    /// the trials that show it, of what was cut among those that are known. Not a number where
    /// there are none.
    pub fn mean(&self) -> f64 {
        if let [(value, _)] = *self.masses {
            return value as f64;
        }
        let sum: f64 = self
            .masses
            .iter()
            .map(|&(value, mass)| value as f64 * mass.float())
            .sum();
        sum / self.rounded_total()
    }

    /// The mean; `None` of no values.
    pub fn mean_if_any(&self) -> Option<f64> {
        (!self.masses.is_empty()).then(|| self.mean())
    }

    /// What its floats add up to; 1, but for rounding, is 1.
    fn rounded_total(&self) -> f64 {
        let sum: f64 = self.masses.iter().map(|(_, mass)| mass.float()).sum();
        if (sum - 1.0).abs() < ROUNDING {
            1.0
        } else {
            sum
        }
    }

    /// The same law, every probability times as large.
    pub(crate) fn scaled(&self, times: Mass) -> Pmf {
        Pmf {
            masses: self
                .masses
                .iter()
                .map(|&(value, mass)| (value, mass * times))
                .collect(),
        }
    }

    /// The standard deviation of the values that are there, as for the [mean](Pmf::mean); 0 where
    /// there is one value alone, however its probability was rounded.
    pub fn sd(&self) -> f64 {
        if self.masses.len() == 1 {
            return 0.0;
        }
        let mean = self.mean();
        let squares: f64 = self
            .masses
            .iter()
            .map(|&(value, mass)| (value as f64 - mean).powi(2) * mass.float())
            .sum();
        (squares / self.rounded_total()).sqrt()
    }

    /// The smallest value whose cumulative probability, among the values that are there, reaches
    /// `share`.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        let (mut cumulative, total) = (0.0, self.rounded_total());
        let reached = self.masses.iter().find(|&&(_, mass)| {
            cumulative += mass.float();
            cumulative >= (share - ROUNDING) * total
        });
        reached.or(self.masses.last()).map(|&(value, _)| value)
    }

    /// The same, of which no fraction is known.
    pub(crate) fn without_fractions(self) -> Pmf {
        Pmf {
            masses: self
                .masses
                .into_iter()
                .map(|(value, mass)| (value, mass.without_fraction()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn die_has_its_mean_and_deviation() {
        let die = Pmf::new((1..=6).map(|face| (face, Mass::ratio(1, 6))).collect());
        assert!((die.mean() - 3.5).abs() < 1e-15);
        assert!((die.sd() - (35.0f64 / 12.0).sqrt()).abs() < 1e-15);
        let rounded = Mass::inexact(1.0 - f64::EPSILON);
        assert_eq!(Pmf::new(vec![(1000, rounded)]).sd(), 0.0);
        assert_eq!(die.quantile(0.5), Some(3));
        assert_eq!(die.probability(|face| face >= 5).fraction(), Some((1, 3)));
        assert_eq!(die.mass(7), Mass::ZERO);
    }

    #[test]
    fn mean_ignores_missing_mass() {
        let part = Pmf::new(vec![(2, Mass::ratio(1, 10)), (4, Mass::ratio(1, 10))]);
        assert!((part.mean() - 3.0).abs() < 1e-15 && (part.sd() - 1.0).abs() < 1e-15);
        assert_eq!(
            [0.4, 0.5, 0.6].map(|share| part.quantile(share)),
            [Some(2), Some(2), Some(4)]
        );
        assert!(Pmf::default().mean().is_nan());
    }
}
