//! The settings of a run, the parameters and swept values, and the result of the cross-check.

use oddsmith_engine::stats::Confidence;

use super::chart::Axis;
use super::value::Value;
use crate::messages::Messages;

/// A variant, and the index of a value of each swept parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The variant, if there are any.
    pub variant: Option<usize>,
    /// The indices of the swept values.
    pub point: Vec<usize>,
}

impl Setting {
    /// Returns whether it has this index along an axis.
    pub fn is_at(&self, axis: Axis, index: usize) -> bool {
        match axis {
            Axis::Sweep(parameter) => self.point.get(parameter) == Some(&index),
            Axis::Variants => self.variant == Some(index),
            Axis::Steps | Axis::Values | Axis::Single => false,
        }
    }
}

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The trials per case.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Whether the seed was chosen at random.
    pub has_random_seed: bool,
    /// The confidence level of every interval.
    pub confidence: Confidence,
    /// The half-width at which a case may stop early.
    pub precision: Option<f64>,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            trials: 0,
            seed: 1,
            has_random_seed: false,
            confidence: Confidence::new(0.95).expect("a level"),
            precision: None,
        }
    }
}

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedParameter {
    /// Its key or path: `quality`, `wings.Vanguard.quality`.
    pub key: String,
    /// Its description; may be empty.
    pub meaning: String,
    /// Its value as text; all values if it is swept.
    pub value: String,
    /// The origin of the value.
    pub origin: Origin,
}

/// The origin of a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The default of the rule.
    Default,
    /// The scenario or the command line.
    Given,
    /// The sweep: it has several values.
    Swept,
}

/// A swept parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Its path, which is the header of its column: `wings.Vanguard.quality`.
    pub key: String,
    /// Its label on an axis: "Quality Value (QV)".
    pub label: String,
    /// Its label before a value: "QV"; may be empty.
    pub short: String,
    /// Its values in the order of the sweep.
    pub values: Vec<Value>,
    /// Whether the designer set the label, which then stays unchanged.
    pub is_named: bool,
    /// The designer's label for each value; `None` for a value without one.
    pub labels: Vec<Option<String>>,
    /// The wording of each value in sentences, "with advantage"; empty if the rule has none.
    pub phrases: Vec<String>,
    /// The unit: "or more", "inches"; may be empty.
    pub unit: String,
    /// For targets of a die: which other faces also count ("or more", "or less", "alone"); else
    /// empty.
    pub die_suffix: String,
    /// The index of the value that the scenario sets apart from the sweep, or 0 if that value is
    /// not swept.
    pub usual_index: usize,
}

impl Swept {
    /// Returns a swept parameter without any wording.
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

    /// Returns a value with the name of the parameter: "QV 4", "Range 12 inches", or "with
    /// advantage" if the rule has wording for it.
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

    /// Returns a value without the name of the parameter: "4", "advantage".
    pub fn value(&self, index: usize, messages: &Messages) -> String {
        let label = self.labels.get(index).cloned().flatten();
        label.unwrap_or_else(|| self.values[index].label(messages))
    }
}

/// The p-value below which simulated trials disagree with the exact odds.
pub(super) const DISAGREEMENT_P_VALUE: f64 = 1e-6;
/// The largest shortfall of best play from rounding, relative to the range of the aim.
pub(super) const OPTIMALITY_TOLERANCE: f64 = 1e-9;

/// The result of all checks of the exact odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They agree.
    Agrees,
    /// The simulated trials disagree with them: one of the two is wrong.
    Disagrees,
    /// The sampled trials disagree with them.
    SampleDisagrees,
    /// The best play is not best.
    NotBest,
    /// There was nothing to compare.
    Untested,
}

impl Verdict {
    /// Returns whether something is wrong.
    pub fn is_bad(self) -> bool {
        matches!(
            self,
            Verdict::Disagrees | Verdict::SampleDisagrees | Verdict::NotBest
        )
    }
}
