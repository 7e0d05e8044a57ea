//! Shortcuts through states that only one silent transition leads to.

use crate::budget::{Stop, Watch};
use crate::graph::{Edge, EdgeTable, Graph, OpenEdge};
use crate::odds::Mass;

/// The number of states between two checks of the request to stop.
const STOP_CHECK_INTERVAL: u32 = 4096;

/// Shortcuts are used only if they save at least one state in this many.
const MAX_STATES_PER_SHORTCUT: usize = 8;

/// How trials enter a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    Never,
    /// By a single transition without observations.
    OnceSilently,
    Otherwise,
}

impl Graph {
    /// Returns a smaller graph of the same trials. If a rule asks two questions of chance in a row,
    /// the state between them is omitted, and transitions that become equal are merged. The graph
    /// stays as it is if it has cycles or decisions, or if too few states can be omitted.
    ///
    /// The graph never gets more edges, because each omitted state has one incoming edge.
    ///
    /// # Errors
    /// Returns an error if the work is stopped.
    pub(super) fn with_shortcuts(self, watch: &Watch) -> Result<Graph, Stop> {
        if !self.decisions.is_empty() || self.order().has_cycles {
            return Ok(self);
        }
        let entered = self.entry_kinds();
        let is_passed = |state: u32| entered[state as usize] == EntryKind::OnceSilently;
        let passed = entered
            .iter()
            .filter(|&&entry| entry == EntryKind::OnceSilently)
            .count();
        if passed == 0 || passed * MAX_STATES_PER_SHORTCUT < self.state_count() {
            return Ok(self);
        }
        let mut masses = self.masses.clone();
        let mut edges: Vec<Edge> = Vec::new();
        // The edges of the current state.
        let mut open_edges: Vec<OpenEdge> = Vec::new();
        let mut starts = Vec::with_capacity(self.first_edges.len());
        let mut costs = self.costs.clone();
        let mut edge_table = EdgeTable::default();
        // The states to pass through, the next one last, with the probability of reaching each.
        let mut waiting: Vec<(u32, Mass)> = Vec::new();
        for state in 0..self.state_count() as u32 {
            starts.push(edges.len());
            if state % STOP_CHECK_INTERVAL == 0 && watch.is_stopped() {
                return Err(Stop::Requested);
            }
            if is_passed(state) {
                continue;
            }
            let state_edges = &self.edges[self.edges_of(state as usize)];
            if !state_edges
                .iter()
                .any(|edge| matches!(*self.next_states_of(edge), [next] if is_passed(next)))
            {
                edges.extend_from_slice(state_edges);
                continue;
            }
            edge_table.open_state();
            waiting.push((state, Mass::ONE));
            while let Some((through, likely)) = waiting.pop() {
                if through != state {
                    costs[state as usize] += likely.float() * self.costs[through as usize];
                }
                let passed = waiting.len();
                for edge in &self.edges[self.edges_of(through as usize)] {
                    // Masses stay exact for edges that pass through no other state.
                    let mass = if through == state {
                        self.masses.get(edge.mass)
                    } else {
                        likely * self.masses.get(edge.mass)
                    };
                    match *self.next_states_of(edge) {
                        [next] if is_passed(next) => waiting.push((next, mass)),
                        _ => drop(edge_table.add(
                            &mut open_edges,
                            OpenEdge {
                                mass,
                                target: edge.target,
                                list: edge.list,
                            },
                        )),
                    }
                }
                // The states are processed in the order in which they were found.
                waiting[passed..].reverse();
            }
            edges.extend(open_edges.drain(..).map(|edge| edge.close(&mut masses)));
        }
        starts.push(edges.len());
        let edges_from = |state: u32| &edges[starts[state as usize]..starts[state as usize + 1]];
        Ok(self
            .rewire(masses, edges_from, |state| costs[state as usize])
            .0)
    }

    fn entry_kinds(&self) -> Vec<EntryKind> {
        let mut entered = vec![EntryKind::Never; self.state_count()];
        entered[0] = EntryKind::Otherwise;
        for edge in &self.edges {
            let onward = self.next_states_of(edge);
            let is_silent = onward.len() == 1 && self.lists.get(edge.list).is_empty();
            for &state in onward {
                let entry = &mut entered[state as usize];
                *entry = if is_silent && *entry == EntryKind::Never {
                    EntryKind::OnceSilently
                } else {
                    EntryKind::Otherwise
                };
            }
        }
        entered
    }
}

#[cfg(test)]
mod tests {
    use super::super::of_model::explore_whole;
    use crate::chance::{Die, Probability};
    use crate::explore::{Budget, Graph, Watch, explore};
    use crate::solve::{solve, trial_cost};
    use crate::{Ask, Fold, Metric, Parts, Rule, RuleError, Step};

