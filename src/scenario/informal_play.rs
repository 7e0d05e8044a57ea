//! What a player would say in `[play]`, and how it is written: an option by its words, a rule of
//! thumb with `if` or `until`, an aim by its metric.

use crate::question::questions::Questions;
use crate::rule::choice::ShownChoice;
use crate::rule::metric::Kind;
use crate::rule::presentation::{Measure, Presentation};
use oddsmith_model::question_text::{first_question, question};

/// What stands before an aim where it says how much of it is wanted.
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
/// What stands around it there.
const AIM_WRAPPERS: [&str; 4] = ["max(", "average(", "avg(", "E("];

/// The answer that is meant by a player's words: an option's own, or a rule of thumb with another
/// word between.
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
            // An else of more than two options stays behind the condition.
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

/// The option that a player's words are of.
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

/// The question that is meant by the name of what is aimed at alone.
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
            oddsmith_language::question::name(&metric.name)
        ));
    }
    let metric = presentation
        .metrics
        .iter()
        .find(|metric| metric.name == name)?;
    Some(match metric.kind {
        Kind::Count | Kind::When => question(metric, None, Measure::Mean),
        Kind::Flag => first_question(metric),
        // Which outcome is wanted, nobody can know.
        Kind::Category(_) => return None,
    })
}
