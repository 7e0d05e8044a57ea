//! Tests whether exact numbers agree with those of trials. Each number has a separate test.

use oddsmith_engine::odds::Tally;
use oddsmith_engine::question::{Answers, ExactReading, Figure, JointOdds, Statistic};
use oddsmith_engine::stats::{deviation, quantile_deviation, share_deviation};

use super::counts::Counted;
use crate::report::Distribution;

/// The quantiles that tables show, in percent.
const QUANTILES: [u64; 5] = [5, 25, 50, 75, 95];

/// A share within this many standard errors of its expectation is not tested further.
const NEAR_STANDARD_ERRORS: f64 = 4.0;

/// Returns the p-values of a distribution's numbers, given the tally of trials: mean, standard
/// deviation, quantiles and ends.
pub(super) fn distribution_p_values(reported: &Distribution, tally: &Tally) -> Vec<f64> {
    let Some(exact) = &reported.exact else {
        return Vec::new();
    };
    let trials = tally.total();
    if trials == 0 || !exact.is_settled() {
        return Vec::new();
    }
    let distribution = exact
        .pmf
        .masses()
        .iter()
        .map(|&(value, mass)| (value as f64, mass.float()));
    let seen = || {
        tally
            .iter()
            .map(|(value, count)| (value as f64, count as f64))
    };
    let mut p_values = Vec::new();
    if let Some(mean) = reported.exact_mean() {
        p_values.push(mean_p_value(
            distribution.clone(),
            seen(),
            |value| value,
            mean,
        ));
        if let Some(sd) = reported.exact_sd() {
            p_values.push(mean_p_value(
                distribution,
                seen(),
                |value| (value - mean).powi(2),
                sd * sd,
            ));
        }
    }
    // For each value, how many trials showed this value or a lower one.
    let mut so_far = 0;
    let below: Vec<(i64, u64)> = tally
        .iter()
        .map(|(value, count)| {
            so_far += count;
            (value, so_far)
        })
        .collect();
    let up_to = |most: i64| match below.partition_point(|&(value, _)| value <= most) {
        0 => 0,
        count => below[count - 1].1,
    };
    p_values.extend(QUANTILES.iter().filter_map(|&percent| {
        let value = exact.quantile(percent as f64 / 100.0)?;
        Some(quantile_p_value(
            up_to(value.saturating_sub(1)),
            up_to(value),
            trials,
            percent as f64 / 100.0,
        ))
    }));
    let is_past = below
        .first()
        .zip(exact.least())
        .is_some_and(|(&(seen, _), least)| seen < least)
        || below
            .last()
            .zip(exact.greatest())
            .is_some_and(|(&(seen, _), greatest)| seen > greatest);
    p_values.extend(is_past.then_some(0.0));
    p_values
}

/// Returns the p-value of the exact answer to a question, given the answers of trials; `None` if
/// these cannot test it.
pub(super) fn answer_p_value(
    statistic: Statistic,
    joint: &JointOdds,
    counted: &Counted,
) -> Option<f64> {
    let ExactReading::Known(figure) = statistic.exact_reading(joint) else {
        return None;
    };
    let answers = &counted.answers;
    let trials: u64 = answers.given_rows().map(|(_, n)| n).sum();
    if trials == 0 || answers.rows().map(|(_, n)| n).sum::<u64>() < counted.trials {
        return None;
    }
    if statistic == Statistic::Probability {
        let hits: u64 = answers
            .given_rows()
            .filter(|(values, _)| values[0] == Some(1))
            .map(|(_, n)| n)
            .sum();
        return Some(share_p_value(
            hits,
            trials,
            (figure.value, figure.value + figure.unresolved),
        ));
    }
    Some(match statistic {
        Statistic::Covariance | Statistic::Correlation => {
            pair_p_value(statistic, joint, answers, figure)
        }
        _ => single_p_value(statistic, joint, answers, figure),
    })
}

/// Returns the p-value of a statistic of one number.
fn single_p_value(
    statistic: Statistic,
    joint: &JointOdds,
    answers: &Answers<u64>,
    Figure { value, .. }: Figure,
) -> f64 {
    let given = joint.answers.given_rows();
    let distribution: Vec<(f64, f64)> = given
        .filter_map(|(values, mass)| Some((values[0]? as f64, mass.float())))
        .collect();
    let mut tally = Tally::default();
    answers
        .given_rows()
        .for_each(|(values, n)| values[0].into_iter().for_each(|value| tally.add(value, n)));
    let seen = || {
        tally
            .iter()
            .map(|(value, count)| (value as f64, count as f64))
    };
    match statistic {
        _ if tally.total() == 0 => 1.0,
        Statistic::Sd => {
            let total: f64 = distribution.iter().map(|(_, p)| p).sum();
            let mean = distribution.iter().map(|(value, p)| value * p).sum::<f64>() / total;
            mean_p_value(
                distribution.iter().copied(),
                seen(),
                |number| (number - mean).powi(2),
                value * value,
            )
        }
        Statistic::Percentile(percent) => {
            let below = tally.count_where(|other| (other as f64) < value);
            let at_most = tally.count_where(|other| other as f64 <= value);
            quantile_p_value(below, at_most, tally.total(), f64::from(percent) / 100.0)
        }
        Statistic::Min => f64::from(seen().all(|(number, _)| number >= value)),
        Statistic::Max => f64::from(seen().all(|(number, _)| number <= value)),
        Statistic::Mean => {
            mean_p_value(distribution.iter().copied(), seen(), |number| number, value)
        }
        Statistic::Probability | Statistic::Covariance | Statistic::Correlation => {
            unreachable!("not a statistic of one number")
        }
    }
}

