//! Tests whether luck explains a log. Each metric is compared with its odds.
//!
//! A number is tested by its sum: p is the probability that luck alone gives a sum at least as far
//! from the expected one. A category is tested by the counts of its outcomes. Values that a coarse
//! note such as "3+" does not distinguish are merged into one class for all rows. A class counts as
//! its value that is nearest to the other classes, so that the test stays exact.

use std::sync::Arc;

use oddsmith_engine::stats::Confidence;
use rustc_hash::FxHashMap;

use super::columns::Slot;
use super::log::{Log, LogRow};
use super::note::Note;
use super::odds::SlotOdds;
use super::outcomes::{OutcomeCounts, draw_sums, test_outcomes};
use super::power::{Contrast, tilted, trials_for};
use crate::report::playtest::{ObservedValue, SIGNIFICANT, TestMethod, TestedMetric};
use crate::rule::metric::Kind;
use crate::sums::SumDistribution;

/// Simulated odds of a metric are good enough for a test if they have this many times as many
/// trials as the log.
const TRIALS_PER_ROW: u64 = 100;
/// The power for which a number of trials is given.
const POWER: f64 = 0.8;

/// A log and its odds, which are tested against each other.
pub(super) struct LuckTest<'l> {
    pub(super) log: &'l Log,
    /// The odds of each slot in each setting.
    pub(super) odds: &'l [Vec<SlotOdds>],
    pub(super) confidence: Confidence,
    pub(super) seed: u64,
    /// The number of trials of simulated odds.
    pub(super) simulated_trials: u64,
}

/// Values that a column does not distinguish.
#[derive(Clone, Debug)]
struct Class {
    values: Vec<i64>,
    /// The number that it counts as.
    score: i64,
}

/// The rows of a column, by setting and class.
struct Sorted {
    classes: Vec<Class>,
    /// For each setting: the probability of each class, and how often it was noted.
    settings: Vec<OutcomeCounts>,
    is_exact: bool,
}

