//! The names that a sentence may use for the cases along an axis.

use crate::messages::Messages;
use crate::report::{Axis, Report, Value};
use crate::summary::place;

/// The cases along an axis with their names.
pub(super) struct Places {
    pub(super) axis: Axis,
    pub(super) cases: Vec<usize>,
    /// The full name of each case: "at QV 4".
    full_names: Vec<String>,
    /// The names that each case may have after another place: "at 4", "4".
    short_names: Vec<Vec<String>>,
}

impl Places {
    /// Returns the cases that differ from one case only along an axis.
    pub(super) fn along(report: &Report, axis: Axis, home: usize, words: &Messages) -> Places {
        let home_case = &report.cases[home];
        let fits = |case: usize| {
            let other = &report.cases[case];
            let varies = |sweep_index: usize| axis == Axis::Sweep(sweep_index);
            (home_case.variant == other.variant || axis == Axis::Variants)
                && (0..home_case.point.len()).all(|sweep_index| {
                    varies(sweep_index) || home_case.point[sweep_index] == other.point[sweep_index]
                })
        };
        let cases: Vec<usize> = (0..report.cases.len()).filter(|&case| fits(case)).collect();
        let full: Vec<String> = cases
            .iter()
            .map(|&case| place(report, axis, case, words))
            .collect();
        let short = cases
            .iter()
            .zip(&full)
            .map(|(&case, full)| shortened(report, axis, case, full, words))
            .collect();
        Places {
            axis,
            cases,
            full_names: full,
            short_names: short,
        }
    }

    /// Matches full names at the beginning of a text. Returns the length of each and the index of
    /// its case.
    pub(super) fn match_full(&self, text: &str) -> Vec<(usize, usize)> {
        let named = |(index, full): (usize, &String)| {
            text.starts_with(full.as_str())
                .then_some((full.len(), index))
        };
        self.full_names
            .iter()
            .enumerate()
            .filter_map(named)
            .collect()
    }

    /// Matches names at the beginning of a text that follow another place.
    pub(super) fn match_short(&self, text: &str) -> Vec<(usize, usize)> {
        let named = |(index, short): (usize, &Vec<String>)| {
            let matching = short.iter().filter(|name| text.starts_with(name.as_str()));
            matching.map(|name| (name.len(), index)).collect::<Vec<_>>()
        };
        self.short_names
            .iter()
            .enumerate()
            .flat_map(named)
            .collect()
    }

    /// Checks that all names are different and contain their values. Returns what is wrong.
    pub(super) fn fault(&self, report: &Report, words: &Messages) -> Option<String> {
        for (index, full) in self.full_names.iter().enumerate() {
            if self.full_names[..index].contains(full) {
                return Some(format!("two places are called {full:?}"));
            }
            let value = value_text(report, self.axis, self.cases[index], words);
            let is_none = value == "0" && full.contains("no ");
            if !full.contains(&value) && !is_none {
                return Some(format!("{full:?} has no {value:?} in it"));
            }
        }
        None
    }
}

/// Returns the value of a case along an axis as text.
fn value_text(report: &Report, axis: Axis, case: usize, words: &Messages) -> String {
    let home_case = &report.cases[case];
    match axis {
        Axis::Sweep(sweep_index) => {
            let (swept, index) = (&report.sweep[sweep_index], home_case.point[sweep_index]);
            let in_words = swept
                .phrases
                .get(index)
                .filter(|_| !words.is_translated())
                .cloned();
            let label = in_words.or_else(|| swept.labels.get(index).cloned().flatten());
            match (label, &swept.values[index]) {
                (Some(label), _) => label,
                (None, Value::Flag(_)) if words.is_translated() => swept.value(index, words),
                (None, value @ Value::Decimal(..)) if words.is_translated() => {
                    value.printed_text().replace('.', ",")
                }
                (None, value) => value.printed_text(),
            }
        }
        _ => home_case
            .variant
            .map(|variant| report.variants[variant].clone())
            .unwrap_or_default(),
    }
}

/// Returns the ends of a full name that begin with a word and still contain the value. A value of 0
/// may also be "none".
fn shortened(
    report: &Report,
    axis: Axis,
    case: usize,
    full: &str,
    words: &Messages,
) -> Vec<String> {
    let value = value_text(report, axis, case, words);
    let starts = full
        .char_indices()
        .filter(|(offset, _)| *offset == 0 || full[..*offset].ends_with(' '));
    let mut ends: Vec<String> = starts
        .map(|(offset, _)| full[offset..].to_owned())
        .collect();
    ends.retain(|end| end.contains(&value));
    ends.push(value.clone());
    if value == "0" {
        ends.push("none".to_owned());
    }
    let before = if words.is_translated() {
        ["bei ", "mit "]
    } else {
        ["at ", "with "]
    };
    let longer: Vec<String> = before
        .iter()
        .flat_map(|word| ends.iter().map(move |end| format!("{word}{end}")))
        .collect();
    ends.extend(longer);
    ends.sort_unstable();
    ends.dedup();
    ends
}
