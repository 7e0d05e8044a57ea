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

use oddsmith_model::rule::RuleInfo;

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
