//! The rules, one a file. They know chance and what a rule is, and nothing else.

pub mod aging;
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
    RuleInfo { id: "aging", about: aging::ABOUT, parameters: aging::PARAMETERS },
];
