//! Breadth-first exploration, state by state, until everything is known or the rest is negligible.

use std::hash::Hash;

use super::expand::Expand;
use super::graph_builder::{GraphBuilder, KnownStates};
use super::leaves::{Leaves, Terms};
use super::outset::{Outset, Termination};
use super::positions::PositionCounter;
use super::truncation::{
    DEEP_TRUNCATION_THRESHOLD, GraphMark, UNFINISHED_THRESHOLD, truncated_graph,
    unexplored_probability,
};
use crate::budget::{Budget, Stop, Watch};
use crate::error::{RuleError, RuleErrorKind};
use crate::graph::Graph;

/// If going on to [`DEEP_TRUNCATION_THRESHOLD`] is too expensive, the graph is truncated where less
/// than this probability is left.
const TRUNCATION_THRESHOLD: f64 = 1e-16;
/// How far exploring continues, relative to the number of edges at the first point where it may
/// truncate.
const COSTLY_FACTOR: usize = 6;

/// The number of edges at which the unexplored probability is first computed. The next times are at
/// four times as many edges, or fewer if little is left.
const FIRST_CHECK: usize = 1 << 12;

/// The first check for processes that never terminate. They are truncated as early as possible.
const FIRST_CHECK_IF_ENDLESS: usize = 256;

/// Below this number of edges, a graph is not truncated. Up to `PATIENCE` edges, exploring goes on
/// in the hope of an end as long as that is cheap.
const SMALL_GRAPH: usize = 2 * FIRST_CHECK;
const PATIENCE: usize = 1 << 16;
/// Exploring is cheap up to this number of leaves after the first point where it may truncate.
const CHEAP_LEAVES: u64 = 1 << 16;

/// States are expanded in parallel if at least this number of them are waiting.
const WIDE: usize = 32;
/// The approximate number of edges of the states that are expanded together.
const EDGES_PER_BATCH: usize = 1 << 14;
/// The approximate number of leaves of these states, if they have many leaves for each edge.
const LEAVES_PER_BATCH: u64 = 1 << 20;
/// The approximate number of batches that use up a budget, or more.
const BATCHES: usize = 16;

impl Termination {
    fn first_check(self) -> usize {
        match self {
            Termination::Sure => usize::MAX,
            Termination::Unsure => FIRST_CHECK,
            Termination::Never => FIRST_CHECK_IF_ENDLESS,
        }
    }

    /// Returns whether exploring has gone far enough beyond the point where it may truncate.
    fn is_past_hope(self, mark: &GraphMark, edges: usize, leaves: u64) -> bool {
        if !mark.is_deep {
            return edges >= PATIENCE.max(COSTLY_FACTOR * mark.edges);
        }
        self == Termination::Never
            || edges >= PATIENCE
            || edges >= SMALL_GRAPH && leaves - mark.leaves >= CHEAP_LEAVES
    }
}

/// Explores everything.
pub(crate) fn explore_all<E: Expand>(
    expander: &mut E,
    outset: Outset<E::State>,
    budget: &Budget,
    watch: &Watch,
) -> Result<Graph, Stop> {
    let explored = explore_to(expander, outset, budget, watch, |_, _, _| Ok(false))?;
    Ok(explored.expect("nobody ends it early"))
}

/// Returns the number of edges at which the unexplored probability is computed next. Less
/// probability left means sooner.
fn edges_at_next_check(left: f64, edges: usize) -> usize {
    match left {
        ..TRUNCATION_THRESHOLD => edges.saturating_add(edges / 2),
        ..UNFINISHED_THRESHOLD => edges.saturating_mul(2),
        _ => edges.saturating_mul(4),
    }
}

