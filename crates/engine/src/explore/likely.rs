//! Partial exploration: the states that trials reach most often, until little probability is left.
//!
//! Probability waits at states. A state with enough of it is expanded, and passes it on along its
//! transitions. The transitions of the other states are never computed. Their probability is
//! truncated, so every chance has a lower and an upper bound (Brázdil et al. 2014).

mod guided;

use std::hash::Hash;
use std::ops::Range;

use super::expand::Expand;
use super::explorer::{Added, add_all, batch_size};
use super::graph_builder::GraphBuilder;
use super::leaves::{Leaves, Terms};
use super::outset::Outset;
use super::positions::PositionCounter;
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleErrorKind;
use crate::graph::{Flow, Graph, SPLITS, TRUNCATED};

pub use guided::Guide;
pub(super) use guided::explore_guided;

/// The first threshold: states are expanded if at least this probability waits at them. The
/// threshold falls by a factor until little probability is left.
const FIRST_THRESHOLD: f64 = 1e-3;
const THRESHOLD_FACTOR: f64 = 0.25;
/// The minimal number of states that are expanded together.
const FEW: usize = 4;
/// Exploring ends when the threshold is this small.
const MIN_THRESHOLD: f64 = 1e-18;
/// The number of transitions along which probability is passed in the time of one leaf.
const MOVES_PER_LEAF: u64 = 32;
/// States that are expanded together may take this part of the budget.
const MIN_BATCHES: u64 = 8;
/// After a quarter and after half of the budget, exploring is given up if more than this
/// probability still waits.
const HOPELESS: [(u64, f64); 2] = [(4, 0.95), (2, 0.5)];

/// How much of all trials a partial exploration may leave out.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    /// Exploring ends when less than this probability is left.
    pub aim: f64,
    /// The most that may be left when the budget is used up.
    pub most: f64,
}

/// The row of a state that was not expanded.
const NO_ROW: u32 = u32::MAX;

/// A partial exploration under way.
pub(super) struct LikelyExploration<'e, E: Expand> {
    expander: &'e mut E,
    builder: GraphBuilder<E::State>,
    terms: Terms,
    budget: &'e Budget,
    watch: &'e Watch,
    positions: PositionCounter,
    /// The probability that waits at each known state.
    waiting: Vec<f64>,
    /// The row of each known state in the graph, in the order in which they are expanded.
    rows: Vec<u32>,
    /// The known states with enough probability to pass it on.
    due: Vec<u32>,
    is_due: Vec<bool>,
    threshold: f64,
    /// The sum of all probability that waits. It is at least the probability that trials reach a
    /// state that was not expanded.
    left: f64,
    leaf_count: u64,
    /// The number of transitions along which probability was passed on.
    moves: u64,
    /// The options that get the probability of open choices; `None` if no choice may be open.
    guide: Option<Guide>,
    /// Exploring pauses at this number of edges.
    most_edges: usize,
    /// The maximal number of states that are expanded together.
    most_states: usize,
    /// Whether a single state needs too large a share of the budget.
    is_used_up: bool,
}

/// Explores the likeliest states. States are numbered in the order in which they are expanded.
pub(super) fn explore_likeliest<E: Expand>(
    expander: &mut E,
    outset: &Outset<E::State>,
    missing: Missing,
    budget: &Budget,
    watch: &Watch,
) -> Result<Graph, Stop> {
    let mut work = LikelyExploration::new(expander, outset, budget, watch);
    work.expand_until(missing.aim)?;
    let too_large = work.too_large();
    if work.builder.explored() == 0 {
        return Err(too_large);
    }
    let LikelyExploration { rows, builder, .. } = work;
    drop(builder.states);
    let graph = graph_of_rows(builder.graph, &rows);
    // Much of the probability that was not passed on never reaches a state that is missing.
    if Flow::<f64>::from_state(&graph, 0, watch)?.unresolved <= missing.most {
        Ok(graph)
    } else {
        Err(too_large)
    }
}

