//! The distribution of one metric at one step, from trials and exact odds, and the numbers that are
//! read from it.

#[cfg(test)]
mod tests;

use crate::figures::NumberKind;
use oddsmith_engine::odds::{Mass, Pmf, Tally};
use oddsmith_engine::solve::{ExactDistribution, Moments, UNSEEN_THRESHOLD};
use oddsmith_engine::stats::{Confidence, Interval, goodness_of_fit};

use super::reading::{Reading, Row};
use crate::rule::presentation::Measure;

/// The tolerance for equal exact probabilities; for other numbers it is relative.
pub(super) const TOLERANCE: f64 = 1e-11;

/// The counts of the cross-check: simulated trials next to sampled ones.
#[derive(Clone, Debug)]
pub struct CrossCheck {
    /// The number of simulated trials that were finished.
    pub trials: u64,
    /// The number of trials that were abandoned because they took too many dice.
    pub unfinished: u64,
    /// The counts of the trials with a value of the metric.
    pub tally: Tally,
}

/// The distribution of one metric at one step, from trials and exact odds.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// The step; `None` for the whole trial.
    pub step: Option<u32>,
    /// The number of trials.
    pub trials: u64,
    /// The counts of the trials with a value.
    pub tally: Tally,
    /// The exact odds, if they were computed.
    pub exact: Option<ExactDistribution>,
    /// The exact mean and standard deviation of a metric with too many values for exact odds.
    pub separate_moments: Option<Box<Moments>>,
    /// The exact odds given that there is a value, if there may be none.
    conditional_pmf: Option<Box<Pmf>>,
    /// The results of the simulated trials that check sampled ones.
    pub cross_check: Option<Box<CrossCheck>>,
}

impl Distribution {
    /// Returns whether another distribution is equal: the same exact odds except for rounding, or
    /// the same counts.
    pub fn is_like(&self, other: &Distribution) -> bool {
        match (&self.exact, &other.exact) {
            (Some(self_exact), Some(exact)) => {
                let is_near = |a: Mass, b: Mass| (a.value() - b.value()).abs() < TOLERANCE;
                let is_near_mean =
                    |(a, b): (f64, f64)| a == b || (a - b).abs() < TOLERANCE * (1.0 + a.abs());
                let mut values = self_exact
                    .pmf
                    .masses()
                    .iter()
                    .chain(exact.pmf.masses())
                    .map(|&(value, _)| value);
                self.exact_mean()
                    .zip(other.exact_mean())
                    .is_none_or(is_near_mean)
                    && is_near(self_exact.absent, exact.absent)
                    && values
                        .all(|value| is_near(self_exact.pmf.mass(value), exact.pmf.mass(value)))
            }
            (None, None) => self.trials == other.trials && self.tally.iter().eq(other.tally.iter()),
            _ => false,
        }
    }

    /// Returns a distribution from counts and exact odds.
    pub fn new(
        step: Option<u32>,
        trials: u64,
        tally: Tally,
        exact: Option<ExactDistribution>,
    ) -> Distribution {
        let (mean_alone, exact) = match exact {
            Some(distribution) if distribution.has_only_moments() => (distribution.moments, None),
            exact => (None, exact),
        };
        let given = exact
            .as_ref()
            .and_then(ExactDistribution::pmf_if_present)
            .map(Box::new);
        Distribution {
            step,
            trials,
            tally,
            exact,
            separate_moments: mean_alone,
            conditional_pmf: given,
            cross_check: None,
        }
    }

    /// Returns the exact odds of the values, given that there is one.
    pub fn pmf(&self) -> Option<&Pmf> {
        self.conditional_pmf
            .as_deref()
            .or(self.exact.as_ref().map(|exact| &exact.pmf))
    }

    /// Returns the exact mean, given that there is a value. If the odds were truncated, this is the
    /// separately solved mean. Returns `None` if too much was truncated and there is none.
    pub fn exact_mean(&self) -> Option<f64> {
        let alone = || self.separate_moments.as_ref().map(|moments| moments.mean);
        self.exact
            .as_ref()
            .and_then(ExactDistribution::mean)
            .or_else(alone)
    }

    /// Returns the exact standard deviation, given that there is a value.
    pub fn exact_sd(&self) -> Option<f64> {
        let alone = || self.separate_moments.as_ref().map(|moments| moments.sd);
        self.exact
            .as_ref()
            .and_then(ExactDistribution::sd)
            .or_else(alone)
    }

    /// Returns the number of trials without a value.
    pub fn absent(&self) -> u64 {
        self.trials - self.tally.total()
    }

    /// Returns the best estimate of the share of trials with a value.
    pub fn present_share(&self) -> f64 {
        match &self.exact {
            Some(exact) => 1.0 - exact.absent.value(),
            None => self.tally.total() as f64 / self.trials.max(1) as f64,
        }
    }

    /// Returns whether a trial may be without a value, as far as is known.
    pub fn may_be_absent(&self) -> bool {
        self.absent() > 0
            || self
                .exact
                .as_ref()
                .is_some_and(|exact| exact.absent != Mass::ZERO)
    }

