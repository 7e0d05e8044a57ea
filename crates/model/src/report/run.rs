//! What a run was asked for: its settings, parameters and what varies; and what came of comparing
//! its trials with its odds.

use oddsmith_engine::stats::Confidence;

use super::chart::Axis;
use super::value::Value;
use crate::messages::Messages;

/// One setting of all that varies: a variant, and an index into the values of each swept parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The variant, where there are any.
    pub variant: Option<usize>,
    /// The swept values.
    pub point: Vec<usize>,
}

impl Setting {
    /// Whether it stands at this place of an axis.
    pub fn is_at(&self, axis: Axis, index: usize) -> bool {
        match axis {
            Axis::Sweep(parameter) => self.point.get(parameter) == Some(&index),
            Axis::Variants => self.variant == Some(index),
            Axis::Steps | Axis::Values | Axis::Single => false,
        }
    }
}

/// What was asked of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Trials per case.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Whether the seed was drawn for this run, and not asked for.
    pub has_random_seed: bool,
    /// The level of every interval.
    pub confidence: Confidence,
    /// The half-width at which a case may stop early.
    pub precision: Option<f64>,
}

/// A parameter as it was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedParameter {
    /// Its key or path: `quality`, `wings.Vanguard.quality`.
    pub key: String,
    /// What it means, in words; may be empty.
    pub meaning: String,
    /// Its value as text; all of them where it is swept.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
}

/// Where a parameter's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The published value: nobody said anything else.
    Default,
    /// The scenario or the command line.
    Given,
    /// The sweep: it has several values.
    Swept,
}

/// A swept parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Its path, the header of its column: `wings.Vanguard.quality`.
    pub key: String,
    /// What an axis says: "Quality Value (QV)".
    pub label: String,
    /// What a row says before the value: "QV"; may be empty.
    pub short: String,
    /// Its values, in the order swept.
    pub values: Vec<Value>,
    /// Whether the designer has named it: then its label stays as it was typed.
    pub is_named: bool,
    /// The designer's label for each of its values; none where a value is shown as it is.
    pub labels: Vec<Option<String>>,
    /// What stands for each of them in a sentence: "with advantage"; empty where the rule does not
    /// say it.
    pub phrases: Vec<String>,
    /// What follows them: "or more", "inches"; may be empty.
    pub unit: String,
    /// Where they are what a die has to show: which faces do as well ("or more", "or less",
    /// "alone"); else empty.
    pub die_suffix: String,
    /// The place among them of the value that the scenario's own parameters have; the first where
    /// that is not swept.
    pub usual_index: usize,
}

impl Swept {
    /// Values under a name, of which nothing else is said.
    pub fn plain(key: &str, label: &str, short: &str, values: Vec<Value>) -> Swept {
        Swept {
            key: key.to_owned(),
            label: label.to_owned(),
            short: short.to_owned(),
            values,
            is_named: false,
            labels: Vec::new(),
            phrases: Vec::new(),
            unit: String::new(),
            die_suffix: String::new(),
            usual_index: 0,
        }
    }

    /// A value with its name: "QV 4", "Range 12 inches"; "with advantage", where the rule says it
    /// so.
    pub fn name(&self, index: usize, messages: &Messages) -> String {
        match self
            .phrases
            .get(index)
            .or(self.labels.get(index).and_then(Option::as_ref))
        {
            Some(phrase) => phrase.clone(),
            None => format!(
                "{} {} {}",
                self.short,
                self.value(index, messages),
                self.unit
            )
            .trim()
            .to_owned(),
        }
    }

    /// A value by itself: "4", "advantage".
    pub fn value(&self, index: usize, messages: &Messages) -> String {
        let label = self.labels.get(index).cloned().flatten();
        label.unwrap_or_else(|| self.values[index].label(messages))
    }
}

/// The p-value below which trials disagree with the exact odds.
pub(super) const DISAGREEMENT_P_VALUE: f64 = 1e-6;
/// What a play may fall short of the best one by rounding, as a share of what is at stake.
pub(super) const OPTIMALITY_TOLERANCE: f64 = 1e-9;

/// What is said of the exact odds by all that they are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They agree.
    Agrees,
    /// Simulated trials do not agree with them: one of the two is wrong.
    Disagrees,
    /// The sample that was drawn does not.
    SampleDisagrees,
    /// The best play that was found is not best.
    NotBest,
    /// There was nothing to compare.
    Untested,
}

impl Verdict {
    /// Whether something is wrong.
    pub fn is_bad(self) -> bool {
        matches!(
            self,
            Verdict::Disagrees | Verdict::SampleDisagrees | Verdict::NotBest
        )
    }
}
