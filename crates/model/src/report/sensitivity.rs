//! What matters most: how an answer moves when one parameter does.

use crate::figures::NumberKind;
use oddsmith_engine::stats::Interval;

/// How an answer moves when one parameter does.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// What is asked: its label, or the question.
    pub ask: String,
    /// The question in words, where it has no label and there are words for it.
    pub question_in_words: Option<String>,
    /// What kind of number the answer is.
    pub kind: NumberKind,
    /// The answer as it is.
    pub base: Option<f64>,
    /// Its interval, where it is simulated.
    pub interval: Option<Interval>,
    /// Parameters that are no numbers and no flags, and were not changed.
    pub untried: Vec<String>,
    /// What the scenario varies, and where it stands here.
    pub held_parameters: Vec<HeldParameter>,
    /// Every change that was tried.
    pub changes: Vec<Change>,
    /// What was not changed, and why: a sentence each.
    pub notes: Vec<String>,
}

/// What the scenario varies, at one value.
#[derive(Clone, Debug)]
pub struct HeldParameter {
    /// Its path.
    pub path: String,
    /// What it is called on an axis.
    pub label: String,
    /// The value that it has.
    pub value: String,
}

/// Which way a parameter is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// By one, or a tenth, less.
    Down,
    /// By one, or a tenth, more.
    Up,
    /// From true to false, or the other way.
    Toggled,
}

impl Direction {
    /// Its name in CSV files.
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
    /// Whether the designer has named the parameter: then its label stays as it was typed.
    pub is_named: bool,
    /// The parameter's path.
    pub parameter: String,
    /// What it is called in a chart.
    pub label: String,
    /// What its new value is called there.
    pub value_label: String,
    /// Which way it is changed.
    pub direction: Direction,
    /// What it is.
    pub from: String,
    /// What it becomes.
    pub to: String,
    /// The answer then; none where what is given never happens.
    pub value: Option<f64>,
    /// Its interval, where it is simulated.
    pub interval: Option<Interval>,
}

impl Sensitivity {
    /// By how much a change moves the answer.
    pub fn difference(&self, change: &Change) -> Option<f64> {
        Some(change.value? - self.base?)
    }

    /// The changes of each parameter together, those that move the answer most first.
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
