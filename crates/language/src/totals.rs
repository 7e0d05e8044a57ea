//! Running totals: names of the trial that only grow, and are read nowhere but where they are
//! recorded.
//!
//! What such a name has grown to says nothing about what happens next, so that it need not be part
//! of a situation: explored, the trial tells what is added where it is added, and the engine sums
//! it up (`rounds += 1` in a battle: the situation is the two sides alone). Played, the name is a
//! name like any other.

use crate::code::{Code, Op, Routine};
use crate::liveness::{onward, touches};

/// Finds the running totals of the trial, and marks the instructions that begin, add to and record
/// them.
pub(crate) fn find_totals(code: &mut Code) {
    for metric in 0..code.metrics.len() {
        if !is_plain(code, metric) {
            continue;
        }
        let trial = &code.functions[code.trial];
        if let Some(total) = RunningTotal::of(trial, metric as u16) {
            total.mark(&mut code.functions[code.trial], metric as u16);
            code.metrics[metric].is_total = true;
        }
    }
}

/// A count of the whole trial that every trial records, and no function but the trial.
fn is_plain(code: &Code, metric: usize) -> bool {
    let metric_code = &code.metrics[metric];
    let is_count = metric_code.outcomes.is_none()
        && !metric_code.is_flag
        && metric_code.otherwise.is_none()
        && !metric_code.optional;
    let records =
        |op: &Op| matches!(op, Op::Record { metric: other, .. } if usize::from(*other) == metric);
    let elsewhere =
        |(i, function): (usize, &Routine)| i != code.trial && function.ops.iter().any(records);
    is_count && metric_code.each.is_none() && !code.functions.iter().enumerate().any(elsewhere)
}

/// Where a total begins, grows and is recorded.
struct RunningTotal {
    begins: Vec<usize>,
    grows: Vec<usize>,
    /// Where it is read, the next instruction recording it.
    records: Vec<usize>,
}

impl RunningTotal {
    /// The total that a metric records, where all that happens to its name is that of a running
    /// total.
    fn of(trial: &Routine, metric: u16) -> Option<RunningTotal> {
        let records: Vec<usize> = places(
            trial,
            |op| matches!(op, Op::Record { metric: recorded_metric, .. } if *recorded_metric == metric),
        );
        let records: Vec<usize> = records
            .into_iter()
            .map(|at| at.checked_sub(1))
            .collect::<Option<_>>()?;
        let Op::Load(slot) = trial.ops[*records.first()?] else {
            return None;
        };
        if trial.heuristic_slots.contains(&slot) {
            return None;
        }
        let total = RunningTotal {
            begins: places(
                trial,
                |op| matches!(op, Op::Store(stored_slot) if *stored_slot == slot),
            ),
            grows: places(
                trial,
                |op| matches!(op, Op::Grow { slot: grown_slot, .. } if *grown_slot == slot),
            ),
            records,
        };
        (total.is_alone(trial, slot) && total.is_in_order(trial)).then_some(total)
    }

    /// Whether nothing else touches the name, and no jump comes between reading and recording it.
    fn is_alone(&self, trial: &Routine, slot: u16) -> bool {
        let known = self.begins.len() + self.grows.len() + self.records.len();
        let reads = |at: &usize| trial.ops[*at] == Op::Load(slot);
        let jumps_between = |at: usize| {
            (0..trial.ops.len())
                .any(|from| from != at && onward(&trial.ops, from).any(|to| to == at + 1))
        };
        self.records.iter().all(reads)
            && places(trial, |op| touches(op, slot)).len() == known
            && !self.records.iter().any(|&at| jumps_between(at))
    }

    /// Whether every way through the trial begins it once, before it grows, and records it after it
    /// has grown.
    fn is_in_order(&self, trial: &Routine) -> bool {
        let unbegun = reached(trial, &[0], &self.begins);
        let is_read_unbegun = self
            .grows
            .iter()
            .chain(&self.records)
            .any(|&at| unbegun[at]);
        let after_begin = reached(trial, &behind(trial, &self.begins), &[]);
        let begins_again = self.begins.iter().any(|&at| after_begin[at]);
        let after_record = reached(trial, &behind(trial, &self.records), &[]);
        let mut others = self.begins.iter().chain(&self.grows).chain(&self.records);
        !is_read_unbegun && !begins_again && !others.any(|&at| after_record[at])
    }

    fn mark(&self, trial: &mut Routine, metric: u16) {
        for &at in &self.begins {
            trial.ops[at] = match trial.ops[at] {
                Op::Store(slot) => {
                    trial.totals.push(slot);
                    Op::BeginTotal { slot, metric }
                }
                other => other,
            };
        }
        for &at in &self.grows {
            trial.ops[at] = match trial.ops[at] {
                Op::Grow { slot, negative } => Op::GrowTotal {
                    slot,
                    metric,
                    negative,
                },
                other => other,
            };
        }
        for &at in &self.records {
            trial.ops[at + 1] = Op::RecordTotal(metric);
            trial.ops[at] = match trial.ops[at] {
                Op::Load(slot) => Op::LoadTotal(slot),
                other => other,
            };
        }
    }
}

fn places(function: &Routine, is_wanted: impl Fn(&Op) -> bool) -> Vec<usize> {
    (0..function.ops.len())
        .filter(|&at| is_wanted(&function.ops[at]))
        .collect()
}

fn behind(function: &Routine, places: &[usize]) -> Vec<usize> {
    places
        .iter()
        .flat_map(|&at| onward(&function.ops, at))
        .collect()
}

/// The instructions that are come to from these, without going through others.
fn reached(function: &Routine, from: &[usize], without: &[usize]) -> Vec<bool> {
    let mut is_reached = vec![false; function.ops.len()];
    let mut open = from.to_vec();
    while let Some(at) = open.pop() {
        if at < is_reached.len()
            && !std::mem::replace(&mut is_reached[at], true)
            && !without.contains(&at)
        {
            open.extend(onward(&function.ops, at));
        }
    }
    is_reached
}
