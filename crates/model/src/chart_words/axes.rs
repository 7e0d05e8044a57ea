//! The axes of a chart in its title: "by number of dice and variant".

use super::PlainChart;
use crate::labels::{uncapitalize, uncapitalize_unless};
use crate::messages::Word;
use crate::report::policy_grid::PolicyGrid;
use crate::report::{Axis, Swept, Value};
use crate::summary::{counted_label, split_owner};

impl PlainChart<'_> {
    /// Returns a subject with the axes along which it is shown.
    pub(super) fn with_axes(&self, subject: &str) -> String {
        let axes = [Some(self.chart.x), self.chart.series]
            .into_iter()
            .flatten()
            .filter_map(|axis| self.axis(axis));
        let family =
            (self.chart.family.len() > 1).then(|| self.words.text(Word::VariantAxis).to_owned());
        let axes: Vec<String> = axes.chain(family).collect();
        let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
        if axes.is_empty() {
            return subject.to_owned();
        }
        let axes = self
            .words
            .join_names(&without_repeated_owner(&axes), Word::And);
        self.words
            .fill(Word::By, &[("what", subject), ("axes", &axes)])
    }

    fn axis(&self, axis: Axis) -> Option<String> {
        match axis {
            Axis::Sweep(parameter) => {
                let swept = &self.report.sweep[parameter];
                // Other languages use the designer's label unchanged.
                Some(if self.words.is_translated() {
                    swept.label.clone()
                } else {
                    axis_label(swept)
                })
            }
            Axis::Variants => Some(self.words.text(Word::VariantAxis).to_owned()),
            Axis::Steps if self.words.is_translated() => {
                Some(self.observed()?.metric.step.word().to_owned())
            }
            Axis::Steps => Some(uncapitalize(self.observed()?.metric.step.word())),
            Axis::Values | Axis::Single => None,
        }
    }

    /// Returns the subject of a policy chart with its axes: "The best option, by pot (down) and
    /// score (across)".
    pub(super) fn sides(&self) -> String {
        let best = self.words.text(Word::ShowsBest).to_owned();
        let Ok(grid) = PolicyGrid::read(self.report, self.chart) else {
            return best;
        };
        let sides = [(&grid.rows.0, Word::Down), (&grid.columns.0, Word::Across)];
        let words = self
            .chart
            .policy
            .as_ref()
            .and_then(|policy| self.report.words_of(&policy.choice));
        // A rule's label for a part of a state stays unchanged.
        let is_part = |label: &str| {
            words.is_some_and(|words| {
                words
                    .parts
                    .iter()
                    .any(|(_, part_label)| part_label == label)
            })
        };
        let within =
            |label: &str| uncapitalize_unless(self.words.is_translated() || is_part(label), label);
        let sides = sides.into_iter().filter(|(label, _)| !label.is_empty());
        let sides: Vec<(String, Word)> = sides.map(|(label, side)| (within(label), side)).collect();
        let axes: Vec<String> = match sides[..] {
            [(ref only, _)] => vec![only.clone()],
            _ => sides
                .iter()
                .map(|(label, side)| self.words.fill(*side, &[("label", label)]))
                .collect(),
        };
        let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
        if axes.is_empty() {
            return best;
        }
        self.words.fill(
            Word::By,
            &[
                ("what", &best),
                ("axes", &self.words.join_names(&axes, Word::And)),
            ],
        )
    }
}

/// Returns the label of a swept parameter after "by": "number of dice", "save".
fn axis_label(swept: &Swept) -> String {
    let (owner, label) = split_owner(&swept.label);
    let is_whole = swept
        .values
        .iter()
        .all(|value| matches!(value, Value::Whole(_)));
    let label = match counted_label(swept, label).filter(|_| is_whole) {
        Some(counted_label) => format!("number of {}", counted_label.noun(false)),
        None => uncapitalize_unless(swept.is_named, label),
    };
    if owner.is_empty() {
        label
    } else {
        format!("{label} ({owner})")
    }
}

/// Returns the labels of axes. If all name the same entry, only the last keeps its name.
fn without_repeated_owner<'l>(axes: &[&'l str]) -> Vec<&'l str> {
    let owner = |label: &'l str| label.rfind(" (").map_or("", |start| &label[start..]);
    let Some((&last, before)) = axes.split_last() else {
        return Vec::new();
    };
    let is_shared =
        !owner(last).is_empty() && before.iter().all(|&label| owner(label) == owner(last));
    let shown = |&label: &&'l str| {
        if is_shared {
            label.trim_end_matches(owner(last))
        } else {
            label
        }
    };
    before.iter().map(shown).chain([last]).collect()
}
