//! The odds of the values in a log: of each value separately, and of several together.

use std::collections::BTreeMap;

use oddsmith_engine::explore::Watch;
use rustc_hash::FxHashMap;

use super::columns::list;
use super::note::Note;
use crate::analysis::{self, EngineMode, RunError};
use crate::report::JointDistribution;
use crate::rule::metric::{Kind, ShownMetric};
use crate::scenario::document::Scenario;

/// The number of trials of a case with exact odds, whose trials are not used.
const FEW_TRIALS: u64 = 10;

/// The odds of one value.
#[derive(Clone, Debug, Default)]
pub(super) struct SlotOdds {
    /// The probability of each number, in ascending order. Together with `absent` they sum to 1,
    /// apart from what is truncated.
    pub(super) weights: Vec<(i64, f64)>,
    pub(super) absent: f64,
    /// The truncated probability, which belongs to unknown numbers.
    pub(super) unresolved: f64,
    pub(super) is_exact: bool,
}

impl SlotOdds {
    fn read(joint: &JointDistribution) -> SlotOdds {
        let mut odds = SlotOdds {
            unresolved: joint.unresolved.unwrap_or(0.0),
            is_exact: joint.unresolved.is_some(),
            ..SlotOdds::default()
        };
        for (values, mass) in masses(joint) {
            match values[0] {
                Some(value) => odds.weights.push((value, mass)),
                None => odds.absent += mass,
            }
        }
        odds.weights.sort_by_key(|(value, _)| *value);
        odds
    }

    /// Returns whether a note may be true. With unknown numbers, every note with a number may be.
    pub(super) fn allows(&self, note: &Note) -> bool {
        let is_open = |note: &Note| self.unresolved > 0.0 && matches!(note, Note::Values(_));
        let is_absent = self.absent > 0.0 && note.allows(None);
        let is_value = |note: &Note| {
            self.weights
                .iter()
                .any(|&(value, _)| note.allows(Some(value)))
        };
        *note == Note::Nothing || is_absent || is_value(note) || is_open(note)
    }

    /// Returns whether it always has the same value.
    pub(super) fn is_certain(&self) -> bool {
        self.is_exact && self.weights.len() == 1 && self.absent <= 0.0 && self.unresolved <= 0.0
    }

    /// Returns the probability that there is a number.
    pub(super) fn present_share(&self) -> f64 {
        1.0 - self.absent
    }

    /// Returns the probability of each number, given that there is one.
    pub(super) fn present(&self) -> Vec<(i64, f64)> {
        let total: f64 = self.weights.iter().map(|(_, mass)| mass).sum();
        self.weights
            .iter()
            .map(|&(value, mass)| (value, mass / total))
            .collect()
    }
}

/// The odds of several values together.
#[derive(Clone, Debug)]
pub(super) struct JointTable {
    rows: Vec<(Vec<Option<i64>>, f64)>,
    by_values: FxHashMap<Vec<Option<i64>>, f64>,
}

impl JointTable {
    fn read(joint: &JointDistribution) -> Option<JointTable> {
        joint.unresolved?;
        let rows: Vec<(Vec<Option<i64>>, f64)> = masses(joint)
            .map(|(values, mass)| (values.to_vec(), mass))
            .collect();
        let by_values = rows.iter().cloned().collect();
        Some(JointTable { rows, by_values })
    }

    /// Returns the odds of the first value. Trials in which another value is not true count as
    /// trials without the value.
    pub(super) fn first_where_true(&self) -> SlotOdds {
        let mut odds = SlotOdds {
            is_exact: true,
            ..SlotOdds::default()
        };
        let mut masses: BTreeMap<i64, f64> = BTreeMap::new();
        for (values, mass) in &self.rows {
            match values[0] {
                Some(value) if values[1..].iter().all(|&given| given == Some(1)) => {
                    *masses.entry(value).or_insert(0.0) += mass;
                }
                _ => odds.absent += mass,
            }
        }
        odds.weights = masses.into_iter().collect();
        odds
    }