/// Explores everything, or until `is_enough` returns `true`. `is_enough` is called when the graph
/// may be truncated and no end is in sight. It gets the known states, and the number of those that
/// are explored. If it ends the exploration, there is no graph.
pub(super) fn explore_to<E: Expand>(
    expander: &mut E,
    outset: Outset<E::State>,
    budget: &Budget,
    watch: &Watch,
    mut is_enough: impl FnMut(&mut E, &KnownStates<E::State>, usize) -> Result<bool, Stop>,
) -> Result<Option<Graph>, Stop> {
    let (ending, goes_deep) = (outset.termination, outset.goes_deep);
    let mut work = Exploration::new(expander, &outset, budget, watch);
    // The size of the graph when the unexplored probability first fell below the threshold.
    let mut mark: Option<GraphMark> = None;
    let may_ask = ending == Termination::Unsure;
    let mut next_check = ending.first_check();
    while work.advance()? {
        let edges = work.builder.graph.edges.len();
        if edges >= next_check {
            let left = unexplored_probability(&mut work.builder, watch)?;
            let (is_first, is_deep) = (
                mark.is_none(),
                left < DEEP_TRUNCATION_THRESHOLD || left < TRUNCATION_THRESHOLD && !goes_deep,
            );
            if is_deep || is_first && left < TRUNCATION_THRESHOLD {
                mark = Some(GraphMark::new(&work.builder, work.leaf_count, is_deep));
            }
            next_check = if is_deep {
                usize::MAX
            } else {
                edges_at_next_check(left, edges)
            };
            let is_time = is_first && (mark.is_some() || edges >= PATIENCE);
            if may_ask && is_time && work.ask(&mut is_enough)? {
                return Ok(None);
            }
        }
        if let Some(mark) = mark
            .as_ref()
            .filter(|mark| ending.is_past_hope(mark, edges, work.leaf_count))
            && work.builder.explored() < work.builder.states.len()
        {
            if may_ask && work.ask(&mut is_enough)? {
                return Ok(None);
            }
            mark.restore(&mut work.builder.graph);
            break;
        }
        if work.is_past_budget() {
            if let Some(mark) = &mark {
                mark.restore(&mut work.builder.graph);
                break;
            }
            // The edges found since the last check may have lowered the unexplored probability
            // enough.
            if ending != Termination::Sure
                && work.builder.explored() > 0
                && unexplored_probability(&mut work.builder, watch)? < TRUNCATION_THRESHOLD
            {
                break;
            }
            if may_ask && work.ask(&mut is_enough)? {
                return Ok(None);
            }
            return Err(work.too_large());
        }
    }
    Ok(Some(truncated_graph(work.builder)))
}

/// An exploration under way.
struct Exploration<'e, E: Expand> {
    expander: &'e mut E,
    builder: GraphBuilder<E::State>,
    terms: Terms,
    budget: &'e Budget,
    watch: &'e Watch,
    /// The transitions of the next states, which are not part of the graph yet.
    ahead: Vec<Leaves<E::State>>,
    /// The number of states that were expanded.
    expanded: usize,
    /// The number of leaves, without the work that states share.
    leaf_count: u64,
    /// The transitions of a single state. It is kept to reuse its memory.
    single: Leaves<E::State>,
    positions: PositionCounter,
    /// Whether the next states together exceed the budget.
    is_over: bool,
}

