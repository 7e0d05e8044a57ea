//! The distribution of the sum of many independent whole numbers.
//!
//! The masses are the inverse discrete Fourier transform of the product of the transforms of all
//! summands (Hong 2013 uses the same for the Poisson binomial distribution). If the support is
//! long, only a window around the mean is computed. By Bernstein's inequality (1924), less than
//! 1e-15 of the probability is outside.

mod fourier;

use fourier::{Complex, transform};

/// The most points of a distribution.
const MAX_POINTS: u64 = 1 << 22;
/// The probability outside of the window is smaller than `exp(-OUTSIDE)`.
const OUTSIDE: f64 = 34.6;
/// The absolute error of a tail. Smaller probabilities count as this one.
pub(crate) const ERROR: f64 = 1e-12;
/// The relative tolerance for equal distances.
const TOLERANCE: f64 = 1e-9;

/// Numbers with their probabilities, which sum to 1.
pub(crate) type Weights = [(i64, f64)];

/// The distribution of a sum.
#[derive(Clone, Debug)]
pub(crate) struct SumDistribution {
    /// The value of the first mass.
    first: i64,
    /// The distance between the values of two masses.
    step: i64,
    masses: Vec<f64>,
    pub(crate) mean: f64,
    /// The size of the numbers, for comparing distances.
    scale: f64,
}

/// The facts about all summands that decide which points are computed.
struct Shape {
    least: i64,
    greatest: i64,
    step: i64,
    mean: f64,
    variance: f64,
    farthest: f64,
}

impl Shape {
    fn of(summands: &[(&Weights, u64)]) -> Option<Shape> {
        let (mut least, mut greatest, mut step) = (0i64, 0i64, 0i64);
        let (mut mean, mut variance, mut farthest) = (0.0, 0.0, 0.0f64);
        for &(weights, count) in summands.iter().filter(|(_, count)| *count > 0) {
            let (first, last) = (weights.first()?.0, weights.last()?.0);
            let times = i64::try_from(count).ok()?;
            least = least.checked_add(first.checked_mul(times)?)?;
            greatest = greatest.checked_add(last.checked_mul(times)?)?;
            step = weights
                .iter()
                .fold(step, |step, &(value, _)| divisor(step, value - first));
            let center = mean_of(weights);
            let square = |&(value, p): &(i64, f64)| (value as f64 - center).powi(2) * p;
            mean += center * count as f64;
            variance += weights.iter().map(square).sum::<f64>() * count as f64;
            farthest = farthest
                .max(last as f64 - center)
                .max(center - first as f64);
        }
        Some(Shape {
            least,
            greatest,
            step: step.max(1),
            mean,
            variance,
            farthest,
        })
    }

    /// Returns the first value of the window, and its number of points.
    fn window(&self) -> (i64, u64) {
        let points = (self.greatest - self.least) as u64 / self.step as u64 + 1;
        // Bernstein: P(|T - E| > t) <= 2 exp(-t² / (2 V + 2 m t / 3)).
        let slope = self.farthest / 3.0 * OUTSIDE;
        let reach = slope + (slope * slope + 2.0 * self.variance * OUTSIDE).sqrt();
        let from = ((self.mean - reach).floor() as i64).max(self.least);
        let to = ((self.mean + reach).ceil() as i64).min(self.greatest);
        let first = self.least + (from - self.least) / self.step * self.step;
        (
            first,
            ((to - first).max(0) as u64 / self.step as u64 + 2).min(points),
        )
    }
}

impl SumDistribution {
    /// Returns the distribution of the sum of independent numbers: `count` with each of these
    /// weights. Returns `None` if it has too many points.
    pub(crate) fn of(summands: &[(&Weights, u64)]) -> Option<SumDistribution> {
        let shape = Shape::of(summands)?;
        let (first, points) = shape.window();
        if points > MAX_POINTS {
            return None;
        }
        let size = points.next_power_of_two() as usize;
        let mut product = vec![Complex::ONE; size];
        for &(weights, count) in summands.iter().filter(|(_, count)| *count > 0) {
            let start = weights[0].0;
            let mut spectrum = vec![Complex::ZERO; size];
            for &(value, p) in weights {
                let index = ((value - start) / shape.step) as usize % size;
                spectrum[index].re += p;
            }
            transform(&mut spectrum, false);
            for (factor, value) in product.iter_mut().zip(&spectrum) {
                *factor = factor.times(value.power(count));
            }
        }
        transform(&mut product, true);
        // The transform is periodic: index 0 is the least sum, and also every sum `size` steps
        // later.
        let skipped = ((first - shape.least) / shape.step) as usize;
        let masses = (0..points as usize)
            .map(|i| product[(skipped + i) % size].re.max(0.0))
            .collect();
        Some(SumDistribution {
            first,
            step: shape.step,
            masses,
            mean: shape.mean,
            scale: 1.0 + shape.mean.abs() + shape.variance.sqrt(),
        })
    }

