//! Forward propagation: in a graph without cycles, folded values move from state to state with
//! their probabilities. There is no need for an augmented graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::augment::{Lead, RecordedFolds};
use super::project::MetricProjection;
use crate::budget::{Budget, Stop, Watch};
use crate::graph::{Cell, Edge, FoldState};
use crate::odds::Mass;

/// The size of a folded value in bytes, with its mass and its table index, while it is propagated
/// or after it is reported.
const BYTES_PER_VALUE: usize = 96;

/// A mass for each key.
type Masses<T> = IndexMap<T, Mass, FxBuildHasher>;

/// A forward propagation from one state after another. Its tables are reused.
pub(super) struct ForwardPropagation {
    /// The folded values of trials that reach each state.
    arrived: Vec<Masses<FoldState>>,
    /// The index of each state in the topological order.
    order_index: Vec<u32>,
    /// The indices of states that have values.
    waiting: BinaryHeap<Reverse<u32>>,
    /// The cells that are reported along the current edge.
    finished_cells: Vec<Cell>,
}

/// The work done so far.
#[derive(Default)]
struct ForwardWork {
    forwarded: usize,
    states: usize,
    /// The number of values in memory: those that are propagated, and all that have been reported.
    held: usize,
}

impl ForwardPropagation {
    /// Prepares propagation in a graph with this number of states. `order` is a topological order
    /// of the states that trials reach.
    pub(super) fn new(order: &[u32], states: usize) -> ForwardPropagation {
        let mut order_index = vec![0; states];
        (0..)
            .zip(order)
            .for_each(|(index, &state)| order_index[state as usize] = index);
        ForwardPropagation {
            arrived: vec![Masses::default(); states],
            order_index,
            waiting: BinaryHeap::new(),
            finished_cells: Vec::new(),
        }
    }

    /// Returns the results of trials that start in a state.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or exceeds the budget, or if a number overflows 64
    /// bits.
    pub(super) fn propagate(
        &mut self,
        projected: &MetricProjection<'_>,
        order: &[u32],
        root: u32,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<RecordedFolds, Stop> {
        let mut recorded = RecordedFolds::default();
        let mut work = ForwardWork {
            held: 1,
            ..ForwardWork::default()
        };
        self.arrivals_at(root).insert(None, Mass::ONE);
        while let Some(Reverse(index)) = self.waiting.pop() {
            let state = order[index as usize];
            let arrived = std::mem::take(&mut self.arrived[state as usize]);
            work.states += arrived.len();
            let before = work.forwarded;
            for edge in projected.edges_from(state) {
                work.forwarded += arrived.len();
                if watch.is_stopped() {
                    return Err(Stop::Requested);
                }
                if work.is_past(budget) {
                    return Err(Stop::TooLarge {
                        states: work.states,
                        edges: work.forwarded,
                        bytes: None,
                    });
                }
                work.held += self.propagate_along(projected, edge, &arrived, &mut recorded)?;
            }
            work.held -= arrived.len();
            watch.add_leaves((work.forwarded - before) as u64);
        }
        Ok(recorded)
    }

    /// Propagates all values of a state along one edge. Returns the number of additional values in
    /// memory.
    fn propagate_along(
        &mut self,
        projected: &MetricProjection<'_>,
        edge: &Edge,
        arrived: &Masses<FoldState>,
        recorded: &mut RecordedFolds,
    ) -> Result<usize, Stop> {
        let (known, mut new) = (recorded.values.len() + recorded.splits.len(), 0);
        // Values that are neighbours in one state are mostly neighbours in the next.
        let mut likely = 0;
        let edge_mass = projected.mass(edge);
        for (&folded, &mass) in arrived {
            let mass = mass * edge_mass;
            self.finished_cells.clear();
            match projected.follow_edge(edge, folded, &mut self.finished_cells)? {
                Lead::State(target, folded) => {
                    let target_masses = self.arrivals_at(target);
                    let before = target_masses.len();
                    likely = 1 + add_mass(target_masses, likely, folded, mass);
                    new += target_masses.len() - before;
                }
                Lead::Split(split, folded) => {
                    *recorded.splits.entry((split, folded)).or_insert(Mass::ZERO) += mass
                }
                Lead::Truncated => recorded.unresolved += mass,
                Lead::Done if self.finished_cells.is_empty() => recorded.silent += mass,
                Lead::Done => {}
            }
            self.finished_cells
                .iter()
                .for_each(|&cell| *recorded.values.entry(cell).or_insert(Mass::ZERO) += mass);
        }
        Ok(new + recorded.values.len() + recorded.splits.len() - known)
    }

    /// Returns the values of a state, and marks the state as waiting.
    #[inline]
    fn arrivals_at(&mut self, state: u32) -> &mut Masses<FoldState> {
        let arrived = &mut self.arrived[state as usize];
        if arrived.is_empty() {
            self.waiting.push(Reverse(self.order_index[state as usize]));
        }
        arrived
    }
}

impl ForwardWork {
    fn is_past(&self, budget: &Budget) -> bool {
        self.forwarded as u64 > budget.leaves
            || self.held.saturating_mul(BYTES_PER_VALUE) > budget.bytes
    }
}

/// Adds to the mass of a key that is probably at the index `likely`. Returns its index.
#[inline]
fn add_mass(table: &mut Masses<FoldState>, likely: usize, folded: FoldState, mass: Mass) -> usize {
    if let Some((known_folded, sum)) = table.get_index_mut(likely)
        && *known_folded == folded
    {
        *sum += mass;
        return likely;
    }
    let entry = table.entry(folded);
    let index = entry.index();
    *entry.or_insert(Mass::ZERO) += mass;
    index
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::augment::recorded_by_augmentation;
    use super::*;
    use crate::chance::Die;
    use crate::explore::{Graph, explore};
    use crate::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};

