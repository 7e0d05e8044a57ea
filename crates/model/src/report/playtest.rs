//! A log of playtests, compared with the exact odds.

use std::sync::Arc;

use oddsmith_engine::stats::Interval;

use crate::rule::metric::{Kind, ShownMetric};

/// A log of playtests, compared with the odds of its scenario.
#[derive(Clone, Debug)]
pub struct Playtest {
    /// The number of trials that were compared.
    pub trials: u64,
    /// The rows that were left out because of mistakes.
    pub skipped: Vec<SkippedRow>,
    /// The settings that were compared, each with its number of trials.
    pub settings: Vec<(String, u64)>,
    /// The comparison of each metric, over all trials.
    pub metrics: Vec<TestedMetric>,
    /// The comparisons of parts of the log, if they were requested.
    pub groups: Option<Groups>,
    /// The likelihood of parameters, variants or ways to play, each if it was requested.
    pub fits: Vec<Fit>,
    /// Remarks, a sentence each.
    pub remarks: Vec<String>,
    /// The headers of columns that are neither metrics nor parameters: dates, names of tables.
    pub other_columns: Vec<String>,
    /// Whether the rule leaves choices to players.
    pub has_choices: bool,
}

/// A row of a log that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRow {
    /// Its line in the file, from 1.
    pub line: u64,
    /// The reason.
    pub reason: String,
}

/// The comparisons of parts of a log: one part for each value of a column.
#[derive(Clone, Debug)]
pub struct Groups {
    /// The header of the column.
    pub column: String,
    /// The values of the column, each with its comparisons.
    pub parts: Vec<(String, Vec<TestedMetric>)>,
}

/// How a p-value was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestMethod {
    /// From the exact distribution of the statistic.
    Exact,
    /// From this many random logs, drawn from the odds.
    Sampled(u64),
    /// There is none, because too little was noted.
    Untested,
}

impl TestMethod {
    /// Returns its name in CSV files.
    pub fn name(self) -> &'static str {
        match self {
            TestMethod::Exact => "exact",
            TestMethod::Sampled(_) => "sampled",
            TestMethod::Untested => "none",
        }
    }
}

/// A metric of a log, compared with its odds.
#[derive(Clone, Debug)]
pub struct TestedMetric {
    /// The metric.
    pub metric: Arc<ShownMetric>,
    /// The step; `None` for a metric of the whole trial.
    pub step: Option<u32>,
    /// The name of its column: `actions`, `result@1`.
    pub column: String,
    /// Its label, with the step.
    pub label: String,
    /// The number of trials with a value.
    pub trials: u64,
    /// Its values: observed and expected.
    pub values: Vec<ObservedValue>,
    /// The observed and the expected mean; `None` for a category.
    pub means: Option<(f64, f64)>,
    /// The probability that luck alone is at least as far off; `None` if it was not tested.
    pub p: Option<f64>,
    /// The p-value after Holm's correction for all metrics that were tested together.
    pub adjusted_p: Option<f64>,
    /// How the p-value was computed.
    pub method: TestMethod,
    /// Whether the odds are exact. Otherwise they were simulated.
    pub has_exact_odds: bool,
    /// The total number of trials that would distinguish the observed mean from the expected one
    /// with a power of 80%; `None` if no number can be given.
    pub enough: Option<u64>,
}

/// A value of a metric, or several that the log does not distinguish.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedValue {
    /// Its label: "3", "3 or more", "mixed".
    pub label: String,
    /// The number that it counts as; the code of an outcome.
    pub value: i64,
    /// The number of trials with it.
    pub count: u64,
    /// The interval of its observed share, at the confidence of the run.
    pub interval: Interval,
    /// Its expected share.
    pub expected: f64,
    /// Whether it is several values that the log does not distinguish.
    pub is_merged: bool,
}

impl TestedMetric {
    /// Returns the observed share of a value.
    pub fn share(&self, value: &ObservedValue) -> f64 {
        value.count as f64 / self.trials.max(1) as f64
    }

    /// Returns whether its mean is the share of trials in which an event happened.
    pub fn is_chance(&self) -> bool {
        self.metric.kind == Kind::Flag
    }

    /// Returns whether luck is a poor explanation, after Holm's correction.
    pub fn is_off(&self) -> bool {
        self.adjusted_p.is_some_and(|p| p <= SIGNIFICANT)
    }
}

/// The level of the tests.
pub const SIGNIFICANT: f64 = 0.05;

/// The settings that a fit compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fitted {
    /// Values of parameters: the label of each.
    Parameters(Vec<String>),
    /// Variants.
    Variants,
    /// Ways to play.
    Play,
}

/// The likelihood of a log with each of several settings.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The part that differs between the settings.
    pub fitted: Fitted,
    /// The settings, in the order of their values.
    pub candidates: Vec<Candidate>,
    /// The setting of the scenario, if it is among them.
    pub usual: Option<usize>,
    /// The columns whose notes were used together.
    pub columns: Vec<String>,
    /// The columns that were left out, because their joint odds are too large.
    pub left_out: Vec<String>,
}

