//! Collects the transitions of states, before their targets are numbered.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::effort::{BatchEffort, CHECK_INTERVAL, Effort};
use super::outset::Outset;
use super::transition::{Onward, OpenChoice};
use crate::ask::Observation;
use crate::budget::{Budget, Watch};
use crate::error::RuleError;
use crate::graph::Cell;
use crate::layout::Layout;
use crate::odds::Mass;
use crate::policy::Policy;

/// The resources and limits for the expansion of a state.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    layout: Arc<Layout>,
    /// The policy that makes the choices.
    policy: Arc<Policy>,
    /// The number of choices.
    choices: usize,
    /// The maximal number of edges, leaves and bytes of a state.
    limits: Budget,
    /// The work of the states that are expanded together.
    batch: Arc<BatchEffort>,
    /// The maximal number of their transitions.
    batch_transitions: usize,
    stop_flag: Arc<AtomicBool>,
    /// Whether all questions up to the end of a step belong to one transition.
    pub(super) joins_questions: bool,
    /// Whether the positions between these questions are counted.
    pub(super) counts_positions: bool,
}

impl Terms {
    pub(super) fn new<S>(outset: &Outset<S>, budget: &Budget, watch: &Watch) -> Terms {
        Terms {
            layout: Arc::new(outset.layout.clone()),
            policy: Arc::new(outset.policy.clone()),
            choices: outset.choices,
            limits: *budget,
            batch: Arc::new(BatchEffort::new(budget.leaves, budget.edges)),
            batch_transitions: budget.edges,
            stop_flag: watch.stop_flag(),
            joins_questions: true,
            counts_positions: false,
        }
    }

    /// Sets the limits of the next states that are expanded together. No single one of them may
    /// exceed the limits, and all of them together may not have more leaves, or more transitions
    /// than a whole graph.
    pub(super) fn begin_batch(&mut self, limits: Budget) {
        self.limits = limits;
        self.batch = Arc::new(BatchEffort::new(limits.leaves, self.batch_transitions));
    }

    /// Sets the limits of each of the next states. All of them together have no limit.
    pub(super) fn begin_unlimited_batch(&mut self, limits: Budget) {
        self.limits = limits;
        self.batch = Arc::new(BatchEffort::new(u64::MAX, usize::MAX));
    }

    /// Returns whether the states that were expanded together exceed their limits. Then some of
    /// them may be missing.
    pub(super) fn is_batch_over(&self) -> bool {
        self.batch.is_over()
    }
}

/// A transition, whose cells are one of the lists of [`Leaves`].
#[derive(Debug)]
pub(super) struct Leaf<S> {
    pub(super) mass: Mass,
    pub(super) onward: Onward<S>,
    pub(super) list: u32,
}

/// An option of an open choice.
#[derive(Debug)]
pub(super) struct OpenOption {
    /// The choice. Only its first option has it.
    pub(super) opened: Option<OpenChoice>,
    option: usize,
    /// The index of its first transition.
    pub(super) first: usize,
    pub(super) cost: f64,
}

/// The ends of the transitions and options of a state, and its cost.
#[derive(Debug)]
pub(super) struct StateEnds {
    pub(super) transitions: usize,
    pub(super) options: usize,
    /// The expected cost of leaving the state, unless it has options.
    pub(super) cost: f64,
}

/// Receives the transitions of one state after another.
#[derive(Debug)]
pub struct Leaves<S> {
    terms: Terms,
    pub(super) transitions: Vec<Leaf<S>>,
    cells: Vec<Cell>,
    /// The end of each list of cells.
    list_ends: Vec<usize>,
    pub(super) options: Vec<OpenOption>,
    /// The options that were allowed at each choice for which the policy prefers a certain option.
    pub(super) offered: BTreeMap<usize, BTreeSet<i64>>,
    /// Hashes of the positions between questions.
    pub(super) positions: Vec<u64>,
    pub(super) states: Vec<StateEnds>,
    /// The number of transitions received, before merging, and work that counts like them.
    pub(super) leaf_count: u64,
    /// The number of transitions of the current state.
    state_leaves: u64,
    state_cost: f64,
    /// The number of transitions of the current state at which equal ones are merged.
    merge_at: usize,
    /// The observations of the transition that was last translated into cells. The next transition
    /// often has the same.
    observed: Vec<Observation>,
    is_observed: bool,
    /// The error that ended the last state early.
    pub(super) error: Option<RuleError>,
}

/// The maximal number of options of a choice that are kept for display.
pub(super) const MAX_OFFERED: usize = 10_000;

/// The number of transitions of a state at which equal ones are first merged.
const FIRST_MERGE: usize = 1 << 13;
/// The number of transitions of a complete state from which on equal ones are merged.
const MERGE_AT_CLOSE: usize = 1 << 11;