    const FOLDS: [Fold; 5] = [Fold::Last, Fold::Sum, Fold::Min, Fold::Max, Fold::First];

    /// A random walk by exploding dice that sometimes splits. It records its rolls for the whole
    /// trial and for each third.
    struct Wandering;

    impl Rule for Wandering {
        type State = u32;

        fn metrics(&self) -> Vec<Metric> {
            let whole = FOLDS.map(|fold| Metric::whole(format!("{fold:?}")).fold(fold).optional());
            let steps = FOLDS[..4].iter().map(|&fold| {
                Metric::steps(format!("{fold:?} by thirds"), 1, 4)
                    .fold(fold)
                    .optional()
            });
            whole.into_iter().chain(steps).collect()
        }

        fn start(&self, _: &Parts) -> u32 {
            0
        }

        fn step<A: Ask>(&self, state: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
            let position = *state;
            let face = ask.open_roll(Die::new(4));
            if face != 2 {
                (0..5).for_each(|metric| ask.observe(metric, position + 1, i64::from(face % 3)));
                (5..9)
                    .for_each(|metric| ask.observe(metric, position / 5 + 1, i64::from(face % 5)));
            }
            *state = position + face.min(4);
            Ok(match face {
                3 if position.is_multiple_of(3) && position < 10 => {
                    Step::Split(vec![position / 5 * 5 + 5, position / 5 * 5 + 6])
                }
                _ if *state < 15 => Step::Continue,
                _ => Step::Done,
            })
        }
    }

    fn is_near(first: Mass, other: Mass) -> bool {
        (first.float() - other.float()).abs() <= 1e-13 && first.fraction() == other.fraction()
    }

    /// Returns the results by name.
    fn masses(recorded: &RecordedFolds) -> BTreeMap<String, Mass> {
        let values = recorded
            .values
            .iter()
            .map(|(cell, &mass)| (format!("{cell:?}"), mass));
        let splits = recorded
            .splits
            .iter()
            .map(|(split, &mass)| (format!("{split:?}"), mass));
        let rest = [
            ("silent".to_owned(), recorded.silent),
            ("unresolved".to_owned(), recorded.unresolved),
        ];
        values.chain(splits).chain(rest).collect()
    }

    fn wandering_graph() -> Graph {
        explore(
            &Wandering,
            &Parts::ALL,
            &Budget::default(),
            &Watch::default(),
        )
        .expect("it is small")
    }