    fn distance(&self, index: usize) -> f64 {
        (self.first as f64 + self.step as f64 * index as f64 - self.mean).abs()
    }

    /// Returns the probability that the sum is at least as far from its mean as `sum`.
    pub(crate) fn as_far(&self, sum: i64) -> f64 {
        let least = (sum as f64 - self.mean).abs() - TOLERANCE * self.scale;
        let far: f64 = (0..self.masses.len())
            .filter(|&i| self.distance(i) >= least)
            .map(|i| self.masses[i])
            .sum();
        // All sums together are certain, whatever the rounding.
        if far > 1.0 - TOLERANCE {
            1.0
        } else {
            far.max(ERROR)
        }
    }

    /// Returns the smallest distance from the mean that luck reaches with a probability of at most
    /// `level`; `None` if no sum is that far.
    pub(crate) fn critical_distance(&self, level: f64) -> Option<f64> {
        let mut order: Vec<usize> = (0..self.masses.len()).collect();
        order.sort_by(|&a, &b| self.distance(b).total_cmp(&self.distance(a)));
        let (mut far, mut reached) = (0.0, None);
        for (nth, &i) in order.iter().enumerate() {
            far += self.masses[i];
            let next = order.get(nth + 1).map(|&i| self.distance(i));
            let is_tied =
                next.is_some_and(|next| self.distance(i) - next <= TOLERANCE * self.scale);
            if is_tied {
                continue;
            }
            if far > level {
                break;
            }
            reached = Some(self.distance(i));
        }
        reached
    }

    /// Returns the probability that the sum is below the least or above the greatest sum of another
    /// distribution, of which all sums are known.
    pub(crate) fn out_of_reach_of(&self, other: &SumDistribution) -> f64 {
        let value = |sum: &SumDistribution, i: usize| sum.first + sum.step * i as i64;
        let possible = |i: &usize| other.masses[*i] > ERROR;
        let sums: Vec<i64> = (0..other.masses.len())
            .filter(possible)
            .map(|i| value(other, i))
            .collect();
        let (Some(&least), Some(&greatest)) = (sums.first(), sums.last()) else {
            return 0.0;
        };
        (0..self.masses.len())
            .filter(|&i| !(least..=greatest).contains(&value(self, i)))
            .map(|i| self.masses[i])
            .sum::<f64>()
            .min(1.0)
    }

    /// Returns the probability that the sum is at least this far from `center`.
    pub(crate) fn beyond(&self, center: f64, distance: f64) -> f64 {
        let value = |i: usize| self.first as f64 + self.step as f64 * i as f64;
        let least = distance - TOLERANCE * self.scale;
        (0..self.masses.len())
            .filter(|&i| (value(i) - center).abs() >= least)
            .map(|i| self.masses[i])
            .sum::<f64>()
            .min(1.0)
    }

    /// Returns the probability that the sum is above a number.
    pub(crate) fn above(&self, number: i64) -> f64 {
        let value = |i: usize| self.first + self.step * i as i64;
        let above = (0..self.masses.len()).filter(|&i| value(i) > number);
        above.map(|i| self.masses[i]).sum::<f64>().min(1.0)
    }

    /// Returns the number of points for which a probability was computed.
    pub(crate) fn point_count(&self) -> usize {
        self.masses.len()
    }

    /// Returns the probability of a sum.
    #[cfg(test)]
    fn mass(&self, sum: i64) -> f64 {
        let offset = sum - self.first;
        if offset < 0 || offset % self.step != 0 {
            return 0.0;
        }
        let index = (offset / self.step) as usize;
        self.masses.get(index).copied().unwrap_or(0.0)
    }
}

