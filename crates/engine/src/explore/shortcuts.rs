//! Shortcuts through states to which one way alone leads, and which it comes to in silence.

use crate::budget::{Stop, Watch};
use crate::graph::{Edge, EdgeTable, Graph};
use crate::odds::Mass;

/// States between two looks at whether to stop.
const STOP_CHECK_INTERVAL: u32 = 4096;

/// It is not worth the while where less than one state in so many can be left out.
const MAX_STATES_PER_SHORTCUT: usize = 8;

/// How a state is come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    Never,
    /// By one way, which shows nothing.
    OnceSilently,
    Otherwise,
}

impl Graph {
    /// The same trials in fewer states: where a rule asks chance twice in a row, the state between
    /// the two questions is left out, and ways that then say the same and lead to the same
    /// place are one. Of a graph without circles and decisions, of which enough can be left
    /// out; any other stays as it is.
    ///
    /// It never has more edges than before, as each state that is left out had one way in.
    ///
    /// # Errors
    /// When it is stopped.
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
        let mut edges: Vec<Edge> = Vec::new();
        let mut starts = Vec::with_capacity(self.first_edges.len());
        let mut costs = self.costs.clone();
        let mut edge_table = EdgeTable::default();
        // States that are still to be passed through, the next one last, and how likely a trial
        // comes to each.
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
                    // What nothing was passed for keeps every digit.
                    let mass = if through == state {
                        edge.mass
                    } else {
                        likely * edge.mass
                    };
                    match *self.next_states_of(edge) {
                        [next] if is_passed(next) => waiting.push((next, mass)),
                        _ => drop(edge_table.add(
                            &mut edges,
                            Edge {
                                mass,
                                ..edge.clone()
                            },
                        )),
                    }
                }
                // In the order in which they were found.
                waiting[passed..].reverse();
            }
        }
        starts.push(edges.len());
        let edges_from = |state: u32| &edges[starts[state as usize]..starts[state as usize + 1]];
        Ok(self.rewire(edges_from, |state| costs[state as usize]).0)
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

    /// Rounds in each of which a coin decides how many dice are rolled, one after another. The sum
    /// of the dice is observed. After the last round, if all dice show 1, a die is rolled for
    /// each of two sides, and one of the two is observed.
    #[derive(Clone, Copy)]
    struct Rounds {
        shows_coin: bool,
        shows_faces: bool,
        /// Whether a round may be played again.
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
                if self.shows_coin {
                    ask.observe(2, round, heads.into());
                }
                state.dice = 2 + u32::from(heads);
                return Ok(Step::Continue);
            }
            let face = ask.roll(Die::new(3));
            if self.shows_faces {
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
        for (tells_coin, tells_faces, states) in sizes {
            let rule = Rounds {
                shows_coin: tells_coin,
                shows_faces: tells_faces,
                goes_back: false,
            };
            let graphs = graphs(rule);
            let [whole, short] = &graphs;
            assert_eq!(
                (whole.state_count(), short.state_count()),
                (56, states),
                "{tells_coin} {tells_faces}"
            );
            assert_eq!(short.edges().len() < whole.edges().len(), states < 56);
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
            shows_coin: false,
            shows_faces: false,
            goes_back: true,
        });
        assert_eq!(
            (whole.state_count(), whole.edges().len()),
            (same.state_count(), same.edges().len())
        );
    }
}