/// A setting of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Its name: "QV 4, dice 3", or that of a variant.
    pub name: String,
    /// Its values, one for each parameter.
    pub values: Vec<String>,
    /// The natural logarithm of the likelihood; minus infinity if the log is impossible.
    pub log_likelihood: f64,
    /// Its probability under equal weights.
    pub weight: f64,
    /// Whether it is in the set that holds 95% of the weight.
    pub is_in_set: bool,
}

/// The share of the weight that the set of a fit holds.
pub const SET_LEVEL: f64 = 0.95;

impl Fit {
    /// Returns the fit of these settings, each with its name, its values and its log-likelihood.
    pub fn new(fitted: Fitted, settings: Vec<(String, Vec<String>, f64)>) -> Fit {
        let greatest = settings
            .iter()
            .map(|(_, _, likelihood)| *likelihood)
            .fold(f64::NEG_INFINITY, f64::max);
        let relative = |likelihood: f64| {
            if greatest == f64::NEG_INFINITY {
                0.0
            } else {
                (likelihood - greatest).exp()
            }
        };
        let total: f64 = settings
            .iter()
            .map(|(_, _, likelihood)| relative(*likelihood))
            .sum();
        let mut candidates: Vec<Candidate> = settings
            .into_iter()
            .map(|(name, values, log_likelihood)| Candidate {
                name,
                values,
                log_likelihood,
                weight: if total > 0.0 {
                    relative(log_likelihood) / total
                } else {
                    0.0
                },
                is_in_set: false,
            })
            .collect();
        mark_set(&mut candidates);
        Fit {
            fitted,
            candidates,
            usual: None,
            columns: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Returns the index of the likeliest setting; `None` if the log is impossible with all.
    pub fn best(&self) -> Option<usize> {
        let possible = (0..self.candidates.len()).filter(|&i| self.candidates[i].weight > 0.0);
        possible.reduce(|best, i| {
            if self.candidates[i].weight > self.candidates[best].weight {
                i
            } else {
                best
            }
        })
    }

    /// Returns the setting with which the likeliest one is compared: that of the scenario, or else
    /// the second likeliest.
    pub fn rival(&self) -> Option<usize> {
        let best = self.best()?;
        self.usual.filter(|&usual| usual != best).or_else(|| {
            let rest = (0..self.candidates.len()).filter(|&i| i != best);
            rest.reduce(|second, i| {
                if self.candidates[i].log_likelihood > self.candidates[second].log_likelihood {
                    i
                } else {
                    second
                }
            })
        })
    }

    /// Returns the settings of the set.
    pub fn set(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates
            .iter()
            .filter(|candidate| candidate.is_in_set)
    }
}

/// How many trials it takes to tell two settings apart.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialPlan {
    /// The question whose answer differs: a mean or a probability.
    pub question: String,
    /// The settings, as they were written.
    pub settings: [String; 2],
    /// The answer with each setting.
    pub means: [f64; 2],
    /// Whether the answer is a probability.
    pub is_chance: bool,
    /// The smaller share of trials with a value: only these count.
    pub present: f64,
    /// Powers, each with its number of trials; `None` if it is more than 100,000.
    pub trials: Vec<(f64, Option<u64>)>,
}

/// Marks the likeliest settings until they hold 95% of the weight, and all that are as likely as
/// the last of them.
fn mark_set(candidates: &mut [Candidate]) {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| candidates[b].weight.total_cmp(&candidates[a].weight));
    let (mut held, mut last) = (0.0, f64::INFINITY);
    for i in order {
        let weight = candidates[i].weight;
        let is_tied = weight >= last * (1.0 - 1e-9);
        if weight <= 0.0 || held >= SET_LEVEL && !is_tied {
            break;
        }
        candidates[i].is_in_set = true;
        held += weight;
        last = weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(likelihoods: &[f64]) -> Fit {
        let setting = |likelihood: &f64| (String::new(), Vec::new(), likelihood.ln());
        Fit::new(Fitted::Variants, likelihoods.iter().map(setting).collect())
    }

    #[test]
    fn the_set_holds_the_likeliest_settings() {
        let found = fit(&[0.02, 0.9, 0.06, 0.02, 0.0]);
        let marked: Vec<bool> = found.candidates.iter().map(|c| c.is_in_set).collect();
        assert_eq!(marked, [false, true, true, false, false]);
        assert_eq!((found.best(), found.rival()), (Some(1), Some(2)));
        // Tied settings are in or out together.
        assert_eq!(fit(&[1.0, 1.0, 1.0]).set().count(), 3);
        assert_eq!(fit(&[0.0, 0.0]).best(), None);
    }
}
