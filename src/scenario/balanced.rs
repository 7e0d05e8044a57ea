//! Checks `[balance]` against the rest of a scenario, and adds variants with the numbers that were
//! found.

use super::balance::{Balance, ScenarioContext, read};
use super::document::Scenario;
#[cfg(feature = "cli")]
use super::sweep::Variant;
use crate::input::diagnostic::Diagnostic;
#[cfg(feature = "cli")]
use crate::input::tree::Key;
use crate::input::tree::Node;
#[cfg(feature = "cli")]
use crate::report::balance::Balancing;

/// The name of the variant with the published numbers.
#[cfg(feature = "cli")]
const PUBLISHED: &str = "As published";

impl Scenario {
    /// Reads `[balance]`. All other sections have been read before.
    pub(super) fn balance(
        &self,
        document: &Node,
        entries: &Node,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<Balance> {
        let context = ScenarioContext {
            source: &self.source,
            parameters: self.rule.parameters(),
            entries,
            sweep: &self.sweep,
            variants: &self.variants,
            sets: &self.sets,
            exact: self.settings.exact,
        };
        read(document, &context, problems)
    }

    /// Returns the scenario with a variant for the best numbers that were found, next to the
    /// published ones. If it has variants, each gets such a pair. It stays as it is if no
    /// numbers were found, or if the published ones are the best.
    #[cfg(feature = "cli")]
    pub(crate) fn with_balanced_variants(&self, found: &Balancing) -> Scenario {
        let mut other = self.clone();
        let (Some(balance), Some(best)) = (&self.balance, found.ranked_settings().next()) else {
            return other;
        };
        if found.distance(&best.point).0 == 0 {
            return other;
        }
        let changed = found
            .parameters
            .iter()
            .zip(&best.point)
            .map(|(parameter, &value)| parameter.steps[usize::from(value)] > 0);
        let sets = balance.sets(&best.point).into_iter().zip(changed);
        let sets: Vec<_> = sets
            .filter_map(|(set, is_changed)| is_changed.then_some(set))
            .collect();
        let balanced = if best.is_met(found.asks.len()) {
            "Balanced"
        } else {
            "Nearest"
        };
        let variants = std::mem::take(&mut other.variants);
        other.variants = match variants.as_slice() {
            [] => vec![
                Variant {
                    name: PUBLISHED.to_owned(),
                    sets: Vec::new(),
                },
                Variant {
                    name: balanced.to_owned(),
                    sets,
                },
            ],
            variants => variants
                .iter()
                .flat_map(|variant| [variant.clone(), balanced_variant(variant, balanced, &sets)])
                .collect(),
        };
        other
    }
}

#[cfg(feature = "cli")]
fn balanced_variant(variant: &Variant, balanced: &str, sets: &[(Key, Node)]) -> Variant {
    let name = format!("{}, {}", variant.name, balanced.to_lowercase());
    Variant {
        name,
        sets: variant.sets.iter().chain(sets).cloned().collect(),
    }
}
