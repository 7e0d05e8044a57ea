//! Probability mass functions over integers.

use super::Mass;

/// The maximal rounding error of a sum of probabilities.
const ROUNDING: f64 = 1e-12;

/// A probability mass function: the probability of each possible value, in ascending order.
///
/// ```
/// use oddsmith_engine::odds::{Mass, Pmf};
///
/// let die = Pmf::new((1..=6).map(|face| (face, Mass::ratio(1, 6))).collect());
/// assert_eq!((die.quantile(0.5), die.probability(|face| face > 4).fraction()), (Some(3), Some((1, 3))));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pmf {
    /// The masses. A boxed slice has no spare capacity, because a sweep has millions of
    /// distributions.
    masses: Box<[(i64, Mass)]>,
}

impl Pmf {
    /// Returns the distribution with these masses. The values may be in any order, but must be
    /// different.
    pub fn new(mut masses: Vec<(i64, Mass)>) -> Pmf {
        masses.sort_unstable_by_key(|&(value, _)| value);
        Pmf {
            masses: masses.into(),
        }
    }

    /// Returns the values with their probabilities, in ascending order.
    pub fn masses(&self) -> &[(i64, Mass)] {
        &self.masses
    }

    /// Returns the probability of a value.
    pub fn mass(&self, value: i64) -> Mass {
        match self
            .masses
            .binary_search_by_key(&value, |&(value, _)| value)
        {
            Ok(i) => self.masses[i].1,
            Err(_) => Mass::ZERO,
        }
    }

    /// Returns the probability of the values that `allows` accepts.
    pub fn probability(&self, mut allows: impl FnMut(i64) -> bool) -> Mass {
        self.masses
            .iter()
            .filter(|&&(value, _)| allows(value))
            .map(|&(_, mass)| mass)
            .sum()
    }

    /// Returns the sum of all probabilities: 1 minus absent and truncated trials.
    pub fn total(&self) -> Mass {
        self.probability(|_| true)
    }

    /// Returns the mean over the known values, relative to their total. Absent and truncated trials
    /// are not included. The mean is NaN if there are no values.
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

    /// Returns the mean; `None` if there are no values.
    pub fn mean_if_any(&self) -> Option<f64> {
        (!self.masses.is_empty()).then(|| self.mean())
    }

    /// Returns the sum of the floats, or 1 if it differs from 1 only by rounding.
    fn rounded_total(&self) -> f64 {
        let sum: f64 = self.masses.iter().map(|(_, mass)| mass.float()).sum();
        if (sum - 1.0).abs() < ROUNDING {
            1.0
        } else {
            sum
        }
    }

    /// Returns the distribution with every probability multiplied by `times`.
    pub(crate) fn scaled(&self, times: Mass) -> Pmf {
        Pmf {
            masses: self
                .masses
                .iter()
                .map(|&(value, mass)| (value, mass * times))
                .collect(),
        }
    }

    /// Returns the standard deviation over the known values, like the [mean](Pmf::mean). It is
    /// exactly 0 if there is only one value.
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

    /// Returns the smallest value whose cumulative probability, relative to the total, reaches
    /// `share`.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        let (mut cumulative, total) = (0.0, self.rounded_total());
        let reached = self.masses.iter().find(|&&(_, mass)| {
            cumulative += mass.float();
            cumulative >= (share - ROUNDING) * total
        });
        reached.or(self.masses.last()).map(|&(value, _)| value)
    }

    /// Returns the distribution without fractions.
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