/// Returns the mean of a distribution.
pub(crate) fn mean_of(weights: &Weights) -> f64 {
    weights.iter().map(|&(value, p)| value as f64 * p).sum()
}

/// Returns the variance of a distribution.
pub(crate) fn variance_of(weights: &Weights) -> f64 {
    let mean = mean_of(weights);
    let square = |&(value, p): &(i64, f64)| (value as f64 - mean).powi(2) * p;
    weights.iter().map(square).sum()
}

/// Returns the greatest common divisor.
fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the distribution of a sum by plain enumeration, independently of the code above.
    fn enumerate(summands: &[(&Weights, u64)]) -> std::collections::BTreeMap<i64, f64> {
        let mut sums = std::collections::BTreeMap::from([(0, 1.0)]);
        for &(weights, count) in summands {
            for _ in 0..count {
                let mut next = std::collections::BTreeMap::new();
                for (sum, mass) in &sums {
                    for &(value, p) in weights {
                        *next.entry(sum + value).or_insert(0.0) += mass * p;
                    }
                }
                sums = next;
            }
        }
        sums
    }

    #[test]
    fn sums_agree_with_enumeration() {
        let die: Vec<(i64, f64)> = (1..=6).map(|face| (face, 1.0 / 6.0)).collect();
        let odd = [(-5, 0.2), (0, 0.3), (15, 0.5)];
        let cases: [&[(&Weights, u64)]; 4] = [
            &[(&die, 7)],
            &[(&odd, 4)],
            &[(&die, 3), (&odd, 2)],
            &[(&odd, 1), (&die, 0)],
        ];
        for summands in cases {
            let sum = SumDistribution::of(summands).expect("a small distribution");
            let wanted = enumerate(summands);
            for (value, mass) in &wanted {
                assert!((sum.mass(*value) - mass).abs() < 1e-14, "{value}");
            }
            for observed in wanted.keys() {
                let reach = (*observed as f64 - sum.mean).abs() - 1e-9;
                let far = wanted
                    .iter()
                    .filter(|(value, _)| (**value as f64 - sum.mean).abs() >= reach);
                let p: f64 = far.map(|(_, mass)| mass).sum();
                assert!((sum.as_far(*observed) - p).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_window_of_a_long_sum_agrees_with_the_binomial() {
        // 100,000 flips: the window is much shorter than the support.
        let flips = 100_000u64;
        let coin = [(0, 0.7), (1, 0.3)];
        let sum = SumDistribution::of(&[(&coin, flips)]).expect("a window");
        assert!(sum.masses.len() < 10_000, "{}", sum.masses.len());
        let log_factorial = |n: u64| (1..=n).map(|i| (i as f64).ln()).sum::<f64>();
        for heads in [29_700u64, 30_000, 30_400] {
            let log = log_factorial(flips) - log_factorial(heads) - log_factorial(flips - heads)
                + heads as f64 * 0.3f64.ln()
                + (flips - heads) as f64 * 0.7f64.ln();
            let mass = sum.mass(heads as i64);
            assert!((mass / log.exp() - 1.0).abs() < 1e-6, "{heads}: {mass}");
        }
    }

    #[test]
    fn the_critical_distance_keeps_its_level() {
        let die: Vec<(i64, f64)> = (1..=6).map(|face| (face, 1.0 / 6.0)).collect();
        for rolls in [1, 2, 5, 30] {
            let sum = SumDistribution::of(&[(&die, rolls)]).expect("a small distribution");
            match sum.critical_distance(0.05) {
                Some(distance) => {
                    let p = sum.beyond(sum.mean, distance);
                    assert!(p <= 0.05, "{rolls} rolls: {p}");
                    let nearer = (0..sum.masses.len())
                        .map(|i| sum.distance(i))
                        .filter(|nearer| *nearer < distance - 1e-9)
                        .fold(0.0, f64::max);
                    assert!(sum.beyond(sum.mean, nearer) > 0.05, "{rolls} rolls");
                }
                None => assert!(rolls <= 2, "two ends of 1/36 each are not rare"),
            }
        }
    }
}
