//! Suggests valid answers of `[play]` for a player's words: an option's label, a fixed strategy
//! with `if` or `until`, or a metric as an aim.

use crate::question::questions::Questions;
use crate::rule::choice::ShownChoice;
use crate::rule::metric::Kind;
use crate::rule::presentation::{Measure, Presentation};
use oddsmith_model::question_text::{first_question, question};

/// Prefixes of an informal aim.
const AIM_PREFIXES: [&str; 8] = [
    "maximise ",
    "maximize ",
    "max ",
    "most ",
    "highest ",
    "greatest ",
    "average ",
    "mean ",
];
/// Functions around an informal aim.
const AIM_WRAPPERS: [&str; 4] = ["max(", "average(", "avg(", "E("];

/// Returns the answer that a player's words mean: an option by its label, or a fixed strategy with
/// another word than `while`.
pub(super) fn meant_answer(text: &str, choice: &ShownChoice) -> Option<String> {
    if let Some(option) = meant_option(text, choice) {
        return Some(option);
    }
    [(" if ", false), (" when ", false), (" until ", true)]
        .into_iter()
        .find_map(|(word, is_until)| {
            let (first, condition) = text.split_once(word)?;
            let first = meant_option(first, choice)
                .or_else(|| choice.options.number(first).map(|_| first.to_owned()))?;
            // With more than two options, `, else ...` stays after the condition.
            let (condition, otherwise) = match condition.rsplit_once(", else ") {
                Some((condition, otherwise)) => (condition, format!(", else {otherwise}")),
                None => (condition, String::new()),
            };
            let condition = if is_until {
                format!("not ({})", condition.trim())
            } else {
                condition.trim().to_owned()
            };
            Some(format!("{first} while {condition}{otherwise}"))
        })
}

/// Returns the option whose label is the text.
pub(super) fn meant_option(text: &str, choice: &ShownChoice) -> Option<String> {
    let is_match = |words: &str| words.trim().to_lowercase() == text.trim().to_lowercase();
    let by_words = choice
        .words
        .options
        .iter()
        .find(|(_, words)| is_match(words))
        .map(|(name, _)| name.clone());
    by_words.filter(|name| choice.options.number(name).is_some() && name != text)
}

/// Returns the question that the bare name of a metric means as an aim.
pub(super) fn meant_aim(
    text: &str,
    presentation: &Presentation,
    questions: &Questions,
) -> Option<String> {
    let text = text.trim();
    let bare = AIM_PREFIXES.iter().find_map(|most| text.strip_prefix(most));
    let around = || {
        AIM_WRAPPERS
            .iter()
            .find_map(|around| text.strip_prefix(around)?.strip_suffix(')'))
    };
    let name = bare.or_else(around).unwrap_or(text).trim();
    if let Some(metric) = questions
        .metrics
        .iter()
        .find(|metric| metric.name == name && metric.bands.is_empty())
    {
        return Some(format!(
            "mean({})",
            oddsmith_language::question::quote_name(&metric.name)
        ));
    }
    let metric = presentation
        .metrics
        .iter()
        .find(|metric| metric.name == name)?;
    Some(match metric.kind {
        Kind::Count | Kind::When => question(metric, None, Measure::Mean),
        Kind::Flag => first_question(metric),
        // A category does not show which outcome is wanted.
        Kind::Category(_) => return None,
    })
}