impl<S: Eq + Hash> Leaves<S> {
    pub(super) fn new(terms: &Terms) -> Leaves<S> {
        Leaves {
            terms: terms.clone(),
            transitions: Vec::new(),
            cells: Vec::new(),
            list_ends: vec![0],
            options: Vec::new(),
            offered: BTreeMap::new(),
            positions: Vec::new(),
            states: Vec::new(),
            leaf_count: 0,
            state_leaves: 0,
            state_cost: 0.0,
            merge_at: FIRST_MERGE,
            observed: Vec::new(),
            is_observed: false,
            error: None,
        }
    }

    /// Removes everything, for other states on these terms.
    pub(super) fn restart(&mut self, terms: &Terms) {
        self.terms.limits = terms.limits;
        self.terms.batch = Arc::clone(&terms.batch);
        self.terms.joins_questions = terms.joins_questions;
        self.terms.counts_positions = terms.counts_positions;
        self.transitions.clear();
        self.cells.clear();
        self.list_ends.truncate(1);
        self.options.clear();
        self.offered.clear();
        self.positions.clear();
        self.states.clear();
        self.leaf_count = 0;
        self.is_observed = false;
    }

    /// Ends the transitions of a state.
    pub(super) fn close_state(&mut self) {
        self.leaf_count += self.state_leaves;
        let mut merged = 0;
        if self.transitions.len() - self.latest_first() >= MERGE_AT_CLOSE {
            self.merge_transitions();
            merged = self.transitions.len() - self.latest_first();
        }
        self.terms.batch.add(self.state_leaves, merged);
        self.states.push(StateEnds {
            transitions: self.transitions.len(),
            options: self.options.len(),
            cost: self.state_cost,
        });
        (self.state_leaves, self.state_cost, self.merge_at) = (0, 0.0, FIRST_MERGE);
    }

    /// Returns a list of cells.
    #[inline]
    pub(super) fn cells_of(&self, list: u32) -> &[Cell] {
        let start = match list {
            0 => 0,
            list => self.list_ends[list as usize - 1],
        };
        &self.cells[start..self.list_ends[list as usize]]
    }

    fn first_transition(&self) -> usize {
        self.states.last().map_or(0, |state| state.transitions)
    }

    fn first_option(&self) -> usize {
        self.states.last().map_or(0, |state| state.options)
    }

    /// Checks the request to stop and the limits. A single state may have very many transitions.
    fn check_limits(&mut self) -> Result<(), RuleError> {
        if self.terms.stop_flag.load(Ordering::Relaxed) {
            return Err(RuleError::new("exploring was stopped", ""));
        }
        let first = self.first_transition();
        if self.transitions.len() - first >= self.merge_at {
            self.merge_transitions();
            self.merge_at = 2 * (self.transitions.len() - first) + FIRST_MERGE;
        }
        let limits = self.terms.limits;
        let count = self.transitions.len() - first;
        let is_over = self.state_leaves > limits.leaves
            || count > limits.edges.saturating_add(self.merge_at)
            || count.saturating_mul(size_of::<Leaf<S>>()) > limits.bytes / 2
            || self.terms.batch.is_over();
        if is_over {
            Err(RuleError::too_much_at_once())
        } else {
            Ok(())
        }
    }

    /// Returns the first transition of the current state, or of its latest option.
    fn latest_first(&self) -> usize {
        self.options[self.first_option()..]
            .last()
            .map_or(self.first_transition(), |option| option.first)
    }

    /// Merges equal transitions of the current state, or of its latest option.
    fn merge_transitions(&mut self) {
        let first = self.latest_first();
        // Lists with the same cells may have different indices.
        let mut lists: FxHashMap<&[Cell], u32> = FxHashMap::default();
        let mut latest = (0, 0);
        let (cells, list_ends) = (&self.cells, &self.list_ends);
        let mut merged: IndexMap<(Onward<S>, u32), Mass, FxBuildHasher> = IndexMap::default();
        for Leaf { mass, onward, list } in self.transitions.drain(first..) {
            if list == 0 {
                latest = (0, 0);
            } else if list != latest.0 {
                let start = list_ends[list as usize - 1];
                let cells = &cells[start..list_ends[list as usize]];
                latest = (list, *lists.entry(cells).or_insert(list));
            }
            let list = latest.1;
            merged
                .entry((onward, list))
                .and_modify(|sum| *sum += mass)
                .or_insert(mass);
        }
        let leaves = merged
            .into_iter()
            .map(|((onward, list), mass)| Leaf { mass, onward, list });
        self.transitions.extend(leaves);
    }

    /// Returns the policy that makes the choices.
    pub fn policy(&self) -> Arc<Policy> {
        Arc::clone(&self.terms.policy)
    }

    /// Returns the number of choices.
    pub(super) fn choices(&self) -> usize {
        self.terms.choices
    }

    /// Returns whether all questions up to the end of a step belong to one transition. Otherwise
    /// each question should begin in a separate state, because different states lead to the same
    /// questions.
    pub fn joins_questions(&self) -> bool {
        self.terms.joins_questions
    }

    /// Returns whether [`pass_position`](Leaves::pass_position) should be called.
    pub fn counts_positions(&self) -> bool {
        self.terms.counts_positions
    }