impl<'e, E: Expand> Exploration<'e, E> {
    fn new(
        expander: &'e mut E,
        outset: &Outset<E::State>,
        budget: &'e Budget,
        watch: &'e Watch,
    ) -> Exploration<'e, E> {
        let terms = Terms::new(outset, budget, watch);
        Exploration {
            expander,
            builder: GraphBuilder::new(outset),
            single: Leaves::new(&terms),
            terms,
            budget,
            watch,
            ahead: Vec::new(),
            expanded: 0,
            leaf_count: 0,
            positions: PositionCounter::default(),
            is_over: false,
        }
    }

    /// Explores the next state, or the next states together. Returns `false` at the end.
    ///
    /// Many states are expanded in parallel, while the transitions of those before them are added
    /// to the graph. Which states these are depends on the graph and the budget alone, and states are
    /// added in order. So the graph does not depend on the number of threads.
    fn advance(&mut self) -> Result<bool, Stop> {
        let waiting = self.builder.states.len() - self.expanded;
        if waiting == 0 && self.ahead.is_empty() {
            return Ok(false);
        }
        let limits = self.remaining();
        self.terms.begin_batch(limits);
        self.positions
            .prepare(&mut self.terms, self.builder.graph.edges.len());
        let is_wide = waiting >= WIDE && self.builder.graph.edges.len() >= FIRST_CHECK;
        match self.expander.parallel() {
            Some(many) if is_wide || !self.ahead.is_empty() => {
                let end = self.expanded + waiting.min(self.batch_size());
                let states: Vec<E::State> = (self.expanded..end)
                    .filter_map(|state| self.builder.states.get_index(state).cloned())
                    .collect();
                let ahead = std::mem::take(&mut self.ahead);
                let (builder, terms) = (&mut self.builder, &self.terms);
                let (added, next) = rayon::join(
                    move || add_all(builder, ahead),
                    || many.expand_many(&states, terms),
                );
                self.expanded = end;
                self.count(added)?;
                self.is_over = self.terms.is_batch_over();
                if !self.is_over {
                    self.ahead = next;
                }
            }
            _ => {
                let state = self.builder.states.get_index(self.expanded).cloned();
                self.expanded += 1;
                self.single.restart(&self.terms);
                let expanded = state.map(|state| self.expander.expand(&state, &mut self.single));
                self.single.close_state();
                let error = expanded.and_then(Result::err);
                let is_wrong = |error: &RuleError| error.kind != RuleErrorKind::TooLarge;
                if self.terms.is_batch_over() && !error.as_ref().is_some_and(is_wrong) {
                    self.is_over = true;
                    return Ok(true);
                }
                self.builder.add_states(&mut self.single);
                let added = Added {
                    leaves: self.single.leaf_count,
                    positions: std::mem::take(&mut self.single.positions),
                    error,
                };
                self.count(added)?;
            }
        }
        Ok(true)
    }

    /// Returns the number of states that are expanded together.
    fn batch_size(&self) -> usize {
        batch_size(&self.builder, self.leaf_count, self.budget).max(WIDE)
    }

    fn ask(
        &mut self,
        is_enough: &mut impl FnMut(&mut E, &KnownStates<E::State>, usize) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let explored = self.builder.explored();
        is_enough(self.expander, &self.builder.states, explored)
    }

    /// Returns the rest of the budget.
    fn remaining(&self) -> Budget {
        let ahead_leaves: u64 = self.ahead.iter().map(|ahead| ahead.leaf_count).sum();
        Budget {
            edges: self
                .budget
                .edges
                .saturating_sub(self.builder.graph.edges.len()),
            leaves: self
                .budget
                .leaves
                .saturating_sub(self.leaves() + ahead_leaves),
            bytes: self.budget.bytes.saturating_sub(self.builder.bytes()),
        }
    }

    fn leaves(&self) -> u64 {
        self.leaf_count + self.expander.shared_work()
    }

    /// Counts the work of states that were added.
    fn count(&mut self, added: Added) -> Result<(), Stop> {
        self.leaf_count += added.leaves;
        self.watch.add_leaves(added.leaves);
        self.positions.count(&added.positions);
        if self.watch.is_stopped() {
            return Err(Stop::Requested);
        }
        match added.error {
            None => Ok(()),
            Some(error) if error.kind == RuleErrorKind::TooLarge => Err(self.too_large()),
            Some(error) => Err(Stop::Rule(error)),
        }
    }

    fn too_large(&self) -> Stop {
        let (known, explored) = (self.builder.states.len(), self.builder.explored().max(1));
        let share = known as f64 / explored as f64;
        let scale = |found: f64| found * share;
        // The work of states that were not added depends on when they were stopped.
        let leaves = if self.is_over {
            self.budget.leaves
        } else {
            self.leaves()
        };
        let needed = Budget {
            edges: scale(self.builder.graph.edges.len() as f64) as usize,
            leaves: scale(leaves as f64) as u64,
            bytes: scale(self.builder.graph.bytes() as f64) as usize,
        };
        Stop::TooLarge {
            states: known,
            edges: self.builder.graph.edges.len(),
            bytes: Some(needed.needed_bytes()),
        }
    }

    fn is_past_budget(&self) -> bool {
        self.is_over
            || self.builder.graph.edges.len() > self.budget.edges
            || self.leaves() > self.budget.leaves
            || self.builder.bytes() > self.budget.bytes
    }
}

/// Returns the number of states that are expanded together. It depends on the mean numbers of edges
/// and leaves of a state so far, and is a small share of the budget.
pub(super) fn batch_size<S: Eq + Hash>(
    builder: &GraphBuilder<S>,
    leaves: u64,
    budget: &Budget,
) -> usize {
    let explored = builder.explored().max(1);
    let edges_per_state = 1 + builder.graph.edges.len() / explored;
    let leaves_per_state = 1 + leaves / explored as u64;
    let edges = EDGES_PER_BATCH.min(budget.edges / BATCHES);
    let leaves = LEAVES_PER_BATCH.min(budget.leaves / BATCHES as u64);
    (edges / edges_per_state).min((leaves / leaves_per_state) as usize)
}

/// The result of adding states to a graph.
pub(super) struct Added {
    pub(super) leaves: u64,
    pub(super) positions: Vec<u64>,
    pub(super) error: Option<RuleError>,
}

/// Adds the transitions of states to the graph, up to the first error.
pub(super) fn add_all<S: Eq + Hash>(builder: &mut GraphBuilder<S>, all: Vec<Leaves<S>>) -> Added {
    let mut added = Added {
        leaves: 0,
        positions: Vec::new(),
        error: None,
    };
    for mut leaves in all {
        builder.add_states(&mut leaves);
        added.leaves += leaves.leaf_count;
        added.positions.append(&mut leaves.positions);
        if leaves.error.is_some() {
            added.error = leaves.error;
            break;
        }
    }
    added
}
