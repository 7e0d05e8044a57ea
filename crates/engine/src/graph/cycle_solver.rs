//! Chooses the method that solves a cycle.

use super::cycle_transitions::CycleTransitions;
use super::iterative_solve::IterativeSolver;
use super::limits::{MAX_CYCLE_BYTES, MAX_CYCLE_OPERATIONS};
use super::number::FlowNumber;
use super::state_elimination::{EliminationPlan, StateElimination};
use crate::budget::{Stop, Watch};

/// A cycle that can be solved for any inflow and for any values of its states.
pub(crate) enum CycleSolver<N> {
    Eliminated(StateElimination<N>),
    InFloats(StateElimination<f64>),
    /// An iteration, and the error if it does not converge.
    Iterative(Box<(IterativeSolver, Stop)>),
}

impl<N: FlowNumber> CycleSolver<N> {
    /// Returns a solver by the first method that the limits on work and memory allow: exact
    /// elimination, elimination with floats, or iteration.
    ///
    /// # Errors
    /// Returns an error if the work is stopped.
    pub(crate) fn new(cycle: &CycleTransitions<N>, watch: &Watch) -> Result<CycleSolver<N>, Stop> {
        let plan = EliminationPlan::new(&cycle.pattern);
        Ok(if plan.is_within::<N>(N::MAX_OPERATIONS, MAX_CYCLE_BYTES) {
            CycleSolver::Eliminated(plan.eliminate(cycle, watch)?)
        } else if plan.is_within::<f64>(MAX_CYCLE_OPERATIONS, MAX_CYCLE_BYTES) {
            CycleSolver::InFloats(plan.eliminate(&cycle.to_floats(), watch)?)
        } else {
            CycleSolver::Iterative(Box::new((IterativeSolver::new(cycle), plan.too_large())))
        })
    }

    /// Returns the expected visits of each state for an inflow, and the residual, which bounds the
    /// error of every probability.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or the cycle is too large.
    pub(super) fn visits(&mut self, inflow: Vec<N>, watch: &Watch) -> Result<(Vec<N>, f64), Stop> {
        let floats = || inflow.iter().map(|inflow| inflow.float()).collect();
        let numbers = |visits: Vec<f64>| visits.into_iter().map(N::from_float).collect();
        match self {
            CycleSolver::Eliminated(elimination) => Ok((elimination.visits(inflow), 0.0)),
            CycleSolver::InFloats(elimination) => Ok((numbers(elimination.visits(floats())), 0.0)),
            CycleSolver::Iterative(iterative) => {
                let (solver, too_large) = &mut **iterative;
                match solver.solve(floats(), watch)? {
                    Some(left) => Ok((numbers(solver.visits().collect()), left)),
                    None => Err(too_large.clone()),
                }
            }
        }
    }

    /// Returns, for each state, the expected value until the cycle is left, given the value of
    /// each visit. Returns `None` if the cycle is too large or a value is too large for a
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
