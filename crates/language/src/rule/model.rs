//! A rule: a rule file with its parameters set.

use std::sync::Arc;

use oddsmith_engine::explore::{Leaves, Level, Model};
use oddsmith_engine::{Ask, Choice, Fold, Metric, Parts, Policy, RuleError};

use crate::code::{HeuristicInput, HeuristicInputKind, MetricCode};
use crate::compile::with_trial;
use crate::declare::{Declarations, MetricKind, MetricWording, Otherwise};
use crate::explore::{self, ExploredRule, Scratch, State, StateTables};
use crate::machine::{MachineFlags, Program};
use crate::player::{self, TrialLine, TrialPlayer};
use crate::registers::{self, Translation};
use crate::situation;
use crate::slice::TrialSlices;
use crate::vocabulary::ValueType;

/// A rule: a rule file with its parameters set.
#[derive(Clone, Debug)]
pub struct SetRule {
    pub(crate) program: Program,
    pub(super) metric_descriptions: Vec<MetricDescription>,
    /// Decides for the players.
    pub(super) policy: Policy,
    /// The program of the register machine, which simulates trials.
    pub(crate) translation: Translation,
    /// The tables that the states of explorations refer to.
    pub(crate) state_tables: Arc<StateTables>,
    /// The settings for exploration. Tests switch off some reductions.
    pub(crate) flags: MachineFlags,
    /// The declarations and the slices of the trial, or `None` if the trial cannot be sliced.
    pub(super) slices: Option<(Arc<Declarations>, Arc<TrialSlices>)>,
}

/// The description of a metric.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricDescription {
    /// Its name in the file.
    pub name: String,
    /// Its label.
    pub label: String,
    /// The type of its values.
    pub kind: MetricKind,
    /// The number of steps, for a metric with one value per step.
    pub steps: Option<u32>,
    /// The names of the steps, if they have names.
    pub step_names: Vec<String>,
    /// The word for a step, if the file sets it.
    pub step: Option<String>,
    /// Whether a trial may leave it unrecorded.
    pub is_optional: bool,
    /// The text for a missing value in tables, if the file sets it.
    pub absent: Option<String>,
    /// Its wording in sentences.
    pub wording: MetricWording,
    /// Its part. Metrics of different parts are independent.
    pub part: u32,
}

/// A part of a situation that a rule of thumb can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SituationPart {
    /// Its name.
    pub name: String,
    /// The type of its values. The outcomes of a category are the texts of the rule.
    pub kind: ValueType,
}

impl SetRule {
    /// Returns the rule with the slices of its trial.
    pub(super) fn with_slices(
        mut self,
        declarations: &Arc<Declarations>,
        slices: &Arc<TrialSlices>,
    ) -> SetRule {
        self.metric_descriptions
            .iter_mut()
            .zip(slices.groups())
            .for_each(|(metric, part)| metric.part = part);
        self.slices = Some((Arc::clone(declarations), Arc::clone(slices)));
        self
    }

    /// Returns the rule that computes only these metrics, or `None` if the trial cannot be sliced.
    pub fn slice_metrics(&self, metrics: &[usize]) -> Option<SetRule> {
        let (declarations, slices) = self.slices.as_ref()?;
        let trial = slices.slice_trial(
            &declarations.functions[declarations.function_index("trial")?],
            metrics,
        );
        let mut rule = SetRule {
            slices: None,
            ..self.clone()
        };
        let mut code = with_trial(declarations, &self.program.code, &trial);
        let other_metrics = (0..)
            .zip(&mut code.metrics)
            .filter(|(metric, _)| !metrics.contains(metric));
        other_metrics.for_each(|(_, metric)| metric.is_optional = true);
        // All texts of a part are also texts of the whole rule.
        debug_assert_eq!(code.texts.len(), self.program.code.texts.len());
        rule.program.code = Arc::new(code);
        let other_descriptions = (0..)
            .zip(&mut rule.metric_descriptions)
            .filter(|(metric, _)| !metrics.contains(metric));
        other_descriptions.for_each(|(_, metric)| metric.is_optional = true);
        Some(rule)
    }