    /// Returns the probability that all of these notes are true.
    pub(super) fn probability(&self, notes: &[&Note]) -> f64 {
        let exact: Option<Vec<Option<i64>>> = notes
            .iter()
            .map(|note| match note {
                Note::Absent => Some(None),
                Note::Values(ranges) => match ranges[..] {
                    [(from, to)] if from == to => Some(Some(from)),
                    _ => None,
                },
                Note::Nothing => None,
            })
            .collect();
        if let Some(values) = exact {
            return self.by_values.get(&values).copied().unwrap_or(0.0);
        }
        let is_true = |values: &[Option<i64>]| {
            notes
                .iter()
                .zip(values)
                .all(|(note, &value)| note.allows(value))
        };
        let true_rows = self.rows.iter().filter(|(values, _)| is_true(values));
        true_rows.map(|(_, mass)| mass).sum()
    }
}

/// Returns the values of a joint distribution with their exact or simulated probabilities.
fn masses(joint: &JointDistribution) -> impl Iterator<Item = (&[Option<i64>], f64)> {
    let trials: u64 = joint.rows.iter().map(|row| row.count).sum();
    let is_exact = joint.unresolved.is_some();
    joint.rows.iter().filter_map(move |row| {
        let mass = match row.exact.filter(|_| is_exact) {
            Some(mass) => mass.float(),
            None if is_exact => 0.0,
            None => row.count as f64 / trials.max(1) as f64,
        };
        (mass > 0.0).then_some((&row.values[..], mass))
    })
}

/// Returns the odds of each of these values, case by case. Odds that are not exact are simulated.
///
/// # Errors
/// Returns the errors of a run.
pub(super) fn slot_odds(
    scenario: &Scenario,
    values: &[String],
    watch: &Watch,
) -> Result<Vec<Vec<SlotOdds>>, RunError> {
    let joints: Vec<Vec<String>> = values.iter().map(|value| vec![value.clone()]).collect();
    let read = |joints: Vec<Vec<JointDistribution>>| -> Vec<Vec<SlotOdds>> {
        let read_case = |case: Vec<JointDistribution>| case.iter().map(SlotOdds::read).collect();
        joints.into_iter().map(read_case).collect()
    };
    let found = read(joint_distributions(scenario, &joints, FEW_TRIALS, watch)?);
    if found.iter().flatten().all(|odds| odds.is_exact) {
        return Ok(found);
    }
    let trials = scenario.settings.trials;
    Ok(read(joint_distributions(scenario, &joints, trials, watch)?))
}

/// Returns the exact odds of these values together, case by case; `None` for all if those of any
/// case are too large.
///
/// # Errors
/// Returns the errors of a run.
pub(super) fn joint_odds(
    scenario: &Scenario,
    values: &[String],
    watch: &Watch,
) -> Result<Option<Vec<JointTable>>, RunError> {
    let joints = joint_distributions(scenario, &[values.to_vec()], FEW_TRIALS, watch)?;
    Ok(joints
        .iter()
        .map(|case| JointTable::read(case.first()?))
        .collect())
}

fn joint_distributions(
    scenario: &Scenario,
    joints: &[Vec<String>],
    trials: u64,
    watch: &Watch,
) -> Result<Vec<Vec<JointDistribution>>, RunError> {
    let mut asking = scenario.asking_jointly(joints);
    asking.settings.trials = trials;
    asking.settings.precision = None;
    let report = analysis::run(&analysis::plan(&asking)?, EngineMode::Auto, watch)?;
    Ok(report.cases.into_iter().map(|case| case.joints).collect())
}

/// Describes the values that a metric can have: "0 to 8", "us, both, them".
pub(super) fn possible_values(metric: &ShownMetric, odds: &SlotOdds) -> String {
    let values: Vec<i64> = odds.weights.iter().map(|(value, _)| *value).collect();
    let (Some(first), Some(last)) = (values.first(), values.last()) else {
        return "nothing: it never occurs, so leave the cell empty".to_owned();
    };
    let text = match &metric.kind {
        Kind::Category(outcomes) => {
            let named = values
                .iter()
                .filter_map(|&value| outcomes.get(usize::try_from(value).ok()?));
            list(
                &named
                    .map(|outcome| outcome.name.clone())
                    .collect::<Vec<_>>(),
            )
        }
        _ if last - first + 1 == values.len() as i64 && values.len() > 2 => {
            format!("{first} to {last}")
        }
        _ => list(&values.iter().map(i64::to_string).collect::<Vec<_>>()),
    };
    if odds.absent > 0.0 {
        format!("{text}, absent")
    } else {
        text
    }
}