    /// Returns whether it is certain that no trial has a value.
    pub fn never_occurs(&self) -> bool {
        let is_never = |exact: &ExactDistribution| {
            exact.pmf.masses().is_empty() && exact.mean().is_none() && exact.is_settled()
        };
        self.exact.as_ref().is_some_and(is_never)
            && self.separate_moments.is_none()
            && self.tally.total() == 0
    }

    /// Returns a row for each value with a count or a probability, lowest first, given that there
    /// is a value.
    pub fn rows(&self, confidence: Confidence) -> Vec<Row> {
        self.rows_among(self.tally.total(), self.pmf(), confidence)
    }

    /// Returns a row for each value as a share of all trials.
    pub fn rows_of_all(&self, confidence: Confidence) -> Vec<Row> {
        let exact = self.exact.as_ref().map(|exact| &exact.pmf);
        self.rows_among(self.trials, exact, confidence)
    }

    /// Returns a row for each value as a share of some trials, with its probability in `exact`.
    fn rows_among(&self, trials: u64, exact: Option<&Pmf>, confidence: Confidence) -> Vec<Row> {
        let row_of = |value| {
            let mass = exact.map(|pmf| pmf.mass(value));
            row(value, self.tally.count(value), trials, mass, confidence)
        };
        self.values().into_iter().map(row_of).collect()
    }

    /// Returns a row for the trials without a value, if there may be any; its value is meaningless.
    pub fn absence_row(&self, confidence: Confidence) -> Option<Row> {
        self.may_be_absent()
            .then(|| self.absent_share_row(confidence))
    }

    /// Returns a row for the trials without a value; its value is meaningless.
    pub fn absent_share_row(&self, confidence: Confidence) -> Row {
        row(
            0,
            self.absent(),
            self.trials,
            self.exact.as_ref().map(|exact| exact.absent),
            confidence,
        )
    }

    fn values(&self) -> Vec<i64> {
        let mut values: Vec<i64> = self.tally.iter().map(|(value, _)| value).collect();
        if let Some(exact) = &self.exact {
            values.extend(exact.pmf.masses().iter().map(|&(value, _)| value));
            values.sort_unstable();
            values.dedup();
        }
        values
    }

    /// Reads a number, given that there is a value.
    pub fn read(&self, measure: Measure, confidence: Confidence) -> Reading {
        match measure {
            Measure::Mean => Reading {
                estimate: self.tally.mean().unwrap_or(f64::NAN),
                interval: self.mean_interval(confidence),
                exact: self.exact_mean(),
                kind: NumberKind::Mean,
                unresolved: self.unresolved(),
            },
            Measure::AtLeast(least) => self.chance(confidence, |value| value >= least),
            Measure::AtMost(most) => self.chance(confidence, |value| value <= most),
            Measure::Is(just) => self.chance_of_one(confidence, just, self.tally.total()),
        }
    }

    /// Returns the probability of each of these values, given that there is one.
    pub fn chances(&self, values: &[i64], confidence: Confidence) -> Vec<Reading> {
        let shown = self.tally.total();
        values
            .iter()
            .map(|&just| self.chance_of_one(confidence, just, shown))
            .collect()
    }

    /// Returns the probability of one value, where `shown` trials have a value. The exact
    /// probability is looked up directly, because there may be a hundred thousand values.
    fn chance_of_one(&self, confidence: Confidence, just: i64, shown: u64) -> Reading {
        let pmf = self.pmf().filter(|pmf| !pmf.masses().is_empty());
        let exact = pmf.map(|pmf| {
            let mass = pmf.mass(just);
            let may_be_other = pmf
                .masses()
                .iter()
                .any(|&(value, mass)| value != just && mass != Mass::ZERO);
            self.clamp_certainty(mass.value(), mass != Mass::ZERO, may_be_other)
        });
        self.share(self.tally.count(just), shown, exact, confidence)
    }

    /// Returns the probability of the values that a test allows, given that there is a value.
    pub fn chance(&self, confidence: Confidence, allows: impl Fn(i64) -> bool) -> Reading {
        let count = self.tally.count_where(&allows);
        let pmf = self.pmf().filter(|pmf| !pmf.masses().is_empty());
        let exact = pmf.map(|pmf| {
            let possible = || {
                pmf.masses()
                    .iter()
                    .filter(|(_, mass)| *mass != Mass::ZERO)
                    .map(|&(value, _)| value)
            };
            let (may_be, may_not_be) = (possible().any(&allows), !possible().all(&allows));
            self.clamp_certainty(pmf.probability(&allows).value(), may_be, may_not_be)
        });
        self.share(count, self.tally.total(), exact, confidence)
    }

