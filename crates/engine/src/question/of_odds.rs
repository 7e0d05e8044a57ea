//! Computes statistics from exact odds.

use num_rational::Ratio;

use super::asked::AnswerRows;
use super::joint::JointOdds;
use super::pairs::{PairMoments, offset_from, weighted_pairs};
use super::statistic::{ExactReading, Figure, Statistic};
use crate::explore::is_negligible;
use crate::odds::{Mass, Pmf};
use crate::solve::{ExactDistribution, UNSEEN_THRESHOLD};

impl Statistic {
    /// Returns the exact value. If truncation affects it, a probability is an interval, and other
    /// statistics are only returned if truncation cannot change them.
    pub fn exact_reading(self, joint: &JointOdds) -> ExactReading {
        let rows: Vec<(&[Option<i64>], Mass)> = joint
            .answers
            .given_rows()
            .filter(|(_, mass)| *mass != Mass::ZERO)
            .collect();
        if rows.is_empty() {
            return if joint.unresolved == 0.0 {
                ExactReading::NeverGiven
            } else {
                ExactReading::Unknown
            };
        }
        let weight: f64 = rows.iter().map(|(_, mass)| mass.float()).sum();
        let truncated = if joint.unresolved > 0.0 {
            (joint.unresolved / (weight + joint.unresolved)).min(1.0)
        } else {
            0.0
        };
        if self == Statistic::Probability {
            let (share, fraction) = probability(&rows, truncated == 0.0);
            // Truncated trials belong to the condition, but it is unknown whether they count.
            let value = if truncated <= UNSEEN_THRESHOLD {
                share
            } else {
                share * (1.0 - truncated)
            };
            return ExactReading::Known(Figure {
                value,
                fraction,
                unresolved: truncated,
            });
        }
        let solved = match (self, joint.moments) {
            (Statistic::Mean, Some(moments)) => Some(moments.mean),
            (Statistic::Sd, Some(moments)) => Some(moments.sd),
            _ => None,
        };
        let read = match self {
            _ if truncated > 0.0 && solved.is_some() => solved.map(|value| (value, None)),
            Statistic::Mean if !is_negligible(truncated, 1) => return ExactReading::Unknown,
            Statistic::Covariance | Statistic::Correlation | Statistic::Sd
                if !is_negligible(truncated, 2) =>
            {
                return ExactReading::Unknown;
            }
            Statistic::Covariance => covariance(&rows),
            Statistic::Correlation => correlation(&rows),
            _ => {
                let values = sorted_values(&rows);
                match self.readout_of_values(&values, truncated, joint.ends) {
                    None if truncated > 0.0 || !values.is_empty() => return ExactReading::Unknown,
                    read => read,
                }
            }
        };
        let is_whole =
            |read: &Readout| truncated == 0.0 || read.0.fract() == 0.0 && self.is_value();
        read.map_or(ExactReading::NoValue, |read| {
            let fraction = read.1.filter(|_| is_whole(&read));
            ExactReading::Known(Figure {
                value: read.0,
                fraction,
                unresolved: truncated,
            })
        })
    }

    /// Returns whether the statistic is always one of the values.
    fn is_value(self) -> bool {
        matches!(
            self,
            Statistic::Min | Statistic::Max | Statistic::Percentile(_)
        )
    }