    /// Notes a position between two questions of a transition, by a hash.
    pub fn pass_position(&mut self, hash: u64) {
        self.positions.push(hash);
    }

    /// Starts the transitions of one option of an open choice. The options come in order, all
    /// transitions of one before the next. The probabilities of each option sum to 1.
    pub fn choose(&mut self, open: &OpenChoice) {
        let latest = self.options[self.first_option()..].last();
        if latest.is_none_or(|latest| latest.option != open.option) {
            let opened = latest.is_none().then(|| open.clone());
            self.options.push(OpenOption {
                opened,
                option: open.option,
                first: self.transitions.len(),
                cost: 0.0,
            });
        }
    }

    /// Notes the allowed options of a choice for which the policy prefers a certain option.
    pub fn offer(&mut self, choice: usize, options: impl Iterator<Item = i64>) {
        let known = self.offered.entry(choice).or_default();
        options.for_each(|option| {
            if known.len() < MAX_OFFERED {
                known.insert(option);
            }
        });
    }

    /// Adds the cost of a transition: faces, flips and cards.
    pub fn add_cost(&mut self, mass: Mass, cost: u64) {
        self.add_average_cost(mass.float() * cost as f64);
    }

    /// Adds to the expected cost of leaving the state, or of the option that was opened last.
    pub(crate) fn add_average_cost(&mut self, cost: f64) {
        let first = self.first_option();
        match self.options[first..].last_mut() {
            Some(option) => option.cost += cost,
            None => self.state_cost += cost,
        }
    }

    /// Returns a counter for work whose transitions are not known yet.
    pub fn effort(&self) -> Effort {
        Effort::new(
            self.terms.limits.leaves.saturating_sub(self.state_leaves),
            Arc::clone(&self.terms.stop_flag),
            Arc::clone(&self.terms.batch),
        )
    }

    /// Adds work that was done.
    ///
    /// # Errors
    /// Returns an error if the exploration was stopped or exceeds its budget. The caller must pass
    /// it on.
    pub fn add_effort(&mut self, effort: &Effort) -> Result<(), RuleError> {
        self.state_leaves += effort.done();
        self.check_limits()
    }

    /// Adds a transition with its probability, its observations and its target.
    ///
    /// # Errors
    /// Returns an error if a metric or step does not exist, or if a metric is recorded twice but
    /// allows one value. It also fails if the exploration was stopped or exceeds its budget. The
    /// caller must pass the error on.
    pub fn add(
        &mut self,
        mass: Mass,
        observed: &[Observation],
        onward: Onward<S>,
    ) -> Result<(), RuleError> {
        if self.state_leaves % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
            self.check_limits()?;
        }
        if matches!(onward, Onward::Truncated) {
            // A truncated transition has no observations.
            self.push(mass, onward, 0);
            return Ok(());
        }
        if !self.is_observed || self.observed != observed {
            self.is_observed = false;
            self.record_observations(observed)?;
            self.observed.clear();
            self.observed.extend_from_slice(observed);
            self.is_observed = true;
        }
        let list = match observed {
            [] => 0,
            _ => self.list_ends.len() as u32 - 1,
        };
        self.push(mass, onward, list);
        Ok(())
    }

    /// Adds a transition whose cells are known.
    pub(crate) fn add_cells(&mut self, mass: Mass, cells: &[Cell], onward: Onward<S>) {
        self.is_observed = false;
        let latest = self.list_ends.len() as u32 - 1;
        let list = if cells.is_empty() {
            0
        } else if self.cells_of(latest) == cells {
            latest
        } else {
            self.cells.extend_from_slice(cells);
            self.list_ends.push(self.cells.len());
            latest + 1
        };
        self.push(mass, onward, list);
    }

    #[inline]
    fn push(&mut self, mass: Mass, onward: Onward<S>, list: u32) {
        self.state_leaves += 1;
        self.transitions.push(Leaf { mass, onward, list });
    }

    /// Translates observations into a list of cells, and folds those of one slot.
    fn record_observations(&mut self, observed: &[Observation]) -> Result<(), RuleError> {
        if observed.is_empty() {
            return Ok(());
        }
        let start = self.cells.len();
        let layout = &self.terms.layout;
        for &Observation {
            metric,
            step,
            value,
        } in observed
        {
            let found_slot = layout.locate(metric, step)?;
            let Some(value) = found_slot.fold.entry_value(step, value) else {
                continue;
            };
            let slot = found_slot.slot;
            match self.cells[start..]
                .iter_mut()
                .find(|cell| cell.slot == slot && !found_slot.is_apart)
            {
                None => self.cells.push(Cell { slot, value }),
                Some(cell) => match found_slot.fold.combine(cell.value, value) {
                    Some(combined) => cell.value = combined,
                    None => return Err(layout.recorded_twice_error(slot)),
                },
            }
        }
        self.list_ends.push(self.cells.len());
        Ok(())
    }
}
