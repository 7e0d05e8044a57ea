//! Truncation: the probability that a trial reaches an unexplored state.

use std::sync::Arc;

use super::graph_builder::GraphBuilder;
use crate::budget::{Stop, Watch};
use crate::graph::{Components, Graph, SPLITS, TRUNCATED, reach};

/// A process that may not terminate is truncated if less than this probability is left, unless that
/// is too expensive. A probability this small changes no mean and no standard deviation, because no
/// value exceeds 2^63.
pub const DEEP_TRUNCATION_THRESHOLD: f64 = 1e-60;

/// If more probability than this is left, exploring is far from its end, and the exact probability
/// is not computed.
pub(super) const UNFINISHED_THRESHOLD: f64 = 1e-6;

/// Returns whether so much is truncated that the probabilities of values have no known fraction.
/// Values that truncated trials cannot have are an exception. The limit is a little above
/// [`DEEP_TRUNCATION_THRESHOLD`].
pub(crate) fn hides_fractions(truncated: f64) -> bool {
    truncated > 1e10 * DEEP_TRUNCATION_THRESHOLD
}

/// Returns whether a truncated probability is too small to change a mean of numbers (power 1) or of
/// squares and products (power 2). Truncated trials may have had any value up to 2^63.
pub(crate) fn is_negligible(truncated: f64, power: i32) -> bool {
    truncated * 2f64.powi(63 * power) <= 1e-17
}

/// The size of a graph at one moment.
pub(super) struct GraphMark {
    states: usize,
    pub(super) edges: usize,
    masses: usize,
    lists: usize,
    cells: usize,
    splits: usize,
    pub(super) leaves: u64,
    /// Whether the unexplored probability was below the deep threshold.
    pub(super) is_deep: bool,
}

impl GraphMark {
    pub(super) fn new<S>(builder: &GraphBuilder<S>, leaves: u64, is_deep: bool) -> GraphMark {
        let Graph {
            first_edges: states,
            edges,
            masses,
            lists,
            cells,
            splits,
            ..
        } = &builder.graph;
        GraphMark {
            states: states.len(),
            edges: edges.len(),
            masses: masses.len(),
            lists: lists.len(),
            cells: cells.len(),
            splits: splits.len(),
            leaves,
            is_deep,
        }
    }

    /// Removes everything that was explored later. This works because everything is numbered in the
    /// order in which it was found.
    pub(super) fn restore(&self, graph: &mut Graph) {
        graph.first_edges.truncate(self.states);
        graph.costs.truncate(self.states);
        graph.edges.truncate(self.edges);
        graph.masses.truncate(self.masses);
        graph.lists.truncate(self.lists);
        graph.cells.truncate(self.cells);
        graph.splits.truncate(self.splits);
        graph
            .decisions
            .retain(|decision| (decision.state as usize) < self.states);
        let kept = graph.decisions.last().map_or(0, |decision| {
            decision.first_option as usize + decision.options.len()
        });
        graph.option_first_edges.truncate(kept);
        graph.option_costs.truncate(kept);
    }
}

/// Returns the probability that a trial reaches an unexplored state, or 1 if it is not small.
pub(super) fn unexplored_probability<S>(
    builder: &mut GraphBuilder<S>,
    watch: &Watch,
) -> Result<f64, Stop> {
    let (explored, graph) = (builder.graph.first_edges.len(), &mut builder.graph);
    if explored == builder.states.len() {
        return Ok(1.0);
    }
    graph.first_edges.push(graph.edges.len() as u32);
    let is_far = graph.decisions.is_empty() && reach_lower_bound(graph) >= UNFINISHED_THRESHOLD;
    let reached = if is_far {
        Ok(1.0)
    } else {
        reach(graph, explored, watch)
    };
    graph.first_edges.pop();
    reached
}