    /// Returns the probability of the values that a test allows, as a share of all trials.
    pub fn chance_of_all(&self, confidence: Confidence, allows: impl Fn(i64) -> bool) -> Reading {
        let count = self.tally.count_where(&allows);
        let exact = self.exact.as_ref().map(|exact| {
            let pmf = &exact.pmf;
            let possible = || {
                pmf.masses()
                    .iter()
                    .filter(|(_, mass)| *mass != Mass::ZERO)
                    .map(|&(value, _)| value)
            };
            let may_not_be = exact.absent != Mass::ZERO || !possible().all(&allows);
            self.clamp_certainty(
                pmf.probability(&allows).value(),
                possible().any(&allows),
                may_not_be,
            )
        });
        Reading {
            estimate: count as f64 / self.trials.max(1) as f64,
            interval: confidence.wilson(count, self.trials),
            exact,
            kind: NumberKind::Chance,
            unresolved: self.exact.as_ref().map_or(0.0, |exact| exact.unresolved),
        }
    }

    /// Returns the probability of at least each of these increasing values, given that there is a
    /// value.
    pub fn tail(&self, ks: &[i64], confidence: Confidence) -> Vec<Reading> {
        let (rows, shown) = (self.rows(confidence), self.tally.total());
        let is_possible = |row: &Row| row.exact.is_some_and(|mass| mass != Mass::ZERO);
        let possible = rows.iter().filter(|row| is_possible(row)).count();
        let mut rows = rows.iter().rev().peekable();
        let (mut mass, mut count, mut reached) = (Mass::ZERO, 0, 0);
        let mut tail: Vec<Reading> = Vec::with_capacity(ks.len());
        for &k in ks.iter().rev() {
            while let Some(row) = rows.next_if(|row| row.value >= k) {
                mass += row.exact.unwrap_or(Mass::ZERO);
                count += row.count;
                reached += usize::from(is_possible(row));
            }
            let exact = (possible > 0)
                .then(|| self.clamp_certainty(mass.value(), reached > 0, reached < possible));
            tail.push(self.share(count, shown, exact, confidence));
        }
        tail.reverse();
        tail
    }

    /// Returns the share of `count` in `shown` trials, together with its exact probability.
    fn share(&self, count: u64, shown: u64, exact: Option<f64>, confidence: Confidence) -> Reading {
        Reading {
            estimate: if shown == 0 {
                f64::NAN
            } else {
                count as f64 / shown as f64
            },
            interval: confidence.wilson(count, shown),
            exact,
            kind: NumberKind::Chance,
            unresolved: self.unresolved(),
        }
    }

    /// Limits an exact probability with rounding errors: it is 0 or 1 only if the event is
    /// impossible or certain.
    fn clamp_certainty(&self, value: f64, may_be: bool, may_not_be: bool) -> f64 {
        match (may_be, may_not_be) {
            (false, _) => 0.0,
            (true, false) if self.unresolved() <= UNSEEN_THRESHOLD => 1.0,
            _ => value.clamp(f64::MIN_POSITIVE, 1.0f64.next_down()),
        }
    }

    /// Returns the truncated probability, given that there is a value.
    pub fn unresolved(&self) -> f64 {
        let unresolved_share = |exact: &ExactDistribution| match exact.unresolved {
            unresolved if unresolved > 0.0 => (unresolved / (1.0 - exact.absent.value())).min(1.0),
            _ => 0.0,
        };
        self.exact.as_ref().map_or(0.0, unresolved_share)
    }

    /// Returns the interval of the mean. It is not-a-number if all trials have the same value,
    /// because that says nothing about the error of the mean.
    fn mean_interval(&self, confidence: Confidence) -> Interval {
        match (self.tally.mean(), self.tally.sd()) {
            (Some(mean), Some(sd)) if sd > 0.0 => confidence.normal(mean, sd, self.tally.total()),
            (Some(mean), _) if self.is_certain() => Interval {
                low: mean,
                high: mean,
            },
            _ => Interval {
                low: f64::NAN,
                high: f64::NAN,
            },
        }
    }

    /// Returns whether the exact odds prove that there is only one value.
    fn is_certain(&self) -> bool {
        self.exact.as_ref().is_some_and(|exact| {
            exact.pmf.masses().len() == 1 && exact.unresolved <= UNSEEN_THRESHOLD
        })
    }

    /// Returns the p-value of the counts against the exact odds.
    pub fn fit_p_value(&self) -> Option<f64> {
        goodness_of_fit(&self.tally, self.trials, self.exact.as_ref()?)
    }

    /// Returns the best estimate of a quantile: exact if it was computed, else that of the sample.
    pub fn quantile(&self, percent: u64) -> Option<i64> {
        match &self.exact {
            Some(exact) if exact.unresolved == 0.0 || exact.is_settled() => {
                exact.pmf.quantile(percent as f64 / 100.0)
            }
            _ => self.tally.quantile(percent),
        }
    }
}

fn row(value: i64, count: u64, trials: u64, exact: Option<Mass>, confidence: Confidence) -> Row {
    let estimate = if trials == 0 {
        0.0
    } else {
        count as f64 / trials as f64
    };
    Row {
        value,
        count,
        estimate,
        interval: confidence.wilson(count, trials),
        exact,
    }
}
