//! The rules, one a file. They know chance and what a rule is, and nothing else.

pub mod aging;
pub mod card_activation;
pub mod cohering;
pub mod kaiser;
pub mod power_activation;
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
    /// Tables that belong to it: shown by `show`.
    pub tables: &'static [RuleTable],
}

/// A table that belongs to a rule, as text.
#[derive(Clone, Copy, Debug)]
pub struct RuleTable {
    /// Its heading.
    pub heading: &'static str,
    /// Its rows, a line each.
    pub rows: fn() -> String,
}

/// Every rule, a line each.
#[rustfmt::skip]
pub const RULES: &[RuleInfo] = &[
    RuleInfo { id: "wing-activation", about: wing_activation::ABOUT, parameters: wing_activation::PARAMETERS, tables: &[] },
    RuleInfo { id: "power-activation", about: power_activation::ABOUT, parameters: power_activation::PARAMETERS, tables: POWERS },
    RuleInfo { id: "cohering", about: cohering::ABOUT, parameters: cohering::PARAMETERS, tables: &[] },
    RuleInfo { id: "aging", about: aging::ABOUT, parameters: aging::PARAMETERS, tables: &[] },
    RuleInfo { id: "card-activation", about: card_activation::ABOUT, parameters: card_activation::PARAMETERS, tables: &[] },
    RuleInfo { id: "power-effect", about: kaiser::effect::ABOUT, parameters: kaiser::effect::PARAMETERS, tables: &[] },
    RuleInfo { id: "power-collision", about: kaiser::collision::ABOUT, parameters: kaiser::collision::PARAMETERS, tables: &[] },
    RuleInfo { id: "power-maintenance", about: kaiser::maintenance::ABOUT, parameters: kaiser::maintenance::PARAMETERS, tables: &[] },
];

const POWERS: &[RuleTable] = &[RuleTable {
    heading: "Power Activations and the Constructural Elements checked (power)",
    rows: power_activation::table::listing,
}];