impl<'e, E: Expand> LikelyExploration<'e, E> {
    fn new(
        expander: &'e mut E,
        outset: &Outset<E::State>,
        budget: &'e Budget,
        watch: &'e Watch,
    ) -> LikelyExploration<'e, E> {
        let mut work = LikelyExploration {
            expander,
            builder: GraphBuilder::new(outset),
            terms: Terms::new(outset, budget, watch),
            budget,
            watch,
            positions: PositionCounter::default(),
            waiting: Vec::new(),
            rows: Vec::new(),
            due: Vec::new(),
            is_due: Vec::new(),
            threshold: FIRST_THRESHOLD,
            left: 0.0,
            leaf_count: 0,
            moves: 0,
            guide: None,
            most_edges: usize::MAX,
            most_states: usize::MAX,
            is_used_up: false,
        };
        work.note_new_states();
        work.add_waiting(0, 1.0);
        work
    }

    /// Expands states until at most this probability is left, or until exploring is over.
    fn expand_until(&mut self, least_left: f64) -> Result<(), Stop> {
        while self.left > least_left && self.threshold > MIN_THRESHOLD {
            while !self.due.is_empty() && !self.is_over()? {
                self.sweep()?;
            }
            if !self.due.is_empty() {
                break;
            }
            self.lower_threshold();
        }
        Ok(())
    }

    fn note_new_states(&mut self) {
        let known = self.builder.states.len();
        self.waiting.resize(known, 0.0);
        self.rows.resize(known, NO_ROW);
        self.is_due.resize(known, false);
    }

    #[inline]
    fn add_waiting(&mut self, state: u32, probability: f64) {
        let waiting = &mut self.waiting[state as usize];
        *waiting += probability;
        self.left += probability;
        if *waiting >= self.threshold && !self.is_due[state as usize] {
            self.is_due[state as usize] = true;
            self.due.push(state);
        }
    }

    fn lower_threshold(&mut self) {
        self.threshold *= THRESHOLD_FACTOR;
        for state in 0..self.waiting.len() as u32 {
            self.add_waiting(state, 0.0);
        }
    }

    /// Expands the states that are due, and passes their probability on.
    fn sweep(&mut self) -> Result<(), Stop> {
        let mut due = std::mem::take(&mut self.due);
        due.sort_unstable();
        let mut next = 0;
        while next < due.len() {
            let end = due.len().min(next + self.batch_size());
            let batch = &due[next..end];
            let new: Vec<u32> = batch
                .iter()
                .copied()
                .filter(|&state| self.rows[state as usize] == NO_ROW)
                .collect();
            if self.expand(&new)? {
                for &state in batch {
                    self.is_due[state as usize] = false;
                    self.pass_on(state);
                }
                next = end;
            }
            if self.is_over()? {
                // The probability of the other states is not passed on.
                self.due.extend_from_slice(&due[next..]);
                break;
            }
        }
        Ok(())
    }

    /// Passes the probability that waits at a state on to the states that follow it.
    fn pass_on(&mut self, state: u32) {
        let probability = std::mem::take(&mut self.waiting[state as usize]);
        self.left -= probability;
        let row = self.rows[state as usize] as usize;
        let Graph {
            first_edges, edges, ..
        } = &self.builder.graph;
        let end = first_edges.get(row + 1);
        let edges = first_edges[row] as usize..end.map_or(edges.len(), |&edge| edge as usize);
        if self.guide.is_some() && self.decides(row, probability, &edges) {
            return;
        }
        self.pass_along(edges, probability);
    }

    /// Passes probability on along some edges of a state.
    fn pass_along(&mut self, edges: Range<usize>, probability: f64) {
        self.moves += edges.len() as u64;
        for edge in edges {
            let graph = &self.builder.graph;
            let mass = probability * graph.mass(edge).float();
            match graph.edges[edge].target {
                target if target < SPLITS => self.add_waiting(target, mass),
                _ => {
                    for side in 0..graph.next_states(edge).len() {
                        let target = self.builder.graph.next_states(edge)[side];
                        self.add_waiting(target, mass);
                    }
                }
            }
        }
    }

    /// Expands states, in order. Returns `false` if all of them together need too large a share of
    /// the budget. Then none is expanded.
    fn expand(&mut self, states: &[u32]) -> Result<bool, Stop> {
        if states.is_empty() {
            return Ok(true);
        }
        let edges = self.builder.graph.edges.len();
        self.positions.prepare(&mut self.terms, edges);
        let limits = self.batch_limits();
        let shared = self.expander.shared_work();
        if self.guide.is_some() {
            self.terms.begin_unlimited_batch(*self.budget);
        } else {
            self.terms.begin_batch(limits);
        }
        let found: Vec<E::State> = states
            .iter()
            .filter_map(|&state| self.builder.states.get_index(state as usize).cloned())
            .collect();
        let leaves = match self.expander.parallel() {
            Some(many) => many.expand_many(&found, &self.terms),
            None => vec![expand_one_by_one(self.expander, &found, &self.terms)],
        };
        if self.watch.is_stopped() {
            return Err(Stop::Requested);
        }
        if self.terms.is_batch_over() {
            // How much of the work was done depends on when it was stopped.
            self.expander.forget_shared();
            self.leaf_count += shared + limits.leaves;
            self.is_used_up = states.len() == 1;
            self.most_states = (states.len() / FEW).max(1);
            return Ok(false);
        }
        let first_row = self.builder.explored() as u32;
        for (row, &state) in (first_row..).zip(states) {
            self.rows[state as usize] = row;
        }
        let added = add_all(&mut self.builder, leaves);
        self.count(added)?;
        self.note_new_states();
        // It is not known how the options of an open choice share the probability.
        if self.guide.is_some() || self.builder.graph.decisions.is_empty() {
            Ok(true)
        } else {
            Err(self.too_large())
        }
    }

    fn count(&mut self, added: Added) -> Result<(), Stop> {
        self.leaf_count += added.leaves;
        self.watch.add_leaves(added.leaves);
        self.positions.count(&added.positions);
        match added.error {
            None => Ok(()),
            Some(_) if self.watch.is_stopped() => Err(Stop::Requested),
            Some(error) if error.kind == RuleErrorKind::TooLarge => Err(self.too_large()),
            Some(error) => Err(Stop::Rule(error)),
        }
    }

    /// Returns the number of states that are expanded together.
    fn batch_size(&self) -> usize {
        // With a guide, the order of exploring does not depend on the budget.
        let budget = if self.guide.is_some() {
            Budget::of_bytes(usize::MAX)
        } else {
            *self.budget
        };
        batch_size(&self.builder, self.leaf_count, &budget)
            .max(FEW)
            .min(self.most_states)
    }

    /// Returns the limits of the states that are expanded together.
    fn batch_limits(&self) -> Budget {
        let rest = self.budget.leaves.saturating_sub(self.leaves());
        Budget {
            leaves: rest.min(self.budget.leaves / MIN_BATCHES),
            ..*self.budget
        }
    }

    fn leaves(&self) -> u64 {
        self.leaf_count + self.expander.shared_work() + self.moves / MOVES_PER_LEAF
    }

    fn too_large(&self) -> Stop {
        Stop::TooLarge {
            states: self.builder.states.len(),
            edges: self.builder.graph.edges.len(),
            bytes: None,
        }
    }

    /// Returns whether the budget is used up, or a share of it without success.
    fn is_over(&self) -> Result<bool, Stop> {
        if self.watch.is_stopped() {
            return Err(Stop::Requested);
        }
        let Budget {
            edges,
            leaves,
            bytes,
        } = *self.budget;
        let is_past = |share: u64| {
            self.builder.graph.edges.len() as u64 > edges as u64 / share
                || self.leaves() > leaves / share
                || self.builder.bytes() as u64 > bytes as u64 / share
        };
        let is_hopeless = self.guide.is_none()
            && HOPELESS
                .iter()
                .any(|&(share, most)| self.left > most && is_past(share));
        Ok(self.is_used_up
            || is_past(1)
            || is_hopeless
            || self.builder.graph.edges.len() >= self.most_edges)
    }
}