    /// A rule with several rounds. In each round, a coin decides how many dice are rolled one by
    /// one, and the sum is recorded. If the dice of the last round all show 1, the trial splits,
    /// each side rolls dice, and one side records their sum.
    #[derive(Clone, Copy)]
    struct Rounds {
        records_coin: bool,
        records_faces: bool,
        /// Whether a round may be repeated.
        goes_back: bool,
    }

    const ROUNDS: u32 = 4;
    const SIDE: u32 = ROUNDS + 1;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct State {
        round: u32,
        dice: u32,
        sum: u32,
    }

    impl Rule for Rounds {
        type State = State;

        fn metrics(&self) -> Vec<Metric> {
            vec![
                Metric::steps("sum", 1, ROUNDS).fold(Fold::Sum),
                Metric::whole("all").fold(Fold::Sum),
                Metric::steps("coin", 1, ROUNDS).fold(Fold::Last).optional(),
                Metric::whole("faces").fold(Fold::Sum).optional(),
                Metric::whole("side").optional(),
            ]
        }

        fn start(&self, _: &Parts) -> State {
            State {
                round: 1,
                dice: 0,
                sum: 0,
            }
        }

        fn step<A: Ask>(&self, state: &mut State, ask: &mut A) -> Result<Step<State>, RuleError> {
            let State { round, dice, sum } = *state;
            if dice == 0 {
                let heads = ask.happens(Probability::ratio(1, 3).expect("a share"));
                if self.records_coin {
                    ask.observe(2, round, heads.into());
                }
                state.dice = 2 + u32::from(heads);
                return Ok(Step::Continue);
            }
            let face = ask.roll(Die::new(3));
            if self.records_faces {
                ask.observe_whole(3, face.into());
            }
            *state = State {
                dice: dice - 1,
                sum: sum + face,
                ..*state
            };
            if dice > 1 {
                return Ok(Step::Continue);
            }
            if round >= SIDE {
                if round == SIDE {
                    ask.observe_whole(4, state.sum.into());
                }
                return Ok(Step::Done);
            }
            ask.observe(0, round, state.sum.into());
            ask.observe_whole(1, state.sum.into());
            let is_round_repeated = self.goes_back && state.sum == 2;
            *state = State {
                round: if is_round_repeated { round } else { round + 1 },
                dice: 0,
                sum: 0,
            };
            Ok(match (round, sum + face) {
                (ROUNDS, 3) => Step::Split(
                    [SIDE, SIDE + 1]
                        .map(|round| State {
                            round,
                            dice: 2,
                            sum: 0,
                        })
                        .to_vec(),
                ),
                (ROUNDS, _) if !is_round_repeated => Step::Done,
                _ => Step::Continue,
            })
        }
    }

    fn graphs(rule: Rounds) -> [Graph; 2] {
        let (budget, watch) = (Budget::default(), Watch::default());
        let whole = explore_whole(&rule, &Parts::ALL, &budget, &watch).expect("it is small");
        [
            whole,
            explore(&rule, &Parts::ALL, &budget, &watch).expect("it is small"),
        ]
    }

    #[test]
    fn shortcuts_keep_distributions_and_cost() {
        let sizes = [
            (false, false, 22),
            (true, false, 30),
            (false, true, 48),
            (true, true, 56),
        ];
        for (records_coin, records_faces, states) in sizes {
            let rule = Rounds {
                records_coin,
                records_faces,
                goes_back: false,
            };
            let graphs = graphs(rule);
            let [whole, short] = &graphs;
            assert_eq!(
                (whole.state_count(), short.state_count()),
                (56, states),
                "{records_coin} {records_faces}"
            );
            assert_eq!(short.edge_count() < whole.edge_count(), states < 56);
            let cost = |graph| trial_cost(graph, &Watch::default()).unwrap().dice;
            assert!((cost(whole) - cost(short)).abs() < 1e-12);
            let distributions =
                |graph| solve(graph, &Budget::default(), &Watch::default()).unwrap();
            for (whole, short) in distributions(whole).iter().zip(&distributions(short)) {
                let (whole, short) = (whole.as_ref().unwrap(), short.as_ref().unwrap());
                assert_eq!(whole.absent.fraction(), short.absent.fraction());
                let fractions = |distribution: &crate::solve::ExactDistribution| -> Vec<_> {
                    distribution
                        .pmf
                        .masses()
                        .iter()
                        .map(|&(value, mass)| (value, mass.fraction()))
                        .collect()
                };
                assert_eq!(fractions(whole), fractions(short));
            }
        }
    }

    #[test]
    fn shortcuts_leave_cyclic_graph_unchanged() {
        let [whole, same] = graphs(Rounds {
            records_coin: false,
            records_faces: false,
            goes_back: true,
        });
        assert_eq!(
            (whole.state_count(), whole.edge_count()),
            (same.state_count(), same.edge_count())
        );
    }
}
