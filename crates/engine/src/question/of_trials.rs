//! Computes statistics from the answers of trials.

use super::asked::{AnswerRows, Answers};
use super::pairs::{PairMoments, weighted_pairs};
use super::statistic::{Statistic, TrialEstimate};
use crate::odds::Tally;
use crate::stats::{Confidence, Interval, quantile_interval, spread_interval};

impl Statistic {
    /// Returns the estimate from trials, with its confidence interval. `stopped` trials did not
    /// end, so that they may have any answer. The interval of a chance covers this; other
    /// statistics then have no estimate.
    pub fn trial_estimate(
        self,
        answers: &Answers<u64>,
        stopped: u64,
        confidence: Confidence,
    ) -> TrialEstimate {
        let rows: Vec<(&[Option<i64>], u64)> = answers.given_rows().collect();
        let trials: u64 = rows.iter().map(|(_, n)| n).sum();
        if self == Statistic::Probability {
            let hits = rows
                .iter()
                .filter(|(values, _)| values[0] == Some(1))
                .map(|(_, n)| n)
                .sum();
            let value = (trials > 0).then(|| hits as f64 / trials as f64);
            let interval = Interval {
                low: confidence.wilson(hits, trials + stopped).low,
                high: confidence.wilson(hits + stopped, trials + stopped).high,
            };
            return TrialEstimate {
                value,
                interval: Some(interval),
                trials,
            };
        }
        let (value, interval) = match self {
            _ if stopped > 0 => (None, None),
            Statistic::Covariance | Statistic::Correlation => self.pair_estimate(&rows, confidence),
            _ => {
                let mut tally = Tally::default();
                rows.iter().for_each(|(values, n)| {
                    values[0].into_iter().for_each(|value| tally.add(value, *n))
                });
                self.tally_estimate(&tally, confidence)
            }
        };
        TrialEstimate {
            value,
            interval,
            trials,
        }
    }

    fn tally_estimate(
        self,
        tally: &Tally,
        confidence: Confidence,
    ) -> (Option<f64>, Option<Interval>) {
        let n = tally.total();
        let whole = |value: Option<i64>| value.map(|value| value as f64);
        match self {
            Statistic::Mean => {
                let spread = tally.sd().filter(|&sd| sd > 0.0);
                (
                    tally.mean(),
                    tally
                        .mean()
                        .zip(spread)
                        .map(|(mean, sd)| confidence.normal(mean, sd, n)),
                )
            }
            Statistic::Sd if n > 1 => (tally.sd(), spread_interval(tally, confidence)),
            Statistic::Min => (whole(tally.iter().next().map(|(value, _)| value)), None),
            Statistic::Max => (
                whole(tally.iter().next_back().map(|(value, _)| value)),
                None,
            ),
            Statistic::Percentile(percent) => {
                let percent = u64::from(percent);
                let interval = quantile_interval(tally, percent, confidence);
                let interval = interval.map(|(low, high)| Interval {
                    low: low as f64,
                    high: high as f64,
                });
                (whole(tally.quantile(percent)), interval)
            }
            Statistic::Sd
            | Statistic::Probability
            | Statistic::Covariance
            | Statistic::Correlation => (None, None),
        }
    }

    fn pair_estimate(
        self,
        rows: &AnswerRows<'_, u64>,
        confidence: Confidence,
    ) -> (Option<f64>, Option<Interval>) {
        let pairs = weighted_pairs(rows, |n| n as f64);
        let n: f64 = pairs.iter().map(|pair| pair.2).sum();
        if n < 2.0 {
            return (None, None);
        }
        let moments = PairMoments::from_pairs(&pairs);
        if self == Statistic::Covariance {
            let value = moments.covariance * n / (n - 1.0);
            let error = confidence.z()
                * ((moments.product_squares - moments.covariance.powi(2)).max(0.0) / n).sqrt();
            let interval = (error > 0.0).then_some(Interval {
                low: value - error,
                high: value + error,
            });
            return (Some(value), interval);
        }
        let Some(r) = moments.correlation() else {
            return (None, None);
        };
        let interval = if n > 3.0 && r.abs() < 1.0 {
            moments.correlation_interval(&pairs, r, confidence)
        } else {
            None
        };
        (Some(r), interval)
    }
}
