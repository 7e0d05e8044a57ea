//! Finds changes without effect: a `--set` or a variant with the value that holds anyway, and
//! variants that a `--set` overrides. They are no error, but cause a warning.

use super::document::Scenario;
use crate::input::diagnostic::Diagnostic;
use crate::input::tree::{Key, Node};

/// Returns a warning for every `--set` and every variant without effect, and for variants that a
/// `--set` overrides.
pub fn unchanged_warnings(scenario: &Scenario) -> Vec<Diagnostic> {
    let is_same =
        |(key, value): &&(Key, Node)| scenario.base_value(&key.text) == Some(value.canonical());
    let is_varied = |key: &Key| {
        scenario
            .variants
            .iter()
            .flat_map(|variant| &variant.sets)
            .any(|(set_key, _)| set_key.text == key.text)
    };
    // The search does not change a parameter of `[balance]` that is set, so setting it has an
    // effect.
    let is_balanced = |key: &Key| {
        scenario
            .balance
            .as_ref()
            .is_some_and(|balance| balance.is_fixed(key))
    };
    let sets = scenario
        .sets
        .iter()
        .filter(|(key, _)| !is_varied(key) && !is_balanced(key))
        .filter(is_same)
        .map(|(key, value)| {
            let message = format!(
                "--set {}={} changes nothing: this is already the value",
                key.text,
                value.brief()
            );
            Diagnostic::at(&key.place, message, "")
        });
    let variants = scenario
        .variants
        .iter()
        .filter(|variant| !variant.sets.is_empty() && variant.sets.iter().all(|set| is_same(&set)));
    let variants = variants.map(|variant| {
        let message = format!(
            "variant \"{}\" changes nothing: the scenario already has these values",
            variant.name
        );
        Diagnostic::at(
            &variant.sets[0].0.place,
            message,
            "remove `set`: a variant may be empty",
        )
    });
    sets.chain(variants)
        .chain(override_warnings(scenario))
        .collect()
}

/// Returns a warning for every `--set` of a value that variants set differently.
fn override_warnings(scenario: &Scenario) -> impl Iterator<Item = Diagnostic> {
    scenario.sets.iter().filter_map(|(key, value)| {
        let is_other = |(set_key, set): &(Key, Node)| {
            set_key.text == key.text && set.canonical() != value.canonical()
        };
        let named: Vec<String> = scenario
            .variants
            .iter()
            .filter(|variant| variant.sets.iter().any(is_other))
            .map(|variant| format!("\u{201c}{}\u{201d}", variant.name))
            .collect();
        let message = format!(
            "--set {}={} applies to every variant: {} no longer set{} it",
            key.text,
            value.brief(),
            named.join(" and "),
            if named.len() == 1 { "s" } else { "" }
        );
        (!named.is_empty()).then(|| {
            Diagnostic::at(
                &key.place,
                message,
                "to compare the variants, change them in the file",
            )
        })
    })
}
