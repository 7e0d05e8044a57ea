//! What is said to change and does not: a `--set` or a variant that says what holds anyway. It is no error, but who wrote
//! it should know.

use super::diagnostic::Diagnostic;
use super::document::Scenario;
use super::tree::{Key, Node};

/// A warning for every `--set` and every variant that changes nothing.
pub fn unchanged(scenario: &Scenario) -> Vec<Diagnostic> {
    let is_same = |(key, value): &&(Key, Node)| scenario.base_value(&key.text) == Some(value.canonical());
    let is_varied = |key: &Key| scenario.variants.iter().flat_map(|own| &own.sets).any(|(own, _)| own.text == key.text);
    let sets = scenario.sets.iter().filter(|(key, _)| !is_varied(key)).filter(is_same).map(|(key, value)| {
        let what = format!("--set {}={} changes nothing: it is that already", key.text, value.brief());
        Diagnostic::at(&key.place, what, "")
    });
    let variants =
        scenario.variants.iter().filter(|own| !own.sets.is_empty() && own.sets.iter().all(|set| is_same(&set)));
    let variants = variants.map(|own| {
        let what = format!("variant \"{}\" changes nothing: all that it sets is so already", own.name);
        Diagnostic::at(&own.sets[0].0.place, what, "an empty variant needs no `set`")
    });
    sets.chain(variants).collect()
}
