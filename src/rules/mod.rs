//! The rules, one a file. They know chance and what a rule is, and nothing else.

pub mod card_activation;
pub mod kaiser;
pub mod wing_activation;

#[cfg(test)]
mod tests;

use crate::rule::parameter::Parameter;

/// A rule as scenarios name it.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// Its id in scenario files.
    pub id: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

/// Every rule, a line each.
pub const RULES: &[RuleInfo] = &[
    RuleInfo { id: "wing-activation", about: wing_activation::ABOUT, parameters: wing_activation::PARAMETERS },
    RuleInfo { id: "card-activation", about: card_activation::ABOUT, parameters: card_activation::PARAMETERS },
    RuleInfo { id: "power-effect", about: kaiser::effect::ABOUT, parameters: kaiser::effect::PARAMETERS },
    RuleInfo { id: "power-collision", about: kaiser::collision::ABOUT, parameters: kaiser::collision::PARAMETERS },
    RuleInfo {
        id: "power-maintenance",
        about: kaiser::maintenance::ABOUT,
        parameters: kaiser::maintenance::PARAMETERS,
    },
];