    /// Returns the rule of each part, or none if all metrics are in one part.
    pub(crate) fn part_rules(&self) -> Vec<SetRule> {
        let parts = self
            .metric_descriptions
            .iter()
            .map(|metric| metric.part + 1)
            .max()
            .unwrap_or(0);
        (0..parts).filter_map(|part| self.part_rule(part)).collect()
    }

    /// Returns the rule of one part, or `None` if all metrics are in one part.
    pub(crate) fn part_rule(&self, part: u32) -> Option<SetRule> {
        let part_metrics: Vec<usize> = (0..self.metric_descriptions.len())
            .filter(|&metric| self.metric_descriptions[metric].part == part)
            .collect();
        (part_metrics.len() < self.metric_descriptions.len())
            .then(|| self.slice_metrics(&part_metrics))
            .flatten()
    }

    /// Returns the rule that computes only these metrics, if it is smaller than the rules of their
    /// parts.
    pub(crate) fn slice_if_smaller(&self, metrics: &[usize]) -> Option<SetRule> {
        let (_, slices) = self.slices.as_ref()?;
        let parts: Vec<u32> = metrics
            .iter()
            .map(|&metric| self.metric_descriptions[metric].part)
            .collect();
        let part_metrics = (0..self.metric_descriptions.len())
            .filter(|&metric| parts.contains(&self.metric_descriptions[metric].part));
        let is_less = slices.needs_less(metrics, &part_metrics.collect::<Vec<usize>>());
        is_less.then(|| self.slice_metrics(metrics)).flatten()
    }

    /// Groups the metrics of a part: each group needs the same statements.
    pub(crate) fn group_metrics_by_needs(&self, part: u32) -> Vec<Vec<usize>> {
        let Some((_, slices)) = &self.slices else {
            return Vec::new();
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for metric in (0..self.metric_descriptions.len())
            .filter(|&metric| self.metric_descriptions[metric].part == part)
        {
            match groups
                .iter_mut()
                .find(|group| slices.needs_same(group[0], metric))
            {
                Some(group) => group.push(metric),
                None => groups.push(vec![metric]),
            }
        }
        groups
    }

    /// Returns the metric of each slot.
    pub(crate) fn metrics_of_slots(&self) -> Vec<usize> {
        self.metrics()
            .iter()
            .enumerate()
            .flat_map(|(metric_index, metric)| metric.all_steps().map(move |_| metric_index))
            .collect()
    }

    /// Returns the descriptions of the metrics, in the order of [`Model::metrics`].
    pub fn metric_descriptions(&self) -> &[MetricDescription] {
        &self.metric_descriptions
    }

    /// Describes the situation of a choice: names of the file, each with its value as text.
    pub fn situation_in_words(&self, choice: usize, situation: &[i64]) -> Vec<(String, String)> {
        situation::describe_situation(&self.program, choice, situation, !self.flags.sums_totals)
    }

    /// Returns how many cards of each kind the parts of a situation hold: `hand.land` and its
    /// number.
    pub fn card_counts(&self, situation: &[i64]) -> Vec<(String, i64)> {
        situation::card_counts(&self.program, situation, !self.flags.sums_totals)
    }

    /// Returns what a rule of thumb can read at a choice, in the order of the numbers that it gets.
    /// These are the names in scope that hold numbers, truths, texts, lists or cards.
    pub fn parts(&self, choice: usize) -> Vec<SituationPart> {
        let shown = |part: &HeuristicInput| {
            let kind = match part.kind {
                HeuristicInputKind::Whole
                | HeuristicInputKind::Length
                | HeuristicInputKind::Card(_) => ValueType::Number,
                HeuristicInputKind::Truth => ValueType::Flag,
                HeuristicInputKind::Text => ValueType::Category(self.program.texts.clone()),
            };
            SituationPart {
                name: part.name.clone(),
                kind,
            }
        };
        self.program.code.heuristic_inputs[choice]
            .iter()
            .map(shown)
            .collect()
    }

    /// Returns every text of the rule, to which the numbers of text options refer.
    pub fn texts(&self) -> &[String] {
        &self.program.texts
    }

    /// Runs a trial and returns its record: every question with its answer, and every note.
    ///
    /// # Errors
    ///
    /// Fails if the rule has a fault.
    pub fn trace_trial<A: Ask>(&self, ask: &mut A) -> Result<Vec<TrialLine>, RuleError> {
        let mut lines = Vec::new();
        self.run_trial(MachineFlags::LINE_BY_LINE, ask, |line| lines.push(line))?;
        Ok(lines)
    }

    fn run_trial<A: Ask>(
        &self,
        flags: MachineFlags,
        ask: &mut A,
        tell: impl FnMut(TrialLine),
    ) -> Result<(), RuleError> {
        // A player who must know the observations so far sees accumulators as they grow, as in
        // exploration.
        let sums = self.flags.sums_totals && self.policy.remembers();
        let mut decided = self.policy.reader(ask);
        let totals = !self.flags.sums_totals;
        let who = TrialPlayer {
            policy: &self.policy,
            sees_totals: totals,
        };
        let flags = MachineFlags {
            sums_totals: sums,
            ..flags
        };
        let translation = (flags == MachineFlags::PLAIN)
            .then(|| self.translation.of(&self.program))
            .flatten();
        let result = match translation {
            Some(code) => registers::play(code, &self.program, who, &mut decided),
            None => player::play(&self.program, who, flags, &mut decided, tell),
        };
        result.map_err(|fault| *fault)?;
        decided.check_known()
    }
}

impl Model for SetRule {
    type State = State;
    type Scratch = Scratch;

