//! A case of a report: its parameters and its results.

use std::sync::Arc;

use oddsmith_engine::stats::{Confidence, Interval};
use oddsmith_engine::{DecisionRule, Skill};

use super::answer::{Answer, JointDistribution};
use super::distribution::Distribution;
use super::play::{AimBounds, BestPlay, SpreadRange};
use super::reading::Reading;
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::{Headline, Measure};

/// The source of the counts of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountSource {
    /// Every trial was simulated, die by die.
    Simulated,
    /// The trials were sampled from the state graph.
    Sampled,
}

impl CountSource {
    /// Returns its name in CSV files.
    pub fn name(self) -> &'static str {
        match self {
            CountSource::Simulated => "simulated",
            CountSource::Sampled => "sampled",
        }
    }
}

/// A combination of a variant and swept values.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number, counted from 1.
    pub number: usize,
    /// The index of its variant in the report.
    pub variant: Option<usize>,
    /// The index of its value for each swept parameter.
    pub point: Vec<usize>,
    /// The number of trials.
    pub trials: u64,
    /// The source of their counts.
    pub source: CountSource,
    /// The number of simulated trials that check sampled ones.
    pub cross_check_trials: Option<u64>,
    /// The number of these trials that were abandoned because they took too many dice.
    pub unfinished: u64,
    /// The average number of dice, flips and cards of a trial.
    pub cost: f64,
    /// The largest unresolved probability of its exact distributions, such as the tail of an open
    /// roll; `None` without exact odds.
    pub unresolved: Option<f64>,
    /// The results by metric.
    pub metrics: Vec<Observed>,
    /// The answer to each question.
    pub answers: Vec<Answer>,
    /// The decision rule of each choice.
    pub decisions: Vec<CaseDecision>,
    /// The best play, if it was requested.
    pub best_play: Option<BestPlay>,
    /// The bounds of the aim, if the case is too large to find its best play.
    pub aim_bounds: Option<AimBounds>,
    /// The joint distributions.
    pub joints: Vec<JointDistribution>,
}

/// How a choice is decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaseDecision {
    /// The rule by which it is decided.
    pub rule: DecisionRule,
    /// How well the player decides, if a plan decides.
    pub skill: Skill,
}

/// A metric with its distribution at every step.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The metric.
    pub metric: Arc<ShownMetric>,
    /// Its distributions, in the order of [`ShownMetric::all_steps`].
    pub distributions: Vec<Distribution>,
}

impl Case {
    /// Returns the minimum and maximum of a number over all tied plays, if these differ. The number
    /// is given by its label.
    pub fn tied_range(&self, label: &str) -> Option<SpreadRange> {
        let play = self
            .best_play
            .as_ref()
            .filter(|play| play.depends_on_ties(label))?;
        play.range(label)
    }

    /// Returns whether the results of a metric other than the aim depend on how ties of best play
    /// are broken. They do if one of the metric's headline numbers does or, if it has none, if any
    /// number does. `headlines` are those of the report.
    pub fn depends_on_ties(
        &self,
        headlines: &[Headline],
        aim: Option<&Headline>,
        metric: &str,
    ) -> bool {
        let Some(play) = &self.best_play else {
            return false;
        };
        let is_aim = |headline: &&Headline| {
            aim.is_some_and(|aim| {
                (&aim.metric, aim.step, aim.measure)
                    == (&headline.metric, headline.step, headline.measure)
            })
        };
        let mut known = headlines
            .iter()
            .filter(|headline| headline.metric == metric && !is_aim(headline))
            .peekable();
        match known.peek() {
            None => play
                .spreads
                .iter()
                .any(|spread| play.depends_on_ties(&spread.label)),
            Some(_) => known.any(|headline| play.depends_on_ties(&headline.label)),
        }
    }

    /// Returns the largest half-width of the intervals of all simulated shares.
    pub fn half_width(&self, confidence: Confidence) -> f64 {
        let distributions = self
            .metrics
            .iter()
            .flat_map(|observed| &observed.distributions);
        let widths = distributions.flat_map(|distribution| {
            distribution
                .tally
                .iter()
                .map(|(_, count)| confidence.wilson(count, distribution.trials))
        });
        widths.map(Interval::half_width).fold(0.0, f64::max)
    }

    /// Returns the metric of this name.
    pub fn observed(&self, metric: &str) -> Option<&Observed> {
        self.metrics
            .iter()
            .find(|observed| observed.metric.name == metric)
    }

    /// Returns the distribution of a metric at a step, or at the last step if none is given.
    pub fn distribution(&self, metric: &str, step: Option<u32>) -> Option<&Distribution> {
        let distributions = &self.observed(metric)?.distributions;
        match step {
            Some(step) => distributions
                .iter()
                .find(|distribution| distribution.step == Some(step)),
            None => distributions.last(),
        }
    }
}

impl Observed {
    /// Returns the label of a value: that of an outcome, or the number.
    pub fn value_label(&self, value: i64) -> String {
        match usize::try_from(value)
            .ok()
            .and_then(|code| self.metric.outcomes().get(code))
        {
            Some(outcome) => outcome.label.clone(),
            None => value.to_string(),
        }
    }

    /// Reads a number of one of its distributions. The mean of a flag is the probability of the
    /// event.
    pub fn read(
        &self,
        distribution: &Distribution,
        measure: Measure,
        confidence: Confidence,
    ) -> Reading {
        match (&self.metric.kind, measure) {
            (Kind::Flag, Measure::Mean) => distribution.read(Measure::Is(1), confidence),
            (Kind::When, Measure::AtLeast(least)) => {
                distribution.chance_of_all(confidence, |value| value >= least)
            }
            (Kind::When, Measure::AtMost(most)) => {
                distribution.chance_of_all(confidence, |value| value <= most)
            }
            (Kind::When, Measure::Is(just)) => {
                distribution.chance_of_all(confidence, |value| value == just)
            }
            _ => distribution.read(measure, confidence),
        }
    }

    /// Returns the probability of each of these values.
    pub fn chances(
        &self,
        distribution: &Distribution,
        values: &[i64],
        confidence: Confidence,
    ) -> Vec<Reading> {
        match self.metric.kind {
            Kind::When => values
                .iter()
                .map(|&just| self.read(distribution, Measure::Is(just), confidence))
                .collect(),
            _ => distribution.chances(values, confidence),
        }
    }

    /// Returns whether a number is computed from all trials, including those without a value: an
    /// event that never happens has not happened by any step.
    pub fn counts_all_trials(&self, measure: Measure) -> bool {
        self.metric.kind == Kind::When && measure != Measure::Mean
    }

    /// Returns whether its values have a mean.
    pub fn is_number(&self) -> bool {
        !matches!(self.metric.kind, Kind::Category(_))
    }
}