    #[test]
    fn propagation_agrees_with_augmented_graph() {
        let (graph, budget, watch) = (wandering_graph(), Budget::default(), Watch::default());
        let order = graph.order();
        assert!(!order.has_cycles && !graph.splits.is_empty());
        let (mut split, mut unresolved) = (0, 0);
        for (metric, definition) in graph.layout().metrics().iter().enumerate() {
            let projected = MetricProjection::new(&graph, metric);
            // The roots share the tables, which each propagation leaves empty.
            let mut propagation = ForwardPropagation::new(&order.states, graph.state_count());
            for root in 0..graph.state_count() as u32 {
                let forwarded = propagation
                    .propagate(&projected, &order.states, root, &budget, &watch)
                    .expect("within the budget");
                let augmented = recorded_by_augmentation(&projected, root, &budget, &watch)
                    .expect("within the budget");
                split += forwarded.splits.len();
                unresolved += usize::from(!forwarded.unresolved.is_zero());
                let (forwarded, augmented) = (masses(&forwarded), masses(&augmented));
                assert!(
                    forwarded.keys().eq(augmented.keys()),
                    "{} from {root}: {forwarded:?} and {augmented:?}",
                    definition.name
                );
                let is_same = forwarded
                    .iter()
                    .zip(&augmented)
                    .all(|((_, &first), (_, &other))| is_near(first, other));
                assert!(
                    is_same,
                    "{} from {root}: {forwarded:?} and {augmented:?}",
                    definition.name
                );
            }
        }
        assert!(split > 100 && unresolved > 20, "{split} {unresolved}");
    }

    /// A rule that adds a die and a hundred times another, both with a hundred sides. All sums are
    /// different.
    struct Hundreds;

    impl Rule for Hundreds {
        type State = i64;

        fn metrics(&self) -> Vec<Metric> {
            vec![Metric::whole("sum").fold(Fold::Sum)]
        }

        fn start(&self, _: &Parts) -> i64 {
            1
        }

        fn step<A: Ask>(&self, factor: &mut i64, ask: &mut A) -> Result<Step<i64>, RuleError> {
            let face = i64::from(ask.roll(Die::new(100)));
            ask.observe_whole(0, face * *factor);
            *factor *= 100;
            Ok(if *factor > 100 {
                Step::Done
            } else {
                Step::Continue
            })
        }
    }

    /// The rule has few transitions and carries few values, but reports ten thousand at the end.
    #[test]
    fn reported_values_count_against_the_budget() {
        let (default_budget, watch) = (Budget::default(), Watch::default());
        let graph = explore(&Hundreds, &Parts::ALL, &default_budget, &watch).expect("it is small");
        let (order, projected) = (graph.order(), MetricProjection::new(&graph, 0));
        let propagate = |values: usize| {
            let budget = Budget {
                bytes: values * BYTES_PER_VALUE,
                ..default_budget
            };
            ForwardPropagation::new(&order.states, graph.state_count()).propagate(
                &projected,
                &order.states,
                0,
                &budget,
                &watch,
            )
        };
        assert!(matches!(propagate(5_000), Err(Stop::TooLarge { .. })));
        assert_eq!(
            propagate(12_000).map(|recorded| recorded.values.len()),
            Ok(10_000)
        );
    }

    #[test]
    fn propagation_respects_budget_and_stop() {
        let graph = wandering_graph();
        let (order, projected) = (graph.order(), MetricProjection::new(&graph, 1));
        let propagate = |budget: Budget, watch: &Watch| {
            ForwardPropagation::new(&order.states, graph.state_count()).propagate(
                &projected,
                &order.states,
                0,
                &budget,
                watch,
            )
        };
        let default_budget = Budget::default();
        assert!(propagate(default_budget, &Watch::default()).is_ok());
        for small in [
            Budget {
                leaves: 80,
                ..default_budget
            },
            Budget {
                bytes: 1000,
                ..default_budget
            },
        ] {
            assert!(
                matches!(
                    propagate(small, &Watch::default()),
                    Err(Stop::TooLarge { .. })
                ),
                "{small:?}"
            );
        }
        let watch = Watch::default();
        watch.stop();
        assert!(matches!(
            propagate(default_budget, &watch),
            Err(Stop::Requested)
        ));
    }
}
