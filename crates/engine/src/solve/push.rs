//! Pushing: without circles, what has been folded goes with its probability from state to state,
//! and no lifted graph is kept.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::augment::{Lead, ShownFolds};
use super::project::Projected;
use crate::budget::{Budget, Stop, Watch};
use crate::graph::{Cell, Edge, Folded};
use crate::odds::Mass;

/// Ways that may be pushed along for each edge of a budget: one takes a third of the time of an
/// edge, and many meet again, which would be one edge.
const PUSHED_AN_EDGE: usize = 8;

/// Bytes that a folded value takes with its mass and its index in a table, while it is carried or
/// once it is reported.
const BYTES_OF_A_VALUE: usize = 96;

/// A mass for each of these.
type Masses<T> = IndexMap<T, Mass, FxBuildHasher>;

/// Pushes from one state after another, with tables that are emptied on the way.
pub(super) struct ForwardPropagation {
    /// What has been folded by trials that come to each state.
    arrived: Vec<Masses<Folded>>,
    /// The place of each state in the order in which probability flows.
    place: Vec<u32>,
    /// The places of states that something has come to.
    waiting: BinaryHeap<Reverse<u32>>,
    /// The cells that are reported along the current transition.
    over: Vec<Cell>,
}

/// What has been done so far, of what may be done.
#[derive(Default)]
struct ForwardWork {
    forwarded: usize,
    states: usize,
    /// Values that are held at the moment: those that are carried, and all that have been
    /// reported.
    held: usize,
}

impl ForwardPropagation {
    /// Of the states in the order in which probability flows, of so many in all: no trial comes to
    /// one that is not in it.
    pub(super) fn new(order: &[u32], states: usize) -> ForwardPropagation {
        let mut place = vec![0; states];
        (0..)
            .zip(order)
            .for_each(|(at, &state)| place[state as usize] = at);
        ForwardPropagation {
            arrived: vec![Masses::default(); states],
            place,
            waiting: BinaryHeap::new(),
            over: Vec::new(),
        }
    }

    /// What is shown by trials that start in a state.
    ///
    /// # Errors
    /// When it is stopped, past the budget, or when a number grows past 64 bits.
    pub(super) fn shown(
        &mut self,
        projected: &Projected<'_>,
        order: &[u32],
        root: u32,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<ShownFolds, Stop> {
        let mut shown = ShownFolds::default();
        let mut work = ForwardWork {
            held: 1,
            ..ForwardWork::default()
        };
        self.arrive(root).insert(None, Mass::ONE);
        while let Some(Reverse(place)) = self.waiting.pop() {
            let state = order[place as usize];
            let here = std::mem::take(&mut self.arrived[state as usize]);
            work.states += here.len();
            let before = work.forwarded;
            for edge in projected.edges_from(state) {
                work.forwarded += here.len();
                if watch.is_stopped() {
                    return Err(Stop::Asked);
                }
                if work.is_past(budget) {
                    return Err(Stop::TooLarge {
                        states: work.states,
                        edges: work.forwarded,
                    });
                }
                work.held += self.push(projected, edge, &here, &mut shown)?;
            }
            work.held -= here.len();
            watch.add_leaves((work.forwarded - before) as u64);
        }
        Ok(shown)
    }

    /// Pushes all that has come to a state along one of its ways; how many values are held more.
    fn push(
        &mut self,
        projected: &Projected<'_>,
        edge: &Edge,
        here: &Masses<Folded>,
        shown: &mut ShownFolds,
    ) -> Result<usize, Stop> {
        let (known, mut new) = (shown.values.len() + shown.splits.len(), 0);
        // Values that come from one state together mostly stand together where they lead.
        let mut likely = 0;
        for (&folded, &mass) in here {
            let mass = mass * edge.mass;
            self.over.clear();
            match projected.along(edge, folded, &mut self.over)? {
                Lead::State(target, folded) => {
                    let there = self.arrive(target);
                    let before = there.len();
                    likely = 1 + add(there, likely, folded, mass);
                    new += there.len() - before;
                }
                Lead::Split(split, folded) => {
                    *shown.splits.entry((split, folded)).or_insert(Mass::ZERO) += mass
                }
                Lead::Truncated => shown.unresolved += mass,
                Lead::Done if self.over.is_empty() => shown.silent += mass,
                Lead::Done => {}
            }
            self.over
                .iter()
                .for_each(|&cell| *shown.values.entry(cell).or_insert(Mass::ZERO) += mass);
        }
        Ok(new + shown.values.len() + shown.splits.len() - known)
    }

    /// What has come to a state, to which something comes now.
    #[inline]
    fn arrive(&mut self, state: u32) -> &mut Masses<Folded> {
        let arrived = &mut self.arrived[state as usize];
        if arrived.is_empty() {
            self.waiting.push(Reverse(self.place[state as usize]));
        }
        arrived
    }
}

impl ForwardWork {
    fn is_past(&self, budget: &Budget) -> bool {
        self.forwarded > PUSHED_AN_EDGE.saturating_mul(budget.edges)
            || self.forwarded as u64 > budget.leaves
            || self.held > budget.edges
            || self.held.saturating_mul(BYTES_OF_A_VALUE) > budget.bytes
    }
}

/// Adds to the mass of what is likely to be in this place of a table; the place where it is.
#[inline]
fn add(table: &mut Masses<Folded>, likely: usize, folded: Folded, mass: Mass) -> usize {
    if let Some((there, sum)) = table.get_index_mut(likely)
        && *there == folded
    {
        *sum += mass;
        return likely;
    }
    let entry = table.entry(folded);
    let place = entry.index();
    *entry.or_insert(Mass::ZERO) += mass;
    place
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::augment::shown_by_lifting;
    use super::*;
    use crate::chance::Die;
    use crate::explore::{Graph, explore};
    use crate::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};

