//! The program's view of a rule: its parameters, what it shows, and how to simulate and explore it.

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

/// A rule as scenarios name it: everything about it that is known before it has parameters.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// Its id in scenario files.
    pub id: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What it says of itself, in sentences.
    pub words: RuleWords,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it can leave to a player.
    pub choices: &'static [ChoiceInfo],
    /// Parameters under which it shows metrics that it does not show by default, and when that is:
    /// shown by `show`. An entry is called NAME, one that only has to be there OTHER.
    pub metric_parameters: &'static [(&'static str, &'static str)],
    /// Tables that belong to it: shown by `show`.
    pub tables: &'static [RuleTable],
    /// What makes it smaller where it is too large to be explored or counted: "fewer turns,
    /// smaller stocks".
    pub size_advice: &'static str,
    /// Builds it from checked values.
    pub build: fn(&Values) -> Result<BuiltRule, ParameterError>,
}

/// Why a rule cannot be built from values that each fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A parameter does not go with the others.
    Parameter(ParameterError),
    /// The rule's own text is at fault with these values.
    Text(RuleError),
}

/// A table that belongs to a rule, as text.
#[derive(Clone, Copy, Debug)]
pub struct RuleTable {
    /// Its heading.
    pub heading: &'static str,
    /// Its rows: a line each, those that are set in say more of the one before.
    pub rows: fn() -> String,
}

/// A rule with its parameters: what it does, and apart from that how it is shown.
#[derive(Debug)]
pub struct BuiltRule {
    /// What it does.
    pub rule: Box<dyn AnyRule>,
    /// How it is shown; its metrics are those of the rule, in the same order.
    pub presentation: Presentation,
    /// Settings that have no effect given the others.
    pub unused: Vec<ParameterError>,
}

impl BuiltRule {
    /// A rule and how it is shown.
    pub fn new(rule: impl Model + fmt::Debug + 'static, presentation: Presentation) -> BuiltRule {
        BuiltRule {
            rule: Box::new(rule),
            presentation,
            unused: Vec::new(),
        }
    }

    /// A rule that leaves something to a player, who takes the usual option until
    /// [`BuiltRule::with_policy`] says otherwise.
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

    /// The same, and what is said that has no use.
    pub fn with_unused(self, unused: Vec<ParameterError>) -> BuiltRule {
        BuiltRule { unused, ..self }
    }

    /// The same, every choice answered by a policy; a rule that leaves nothing to a player stays as
    /// it is.
    pub fn with_policy(self, policy: Policy) -> BuiltRule {
        BuiltRule {
            rule: self.rule.with_policy(policy).unwrap_or(self.rule),
            ..self
        }
    }

    /// Returns its complete description. Rules hold only what they use, so two rules that do and
    /// show the same have the same text.
    pub fn description(&self) -> String {
        format!("{:?}{:?}", self.rule, self.presentation)
    }
}