/// Returns the graph of the expanded states, given the row of each state. Transitions to others are
/// truncated.
fn graph_of_rows(mut graph: Graph, rows: &[u32]) -> Graph {
    graph.first_edges.push(graph.edges.len() as u32);
    let is_missing = |states: &[u32]| states.iter().any(|&state| rows[state as usize] == NO_ROW);
    for edge in &mut graph.edges {
        edge.target = match edge.target {
            target if target < SPLITS => match rows[target as usize] {
                NO_ROW => TRUNCATED,
                row => row,
            },
            target => match graph.splits.get((target - SPLITS) as usize) {
                Some(states) if is_missing(states) => TRUNCATED,
                _ => target,
            },
        };
    }
    for split in &mut graph.splits {
        *split = if is_missing(split) {
            Box::default()
        } else {
            split.iter().map(|&state| rows[state as usize]).collect()
        };
    }
    graph.is_partial = true;
    graph.store_order();
    graph
}

/// Expands states without other threads.
fn expand_one_by_one<E: Expand>(
    expander: &mut E,
    states: &[E::State],
    terms: &Terms,
) -> Leaves<E::State>
where
    E::State: Eq + Hash,
{
    let mut leaves = Leaves::new(terms);
    for state in states {
        let expanded = expander.expand(state, &mut leaves);
        leaves.close_state();
        leaves.error = expanded.err();
        if leaves.error.is_some() {
            break;
        }
    }
    leaves
}

#[cfg(test)]
mod tests;
