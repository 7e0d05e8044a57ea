//! Rules for the program: their parameters, their presentation, and the code that runs them.

pub mod choice;
pub mod metric;
pub mod nearest;
pub mod nouns;
pub mod parameter;
pub mod presentation;
pub mod relabelled;
pub mod steps;
pub mod together;
pub mod values;
pub mod words;

use std::fmt;

use oddsmith_engine::explore::Model;
use oddsmith_engine::{AnyRule, Policy, PolicyModel, RuleError};

use choice::ChoiceInfo;
use parameter::Parameter;
use presentation::Presentation;
use values::{ParameterError, Values};
use words::RuleWords;

/// A rule before its parameters are set.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// Its id in scenario files.
    pub id: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Its full description.
    pub words: RuleWords,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The choices that it can leave to a player.
    pub choices: &'static [ChoiceInfo],
    /// Pairs of a parameter and a condition under which it adds metrics, for `show`. NAME stands
    /// for an entry, OTHER for any other entry.
    pub metric_parameters: &'static [(&'static str, &'static str)],
    /// Its tables, for `show`.
    pub tables: &'static [RuleTable],
    /// Advice for a rule that is too large to explore: "fewer turns, smaller stocks".
    pub size_advice: &'static str,
    /// Builds the rule from checked values.
    pub build: fn(&Values) -> Result<BuiltRule, ParameterError>,
}

/// The reason why a rule cannot be built from valid values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A parameter does not fit the others.
    Parameter(ParameterError),
    /// The rule file has a fault with these values.
    Text(RuleError),
}

/// A table of a rule, as text.
#[derive(Clone, Copy, Debug)]
pub struct RuleTable {
    /// Its heading.
    pub heading: &'static str,
    /// Its rows, a line each. Indented lines continue the line before.
    pub rows: fn() -> String,
}

/// A rule with its parameters, and its presentation.
#[derive(Debug)]
pub struct BuiltRule {
    /// The rule.
    pub rule: Box<dyn AnyRule>,
    /// Its presentation, with the same metrics in the same order.
    pub presentation: Presentation,
    /// Settings without effect, given the other settings.
    pub unused: Vec<ParameterError>,
}

impl BuiltRule {
    /// Returns a rule with its presentation.
    pub fn new(rule: impl Model + fmt::Debug + 'static, presentation: Presentation) -> BuiltRule {
        BuiltRule {
            rule: Box::new(rule),
            presentation,
            unused: Vec::new(),
        }
    }

    /// Returns a rule with choices. They get the usual option until [`BuiltRule::with_policy`]
    /// changes that.
    pub fn with_choices(
        rule: impl Model + Clone + fmt::Debug + 'static,
        presentation: Presentation,
    ) -> BuiltRule {
        BuiltRule {
            rule: Box::new(PolicyModel::new(rule, Policy::default())),
            presentation,
            unused: Vec::new(),
        }
    }

    /// Adds settings without effect.
    pub fn with_unused(self, unused: Vec<ParameterError>) -> BuiltRule {
        BuiltRule { unused, ..self }
    }

    /// Sets the policy for all choices. A rule without choices stays unchanged.
    pub fn with_policy(self, policy: Policy) -> BuiltRule {
        BuiltRule {
            rule: self.rule.with_policy(policy).unwrap_or(self.rule),
            ..self
        }
    }

    /// Returns its complete description. Rules hold only what they use, so two rules with the same
    /// behaviour and presentation have the same text.
    pub fn description(&self) -> String {
        format!("{:?}{:?}", self.rule, self.presentation)
    }
}
