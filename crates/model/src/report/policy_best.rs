//! The best options of a situation.

use std::borrow::Cow;

use super::play::MetSituation;

/// The maximal number of tied options that are listed by name.
const MAX_NAMED: usize = 4;

/// Returns the best options of a situation, as a label and as a list: "roll", "roll or bank".
///
/// If best play mixes options because the other side decides at the same time, this is the
/// likeliest.
pub(super) fn best_options(situation: MetSituation<'_>) -> (Cow<'_, str>, Vec<&str>) {
    let single = || (Cow::Borrowed(situation.best()), vec![situation.best()]);
    if situation.mixed_share().is_some() {
        return single();
    }
    let best = situation.options().filter(|offer| offer.is_best);
    let mut equals: Vec<&str> = best.map(|offer| offer.name).collect();
    // The options are sorted, so that their order does not depend on the rule.
    equals.sort_by_cached_key(|name| (name.parse::<i64>().unwrap_or(i64::MAX), *name));
    match equals.as_slice() {
        [] | [_] => single(),
        names if names.len() > 2 && names.len() == situation.options().len() => {
            ("any".into(), equals)
        }
        names if names.len() > MAX_NAMED => (format!("any of {}", names.len()).into(), equals),
        names => (names.join(" or ").into(), equals),
    }
}
