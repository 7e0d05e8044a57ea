//! A rule file read and checked, and the rule that it is with its parameters set.

mod file;
mod making;

use std::sync::Arc;

use oddsmith_engine::explore::{Leaves, Level, Model};
use oddsmith_engine::{Ask, Choice, Fold, Metric, Parts, Policy, RuleError};

use crate::code::{Code, MetricCode};
use crate::declare::{Declarations, MetricKind, Otherwise};
use crate::explore::{self, Reading, Scratch, State};
use crate::machine::{Fault, Manner, Program};
use crate::player::{self, Line};
use crate::situation;
use crate::source::Span;

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
    /// Who answers what is left to a player.
    policy: Policy,
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

    /// A situation in which a choice was asked, by the names of the file: each with its value, in words.
    pub fn situation(&self, choice: usize, situation: &[i64]) -> Vec<(String, String)> {
        situation::told(&self.program, choice, situation, !self.manner.sums)
    }

    /// Every text that the rule can say: what the numbers of options that are texts stand for.
    pub fn texts(&self) -> &[String] {
        &self.program.texts
    }

    /// Plays a trial and tells it: every question with its answer, and every note.
    ///
    /// # Errors
    /// When the rule is at fault.
    pub fn tell<A: Ask>(&self, ask: &mut A) -> Result<Vec<Line>, RuleError> {
        let mut lines = Vec::new();
        let tell = |span, text| lines.push(Line { span, text });
        self.played(Manner::TOLD, ask, tell)?;
        Ok(lines)
    }

    fn played<A: Ask>(&self, manner: Manner, ask: &mut A, tell: impl FnMut(Span, String)) -> Result<(), RuleError> {
        // Who must know what has been shown so far is told running totals as they grow, as exploring tells them.
        let sums = self.manner.sums && self.policy.remembers();
        let mut decided = self.policy.deciding(ask, || Model::metrics(self));
        let totals = !self.manner.sums;
        let played = player::play(&self.program, totals, Manner { sums, ..manner }, &mut decided, tell);
        played.map_err(|fault| player::error(*fault))?;
        decided.known()
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
            match code.otherwise {
                Some(Otherwise::Value(value)) => metric.otherwise(value),
                _ if described.is_optional => metric.optional(),
                _ => metric,
            }
        };
        self.described.iter().zip(&self.program.code.metrics).map(metric).collect()
    }

    fn choices(&self) -> Vec<Choice> {
        // What bears on one is told by the rule itself: `Rule::situation`.
        self.program.code.choices.iter().map(|choice| Choice::new(&choice.name, Vec::<String>::new())).collect()
    }

    fn policy(&self) -> Policy {
        self.policy.clone()
    }

    fn answered_by(&self, policy: Policy) -> Option<Rule> {
        (!self.program.code.choices.is_empty()).then(|| Rule { policy, ..self.clone() })
    }

    fn start(&self, parts: &Parts) -> State {
        explore::start(&self.program, parts)
    }

    fn level(&self, state: &State, least: i64) -> Level<State> {
        explore::level(&self.program.code.functions, state, least)
    }

    fn at_level(&self, phase: &State, level: i64) -> State {
        explore::at_level(phase, level)
    }

    fn expand(&self, state: &State, scratch: &mut Scratch, leaves: &mut Leaves<State>) -> Result<(), RuleError> {
        let policy = leaves.policy().clone();
        let reading = Reading { program: &self.program, manner: self.manner, policy: &policy };
        explore::expand(reading, state, scratch, leaves).map_err(|fault| player::error(*fault))
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        self.played(Manner::PLAIN, ask, |_, _| ())
    }
}
