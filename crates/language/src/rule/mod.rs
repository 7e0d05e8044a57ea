//! A rule file read and checked, and the rule that it is with its parameters set.

mod file;
mod making;

use std::sync::Arc;

use oddsmith_engine::explore::{Leaves, Model};
use oddsmith_engine::{Ask, Fold, Metric, Parts, RuleError};

use crate::code::{Code, MetricCode};
use crate::declare::{Declarations, MetricKind};
use crate::explore::{self, Reading, Scratch, State};
use crate::machine::{Fault, Manner, Program};
use crate::player::{self, Line};
use crate::policy::{Policies, Policy};

/// A rule file, read and checked.
#[derive(Clone, Debug)]
pub struct RuleFile {
    declarations: Declarations,
    code: Arc<Code>,
}

/// A rule: a file with its parameters set.
#[derive(Clone, Debug)]
pub struct Rule {
    pub(crate) program: Program,
    described: Vec<MetricDescription>,
    policies: Policies,
    /// How it is explored; the tests leave out one saving or another.
    pub(crate) manner: Manner,
}

/// What a metric is, for those who show it.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricDescription {
    /// Its name in the file.
    pub name: String,
    /// Its label.
    pub label: String,
    /// What its values are.
    pub kind: MetricKind,
    /// How many steps it has, for one with a value each step.
    pub steps: Option<u32>,
    /// The names of the steps, where they have names.
    pub step_names: Vec<String>,
    /// What a step is called, where the file says so.
    pub step: Option<String>,
    /// Whether a trial may leave it out.
    pub is_optional: bool,
    /// How a table names its absence, where the file says so.
    pub absent: Option<String>,
}

/// Why a rule cannot be made with these settings.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingError {
    /// A setting is wrong: of which parameter, what is wrong, what is allowed.
    Wrong {
        /// The parameter.
        parameter: String,
        /// What is wrong.
        problem: String,
        /// What is allowed.
        help: String,
    },
    /// A constant, or a number of steps, cannot be worked out with these settings.
    Fault(Box<Fault>),
}

impl Rule {
    /// What each metric is, in the order of [`Model::metrics`].
    pub fn described(&self) -> &[MetricDescription] {
        &self.described
    }

    /// The same rule with a choice answered by this policy; `None` where it has no such choice.
    pub fn with_policy(mut self, choice: &str, policy: Policy) -> Option<Rule> {
        let choices = &self.program.code.choices;
        let place = choices.iter().position(|known| known == choice)?;
        self.policies.0.resize(choices.len(), Policy::First);
        self.policies.0[place] = policy;
        Some(self)
    }

    /// Plays a trial and tells it: every question with its answer, and every note.
    ///
    /// # Errors
    /// When the rule is at fault.
    pub fn tell<A: Ask>(&self, ask: &mut A) -> Result<Vec<Line>, RuleError> {
        let mut lines = Vec::new();
        let tell = |span, text| lines.push(Line { span, text });
        player::play(&self.program, &self.policies, Manner::TOLD, ask, tell).map_err(|fault| player::error(*fault))?;
        Ok(lines)
    }

    fn reading(&self) -> Reading<'_> {
        Reading { program: &self.program, manner: self.manner, policies: &self.policies }
    }
}

impl Model for Rule {
    type State = State;
    type Scratch = Scratch;

    fn metrics(&self) -> Vec<Metric> {
        let metric = |(described, code): (&MetricDescription, &MetricCode)| {
            let metric = match described.steps {
                Some(steps) => Metric::steps(&described.name, 1, steps),
                None if code.is_total && self.manner.sums => Metric::whole(&described.name).fold(Fold::Sum),
                None => Metric::whole(&described.name),
            };
            if described.is_optional { metric.optional() } else { metric }
        };
        self.described.iter().zip(&self.program.code.metrics).map(metric).collect()
    }

    fn start(&self, parts: &Parts) -> State {
        explore::start(&self.program, parts)
    }

    fn expand(&self, state: &State, scratch: &mut Scratch, leaves: &mut Leaves<State>) -> Result<(), RuleError> {
        explore::expand(self.reading(), state, scratch, leaves).map_err(|fault| player::error(*fault))
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        let played = player::play(&self.program, &self.policies, Manner::PLAIN, ask, |_, _| ());
        played.map_err(|fault| player::error(*fault))
    }
}