    /// Computes the statistic of a single number. `values` are in ascending order, and `truncated`
    /// is their truncated share. Returns `None` if truncation may change the result, or if there
    /// are no values.
    fn readout_of_values(
        self,
        values: &[(i64, Mass)],
        truncated: f64,
        ends: (Option<i64>, Option<i64>),
    ) -> Option<Readout> {
        let whole = |value: i64| Some((value as f64, Some((value, 1))));
        let (first, last) = (values.first()?.0, values.last()?.0);
        match self {
            Statistic::Mean => Some(mean(values)),
            Statistic::Sd => {
                let values: Vec<(f64, f64)> = values
                    .iter()
                    .map(|&(value, mass)| (offset_from(value, first), mass.float()))
                    .collect();
                Some((variance(&values).max(0.0).sqrt(), None))
            }
            Statistic::Min if truncated == 0.0 || ends.0 == Some(first) => whole(first),
            Statistic::Max if truncated == 0.0 || ends.1 == Some(last) => whole(last),
            Statistic::Percentile(percent) => {
                let distribution = ExactDistribution {
                    unresolved: truncated,
                    ..ExactDistribution::new(Pmf::new(rescale(values, 1.0 - truncated)))
                };
                whole(distribution.quantile(f64::from(percent) / 100.0)?)
            }
            Statistic::Min
            | Statistic::Max
            | Statistic::Probability
            | Statistic::Covariance
            | Statistic::Correlation => None,
        }
    }
}

/// A number and its fraction, if known.
type Readout = (f64, Option<(i64, i64)>);

/// Scales the probabilities to this total.
fn rescale(values: &[(i64, Mass)], total: f64) -> Vec<(i64, Mass)> {
    let sum: f64 = values.iter().map(|(_, mass)| mass.float()).sum();
    values
        .iter()
        .map(|&(value, mass)| (value, Mass::inexact(mass.float() / sum * total)))
        .collect()
}

/// Returns the values of the first number in ascending order.
fn sorted_values(rows: &AnswerRows<'_, Mass>) -> Vec<(i64, Mass)> {
    let mut values: Vec<(i64, Mass)> = rows
        .iter()
        .filter_map(|&(values, mass)| Some((values[0]?, mass)))
        .collect();
    values.sort_unstable_by_key(|&(value, _)| value);
    values
}

/// Returns the probability of a condition. It is 0 or 1 only if that is exact.
fn probability(rows: &AnswerRows<'_, Mass>, is_whole: bool) -> Readout {
    let holds = |row: &&(&[Option<i64>], Mass)| row.0[0] == Some(1);
    let hits: Vec<&(&[Option<i64>], Mass)> = rows.iter().filter(holds).collect();
    if hits.is_empty() {
        return (0.0, is_whole.then_some((0, 1)));
    }
    if hits.len() == rows.len() {
        return (1.0, is_whole.then_some((1, 1)));
    }
    let hit: Mass = hits.iter().map(|(_, mass)| *mass).sum();
    let total: Mass = rows.iter().map(|(_, mass)| *mass).sum();
    let share = quotient(hit, total);
    match share.fraction().filter(|_| is_whole) {
        Some((n, d)) => (n as f64 / d as f64, Some((n as i64, d as i64))),
        None => (
            share.float().clamp(f64::MIN_POSITIVE, 1.0f64.next_down()),
            None,
        ),
    }
}

/// Returns the quotient of two masses.
fn quotient(part: Mass, total: Mass) -> Mass {
    if total == Mass::ONE {
        part
    } else {
        part * total.inverse()
    }
}

/// Returns the absolute value of an integer as a mass, for multiplication.
fn integer_mass(number: i128) -> Mass {
    Mass::ratio(number.unsigned_abs(), 1)
}

fn mean(values: &[(i64, Mass)]) -> Readout {
    let (low, high) = (values[0].0, values[values.len() - 1].0);
    if low == high {
        return (low as f64, Some((low, 1)));
    }
    let total: Mass = values.iter().map(|(_, mass)| *mass).sum();
    let float = low as f64
        + values
            .iter()
            .map(|&(value, mass)| offset_from(value, low) * mass.float())
            .sum::<f64>()
            / total.float();
    // Residues only give fractions between 0 and 1. So the mean is computed as a position between
    // the least and the greatest value.
    let width = i128::from(high) - i128::from(low);
    let above: Mass = values
        .iter()
        .map(|&(value, mass)| mass * integer_mass(i128::from(value) - i128::from(low)))
        .sum();
    let share = quotient(above, total) * integer_mass(width).inverse();
    match share.fraction().and_then(|(n, d)| {
        reduced_fraction(i128::from(low) * i128::from(d) + width * i128::from(n), d)
    }) {
        Some((n, d)) => (n as f64 / d as f64, Some((n, d))),
        None => (float, None),
    }
}