impl LuckTest<'_> {
    /// Tests all slots over some rows, with Holm's correction (1979) for all of them.
    pub(super) fn test(&self, slots: &[(usize, Slot)], rows: &[&LogRow]) -> Vec<TestedMetric> {
        let mut tested: Vec<TestedMetric> = slots
            .iter()
            .enumerate()
            .map(|(nth, (_, slot))| self.test_slot(nth, slot, rows))
            .collect();
        correct(&mut tested);
        tested
    }

    fn test_slot(&self, nth: usize, slot: &Slot, rows: &[&LogRow]) -> TestedMetric {
        let sorted = self.sort(nth, slot, rows);
        let class_count = |class: usize| {
            let counts = sorted.settings.iter().map(|setting| setting.counts[class]);
            counts.sum::<u64>()
        };
        let trials: u64 = (0..sorted.classes.len()).map(class_count).sum();
        let expected = |class: usize| {
            let of_setting = |setting: &OutcomeCounts| {
                setting.chances[class] * setting.counts.iter().sum::<u64>() as f64
            };
            sorted.settings.iter().map(of_setting).sum::<f64>() / trials.max(1) as f64
        };
        let values: Vec<ObservedValue> = sorted
            .classes
            .iter()
            .enumerate()
            .map(|(index, class)| {
                let count = class_count(index);
                ObservedValue {
                    label: class_label(class, &sorted.classes, slot),
                    value: class.score,
                    count,
                    interval: self.confidence.wilson(count, trials.max(1)),
                    expected: expected(index),
                    is_merged: class.values.len() > 1,
                }
            })
            .collect();
        let is_category = matches!(slot.metric.kind, Kind::Category(_));
        let means = (!is_category && trials > 0).then(|| {
            let observed = values
                .iter()
                .map(|value| value.value as f64 * value.count as f64);
            let expected = values
                .iter()
                .map(|value| value.value as f64 * value.expected);
            (observed.sum::<f64>() / trials as f64, expected.sum::<f64>())
        });
        let is_too_uncertain =
            !sorted.is_exact && trials.saturating_mul(TRIALS_PER_ROW) > self.simulated_trials;
        let (p, method) = match trials {
            0 => (None, TestMethod::Untested),
            _ if sorted.has_impossible_values() && sorted.is_exact => {
                (Some(0.0), TestMethod::Exact)
            }
            _ if sorted.classes.len() < 2 || is_too_uncertain => (None, TestMethod::Untested),
            _ if is_category => {
                let (p, method) = test_outcomes(&sorted.settings, self.seed);
                (Some(p), method)
            }
            _ => self.test_sum(&sorted),
        };
        TestedMetric {
            metric: Arc::new(slot.metric.clone()),
            step: slot.step,
            column: slot.column(),
            label: slot.label(),
            trials,
            enough: None,
            values,
            means,
            p,
            adjusted_p: None,
            method,
            has_exact_odds: sorted.is_exact,
        }
    }

    /// Tests a number by its sum.
    fn test_sum(&self, sorted: &Sorted) -> (Option<f64>, TestMethod) {
        let scores: Vec<i64> = sorted.classes.iter().map(|class| class.score).collect();
        let weights: Vec<Vec<(i64, f64)>> = sorted
            .settings
            .iter()
            .map(|setting| {
                let chances = scores.iter().copied().zip(setting.chances.iter().copied());
                chances.filter(|(_, chance)| *chance > 0.0).collect()
            })
            .collect();
        let count = |setting: &OutcomeCounts| setting.counts.iter().sum::<u64>();
        let summands: Vec<(&[(i64, f64)], u64)> = weights
            .iter()
            .zip(&sorted.settings)
            .map(|(weights, setting)| (weights.as_slice(), count(setting)))
            .filter(|(_, count)| *count > 0)
            .collect();
        let mut counts = sorted
            .settings
            .iter()
            .flat_map(|setting| scores.iter().zip(&setting.counts));
        let sum = counts.try_fold(0i64, |sum, (score, &count)| {
            sum.checked_add(score.checked_mul(i64::try_from(count).ok()?)?)
        });
        match sum.zip(SumDistribution::of(&summands)) {
            Some((sum, distribution)) => (Some(distribution.as_far(sum)), TestMethod::Exact),
            None => {
                let (p, method) = draw_sums(&sorted.settings, &scores, self.seed);
                (Some(p), method)
            }
        }
    }

    /// Sorts the notes of a slot by setting and class.
    fn sort(&self, nth: usize, slot: &Slot, rows: &[&LogRow]) -> Sorted {
        let settings = self.odds.len();
        let mut used = vec![vec![0u64; self.log.notes[nth].len()]; settings];
        for row in rows {
            used[row.setting as usize][row.notes[nth] as usize] += 1;
        }
        let is_used = |note: usize| used.iter().any(|counts| counts[note] > 0);
        let notes: Vec<(usize, &Note)> = self.log.notes[nth]
            .iter()
            .enumerate()
            .filter(|(number, note)| matches!(note, Note::Values(_)) && is_used(*number))
            .collect();
        let used_settings: Vec<usize> = (0..settings)
            .filter(|&setting| notes.iter().any(|(number, _)| used[setting][*number] > 0))
            .collect();
        let mut support: Vec<i64> = used_settings
            .iter()
            .flat_map(|&setting| {
                self.odds[setting][nth]
                    .weights
                    .iter()
                    .map(|(value, _)| *value)
            })
            .collect();
        // Values that are impossible are classes of their own.
        let impossible: Vec<i64> = notes
            .iter()
            .filter_map(|(_, note)| impossible_value(note, &support))
            .collect();
        support.extend(impossible);
        support.sort_unstable();
        support.dedup();
        let classes = classes(&support, &notes, &slot.metric.kind);
        let mut class_of_value: FxHashMap<i64, usize> = FxHashMap::default();
        for (index, class) in classes.iter().enumerate() {
            class_of_value.extend(class.values.iter().map(|&value| (value, index)));
        }
        let class_of = |note: &Note| {
            let allowed = support.iter().find(|&&value| note.allows(Some(value)));
            allowed.map(|value| class_of_value[value])
        };
        let mut groups = Vec::new();
        for &setting in &used_settings {
            let mut chances = vec![0.0; classes.len()];
            for (value, mass) in self.odds[setting][nth].present() {
                chances[class_of_value[&value]] += mass;
            }
            let mut counts = vec![0; classes.len()];
            for &(number, note) in &notes {
                let count = used[setting][number];
                if let Some(class) = class_of(note) {
                    counts[class] += count;
                }
            }
            groups.push(OutcomeCounts { chances, counts });
        }
        Sorted {
            classes,
            settings: groups,
            is_exact: used_settings
                .iter()
                .all(|&setting| self.odds[setting][nth].is_exact),
        }
    }
}

impl Sorted {
    /// Returns whether a value was noted that is impossible according to the odds.
    fn has_impossible_values(&self) -> bool {
        self.settings.iter().any(|setting| {
            let mut classes = setting.chances.iter().zip(&setting.counts);
            classes.any(|(&chance, &count)| chance <= 0.0 && count > 0)
        })
    }
}

/// Returns a value of a note that allows no possible value.
fn impossible_value(note: &Note, support: &[i64]) -> Option<i64> {
    let Note::Values(ranges) = note else {
        return None;
    };
    let is_possible = support.iter().any(|&value| note.allows(Some(value)));
    let &(from, to) = ranges.first().filter(|_| !is_possible)?;
    Some(if from == i64::MIN { to } else { from })
}

