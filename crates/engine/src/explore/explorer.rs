//! Exploring breadth first, state by state, until all is known or what is left hardly matters.

use super::expand::Expand;
use super::leaves::Leaves;
use super::outset::{Outset, Termination};
use super::truncation::{
    DEEP_TRUNCATION_THRESHOLD, GraphMark, UNFINISHED_THRESHOLD, truncated_graph,
    unexplored_probability,
};
use crate::budget::{Budget, Stop, Watch};
use crate::graph::Graph;

/// Where less than this of a trial is left it is cut, where going on to [`DEEP_TRUNCATION_THRESHOLD`] is too dear.
const TRUNCATION_THRESHOLD: f64 = 1e-16;
/// Edges up to which it is not too dear, in those at which the trial could have been cut first.
const COSTLY_FACTOR: usize = 6;

/// Edges at which it is first looked at how likely a trial is to reach what has not been explored
/// yet; then whenever there are four times as many, or twice, where that has become unlikely.
const FIRST_LOOK: usize = 1 << 12;

/// The same of what is known to go on for ever: it is cut as soon as it may be.
const FIRST_LOOK_AT_ENDLESS: usize = 256;

/// Edges below which a graph is never cut, and up to which it is explored in the hope of its end
/// while that is cheap ...
const SMALL_GRAPH: usize = 2 * FIRST_LOOK;
const PATIENCE: usize = 1 << 16;
/// ... which it is up to so many leaves from where it may be cut.
const CHEAP_LEAVES: u64 = 1 << 16;

impl Termination {
    fn first_look(self) -> usize {
        match self {
            Termination::Sure => usize::MAX,
            Termination::Unsure => FIRST_LOOK,
            Termination::Never => FIRST_LOOK_AT_ENDLESS,
        }
    }

    /// Whether exploring has gone far enough past the point where it may be cut.
    fn is_past_hope(self, mark: &GraphMark, edges: usize, leaves: u64) -> bool {
        if !mark.is_deep {
            return edges >= PATIENCE.max(COSTLY_FACTOR * mark.edges);
        }
        self == Termination::Never
            || edges >= PATIENCE
            || edges >= SMALL_GRAPH && leaves - mark.leaves >= CHEAP_LEAVES
    }
}

/// Explores all there is.
pub(crate) fn explore_all<E: Expand>(
    expander: &mut E,
    outset: Outset<E::State>,
    budget: &Budget,
    watch: &Watch,
) -> Result<Graph, Stop> {
    let explored = explore_to(expander, outset, budget, watch, |_, _, _| Ok(false))?;
    Ok(explored.expect("nobody ends it early"))
}

/// The number of edges at which it is looked at next, by what is left: the less that is, the
/// sooner.
fn edges_at_next_look(left: f64, edges: usize) -> usize {
    match left {
        ..TRUNCATION_THRESHOLD => edges.saturating_add(edges / 2),
        ..UNFINISHED_THRESHOLD => edges.saturating_mul(2),
        _ => edges.saturating_mul(4),
    }
}

/// Explores all there is, or until, where it may be cut and where no end is near, somebody says
/// that this is enough: then there is no graph.
pub(super) fn explore_to<E: Expand>(
    expander: &mut E,
    outset: Outset<E::State>,
    budget: &Budget,
    watch: &Watch,
    mut is_enough: impl FnMut(&mut E, &Leaves<E::State>, usize) -> Result<bool, Stop>,
) -> Result<Option<Graph>, Stop> {
    let (ending, goes_deep) = (outset.termination, outset.goes_deep);
    let mut leaves = Leaves::new(outset, budget, watch);
    // How far it had come when hardly any trial went on.
    let mut mark: Option<GraphMark> = None;
    let may_ask = ending == Termination::Unsure;
    let (mut current, mut reported_leaves, mut next_look) = (0, 0, ending.first_look());
    while let Some(state) = leaves.builder.states.get_index(current).cloned() {
        leaves.builder.open_state();
        expander
            .expand(&state, &mut leaves)
            .map_err(|error| leaves.stop_for(error))?;
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
            // What is past the budget may have been settled since it was last looked at.
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
