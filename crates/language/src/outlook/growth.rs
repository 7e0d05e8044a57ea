//! Explains why a rule is too large to explore: a question with too many answers, or names whose
//! values multiply.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use oddsmith_engine::explore::Watch;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::inspected_rule::explore_briefly;
use crate::builtin::Pure;
use crate::machine::{CallFrame, Machine};
use crate::rule::SetRule;
use crate::source::Span;
use crate::value::{Datum, call};

/// The maximal number of names that are listed as the cause, if their values multiply.
const MAX_NAMES: usize = 4;

/// Stands for the function in the key of values without a name, such as a running sum or a list
/// that is being built.
const UNNAMED: u32 = u32::MAX;

/// Names are listed as the cause if they alone distinguish this share of the states.
const NEARLY_ALL: f64 = 0.9;

/// The reason why a rule is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Names whose values multiply. Together they distinguish nearly all states that were seen at
    /// one position.
    Names {
        /// The names, each with its number of values at this position. A value that is being
        /// computed has no name.
        names: Vec<(String, usize)>,
        /// The number of states seen at this position.
        state_count: usize,
        /// The line, counted from 1.
        line: usize,
        /// A list whose order causes many of its values, with the effect of sorting it.
        order: Option<ListOrder>,
    },
    /// Metrics that are counted to the end of a trial. Without them, the rule is small.
    Counted {
        /// Their names.
        names: Vec<String>,
    },
    /// A question that cannot be explored, or too many possibilities between two checkpoints.
    Question {
        /// The line of the question, counted from 1.
        line: usize,
        /// The problem.
        problem: String,
        /// The advice.
        fix: String,
    },
}

/// A list whose order causes many of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListOrder {
    /// Its name.
    pub name: String,
    /// The number of values if the order is ignored.
    pub values: usize,
    /// Whether something may read the order. If so, sorting the list would change the rule.
    pub is_read: bool,
}

impl SetRule {
    /// Returns the reason why a rule is too large to explore: a question, or else the names whose
    /// values multiply. `None` if neither is found.
    pub fn growth_cause(&self, watch: &Watch) -> Option<Growth> {
        match self.part_rules() {
            parts if parts.is_empty() => self.part_growth(false, watch),
            parts => parts.iter().find_map(|part| part.part_growth(true, watch)),
        }
    }

    /// Returns the reason why one part of a rule is too large. If the rule has several parts, it
    /// ignores a part that can be explored.
    fn part_growth(&self, is_one_of_several: bool, watch: &Watch) -> Option<Growth> {
        let mut seen = PositionsSeen::default();
        let result = explore_briefly(self, watch, |machine| self.record_state(machine, &mut seen));
        if let Some(error) = result.refused {
            let line = self
                .program
                .code
                .line_number(error.span.map_or(0, |span| span.start));
            let fix = error.help.lines().next().unwrap_or_default().to_owned();
            return Some(Growth::Question {
                line,
                problem: error.problem,
                fix,
            });
        }
        if is_one_of_several && result.graph.is_ok() {
            return None;
        }
        let totals = self
            .program
            .code
            .metrics
            .iter()
            .filter(|metric| metric.is_total);
        let names: Vec<String> = totals.map(|metric| metric.name.clone()).collect();
        if result.graph.is_ok() && !names.is_empty() {
            return Some(Growth::Counted { names });
        }
        let position = seen
            .into_values()
            .max_by_key(|position| position.state_count)?;
        let columns = position.multiplying_columns();
        let shown = |column_index: &usize| {
            let ((function, slot), column) = &position.columns[*column_index];
            let name = match *function {
                UNNAMED => String::new(),
                function => self.program.code.functions[function as usize].slots[*slot].clone(),
            };
            (name, column.values.len())
        };
        let names: Vec<(String, usize)> = columns.iter().map(shown).collect();
        let order = columns.iter().filter_map(|column_index| {
            let (name, values) = shown(column_index);
            let ((function, slot), ColumnSeen { contents, .. }) = &position.columns[*column_index];
            let is_many = !contents.is_empty() && 4 * contents.len() < 3 * values;
            let is_read = || {
                !self.program.code.functions[*function as usize]
                    .unordered_slots
                    .contains(&(*slot as u16))
            };
            is_many.then(|| ListOrder {
                name,
                values: contents.len(),
                is_read: is_read(),
            })
        });
        // A list whose order nothing reads comes first, because sorting it helps.
        let order = order.min_by_key(|order| order.is_read);
        let line = self.program.code.line_number(position.span.start);
        (!names.is_empty()).then_some(Growth::Names {
            names,
            state_count: position.state_count,
            line,
            order,
        })
    }

