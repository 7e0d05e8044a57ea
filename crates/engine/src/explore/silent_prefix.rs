//! The silent prefix of a graph: the transitions of a trial before its first observation.

use crate::graph::{Edge, EdgeTable, Graph, OpenEdge, SPLITS};
use crate::odds::Mass;

impl Graph {
    /// Returns a graph with the same distributions and, if possible, fewer edges, for sampling
    /// trials. It skips the silent transitions from the start that are not part of cycles. The
    /// start then leads directly to the states after them. The probabilities are sums of floats,
    /// without exact fractions.
    ///
    /// For example, if cards are dealt one by one and recorded together, only the final deal
    /// remains.
    #[must_use]
    pub fn without_silent_prefix(self) -> Graph {
        if !self.decisions.is_empty() {
            return self;
        }
        let order = self.order();
        let mut is_straight = vec![false; self.state_count()];
        for component in order.iter() {
            if let &[state] = component {
                is_straight[state as usize] = !order.has_cycles || !self.leads_back(state);
            }
        }
        if !is_straight[0] {
            return self;
        }
        let mut visits = vec![0.0; self.state_count()];
        visits[0] = 1.0;
        let mut exits: Vec<OpenEdge> = Vec::new();
        let mut edge_table = EdgeTable::default();
        let (mut passed, mut cost) = (0, 0.0);
        for &state in &order.states {
            let state_visits = std::mem::take(&mut visits[state as usize]);
            if state_visits == 0.0 {
                continue;
            }
            cost += state_visits * self.costs[state as usize];
            for edge in self.edges_of(state as usize) {
                passed += 1;
                let Edge { target, list, .. } = self.edges[edge];
                let mass = state_visits * self.mass(edge).float();
                if self.edge_cell_indices(edge).is_empty()
                    && target < SPLITS
                    && is_straight[target as usize]
                {
                    visits[target as usize] += mass;
                    continue;
                }
                edge_table.add(
                    &mut exits,
                    OpenEdge {
                        mass: Mass::inexact(mass),
                        target,
                        list,
                    },
                );
            }
        }
        if exits.len() >= passed {
            return self;
        }
        let mut masses = self.masses.clone();
        let exits: Vec<Edge> = exits
            .into_iter()
            .map(|edge| edge.close(&mut masses))
            .collect();
        let edges_of = |state: u32| {
            if state == 0 {
                &exits[..]
            } else {
                &self.edges[self.edges_of(state as usize)]
            }
        };
        let cost_of = |state: u32| {
            if state == 0 {
                cost
            } else {
                self.costs[state as usize]
            }
        };
        let (graph, _) = self.rewire(masses, edges_of, cost_of);
        // States that trials also reach in another way are still needed.
        if graph.edges.len() < self.edges.len() {
            graph
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::of_model::explore_whole;
    use crate::chance::Die;
    use crate::explore::{Budget, Graph, Watch};
    use crate::solve::{solve, trial_cost};
    use crate::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};

    /// A rule that rolls until the sum passes an end, and then rolls once more and records the
    /// face.
    #[derive(Clone, Copy)]
    struct Rolls {
        end: u32,
        /// The position to which a 1 leads back from any later position.
        back: Option<u32>,
        /// Whether each roll is recorded.
        records_rolls: bool,
        /// Whether it splits at the end.
        splits: bool,
    }

    const LAST: u32 = 1000;

    impl Rule for Rolls {
        type State = u32;

        fn metrics(&self) -> Vec<Metric> {
            vec![
                Metric::whole("rolls").fold(Fold::Sum).optional(),
                Metric::steps("end", 0, 1).optional(),
            ]
        }

        fn start(&self, _: &Parts) -> u32 {
            0
        }

        fn step<A: Ask>(&self, state: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
            let face = ask.roll(Die::new(4));
            if self.records_rolls {
                ask.observe_whole(0, 1);
            }
            if *state >= LAST {
                ask.observe(1, *state - LAST, face.into());
                return Ok(Step::Done);
            }
            *state = match self.back {
                Some(back) if face == 1 && *state >= back => back,
                _ => *state + face,
            };
            if *state < self.end {
                return Ok(Step::Continue);
            }
            if self.splits {
                return Ok(Step::Split(vec![LAST, LAST + 1]));
            }
            ask.observe_whole(0, i64::from(*state));
            *state = LAST;
            Ok(Step::Continue)
        }
    }

    fn graph(rule: Rolls) -> Graph {
        explore_whole(&rule, &Parts::ALL, &Budget::default(), &Watch::default())
            .expect("it is small")
    }

    const PLAIN: Rolls = Rolls {
        end: 12,
        back: None,
        records_rolls: false,
        splits: false,
    };

    #[test]
    fn skipping_silent_prefix_keeps_distributions_and_cost() {
        let (splits, cycles) = (
            Rolls {
                splits: true,
                ..PLAIN
            },
            Rolls {
                back: Some(8),
                ..PLAIN
            },
        );
        for (rule, states, edges) in [
            (PLAIN, 2, 8),
            (splits, 3, 9),
            (Rolls { end: 40, ..PLAIN }, 2, 8),
            (cycles, 5, 21),
        ] {
            let whole = graph(rule);
            let short = whole.clone().without_silent_prefix();
            assert_eq!((short.state_count(), short.edge_count()), (states, edges));
            assert!(edges < whole.edge_count(), "{} edges", whole.edge_count());
            let cost = |graph| trial_cost(graph, &Watch::default()).unwrap().dice;
            assert!((cost(&whole) - cost(&short)).abs() < 1e-12);
            let distributions = [&whole, &short]
                .map(|graph| solve(graph, &Budget::default(), &Watch::default()).unwrap());
            for (whole, short) in distributions[0].iter().zip(&distributions[1]) {
                let (whole, short) = (&whole.as_ref().unwrap().pmf, &short.as_ref().unwrap().pmf);
                assert_eq!(whole.masses().len(), short.masses().len());
                for ((value, mass), (same, close)) in whole.masses().iter().zip(short.masses()) {
                    assert_eq!(value, same);
                    assert!(
                        (mass.float() - close.float()).abs() < 1e-15,
                        "{value}: {mass:?}, {close:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn graph_without_silent_prefix_stays_unchanged() {
        for rule in [
            Rolls {
                records_rolls: true,
                ..PLAIN
            },
            Rolls {
                back: Some(0),
                ..PLAIN
            },
        ] {
            let whole = graph(rule);
            let same = whole.clone().without_silent_prefix();
            assert_eq!(
                (same.state_count(), same.edge_count()),
                (whole.state_count(), whole.edge_count())
            );
        }
    }
}
