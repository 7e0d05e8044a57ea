//! States in which a trial stays forever, and states from which players can ensure that it ends.

use std::ops::Range;

use super::edge::EdgeTarget;
use super::state_graph::{Decision, Graph};

/// A truncated edge with a smaller probability belongs to an unbounded roll and is not an exit.
const NEGLIGIBLE_EXIT: f64 = 1e-12;

impl Graph {
    /// Returns a state that a trial can reach and from which it never ends. Returns `None` if every
    /// state can reach an end, or if the players can avoid all states that cannot.
    ///
    /// ```
    /// use oddsmith_engine::chance::Die;
    /// use oddsmith_engine::explore::{Budget, Watch, explore};
    /// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};
    ///
    /// /// Rolls until a d6 shows this face.
    /// struct Until(u32);
    ///
    /// impl Rule for Until {
    ///     type State = ();
    ///     fn metrics(&self) -> Vec<Metric> { vec![Metric::whole("rolls").optional()] }
    ///     fn start(&self, _: &Parts) {}
    ///     fn step<A: Ask>(&self, _: &mut (), ask: &mut A) -> Result<Step<()>, RuleError> {
    ///         Ok(if ask.roll(Die::D6) == self.0 { Step::Done } else { Step::Continue })
    ///     }
    /// }
    ///
    /// let graph = |face| explore(&Until(face), &Parts::ALL, &Budget::default(), &Watch::default()).unwrap();
    /// assert_eq!(graph(6).unavoidable_trap(), None);
    /// assert_eq!(graph(7).unavoidable_trap(), Some(0));
    /// ```
    pub fn unavoidable_trap(&self) -> Option<usize> {
        let is_avoidable = || EndingStates::find(self, |_| false).contains(0);
        self.trap()
            .filter(|_| self.decisions.is_empty() || !is_avoidable())
    }

    /// Returns a state that cannot reach an end, whatever the players choose.
    fn trap(&self) -> Option<usize> {
        let order = self.order();
        let mut ends = vec![false; self.state_count()];
        // In reverse order, the successors of a component are processed before it.
        for states in (0..order.len()).rev().map(|number| order.get(number)) {
            let leads_out = |state: u32| {
                self.edges_of(state as usize)
                    .any(|edge| match self.target(edge) {
                        EdgeTarget::Done => true,
                        EdgeTarget::Truncated => self.mass(edge).float() > NEGLIGIBLE_EXIT,
                        EdgeTarget::State(target) => ends[target as usize],
                        // A side that returns here has to end as well.
                        EdgeTarget::Split(targets) => {
                            targets.iter().all(|&target| ends[target as usize])
                        }
                    })
            };
            if !states.iter().any(|&state| leads_out(state)) {
                return states.iter().min().map(|&state| state as usize);
            }
            states.iter().for_each(|&state| ends[state as usize] = true);
        }
        None
    }
}

/// The states from which a trial surely ends eventually, if the players cooperate.
pub(crate) struct EndingStates(Option<Vec<bool>>);

impl EndingStates {
    /// Finds these states. Without a trap they are all states. Otherwise the search repeatedly
    /// removes states that cannot reach an end along options that avoid the removed states. At
    /// decisions that `is_game` accepts, two players decide at once and against each other. They
    /// cannot avoid any pair of options.
    pub(crate) fn find(graph: &Graph, is_game: impl Fn(&Decision) -> bool) -> EndingStates {
        if graph.trap().is_none() {
            return EndingStates(None);
        }
        let mut sure = vec![true; graph.state_count()];
        loop {
            let keeps = |edges: &Range<usize>| {
                edges
                    .clone()
                    .all(|edge| graph.next_states(edge).iter().all(|&to| sure[to as usize]))
            };
            let mut ends = vec![false; sure.len()];
            let mut is_changed = true;
            while std::mem::take(&mut is_changed) {
                for state in (0..sure.len()).rev().filter(|&state| sure[state]) {
                    let leads_out = |edges: Range<usize>| {
                        let to_an_end = |edge: usize| {
                            graph.next_states(edge).iter().all(|&to| ends[to as usize])
                        };
                        keeps(&edges) && edges.clone().any(to_an_end)
                    };
                    let is_found = !ends[state]
                        && match graph.decision_at(state as u32) {
                            Some((_, open)) if !is_game(open) => {
                                graph.option_edges(open).any(leads_out)
                            }
                            _ => leads_out(graph.edges_of(state)),
                        };
                    ends[state] |= is_found;
                    is_changed |= is_found;
                }
            }
            if ends == sure {
                return EndingStates(Some(sure));
            }
            sure = ends;
        }
    }

    /// Returns whether all states are included.
    pub(crate) fn contains_all(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn contains(&self, state: u32) -> bool {
        self.0.as_ref().is_none_or(|sure| sure[state as usize])
    }

    /// Returns whether these edges only lead to included states.
    pub(crate) fn contains_targets(&self, graph: &Graph, mut edges: Range<usize>) -> bool {
        self.contains_all()
            || edges.all(|edge| graph.next_states(edge).iter().all(|&to| self.contains(to)))
    }
}