    /// Records the values of a machine's names at its current instruction.
    fn record_state(&self, machine: &Machine, seen: &mut PositionsSeen) {
        let position = seen
            .entry((machine.frame.function, machine.frame.next_op))
            .or_default();
        position.span = machine.span(&self.program);
        let state = position.state_count;
        position.state_count += 1;
        let mut unnamed = Vec::new();
        for (CallFrame { function, base, .. }, end) in machine.frames() {
            let names = &self.program.code.functions[*function as usize].slots;
            for (slot, value) in machine.stack[(*base as usize).min(end)..end]
                .iter()
                .enumerate()
            {
                match names.get(slot) {
                    _ if *value == Datum::Nothing => (),
                    Some(name) if !name.is_empty() => {
                        position.column((*function, slot)).record(state, value)
                    }
                    _ => unnamed.push(value.clone()),
                }
            }
        }
        position
            .column((UNNAMED, 0))
            .record(state, &Datum::Entry(unnamed.into()));
    }
}

/// The values of names at each position in the program, by function and instruction.
type PositionsSeen = BTreeMap<(u32, u32), PositionSeen>;

/// The values of names at one position.
#[derive(Default)]
struct PositionSeen {
    span: Span,
    state_count: usize,
    columns: Vec<((u32, usize), ColumnSeen)>,
}

/// The values of a name in each of the states, as hashes.
#[derive(Default)]
struct ColumnSeen {
    value_hashes: Vec<u64>,
    values: FxHashSet<u64>,
    /// The sorted contents, for lists that can be sorted.
    contents: FxHashSet<u64>,
}

impl ColumnSeen {
    fn record(&mut self, state: usize, value: &Datum) {
        let hash = FxBuildHasher.hash_one(value);
        self.value_hashes.resize(state, 0);
        self.value_hashes.push(hash);
        if let (true, Datum::List(_)) = (self.values.insert(hash), value)
            && let Ok(sorted) = call(Pure::Sorted, std::slice::from_ref(value))
        {
            self.contents.insert(FxBuildHasher.hash_one(sorted));
        }
    }
}

impl PositionSeen {
    fn column(&mut self, name: (u32, usize)) -> &mut ColumnSeen {
        let column_index = self
            .columns
            .iter()
            .position(|(column_name, _)| *column_name == name)
            .unwrap_or_else(|| {
                self.columns.push((name, ColumnSeen::default()));
                self.columns.len() - 1
            });
        &mut self.columns[column_index].1
    }

    /// Returns the columns that distinguish nearly all states. The first has the most values; each
    /// further one distinguishes the most states together with the previous ones.
    fn multiplying_columns(&self) -> Vec<usize> {
        let varying_columns: Vec<usize> = (0..self.columns.len())
            .filter(|&column_index| self.columns[column_index].1.values.len() > 1)
            .collect();
        let enough = NEARLY_ALL * self.distinct_states(&varying_columns) as f64;
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < MAX_NAMES.min(varying_columns.len())
            && (self.distinct_states(&chosen) as f64) < enough
        {
            let with = |column_index: &usize| {
                self.distinct_states(&[&chosen[..], &[*column_index]].concat())
            };
            let next = varying_columns
                .iter()
                .filter(|column_index| !chosen.contains(column_index))
                .max_by_key(|column_index| with(column_index));
            chosen.extend(next);
        }
        chosen
    }

    /// Returns how many states these columns distinguish.
    fn distinct_states(&self, columns: &[usize]) -> usize {
        let held = |column_index: &usize, state: usize| {
            self.columns[*column_index]
                .1
                .value_hashes
                .get(state)
                .copied()
                .unwrap_or(0)
        };
        let row = |state| {
            columns
                .iter()
                .map(|column_index| held(column_index, state))
                .collect::<Vec<u64>>()
        };
        (0..self.state_count)
            .map(|state| FxBuildHasher.hash_one(row(state)))
            .collect::<FxHashSet<u64>>()
            .len()
    }
}
