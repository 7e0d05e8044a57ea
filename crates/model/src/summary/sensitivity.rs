//! The headline of a sensitivity analysis.

use crate::estimate::Estimate;
use crate::messages::{Messages, Word};
use crate::report::sensitivity::Sensitivity;

/// Returns which parameter moves an answer most when it changes by one step, and the range of the
/// answer.
pub fn largest_effect(sensitivity: &Sensitivity, words: &Messages) -> String {
    let label = sensitivity
        .question_in_words
        .as_ref()
        .filter(|_| !words.is_translated());
    // An outcome already has a colon: "Winner, knight: largest effect ...".
    let asked = label.unwrap_or(&sensitivity.ask).replace(": ", ", ");
    let is_moved = |change: &&crate::report::sensitivity::Change| {
        sensitivity
            .difference(change)
            .is_some_and(|difference| difference != 0.0)
    };
    let groups = sensitivity.by_parameter();
    let Some(changes) = groups
        .first()
        .filter(|changes| changes.iter().copied().any(|change| is_moved(&change)))
    else {
        return words.fill(Word::SayNoEffect, &[("ask", &asked)]);
    };
    let values: Vec<f64> = changes
        .iter()
        .filter_map(|change| change.value)
        .chain(sensitivity.base)
        .collect();
    let text = |value: f64| Estimate::known(value).text(sensitivity.kind, words.numerals());
    let low = text(values.iter().copied().fold(f64::INFINITY, f64::min));
    let high = text(values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    let fillers = [
        ("ask", asked.as_str()),
        ("parameter", &changes[0].label),
        ("low", &low),
        ("high", &high),
    ];
    words.fill(Word::SayLargestEffect, &fillers)
}
