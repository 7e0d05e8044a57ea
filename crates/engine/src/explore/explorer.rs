//! Breadth-first exploration, state by state, until everything is known or the rest is negligible.

use super::expand::Expand;
use super::leaves::Leaves;
use super::outset::{Outset, Termination};
use super::truncation::{
    DEEP_TRUNCATION_THRESHOLD, GraphMark, UNFINISHED_THRESHOLD, truncated_graph,
    unexplored_probability,
};
use crate::budget::{Budget, Stop, Watch};
use crate::graph::Graph;

/// If going on to [`DEEP_TRUNCATION_THRESHOLD`] is too expensive, the graph is truncated where less
/// than this probability is left.
const TRUNCATION_THRESHOLD: f64 = 1e-16;
/// How far exploring goes on, relative to the number of edges at the first point where it may
/// truncate.
const COSTLY_FACTOR: usize = 6;

/// The number of edges at which the unexplored probability is first computed. The next times are at
/// four times as many edges, or fewer if little is left.
const FIRST_LOOK: usize = 1 << 12;

/// The same number for processes that never terminate: they are truncated as early as possible.
const FIRST_LOOK_AT_ENDLESS: usize = 256;

/// Below this number of edges, a graph is not truncated. Up to `PATIENCE` edges, exploring goes on
/// in the hope of an end as long as that is cheap.
const SMALL_GRAPH: usize = 2 * FIRST_LOOK;
const PATIENCE: usize = 1 << 16;
/// Exploring is cheap up to this number of leaves after the first point where it may truncate.
const CHEAP_LEAVES: u64 = 1 << 16;

impl Termination {
    fn first_look(self) -> usize {
        match self {
            Termination::Sure => usize::MAX,
            Termination::Unsure => FIRST_LOOK,
            Termination::Never => FIRST_LOOK_AT_ENDLESS,
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
fn edges_at_next_look(left: f64, edges: usize) -> usize {
    match left {
        ..TRUNCATION_THRESHOLD => edges.saturating_add(edges / 2),
        ..UNFINISHED_THRESHOLD => edges.saturating_mul(2),
        _ => edges.saturating_mul(4),
    }
}

/// Explores everything, or until `is_enough` returns `true`. This function is asked where the graph
/// may be truncated and no end is in sight. If it ends the exploration, there is no graph.
pub(super) fn explore_to<E: Expand>(
    expander: &mut E,
    outset: Outset<E::State>,
    budget: &Budget,
    watch: &Watch,
    mut is_enough: impl FnMut(&mut E, &Leaves<E::State>, usize) -> Result<bool, Stop>,
) -> Result<Option<Graph>, Stop> {
    let (ending, goes_deep) = (outset.termination, outset.goes_deep);
    let mut leaves = Leaves::new(outset, budget, watch);
    // The size of the graph when the unexplored probability first fell below the threshold.
    let mut mark: Option<GraphMark> = None;
    let may_ask = ending == Termination::Unsure;
    let (mut current, mut reported_leaves, mut next_look) = (0, 0, ending.first_look());
    while let Some(state) = leaves.builder.states.get_index(current).cloned() {
        leaves.builder.open_state();
        expander
            .expand(&state, &mut leaves)
            .map_err(|error| leaves.stop_for(error))?;
        leaves.builder.close_state();
        current += 1;
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        watch.add_leaves(
            leaves.leaf_count - std::mem::replace(&mut reported_leaves, leaves.leaf_count),
        );
        let edges = leaves.builder.graph.edges.len();
        if edges >= next_look {
            let left = unexplored_probability(&mut leaves, current, watch)?;
            let (is_first, is_deep) = (
                mark.is_none(),
                left < DEEP_TRUNCATION_THRESHOLD || left < TRUNCATION_THRESHOLD && !goes_deep,
            );
            if is_deep || is_first && left < TRUNCATION_THRESHOLD {
                mark = Some(GraphMark::new(&leaves, is_deep));
            }
            next_look = if is_deep {
                usize::MAX
            } else {
                edges_at_next_look(left, edges)
            };
            let is_time = is_first && (mark.is_some() || edges >= PATIENCE);
            if may_ask && is_time && is_enough(expander, &leaves, current)? {
                return Ok(None);
            }
        }
        if let Some(mark) = mark
            .as_ref()
            .filter(|mark| ending.is_past_hope(mark, edges, leaves.leaf_count))
            && current < leaves.builder.states.len()
        {
            if may_ask && is_enough(expander, &leaves, current)? {
                return Ok(None);
            }
            mark.restore(&mut leaves.builder.graph);
            break;
        }
        if leaves.is_past_budget() {
            if let Some(mark) = &mark {
                mark.restore(&mut leaves.builder.graph);
                break;
            }
            // The edges found since the last check may have lowered the unexplored probability
            // enough.
            if ending != Termination::Sure
                && unexplored_probability(&mut leaves, current, watch)? < TRUNCATION_THRESHOLD
            {
                break;
            }
            if may_ask && is_enough(expander, &leaves, current)? {
                return Ok(None);
            }
            return Err(leaves.too_large());
        }
    }
    Ok(Some(truncated_graph(leaves)))
}
