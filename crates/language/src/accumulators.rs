//! Finds accumulators: local names of the trial that only grow, and that are read only where they
//! are recorded.
//!
//! The value of an accumulator never affects what happens next, so it need not be part of a state.
//! During exploration the trial reports each growth as it happens, and the engine adds them up. For
//! example, `rounds += 1` in a battle leaves only the two sides in the state. In a simulation the
//! name is an ordinary name.

use crate::code::{Code, Op, Routine};
use crate::liveness::{successors, uses_slot};

/// Finds the accumulators of the trial, and marks the instructions that begin, grow and record
/// them.
pub(crate) fn find_totals(code: &mut Code) {
    for metric in 0..code.metrics.len() {
        if !is_plain(code, metric) {
            continue;
        }
        let trial = &code.functions[code.trial];
        if let Some(total) = RunningTotal::find(trial, metric as u16) {
            total.mark(&mut code.functions[code.trial], metric as u16);
            code.metrics[metric].is_total = true;
        }
    }
}

/// Returns whether the metric is a count of the whole trial that every trial records, and that only
/// the function `trial` records.
fn is_plain(code: &Code, metric: usize) -> bool {
    let metric_code = &code.metrics[metric];
    let is_count = metric_code.outcomes.is_none()
        && !metric_code.is_flag
        && metric_code.otherwise.is_none()
        && !metric_code.is_optional;
    let records =
        |op: &Op| matches!(op, Op::Record { metric: other, .. } if usize::from(*other) == metric);
    let elsewhere =
        |(i, function): (usize, &Routine)| i != code.trial && function.ops.iter().any(records);
    is_count
        && metric_code.steps_function.is_none()
        && !code.functions.iter().enumerate().any(elsewhere)
}

/// The instructions that begin, grow and record an accumulator.
struct RunningTotal {
    begin_sites: Vec<usize>,
    growth_sites: Vec<usize>,
    /// The instructions that read the accumulator just before they record it.
    record_sites: Vec<usize>,
}

impl RunningTotal {
    /// Returns the accumulator that a metric records, if its name is only used like one.
    fn find(trial: &Routine, metric: u16) -> Option<RunningTotal> {
        let records: Vec<usize> = op_positions(
            trial,
            |op| matches!(op, Op::Record { metric: recorded_metric, .. } if *recorded_metric == metric),
        );
        let records: Vec<usize> = records
            .into_iter()
            .map(|index| index.checked_sub(1))
            .collect::<Option<_>>()?;
        let Op::Load(slot) = trial.ops[*records.first()?] else {
            return None;
        };
        if trial.heuristic_slots.contains(&slot) {
            return None;
        }
        let total = RunningTotal {
            begin_sites: op_positions(
                trial,
                |op| matches!(op, Op::Store(stored_slot) if *stored_slot == slot),
            ),
            growth_sites: op_positions(
                trial,
                |op| matches!(op, Op::Grow { slot: grown_slot, .. } if *grown_slot == slot),
            ),
            record_sites: records,
        };
        (total.is_alone(trial, slot) && total.is_in_order(trial)).then_some(total)
    }

    /// Returns whether no other instruction touches the slot, and no jump lands between a read and
    /// its record.
    fn is_alone(&self, trial: &Routine, slot: u16) -> bool {
        let known = self.begin_sites.len() + self.growth_sites.len() + self.record_sites.len();
        let reads = |index: &usize| trial.ops[*index] == Op::Load(slot);
        let jumps_between = |index: usize| {
            (0..trial.ops.len())
                .any(|from| from != index && successors(&trial.ops, from).any(|to| to == index + 1))
        };
        self.record_sites.iter().all(reads)
            && op_positions(trial, |op| uses_slot(op, slot)).len() == known
            && !self.record_sites.iter().any(|&index| jumps_between(index))
    }

    /// Returns whether every path through the trial begins the accumulator once before it grows,
    /// and does not use it after it was recorded.
    fn is_in_order(&self, trial: &Routine) -> bool {
        let unbegun = reachable_ops(trial, &[0], &self.begin_sites);
        let is_read_unbegun = self
            .growth_sites
            .iter()
            .chain(&self.record_sites)
            .any(|&index| unbegun[index]);
        let after_begin = reachable_ops(trial, &successors_of_all(trial, &self.begin_sites), &[]);
        let begins_again = self.begin_sites.iter().any(|&index| after_begin[index]);
        let after_record = reachable_ops(trial, &successors_of_all(trial, &self.record_sites), &[]);
        let mut accesses = self
            .begin_sites
            .iter()
            .chain(&self.growth_sites)
            .chain(&self.record_sites);
        !is_read_unbegun && !begins_again && !accesses.any(|&index| after_record[index])
    }

    fn mark(&self, trial: &mut Routine, metric: u16) {
        for &index in &self.begin_sites {
            trial.ops[index] = match trial.ops[index] {
                Op::Store(slot) => {
                    trial.total_slots.push(slot);
                    Op::BeginTotal { slot, metric }
                }
                other => other,
            };
        }
        for &index in &self.growth_sites {
            trial.ops[index] = match trial.ops[index] {
                Op::Grow {
                    slot,
                    is_negative: negative,
                } => Op::GrowTotal {
                    slot,
                    metric,
                    is_negative: negative,
                },
                other => other,
            };
        }
        for &index in &self.record_sites {
            trial.ops[index + 1] = Op::RecordTotal(metric);
            trial.ops[index] = match trial.ops[index] {
                Op::Load(slot) => Op::LoadTotal(slot),
                other => other,
            };
        }
    }
}

fn op_positions(function: &Routine, is_wanted: impl Fn(&Op) -> bool) -> Vec<usize> {
    (0..function.ops.len())
        .filter(|&index| is_wanted(&function.ops[index]))
        .collect()
}

fn successors_of_all(function: &Routine, indices: &[usize]) -> Vec<usize> {
    indices
        .iter()
        .flat_map(|&index| successors(&function.ops, index))
        .collect()
}

/// Returns which instructions can be reached from `from` without passing through `without`.
fn reachable_ops(function: &Routine, from: &[usize], without: &[usize]) -> Vec<bool> {
    let mut is_reached = vec![false; function.ops.len()];
    let mut open = from.to_vec();
    while let Some(index) = open.pop() {
        if index < is_reached.len()
            && !std::mem::replace(&mut is_reached[index], true)
            && !without.contains(&index)
        {
            open.extend(successors(&function.ops, index));
        }
    }
    is_reached
}