/// Returns the p-value of a statistic of two numbers. A covariance is the mean of a product. With
/// z1 and z2 as the standardised numbers, a correlation r is right if the mean of z1 z2 - r (z1^2 +
/// z2^2) / 2 is 0.
fn pair_p_value(
    statistic: Statistic,
    joint: &JointOdds,
    answers: &Answers<u64>,
    Figure { value, .. }: Figure,
) -> f64 {
    let pair = |values: &[Option<i64>]| Some((values[0]? as f64, values[1]? as f64));
    let given = joint.answers.given_rows();
    let distribution: Vec<((f64, f64), f64)> = given
        .filter_map(|(values, mass)| Some((pair(values)?, mass.float())))
        .collect();
    let seen: Vec<((f64, f64), f64)> = answers
        .given_rows()
        .filter_map(|(values, n)| Some((pair(values)?, n as f64)))
        .collect();
    let trials: f64 = seen.iter().map(|(_, n)| n).sum();
    if trials == 0.0 {
        return 1.0;
    }
    let total: f64 = distribution.iter().map(|(_, p)| p).sum();
    let mean = |value_of: &dyn Fn((f64, f64)) -> f64| {
        distribution
            .iter()
            .map(|&(point, p)| value_of(point) * p)
            .sum::<f64>()
            / total
    };
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let (sx, sy) = (
        mean(&|point| (point.0 - x).powi(2)).sqrt(),
        mean(&|point| (point.1 - y).powi(2)).sqrt(),
    );
    let product_of = |point: (f64, f64)| match statistic {
        Statistic::Covariance => (point.0 - x) * (point.1 - y),
        _ => {
            let (a, b) = ((point.0 - x) / sx, (point.1 - y) / sy);
            a * b - value * (a * a + b * b) / 2.0
        }
    };
    let claimed_mean = if statistic == Statistic::Covariance {
        value
    } else {
        0.0
    };
    let products = distribution
        .iter()
        .map(|&(point, p)| (product_of(point), p));
    let shown = seen
        .iter()
        .map(|&(point, n)| product_of(point) * n)
        .sum::<f64>()
        / trials;
    deviation(products, trials as u64, shown, claimed_mean)
}

/// Returns the p-value of a claimed mean of some function of a value.
fn mean_p_value(
    distribution: impl Iterator<Item = (f64, f64)> + Clone,
    seen: impl Iterator<Item = (f64, f64)>,
    function: impl Fn(f64) -> f64 + Copy,
    claimed_mean: f64,
) -> f64 {
    let (sum, trials) = seen.fold((0.0, 0.0), |(sum, trials), (value, n)| {
        (sum + function(value) * n, trials + n)
    });
    deviation(
        distribution.map(|(value, p)| (function(value), p)),
        trials as u64,
        sum / trials,
        claimed_mean,
    )
}

/// Returns the p-value of a share; 1 if it is near either end of its exact range.
pub(super) fn share_p_value(count: u64, trials: u64, (low, high): (f64, f64)) -> f64 {
    let (n, high) = (trials as f64, high.min(1.0));
    let is_near =
        |p: f64| (count as f64 - n * p).abs() <= NEAR_STANDARD_ERRORS * (n * p * (1.0 - p)).sqrt();
    if is_near(low) || is_near(high) {
        1.0
    } else {
        share_deviation(count, trials, low, high)
    }
}

fn quantile_p_value(below: u64, at_most: u64, trials: u64, share: f64) -> f64 {
    let n = trials as f64;
    let room = NEAR_STANDARD_ERRORS * (n * share * (1.0 - share)).sqrt();
    if below as f64 <= n * share + room && at_most as f64 >= n * share - room {
        return 1.0;
    }
    quantile_deviation(below, at_most, trials, share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_engine::odds::{Mass, Pmf};
    use oddsmith_engine::solve::ExactDistribution;

    fn die(faces: impl Iterator<Item = i64>) -> (Distribution, Tally) {
        let pmf = Pmf::new((1..=6).map(|face| (face, Mass::ratio(1, 6))).collect());
        let mut tally = Tally::default();
        faces.for_each(|face| tally.record(face));
        (
            Distribution::new(
                None,
                tally.total(),
                tally.clone(),
                Some(ExactDistribution::new(pmf)),
            ),
            tally,
        )
    }

    #[test]
    fn wrong_numbers_have_low_p_values() {
        let (distribution, tally) = die((0..60_000).map(|i| i % 6 + 1));
        let p = |distribution: &Distribution| {
            distribution_p_values(distribution, &tally)
                .into_iter()
                .fold(1.0, f64::min)
        };
        assert_eq!(
            (
                p(&distribution),
                distribution_p_values(&distribution, &tally).len()
            ),
            (1.0, 7)
        );
        // A mean and a deviation that were solved by themselves are used as they are.
        let moments = |mean, sd| {
            let exact = distribution.exact.clone().expect("it has odds");
            let moments = Some(Box::new(oddsmith_engine::solve::Moments { mean, sd }));
            Distribution::new(
                None,
                60_000,
                tally.clone(),
                Some(ExactDistribution { moments, ..exact }),
            )
        };
        let sd = (35.0f64 / 12.0).sqrt();
        assert_eq!(p(&moments(3.5, sd)), 1.0);
        assert!(p(&moments(3.6, sd)) < 1e-20 && p(&moments(3.5, 1.05 * sd)) < 1e-20);
    }

    #[test]
    fn a_share_between_its_ends_passes() {
        assert_eq!(share_p_value(950, 1000, (0.9, 1.0)), 1.0);
        assert!(
            share_p_value(800, 1000, (0.9, 1.0)) < 1e-10
                && share_p_value(999, 1000, (0.5, 0.6)) < 1e-100
        );
    }
}
