//! The rules, one a file or a folder. They know what a rule is and what it asks, and nothing else.

pub mod power_activation;
pub mod wing_activation;

#[cfg(test)]
mod tests;

use crate::rule::RuleInfo;

/// Every rule, a line each.
pub const RULES: &[RuleInfo] = &[wing_activation::RULE, power_activation::RULE];