    const FOLDS: [Fold; 5] = [Fold::Last, Fold::Sum, Fold::Min, Fold::Max, Fold::First];

    /// Goes forwards by dice that explode, now and then on in two places at once, and shows what it
    /// rolls: of the whole trial, and of each third of the way.
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
            let here = *state;
            let face = ask.open_roll(Die::new(4));
            if face != 2 {
                (0..5).for_each(|metric| ask.observe(metric, here + 1, i64::from(face % 3)));
                (5..9).for_each(|metric| ask.observe(metric, here / 5 + 1, i64::from(face % 5)));
            }
            *state = here + face.min(4);
            Ok(match face {
                3 if here.is_multiple_of(3) && here < 10 => {
                    Step::Split(vec![here / 5 * 5 + 5, here / 5 * 5 + 6])
                }
                _ if *state < 15 => Step::Continue,
                _ => Step::Done,
            })
        }
    }

    fn is_near(one: Mass, other: Mass) -> bool {
        (one.float() - other.float()).abs() <= 1e-13 && one.fraction() == other.fraction()
    }

    /// What was shown, by what it is.
    fn masses(shown: &ShownFolds) -> BTreeMap<String, Mass> {
        let values = shown
            .values
            .iter()
            .map(|(cell, &mass)| (format!("{cell:?}"), mass));
        let splits = shown
            .splits
            .iter()
            .map(|(split, &mass)| (format!("{split:?}"), mass));
        let rest = [
            ("silent".to_owned(), shown.silent),
            ("unresolved".to_owned(), shown.unresolved),
        ];
        values.chain(splits).chain(rest).collect()
    }

    fn wandering() -> Graph {
        explore(
            &Wandering,
            &Parts::ALL,
            &Budget::default(),
            &Watch::default(),
        )
        .expect("it is small")
    }

    #[test]
    fn what_is_pushed_is_what_the_lifted_graph_shows_from_every_state_on() {
        let (graph, budget, watch) = (wandering(), Budget::default(), Watch::default());
        let order = graph.order();
        assert!(!order.has_cycles && !graph.splits.is_empty());
        let (mut split, mut unresolved) = (0, 0);
        for (metric, definition) in graph.layout().metrics().iter().enumerate() {
            let projected = Projected::new(&graph, metric);
            // One after another from the same tables: each leaves them empty.
            let mut propagation = ForwardPropagation::new(&order.states, graph.state_count());
            for root in 0..graph.state_count() as u32 {
                let forwarded = propagation
                    .shown(&projected, &order.states, root, &budget, &watch)
                    .expect("within the budget");
                let augmented =
                    shown_by_lifting(&projected, root, &budget, &watch).expect("within the budget");
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
                    .all(|((_, &one), (_, &other))| is_near(one, other));
                assert!(
                    is_same,
                    "{} from {root}: {forwarded:?} and {augmented:?}",
                    definition.name
                );
            }
        }
        assert!(split > 100 && unresolved > 20, "{split} {unresolved}");
    }

    /// Adds up two dice of a hundred sides, the second a hundredfold: every sum is another.
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
            ask.whole(0, face * *factor);
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
    fn what_has_been_told_counts_against_the_budget() {
        let (all, watch) = (Budget::default(), Watch::default());
        let graph = explore(&Hundreds, &Parts::ALL, &all, &watch).expect("it is small");
        let (order, projected) = (graph.order(), Projected::new(&graph, 0));
        let shown = |edges| {
            let budget = Budget { edges, ..all };
            ForwardPropagation::new(&order.states, graph.state_count()).shown(
                &projected,
                &order.states,
                0,
                &budget,
                &watch,
            )
        };
        assert!(matches!(shown(5_000), Err(Stop::TooLarge { .. })));
        assert_eq!(shown(12_000).map(|shown| shown.values.len()), Ok(10_000));
    }

    #[test]
    fn what_is_past_the_budget_is_too_large_and_what_is_stopped_stops() {
        let graph = wandering();
        let (order, projected) = (graph.order(), Projected::new(&graph, 1));
        let shown = |budget: Budget, watch: &Watch| {
            ForwardPropagation::new(&order.states, graph.state_count()).shown(
                &projected,
                &order.states,
                0,
                &budget,
                watch,
            )
        };
        let all = Budget::default();
        assert!(shown(all, &Watch::default()).is_ok());
        for small in [
            Budget { edges: 20, ..all },
            Budget { leaves: 80, ..all },
            Budget { bytes: 1000, ..all },
        ] {
            assert!(
                matches!(shown(small, &Watch::default()), Err(Stop::TooLarge { .. })),
                "{small:?}"
            );
        }
        let watch = Watch::default();
        watch.stop();
        assert!(matches!(shown(all, &watch), Err(Stop::Asked)));
    }
}
