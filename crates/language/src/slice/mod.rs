//! Program slicing (Weiser 1984): finds the statements that each metric needs, by data flow and
//! control flow. A metric that is explored with only the statements that it needs has fewer states.
//!
//! Only trials without a player are sliced, and only if no function except the trial records
//! anything.

mod steps;

use std::collections::{BTreeMap, BTreeSet};

use crate::code::Code;
use crate::declare::Declarations;
use crate::grammar::tree::{Definition, Statement, StatementKind};
use steps::{StepKind, Steps};

/// The numbered statements of a trial, in the order of the source, and which of them each metric
/// needs.
#[derive(Clone, Debug)]
pub(crate) struct TrialSlices {
    /// The statements that each metric needs.
    needs: Vec<BTreeSet<usize>>,
    /// The statements that ask chance.
    chance_steps: BTreeSet<usize>,
    /// The statements that record.
    recording_steps: BTreeSet<usize>,
    /// Whether every statement that can fail is needed by some metric.
    is_every_step_needed: bool,
}

impl TrialSlices {
    /// Slices the trial of a file. Returns `None` if it cannot be sliced, or if it has only one
    /// metric.
    pub(crate) fn of(declarations: &Declarations, code: &Code) -> Option<TrialSlices> {
        let trial = &declarations.functions[declarations.function_index("trial")?];
        let other_functions =
            (0..declarations.functions.len()).filter(|&function| function != code.trial);
        let is_alone = declarations.players.is_empty()
            && !other_functions
                .into_iter()
                .any(|function| code.functions[function].effects.is_observable);
        if declarations.metrics.len() < 2 || !is_alone {
            return None;
        }
        let steps = Steps::of(declarations, code, &trial.body)?;
        let needs = (0..declarations.metrics.len())
            .map(|metric| steps.needed_steps(metric))
            .collect();
        let asking = (0..steps.items.len())
            .filter(|&step| steps.items[step].asks_chance)
            .collect();
        let needs: Vec<BTreeSet<usize>> = needs;
        let is_needed = |step: usize| {
            needs
                .iter()
                .any(|needed_steps| needed_steps.contains(&step))
        };
        let needs_all = (0..steps.items.len())
            .all(|step| steps.items[step].kind == StepKind::Safe || is_needed(step));
        let records = (0..steps.items.len())
            .filter(|&step| matches!(steps.items[step].kind, StepKind::Records(_)))
            .collect();
        Some(TrialSlices {
            is_every_step_needed: needs_all,
            needs,
            chance_steps: asking,
            recording_steps: records,
        })
    }

    /// Returns the group of each metric, from 0. Metrics of different groups are independent. If a
    /// statement that no metric needs could fail or run forever, all metrics are in one group.
    pub(crate) fn groups(&self) -> Vec<u32> {
        if !self.is_every_step_needed {
            return vec![0; self.needs.len()];
        }
        let chance = |metric: usize| self.needs[metric].intersection(&self.chance_steps);
        let mut groups: Vec<Option<usize>> = vec![None; self.needs.len()];
        let mut metric_of_step: BTreeMap<usize, usize> = BTreeMap::new();
        for metric in (0..self.needs.len()).filter(|&metric| chance(metric).next().is_some()) {
            groups[metric] = Some(metric);
            for &step in chance(metric) {
                let Some(other) = metric_of_step
                    .insert(step, metric)
                    .and_then(|other| groups[other])
                else {
                    continue;
                };
                let old_group = groups[metric];
                groups
                    .iter_mut()
                    .filter(|group| **group == old_group)
                    .for_each(|group| *group = Some(other));
            }
        }
        // Groups are in the order of their first metrics; metrics without chance join the first
        // group.
        let mut order: Vec<usize> = Vec::new();
        let new_index = |group: Option<usize>| {
            let Some(group) = group else { return 0 };
            order
                .iter()
                .position(|known_group| *known_group == group)
                .unwrap_or_else(|| {
                    order.push(group);
                    order.len() - 1
                }) as u32
        };
        groups.into_iter().map(new_index).collect()
    }

    /// Returns the trial with only the statements that these metrics need.
    pub(crate) fn slice_trial(&self, trial: &Definition, metrics: &[usize]) -> Definition {
        let mut next = 0;
        Definition {
            body: needed_statements(&trial.body, &self.needed_steps(metrics), &mut next),
            ..trial.clone()
        }
    }

    /// Returns whether some metrics need fewer statements than others, without counting records.
    pub(crate) fn needs_less(&self, metrics: &[usize], other_metrics: &[usize]) -> bool {
        self.is_every_step_needed
            && self.computed_steps(metrics).len() < self.computed_steps(other_metrics).len()
    }

    /// Returns whether two metrics need the same statements.
    pub(crate) fn needs_same(&self, metric: usize, other: usize) -> bool {
        self.computed_steps(&[metric]) == self.computed_steps(&[other])
    }

    /// Returns the statements that metrics need, without their records.
    fn computed_steps(&self, metrics: &[usize]) -> BTreeSet<usize> {
        self.needed_steps(metrics)
            .difference(&self.recording_steps)
            .copied()
            .collect()
    }

    fn needed_steps(&self, metrics: &[usize]) -> BTreeSet<usize> {
        metrics
            .iter()
            .flat_map(|&metric| &self.needs[metric])
            .copied()
            .collect()
    }
}

/// Returns the needed statements of a body.
fn needed_statements(
    body: &[Statement],
    needed: &BTreeSet<usize>,
    next: &mut usize,
) -> Vec<Statement> {
    let mut statements = Vec::new();
    for statement in body {
        let index = *next;
        *next += 1;
        let mut inner = |body: &[Statement]| needed_statements(body, needed, next);
        let kind = match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => StatementKind::If {
                branches: branches
                    .iter()
                    .map(|(condition, body)| (condition.clone(), inner(body)))
                    .collect(),
                otherwise: inner(otherwise),
            },
            StatementKind::While { condition, body } => StatementKind::While {
                condition: condition.clone(),
                body: inner(body),
            },
            StatementKind::For {
                names,
                source,
                body,
            } => StatementKind::For {
                names: names.clone(),
                source: source.clone(),
                body: inner(body),
            },
            other => other.clone(),
        };
        if needed.contains(&index) {
            statements.push(Statement {
                kind,
                span: statement.span,
            });
        }
    }
    statements
}