/// Returns the reduced fraction if numerator and denominator have at most 18 digits.
fn reduced_fraction(above: i128, below: u64) -> Option<(i64, i64)> {
    const MAX: i128 = 1_000_000_000_000_000_000;
    let (above, below) = Ratio::new(above, below.into()).into_raw();
    (above.abs() < MAX && below < MAX).then_some((above as i64, below as i64))
}

fn covariance(rows: &AnswerRows<'_, Mass>) -> Option<Readout> {
    let pairs: Vec<(i64, i64, Mass)> = rows
        .iter()
        .filter_map(|&(values, mass)| Some((values[0]?, values[1]?, mass)))
        .collect();
    if pairs.is_empty() {
        return None;
    }
    let float = PairMoments::from_pairs(&self::weighted_pairs(rows, Mass::float)).covariance;
    Some(
        exact_covariance(&pairs, float)
            .map_or((float, None), |(n, d)| (n as f64 / d as f64, Some((n, d)))),
    )
}

/// Returns the covariance as a fraction. Scaled by the widths of both numbers, it lies between -1
/// and 1. Half of it plus one half then lies between 0 and 1.
fn exact_covariance(pairs: &[(i64, i64, Mass)], float: f64) -> Option<(i64, i64)> {
    let ends = |coordinate: fn(&(i64, i64, Mass)) -> i64| {
        let (low, high) = (
            pairs.iter().map(coordinate).min()?,
            pairs.iter().map(coordinate).max()?,
        );
        Some((i128::from(low), i128::from(high) - i128::from(low)))
    };
    let ((low_x, width_x), (low_y, width_y)) = (ends(|pair| pair.0)?, ends(|pair| pair.1)?);
    let area = width_x.checked_mul(width_y)?;
    if area == 0 {
        return Some((0, 1));
    }
    let (mut total, mut xs, mut ys, mut products) =
        (Mass::ZERO, Mass::ZERO, Mass::ZERO, Mass::ZERO);
    for &(x, y, mass) in pairs {
        let (x, y) = (i128::from(x) - low_x, i128::from(y) - low_y);
        total += mass;
        xs += mass * integer_mass(x);
        ys += mass * integer_mass(y);
        products += mass * integer_mass(x.checked_mul(y)?);
    }
    let [xs, ys, products] = [(xs, width_x), (ys, width_y), (products, area)]
        .map(|(sum, width)| quotient(sum, total) * integer_mass(width).inverse());
    let half = (products + Mass::ONE - xs * ys) * Mass::ratio(1, 2);
    let (n, d) = half
        .with_float((float / area as f64 + 1.0) / 2.0)
        .fraction()?;
    reduced_fraction((2 * i128::from(n) - i128::from(d)).checked_mul(area)?, d)
}

fn correlation(rows: &AnswerRows<'_, Mass>) -> Option<Readout> {
    let pairs = weighted_pairs(rows, Mass::float);
    if pairs.is_empty() {
        return None;
    }
    PairMoments::from_pairs(&pairs)
        .correlation()
        .map(|value| (value, None))
}

/// Returns the mean squared deviation from the mean.
fn variance(values: &[(f64, f64)]) -> f64 {
    let total: f64 = values.iter().map(|(_, weight)| weight).sum();
    let mean = values
        .iter()
        .map(|(value, weight)| value * weight)
        .sum::<f64>()
        / total;
    values
        .iter()
        .map(|(value, weight)| (value - mean).powi(2) * weight)
        .sum::<f64>()
        / total
}