/// Merges the values that some note does not distinguish.
fn classes(support: &[i64], notes: &[(usize, &Note)], kind: &Kind) -> Vec<Class> {
    let mut leader: Vec<usize> = (0..support.len()).collect();
    for (_, note) in notes {
        let allowed: Vec<usize> = (0..support.len())
            .filter(|&i| note.allows(Some(support[i])))
            .collect();
        if let [first, rest @ ..] = allowed.as_slice() {
            for &i in rest {
                let (from, to) = (leader[i], leader[*first]);
                leader
                    .iter_mut()
                    .filter(|index| **index == from)
                    .for_each(|index| *index = to);
            }
        }
    }
    let mut classes: Vec<Class> = Vec::new();
    let mut class_of_leader: FxHashMap<usize, usize> = FxHashMap::default();
    for (i, &value) in support.iter().enumerate() {
        let class = *class_of_leader.entry(leader[i]).or_insert_with(|| {
            classes.push(Class {
                values: Vec::new(),
                score: value,
            });
            classes.len() - 1
        });
        classes[class].values.push(value);
    }
    // A class at the low end counts as its greatest value.
    if let [first, _, ..] = classes.as_mut_slice()
        && !matches!(kind, Kind::Category(_))
    {
        first.score = first.values.last().copied().unwrap_or(first.score);
    }
    classes
}

/// Returns the label of a class: "3", "3 or more", "mixed or all".
fn class_label(class: &Class, classes: &[Class], slot: &Slot) -> String {
    if let Kind::Category(outcomes) = &slot.metric.kind {
        let label = |value: &i64| {
            let outcome = usize::try_from(*value)
                .ok()
                .and_then(|code| outcomes.get(code));
            outcome.map_or_else(|| value.to_string(), |outcome| outcome.label.clone())
        };
        return class
            .values
            .iter()
            .map(label)
            .collect::<Vec<_>>()
            .join(" or ");
    }
    let value = |value: i64| {
        let step = u32::try_from(value)
            .ok()
            .filter(|_| slot.metric.kind == Kind::When);
        step.and_then(|step| slot.metric.step.step_name(step))
            .map_or_else(
                || crate::figures::fixed(value as f64, 0),
                |step| step.label.clone(),
            )
    };
    let (Some(&first), Some(&last)) = (class.values.first(), class.values.last()) else {
        return String::new();
    };
    let ends = |values: &[i64]| (values.first().copied(), values.last().copied());
    let least = classes
        .iter()
        .filter_map(|class| ends(&class.values).0)
        .min();
    let most = classes
        .iter()
        .filter_map(|class| ends(&class.values).1)
        .max();
    match () {
        () if first == last => value(first),
        () if Some(last) == most => format!("{} or more", value(first)),
        () if Some(first) == least => format!("{} or less", value(last)),
        () => format!("{} to {}", value(first), value(last)),
    }
}

/// Computes how many trials would distinguish the observed mean of a metric from the expected one.
pub(super) fn add_enough(metric: &mut TestedMetric) {
    let Some((observed, _)) = metric.means else {
        return;
    };
    if metric.p.is_none_or(|p| p <= SIGNIFICANT) {
        return;
    }
    let possible = metric.values.iter().filter(|value| value.expected > 0.0);
    let tested: Vec<(i64, f64)> = possible
        .map(|value| (value.value, value.expected))
        .collect();
    metric.enough = tilted(&tested, observed).and_then(|true_odds| {
        let contrast = Contrast {
            tested: &tested,
            true_odds: &true_odds,
        };
        trials_for(&[contrast], POWER)
    });
}

/// Adds Holm's step-down corrections (1979) to the p-values of metrics that are tested together.
fn correct<'m>(tested: impl IntoIterator<Item = &'m mut TestedMetric>) {
    let mut tested: Vec<&mut TestedMetric> = tested
        .into_iter()
        .filter(|metric| metric.p.is_some())
        .collect();
    let p = |metric: &TestedMetric| metric.p.unwrap_or(1.0);
    tested.sort_by(|a, b| p(a).total_cmp(&p(b)));
    let (mut least, count) = (0.0f64, tested.len());
    for (rank, metric) in tested.into_iter().enumerate() {
        least = least.max(p(metric) * (count - rank) as f64).min(1.0);
        metric.adjusted_p = Some(least);
    }
}

/// Corrects the p-values of all parts of a log together.
pub(super) fn correct_parts(parts: &mut [(String, Vec<TestedMetric>)]) {
    correct(parts.iter_mut().flat_map(|(_, metrics)| metrics));
}
