//! The bundled rules, one per file or folder. They only depend on the interface for rules.
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod aging;
pub mod card_activation;
pub mod cohering;
pub mod kaiser;
pub mod power_activation;
pub mod wing_activation;

#[cfg(test)]
mod tests;

use std::fmt::Debug;

use oddsmith_engine::Rule;
use oddsmith_model::rule::choice::ShownChoice;
use oddsmith_model::rule::presentation::Presentation;
use oddsmith_model::rule::{BuiltRule, RuleInfo};

/// All rules.
pub const RULES: &[RuleInfo] = &[
    wing_activation::RULE,
    power_activation::RULE,
    cohering::RULE,
    aging::RULE,
    card_activation::RULE,
    kaiser::effect::RULE,
    kaiser::collision::RULE,
    kaiser::maintenance::RULE,
];

/// Builds a rule with its presentation. If it leaves choices to a player, a policy makes them.
fn build_with_choices(
    rule: impl Rule + Clone + Debug + 'static,
    presentation: Presentation,
    choices: Option<Vec<ShownChoice>>,
) -> BuiltRule {
    match choices {
        None => BuiltRule::new(rule, presentation),
        Some(choices) => BuiltRule::with_choices(
            rule,
            Presentation {
                choices,
                ..presentation
            },
        ),
    }
}
