//! The best options of a situation, and the values of its parts.

use super::play::MetSituation;

/// The most tied options that are listed by name.
const MAX_NAMED: usize = 4;

/// Returns the best options of a situation, as a label and as a list: "roll", "roll or bank".
///
/// If best play mixes options because the other side decides at the same time, this is the likeliest.
pub(super) fn best_options(situation: &MetSituation) -> (String, Vec<String>) {
    if situation.mixed_share().is_some() {
        return (situation.best.clone(), vec![situation.best.clone()]);
    }
    let mut equals: Vec<String> = situation
        .options
        .iter()
        .filter(|offer| offer.is_best)
        .map(|offer| offer.name.clone())
        .collect();
    // The options are sorted, so that their order does not depend on the rule.
    equals.sort_by_cached_key(|name| (name.parse::<i64>().unwrap_or(i64::MAX), name.clone()));
    match equals.as_slice() {
        [] | [_] => (situation.best.clone(), vec![situation.best.clone()]),
        names if names.len() > 2 && names.len() == situation.options.len() => {
            ("any".to_owned(), equals)
        }
        names if names.len() > MAX_NAMED => (format!("any of {}", names.len()), equals),
        names => (names.join(" or "), equals),
    }
}

/// Returns the value of a part of a situation.
pub(super) fn part_value<'s>(situation: &'s MetSituation, name: &str) -> Option<&'s String> {
    situation
        .parts
        .iter()
        .find(|(part, _)| part == name)
        .map(|(_, value)| value)
}
