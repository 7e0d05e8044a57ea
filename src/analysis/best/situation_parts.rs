//! The parts of a situation in which a choice is made.

use crate::rule::BuiltRule;
use crate::rule::choice::ShownChoice;

/// Returns the parts of a situation, each with its name and its value.
pub(in crate::analysis) fn parts_of(
    built: &BuiltRule,
    choice: usize,
    situation: &[i64],
) -> Vec<(String, String)> {
    let file_parts = built.rule.situation(choice, situation);
    file_parts.unwrap_or_else(|| describe_parts(&built.presentation.choices[choice], situation).1)
}

/// Describes a situation of a rule written in Rust. Returns the texts of its parts, and each part
/// with its name and its value.
pub(super) fn describe_parts(
    choice: &ShownChoice,
    situation: &[i64],
) -> (Vec<String>, Vec<(String, String)>) {
    let parts = || choice.parts.iter().zip(situation);
    let texts = parts()
        .filter_map(|(part, &value)| part.text(value))
        .collect();
    (
        texts,
        parts()
            .map(|(part, &value)| (part.name.clone(), part.values.word(value)))
            .collect(),
    )
}
