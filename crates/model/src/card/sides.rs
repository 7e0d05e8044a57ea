//! The sides of a card's table: rows, columns and blocks.

use crate::messages::Messages;
use crate::report::{Axis, Report, Swept};

/// A side of a table, with its places.
#[derive(Clone, Debug, PartialEq)]
pub struct CardSide {
    /// The label, such as "QV"; may be empty.
    pub label: String,
    /// The places in order. If nothing varies, there is one without a name.
    pub places: Vec<CardPlace>,
    /// The axis, and the index along it for each place; `None` if nothing varies.
    pub(super) axis: Option<(Axis, Vec<usize>)>,
}

/// A place along a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardPlace {
    /// The text: "4", "with advantage".
    pub text: String,
    /// If it is a target of a die: the face, and the suffix, such as "+".
    pub die: Option<(u8, &'static str)>,
}

impl CardSide {
    /// Returns a side along which nothing varies.
    pub(super) fn single() -> CardSide {
        CardSide {
            label: String::new(),
            places: vec![CardPlace::default()],
            axis: None,
        }
    }

    pub(super) fn of(report: &Report, axis: Axis) -> CardSide {
        let cases: Vec<_> = report.cases.iter().collect();
        let indices = axis.indices_of(&cases);
        let (label, places) = match axis {
            Axis::Sweep(parameter) => {
                let swept = &report.sweep[parameter];
                (
                    column_label(swept),
                    indices
                        .iter()
                        .map(|&index| card_place(swept, index, &report.messages))
                        .collect(),
                )
            }
            _ => {
                let name = |&index: &usize| CardPlace {
                    text: report.variants[index].clone(),
                    die: None,
                };
                (String::new(), indices.iter().map(name).collect())
            }
        };
        CardSide {
            label,
            places,
            axis: Some((axis, indices)),
        }
    }

    /// Returns a place for use in a sentence: "QV 4", "As published".
    pub fn place_in_words(&self, index: usize) -> String {
        let text = &self.places[index].text;
        if self.label.is_empty() || text.chars().any(char::is_alphabetic) {
            return text.clone();
        }
        format!("{} {text}", self.label)
    }
}

/// Returns the label of a parameter above a column.
fn column_label(swept: &Swept) -> String {
    if swept.short.is_empty() {
        swept.label.clone()
    } else {
        swept.short.clone()
    }
}

fn card_place(swept: &Swept, index: usize, messages: &Messages) -> CardPlace {
    let value = &swept.values[index];
    let text = match swept.phrases.get(index) {
        Some(phrase) => phrase.clone(),
        None => format!("{} {}", value.label(messages), swept.unit)
            .trim()
            .to_owned(),
    };
    let after = match swept.die_suffix.as_str() {
        "or more" => Some("+"),
        "or less" => Some("\u{2212}"),
        "alone" => Some(""),
        _ => None,
    };
    let face = value
        .whole()
        .filter(|face| (1..=6).contains(face))
        .map(|face| face as u8);
    let die = face.zip(after);
    // A face that a die does not have is shown as text.
    let text = if die.is_none() && swept.unit.is_empty() {
        format!("{text}{}", after.unwrap_or(""))
    } else {
        text
    };
    CardPlace { text, die }
}

/// Returns the varied axes in the order in which the table uses them. Targets of dice come first.
pub(super) fn varied_axes(report: &Report) -> Vec<Axis> {
    let mut swept: Vec<usize> = (0..report.sweep.len())
        .filter(|&parameter| report.sweep[parameter].values.len() > 1)
        .collect();
    swept.sort_by_key(|&parameter| report.sweep[parameter].die_suffix.is_empty());
    let variants = (report.variants.len() > 1).then_some(Axis::Variants);
    swept.into_iter().map(Axis::Sweep).chain(variants).collect()
}