    fn metrics(&self) -> Vec<Metric> {
        let metric = |(described, code): (&MetricDescription, &MetricCode)| {
            let metric = match described.steps {
                Some(steps) => Metric::steps(&described.name, 1, steps),
                None if code.is_watched => Metric::whole(&described.name).fold(Fold::Sum).apart(),
                None if code.is_total && self.flags.sums_totals => {
                    Metric::whole(&described.name).fold(Fold::Sum)
                }
                None => Metric::whole(&described.name),
            };
            let metric = metric.part(described.part);
            match code.otherwise {
                Some(Otherwise::Value(value)) => metric.otherwise(value),
                _ if described.is_optional => metric.optional(),
                _ => metric,
            }
        };
        self.metric_descriptions
            .iter()
            .zip(&self.program.code.metrics)
            .map(metric)
            .collect()
    }

    fn choices(&self) -> Vec<Choice> {
        // The rule itself describes the situation of a choice: `SetRule::situation`.
        self.program
            .code
            .choices
            .iter()
            .map(|choice| Choice::new(&choice.name, Vec::<String>::new()))
            .collect()
    }

    fn policy(&self) -> Policy {
        self.policy.clone()
    }

    fn answered_by(&self, policy: Policy) -> Option<SetRule> {
        (!self.program.code.choices.is_empty()).then(|| {
            let mut rule = self.clone();
            if let Some(code) = self.program.code.with_heuristic_slots(&policy) {
                rule.program.code = Arc::new(code);
            }
            SetRule { policy, ..rule }
        })
    }

    fn start(&self, _: &Parts) -> State {
        explore::start(&self.program, &self.state_tables)
    }

    fn level(&self, state: &State, least: i64) -> Level<State> {
        // The values that a rule of thumb reads must be known.
        if self.policy.heuristics().next().is_some() {
            return Level::Near;
        }
        let tables = &self.state_tables;
        match explore::level(&self.program.code.functions, &tables.unpack(state), least) {
            Level::Far(phase, level) => Level::Far(tables.pack_state(&phase), level),
            Level::Near => Level::Near,
            Level::Unclear => Level::Unclear,
        }
    }

    fn at_level(&self, phase: &State, level: i64) -> State {
        let state = explore::at_level(&self.state_tables.unpack(phase), level);
        self.state_tables.pack_state(&state)
    }

    fn heap_bytes(state: &State) -> usize {
        state.heap_bytes()
    }

    fn shared_work(scratch: &Scratch) -> u64 {
        scratch.shared_work()
    }

    fn expand(
        &self,
        state: &State,
        scratch: &mut Scratch,
        leaves: &mut Leaves<State>,
    ) -> Result<(), RuleError> {
        let policy = leaves.policy();
        let rule = ExploredRule {
            program: &self.program,
            flags: self.flags,
            policy: &policy,
            tables: &self.state_tables,
        };
        explore::expand(rule, state, scratch, leaves).map_err(|fault| RuleError::from(*fault))
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        self.run_trial(MachineFlags::PLAIN, ask, |_| ())
    }
}