/// Returns a lower bound of [`reach`]: the probability that a trial reaches an unexplored state by
/// transitions that never lead back to an earlier state. It is cheap to compute, and usually enough
/// to show that exploring is far from its end.
fn reach_lower_bound(graph: &Graph) -> f64 {
    let explored = graph.state_count();
    let mut visits = vec![0.0; explored];
    visits[0] = 1.0;
    let mut reached = 0.0;
    for state in 0..explored {
        for edge in graph.edges_of(state) {
            let mass = visits[state] * graph.mass(edge).float();
            let onward = graph.next_states(edge);
            if onward.iter().any(|&target| target as usize >= explored) {
                reached += mass;
                continue;
            }
            onward
                .iter()
                .filter(|&&target| target as usize > state)
                .for_each(|&target| visits[target as usize] += mass);
        }
    }
    reached
}

/// Returns the finished graph. Transitions to unexplored states are truncated.
pub(super) fn truncated_graph<S>(builder: GraphBuilder<S>) -> Graph {
    let (known, mut graph) = (builder.states.len(), builder.graph);
    // The graph alone is needed from here on.
    drop(builder.states);
    if !builder.leads_back {
        let in_order = (0..graph.first_edges.len() as u32).collect();
        graph.order = Some(Arc::new(Components::singletons(in_order)));
    }
    let explored = graph.first_edges.len() as u32;
    graph.first_edges.push(graph.edges.len() as u32);
    if known > explored as usize {
        let is_new = |target: u32, splits: &[Box<[u32]>]| match target.checked_sub(SPLITS) {
            None => target >= explored,
            Some(split) => splits
                .get(split as usize)
                .is_some_and(|states| states.iter().any(|&s| s >= explored)),
        };
        for edge in &mut graph.edges {
            if is_new(edge.target, &graph.splits) {
                edge.target = TRUNCATED;
            }
        }
        // No edge leads to these splits any more. They keep their index but must not refer to
        // missing states.
        for split in graph
            .splits
            .iter_mut()
            .filter(|states| states.iter().any(|&state| state >= explored))
        {
            *split = Box::default();
        }
    }
    graph.store_order();
    graph
}

#[cfg(test)]
mod tests {
    use super::super::leaves::{Leaves, Terms};
    use super::super::model::Model;
    use super::super::outset::Outset;
    use super::*;
    use crate::chance::Die;
    use crate::explore::Budget;
    use crate::{Ask, Layout, Metric, Parts, Rule, RuleError, Step};

    /// A random walk that sometimes goes back and sometimes splits.
    struct Wandering;

    impl Rule for Wandering {
        type State = u32;

        fn metrics(&self) -> Vec<Metric> {
            Vec::new()
        }

        fn start(&self, _: &Parts) -> u32 {
            0
        }

        fn step<A: Ask>(&self, state: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
            let position = *state;
            *state = match ask.roll(Die::D6) {
                1 if position % 4 == 3 => position - 1,
                2 if position % 4 < 2 => return Ok(Step::Split(vec![position + 2, position + 3])),
                3 => position + 2,
                4 => return Ok(Step::Done),
                _ => position + 1,
            };
            Ok(if *state < 60 {
                Step::Continue
            } else {
                Step::Done
            })
        }
    }

    /// The test checks every graph during the exploration.
    #[test]
    fn reach_lower_bound_never_exceeds_reach() {
        let watch = Watch::default();
        let budget = Budget::default();
        let mut scratch = Default::default();
        let outset = Outset::new(Layout::default(), Model::start(&Wandering, &Parts::ALL));
        let mut builder = GraphBuilder::new(&outset);
        let mut leaves = Leaves::new(&Terms::new(&outset, &budget, &watch));
        let mut seen = 0;
        for explored in 1..40 {
            let state = builder
                .states
                .get_index(explored - 1)
                .cloned()
                .expect("there are so many");
            Wandering
                .expand(&state, &mut scratch, &mut leaves)
                .expect("it is within the budget");
            leaves.close_state();
            builder.add_states(&mut leaves);
            leaves.states.clear();
            let graph = &mut builder.graph;
            graph.first_edges.push(graph.edges.len() as u32);
            let straight = reach_lower_bound(graph);
            let reach_bound = reach(graph, explored, &watch).expect("it is solved");
            graph.first_edges.pop();
            assert!(
                straight > 0.0 && straight <= reach_bound * (1.0 + 1e-12),
                "{explored}: {straight} of {reach_bound}"
            );
            seen += u32::from(straight < reach_bound);
        }
        assert!(seen > 30, "{seen}");
    }
}
