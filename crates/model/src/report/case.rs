//! A case of a report: what varies in it, and what was seen.

use std::sync::Arc;

use oddsmith_engine::DecisionRule;
use oddsmith_engine::stats::{Confidence, Interval};

use super::answer::{Answer, JointDistribution};
use super::distribution::Distribution;
use super::play::{BestPlay, SpreadRange};
use super::reading::Reading;
use crate::rule::metric::{Kind, ShownMetric};
use crate::rule::presentation::{Headline, Measure};

/// Where the counts of a case come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountSource {
    /// Every trial was played, face by face.
    Simulated,
    /// The trials are a sample drawn over the state graph.
    Sampled,
}

impl CountSource {
    /// Its name in CSV files.
    pub fn name(self) -> &'static str {
        match self {
            CountSource::Simulated => "simulated",
            CountSource::Sampled => "sampled",
        }
    }
}

/// One combination of variant and swept values.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number, from 1.
    pub number: usize,
    /// Its variant, an index into the report's.
    pub variant: Option<usize>,
    /// Its swept values, an index into each swept parameter's.
    pub point: Vec<usize>,
    /// Trials run.
    pub trials: u64,
    /// Where their counts come from.
    pub source: CountSource,
    /// The number of simulated trials that check sampled ones.
    pub cross_check_trials: Option<u64>,
    /// The number of these that were given up, since they took too many dice.
    pub unfinished: u64,
    /// Faces, flips and cards of a trial, on average.
    pub cost: f64,
    /// The most that any exact law left unresolved (an open roll's tail); `None` without exact
    /// odds.
    pub unresolved: Option<f64>,
    /// What was seen, metric by metric.
    pub metrics: Vec<Observed>,
    /// The answer to each question.
    pub answers: Vec<Answer>,
    /// How each choice is answered.
    pub decisions: Vec<DecisionRule>,
    /// The best play, where it is sought.
    pub best_play: Option<BestPlay>,
    /// Each joint distribution.
    pub joints: Vec<JointDistribution>,
}

/// A metric with its law at every step.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The metric.
    pub metric: Arc<ShownMetric>,
    /// Its laws, in the order of [`ShownMetric::all_steps`].
    pub distributions: Vec<Distribution>,
}

impl Case {
    /// Returns the minimum and maximum of a number over all tied plays, by its label, where these
    /// differ.
    pub fn tied_range(&self, label: &str) -> Option<SpreadRange> {
        let play = self
            .best_play
            .as_ref()
            .filter(|play| play.depends_on_ties(label))?;
        play.range(label)
    }

    /// Whether the results of a metric other than the aim depend on how ties of best play are
    /// broken. They do if one of the metric's own headline numbers does. If it has none, they
    /// do if any number does. `headlines` are the report's.
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

    /// The widest interval, half its width, of any share that trials showed.
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

    /// A metric by name.
    pub fn observed(&self, metric: &str) -> Option<&Observed> {
        self.metrics
            .iter()
            .find(|observed| observed.metric.name == metric)
    }

    /// A metric's law at a step; the last step where none is named.
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
    /// What a value is called: an outcome's label, or the number.
    pub fn value_label(&self, value: i64) -> String {
        match usize::try_from(value)
            .ok()
            .and_then(|code| self.metric.outcomes().get(code))
        {
            Some(outcome) => outcome.label.clone(),
            None => value.to_string(),
        }
    }

    /// Reads one number of one of its laws: the mean of a flag is the chance that it happens.
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

    /// The chance of each of these values.
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

    /// Whether a number is read of all trials, those that do not show the metric included: what
    /// never happened did not happen by then.
    pub fn counts_all_trials(&self, measure: Measure) -> bool {
        self.metric.kind == Kind::When && measure != Measure::Mean
    }

    /// Whether its numbers have a mean.
    pub fn is_number(&self) -> bool {
        !matches!(self.metric.kind, Kind::Category(_))
    }
}
