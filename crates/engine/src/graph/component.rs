//! Strongly connected components: the expected visits of their states, solved without unrolling.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::cycle_transitions::CycleTransitions;
use super::iterative_solve::IterativeSolver;
use super::number::FlowNumber;
use super::state_elimination::{EliminationPlan, StateElimination};
use super::state_graph::Graph;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::odds::Mass;

/// The maximal number of multiplications of an elimination that is repeated while exploring, about
/// a fifth of a second.
const QUICK_OPERATIONS: u64 = 1_000_000_000;

/// The maximal memory of an elimination, in bytes.
const MAX_BYTES: u64 = 1_000_000_000;

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
        let number: FxHashMap<u32, u32> = states.iter().copied().zip(0..).collect();
        let mut cycle = CycleTransitions::new();
        let mut transitions = Vec::new();
        for &state in states {
            transitions.clear();
            let mut exit = N::ZERO;
            for e in edges_of(state) {
                let mass = N::from_mass(graph.edges[e].mass);
                let before = transitions.len();
                if allows(e) {
                    let inside = graph
                        .next_states(e)
                        .iter()
                        .filter_map(|target| number.get(target));
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
        if !plan.is_within::<N>(QUICK_OPERATIONS, MAX_BYTES) {
            return Err(self.too_large());
        }
        let elimination = plan.eliminate(&self.cycle, watch)?;
        self.visits = elimination.visits(std::mem::take(&mut self.visits));
        Ok(N::ZERO)
    }

    /// Returns a solver for this component: the first of exact elimination, elimination with floats
    /// and iteration that the work and the memory allow.
    ///
    /// # Errors
    /// Returns an error if the work is stopped.
    pub(crate) fn solver(&self, watch: &Watch) -> Result<CycleSolver<N>, Stop> {
        let plan = EliminationPlan::new(&self.cycle.pattern);
        Ok(if plan.is_within::<N>(N::MAX_OPERATIONS, MAX_BYTES) {
            CycleSolver::Eliminated(plan.eliminate(&self.cycle, watch)?)
        } else if plan.is_within::<f64>(f64::MAX_OPERATIONS, MAX_BYTES) {
            CycleSolver::InFloats(plan.eliminate(&self.cycle.to_floats(), watch)?)
        } else {
            CycleSolver::Iterative(IterativeSolver::new(&self.cycle), self.too_large())
        })
    }

    fn check_exits(&self) -> Result<(), Stop> {
        if self.cycle.exits.iter().all(|exit| exit.float() == 0.0) {
            Err(endless_loop_error())
        } else {
            Ok(())
        }
    }

    fn too_large(&self) -> Stop {
        Stop::TooLarge {
            states: self.states.len(),
            edges: self.cycle.masses.len(),
        }
    }
}

/// A component that can be solved for any inflow and for any values of its states.
pub(crate) enum CycleSolver<N> {
    Eliminated(StateElimination<N>),
    InFloats(StateElimination<f64>),
    /// With the error for a cycle in which the iteration does not converge.
    Iterative(IterativeSolver, Stop),
}

impl<N: FlowNumber> CycleSolver<N> {
    /// Returns the expected visits of each state for an inflow, and the residual, which bounds the
    /// error of every probability.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or the cycle is too large.
    fn visits(&mut self, inflow: Vec<N>, watch: &Watch) -> Result<(Vec<N>, f64), Stop> {
        let floats = || inflow.iter().map(|inflow| inflow.float()).collect();
        let numbers = |visits: Vec<f64>| visits.into_iter().map(N::from_float).collect();
        match self {
            CycleSolver::Eliminated(elimination) => Ok((elimination.visits(inflow), 0.0)),
            CycleSolver::InFloats(elimination) => Ok((numbers(elimination.visits(floats())), 0.0)),
            CycleSolver::Iterative(solver, too_large) => match solver.solve(floats(), watch)? {
                Some(left) => Ok((numbers(solver.visits().collect()), left)),
                None => Err(too_large.clone()),
            },
        }
    }

    /// Returns, for each state, the expected value until the component is left, given the value of
    /// each visit. Returns `None` if the component is too large or a value is too large for a
    /// float.
    pub(crate) fn worth(&self, worth: Vec<N>) -> Option<Vec<N>> {
        let worth = match self {
            CycleSolver::Eliminated(elimination) => elimination.worth(worth),
            CycleSolver::InFloats(elimination) => {
                let floats = worth.iter().map(|worth| worth.float()).collect();
                let worth = elimination.worth(floats).into_iter();
                worth.map(N::from_float).collect()
            }
            CycleSolver::Iterative(..) => return None,
        };
        let is_finite = worth.iter().all(|worth| worth.float().is_finite());
        is_finite.then_some(worth)
    }
}

/// The expected visits of each state of a cycle for trials that enter at one state, and the mass
/// that remains in the cycle.
pub(crate) struct Visits {
    pub(crate) by_state: Vec<Mass>,
    pub(crate) left: f64,
}

/// Returns the expected visits of each state of a cycle, for trials that enter at each of these
/// states, given by index. Returns `None` if the cycle is too large, or if a number of visits is
/// too large for a float.
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
            Err(Stop::TooLarge { .. }) => return Ok(None),
            solved => solved?,
        };
        if !by_state.iter().all(|visits| visits.float().is_finite()) {
            return Ok(None);
        }
        entry_visits.push(Visits { by_state, left });
    }
    Ok(Some(entry_visits))
}
