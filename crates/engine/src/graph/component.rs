//! Strongly connected components: the expected visits of their states, solved without unrolling.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::cycle_solver::CycleSolver;
use super::cycle_transitions::CycleTransitions;
use super::limits::MAX_CYCLE_BYTES;
use super::number::FlowNumber;
use super::state_elimination::EliminationPlan;
use super::state_graph::Graph;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::odds::Mass;

/// The maximal number of multiplications of an elimination that is repeated while exploring, about
/// a fifth of a second.
const QUICK_OPERATIONS: u64 = 1_000_000_000;

/// Returns the error for a cycle that no transition leaves.
pub(crate) fn endless_loop_error() -> Stop {
    let help = "add a limit, or a chance to stop";
    Stop::Rule(RuleError::endless(
        "a trial can come into a loop that never ends",
        help,
    ))
}

/// A strongly connected component, with its states numbered from 0.
pub(crate) struct Component<'g, N> {
    states: &'g [u32],
    cycle: CycleTransitions<N>,
    /// The inflow from outside; after solving, the expected visits.
    visits: Vec<N>,
}

impl<'g, N: FlowNumber> Component<'g, N> {
    /// Sets the inflow of its states from outside.
    pub(crate) fn set_inflow(&mut self, arrived: &[N]) {
        self.visits = self
            .states
            .iter()
            .map(|&state| arrived[state as usize])
            .collect();
    }

    /// Builds a component from some edges of each state, as if there were no others. Edges that
    /// `allows` rejects count as exits.
    pub(crate) fn along_edges(
        graph: &Graph,
        states: &'g [u32],
        edges_of: &impl Fn(u32) -> Range<usize>,
        allows: &impl Fn(usize) -> bool,
    ) -> Component<'g, N> {
        let index_of: FxHashMap<u32, u32> = states.iter().copied().zip(0..).collect();
        let mut cycle = CycleTransitions::new();
        let mut transitions = Vec::new();
        for &state in states {
            transitions.clear();
            let mut exit = N::ZERO;
            for e in edges_of(state) {
                let mass = N::from_mass(graph.mass(e));
                let before = transitions.len();
                if allows(e) {
                    let inside = graph
                        .next_states(e)
                        .iter()
                        .filter_map(|target| index_of.get(target));
                    transitions.extend(inside.map(|&target| (target, mass)));
                }
                if transitions.len() == before {
                    exit = exit + mass;
                }
            }
            cycle.push_state(&mut transitions, exit);
        }
        Component {
            states,
            cycle,
            visits: Vec::new(),
        }
    }

    /// Returns each state with its expected visits, after solving.
    pub(crate) fn visits(&self) -> impl Iterator<Item = (u32, N)> + '_ {
        self.states.iter().copied().zip(self.visits.iter().copied())
    }

    /// Computes the expected visits from the inflow. Returns the residual of an iterated solution,
    /// which counts as mass that remains in the cycle.
    pub(crate) fn solve(&mut self, watch: &Watch) -> Result<N, Stop> {
        self.check_exits()?;
        let inflow = std::mem::take(&mut self.visits);
        let (visits, left) = self.solver(watch)?.visits(inflow, watch)?;
        self.visits = visits;
        Ok(if left > 0.0 {
            N::from_float(left)
        } else {
            N::ZERO
        })
    }

    /// Computes the expected visits if that is quick. Otherwise returns the error
    /// [`Stop::TooLarge`].
    pub(super) fn solve_quickly(&mut self, watch: &Watch) -> Result<N, Stop> {
        self.check_exits()?;
        let plan = EliminationPlan::new(&self.cycle.pattern);
        if !plan.is_within::<N>(QUICK_OPERATIONS, MAX_CYCLE_BYTES) {
            return Err(plan.too_large());
        }
        let elimination = plan.eliminate(&self.cycle, watch)?;
        self.visits = elimination.visits(std::mem::take(&mut self.visits));
        Ok(N::ZERO)
    }

    /// Returns a solver for this component.
    ///
    /// # Errors
    /// Returns an error if the work is stopped.
    pub(crate) fn solver(&self, watch: &Watch) -> Result<CycleSolver<N>, Stop> {
        CycleSolver::new(&self.cycle, watch)
    }

    fn check_exits(&self) -> Result<(), Stop> {
        if self.cycle.exits.iter().all(|exit| exit.float() == 0.0) {
            Err(endless_loop_error())
        } else {
            Ok(())
        }
    }
}

/// The expected visits of each state of a cycle for trials that enter at one state, and the mass
/// that remains in the cycle.
pub(crate) struct Visits {
    pub(crate) by_state: Vec<Mass>,
    pub(crate) left: f64,
}

/// Returns the expected visits of each state of a cycle, separately for trials that enter at each
/// state in `entries`, given by index. Returns `None` if the cycle is too large, or if a number of
/// visits is too large for a float.
///
/// # Errors
/// Returns an error if the work is stopped.
pub(crate) fn visits_from(
    graph: &Graph,
    states: &[u32],
    entries: &[usize],
    watch: &Watch,
) -> Result<Option<Vec<Visits>>, Stop> {
    let component = Component::<Mass>::along_edges(
        graph,
        states,
        &|state| graph.edges_of(state as usize),
        &|_| true,
    );
    let mut solver = component.solver(watch)?;
    let mut entry_visits = Vec::with_capacity(entries.len());
    for &entry in entries {
        let mut arrived = vec![Mass::ZERO; states.len()];
        arrived[entry] = Mass::ONE;
        let (by_state, left) = match solver.visits(arrived, watch) {
            Err(stop) if stop.is_too_large() => return Ok(None),
            solved => solved?,
        };
        if !by_state.iter().all(|visits| visits.float().is_finite()) {
            return Ok(None);
        }
        entry_visits.push(Visits { by_state, left });
    }
    Ok(Some(entry_visits))
}
