//! The sides of a card's table: what runs down, what runs across, and what makes blocks.

use crate::messages::Messages;
use crate::report::{Axis, Report, Swept};

/// A side: what it is, and its places.
#[derive(Clone, Debug, PartialEq)]
pub struct CardSide {
    /// What it is: "QV"; may be empty.
    pub label: String,
    /// Its places in order; one without a name where nothing varies.
    pub places: Vec<CardPlace>,
    /// What varies along it, and by which index of that each place is known; `None` where nothing
    /// varies.
    pub(super) axis: Option<(Axis, Vec<usize>)>,
}

/// A place along a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardPlace {
    /// As text: "4", "with advantage".
    pub text: String,
    /// The face of a die that is meant, and what follows it: "+".
    pub die: Option<(u8, &'static str)>,
}

impl CardSide {
    /// Of which nothing varies.
    pub(super) fn single() -> CardSide {
        CardSide {
            label: String::new(),
            places: vec![CardPlace::default()],
            axis: None,
        }
    }

    pub(super) fn of(report: &Report, axis: Axis) -> CardSide {
        let cases: Vec<_> = report.cases.iter().collect();
        let indices = axis.places_of(&cases);
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

    /// A place in a sentence: "QV 4", "As published".
    pub fn place_in_words(&self, index: usize) -> String {
        let text = &self.places[index].text;
        if self.label.is_empty() || text.chars().any(char::is_alphabetic) {
            return text.clone();
        }
        format!("{} {text}", self.label)
    }
}

/// What a parameter is called over its column.
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
    // A face beyond those of a die stands there as it is.
    let text = if die.is_none() && swept.unit.is_empty() {
        format!("{text}{}", after.unwrap_or(""))
    } else {
        text
    };
    CardPlace { text, die }
}

/// What varies, in the order in which a table takes it: what a die has to show first.
pub(super) fn varied_axes(report: &Report) -> Vec<Axis> {
    let mut swept: Vec<usize> = (0..report.sweep.len())
        .filter(|&parameter| report.sweep[parameter].values.len() > 1)
        .collect();
    swept.sort_by_key(|&parameter| report.sweep[parameter].die_suffix.is_empty());
    let variants = (report.variants.len() > 1).then_some(Axis::Variants);
    swept.into_iter().map(Axis::Sweep).chain(variants).collect()
}
