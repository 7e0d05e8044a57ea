//! Sensitivity: how an answer changes with each parameter.

use crate::figures::NumberKind;
use oddsmith_engine::stats::Interval;

/// The change of an answer with each parameter.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// The label of the question, or the question.
    pub ask: String,
    /// The question in words, if it has no label and can be described.
    pub question_in_words: Option<String>,
    /// The kind of number that the answer is.
    pub kind: NumberKind,
    /// The unchanged answer.
    pub base: Option<f64>,
    /// Its interval, if it is simulated.
    pub interval: Option<Interval>,
    /// Parameters that are neither numbers nor flags, and were not changed.
    pub untried: Vec<String>,
    /// The parameters that the scenario varies, with their fixed values.
    pub held_parameters: Vec<HeldParameter>,
    /// Every tried change.
    pub changes: Vec<Change>,
    /// Notes on parameters that were not changed: a sentence each.
    pub notes: Vec<String>,
}

/// A varied parameter with a fixed value.
#[derive(Clone, Debug)]
pub struct HeldParameter {
    /// Its path.
    pub path: String,
    /// Its label on an axis.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Smaller by one, or by a tenth.
    Down,
    /// Larger by one, or by a tenth.
    Up,
    /// From true to false or back.
    Toggled,
}

impl Direction {
    /// Returns its name in CSV files.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Down => "down",
            Direction::Up => "up",
            Direction::Toggled => "turned",
        }
    }
}

/// A change of one parameter, and its effect.
#[derive(Clone, Debug)]
pub struct Change {
    /// Whether the designer set the label of the parameter, which then stays unchanged.
    pub is_named: bool,
    /// The parameter's path.
    pub parameter: String,
    /// Its label in a chart.
    pub label: String,
    /// The label of its new value in a chart.
    pub value_label: String,
    /// The direction of the change.
    pub direction: Direction,
    /// The old value.
    pub from: String,
    /// The new value.
    pub to: String,
    /// The answer after the change; `None` if the condition of the question is never met.
    pub value: Option<f64>,
    /// Its interval, if it is simulated.
    pub interval: Option<Interval>,
}

impl Sensitivity {
    /// Returns the difference that a change makes.
    pub fn difference(&self, change: &Change) -> Option<f64> {
        Some(change.value? - self.base?)
    }

    /// Returns the changes of each parameter, the most effective parameter first.
    pub fn by_parameter(&self) -> Vec<Vec<&Change>> {
        let size = |changes: &Vec<&Change>| {
            let differences = changes.iter().filter_map(|change| self.difference(change));
            differences.map(f64::abs).fold(0.0, f64::max)
        };
        let mut grouped: Vec<Vec<&Change>> = self
            .changes
            .chunk_by(|change, other| change.parameter == other.parameter)
            .map(|group| group.iter().collect())
            .collect();
        grouped.sort_by(|changes, other| size(other).total_cmp(&size(changes)));
        grouped
    }
}
