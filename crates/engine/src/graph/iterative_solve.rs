//! Iterative solution of cycles in which state elimination would create too many transitions. The
//! error of the solution is known.
//!
//! # Formula
//! Let b be the inflow from outside, p the transitions within, and d the outflow of a state to
//! other states. The visits x solve d_k x_k = b_k + sum_i x_i p_ik. For any x, r = b + xp - dx is
//! its error. The true flows out of the cycle are the sum of those for x and those for the inflow
//! r. All of r flows out, so that no probability is wrong by more than the sum of |r|. x and r are
//! stored in double-double precision. Corrections are computed in floats by GMRES (Saad and Schultz
//! 1986), preconditioned with a symmetric Gauss-Seidel sweep.

#[cfg(test)]
mod tests;

use super::cycle_transitions::CycleTransitions;
use super::double::Double;
use super::gmres::{best_combination, euclidean_norm};
use super::number::FlowNumber;
use crate::budget::{Stop, Watch};

/// The solution counts as exact if the relative residual is at most this ...
const TOLERANCE: f64 = 1e-16;
/// ... and is accepted with this residual as unresolved mass.
const LOOSE_TOLERANCE: f64 = 1e-13;
/// The maximal number of multiplications, which take a few seconds.
const MAX_PRODUCTS: u64 = 1_000_000_000;
/// The maximal number of GMRES directions.
const MAX_DIRECTIONS: usize = 60;
/// The maximal number of floats in all GMRES directions.
const MAX_NUMBERS: usize = 30_000_000;
/// The number of rounds after which the distribution of the remaining trials is almost stationary.
const WARM_UP_ROUNDS: usize = 40;
/// The maximal number of successive corrections with little effect.
const MAX_FAILED_CORRECTIONS: usize = 4;
/// A correction is complete if it leaves at most this share of the residual.
const CORRECTION_TOLERANCE: f64 = 1e-8;

/// A cycle, stored as the transitions that lead to each state.
pub(crate) struct IterativeSolver {
    /// The first transition to each state, followed by the number of transitions.
    starts: Vec<u32>,
    sources: Vec<u32>,
    probabilities: Vec<f64>,
    /// The probability of leaving each state, to other states or out of the cycle.
    outflow: Vec<Double>,
    exits: Vec<f64>,
    /// The inflow of each state from outside.
    inflow: Vec<f64>,
    visits: Vec<Double>,
    /// The quasi-stationary distribution of trials that stay in the cycle, scaled to an outflow of
    /// 1, and its net outflow from each state.
    stationary: Option<(Vec<f64>, Vec<f64>)>,
    products: u64,
}

impl IterativeSolver {
    pub(super) fn new<N: FlowNumber>(cycle: &CycleTransitions<N>) -> IterativeSolver {
        let n = cycle.exits.len();
        let sources = cycle.pattern.sources();
        let mut solver = IterativeSolver {
            starts: vec![0],
            sources: Vec::with_capacity(cycle.masses.len()),
            probabilities: Vec::with_capacity(cycle.masses.len()),
            outflow: Vec::with_capacity(n),
            exits: cycle.exits.iter().map(|exit| exit.float()).collect(),
            inflow: Vec::new(),
            visits: vec![Double::ZERO; n],
            stationary: None,
            products: 0,
        };
        for state in 0..n {
            for &(source, transition) in sources.of(state) {
                let p = cycle.masses[transition as usize].float();
                solver.sources.push(source);
                solver.probabilities.push(p);
            }
            solver.starts.push(solver.sources.len() as u32);
            let exit = Double::from(cycle.exits[state].float());
            let leaves = cycle.masses_of(state).iter();
            let outflow = leaves.fold(exit, |sum, p| sum + Double::from(p.float()));
            solver.outflow.push(outflow);
        }
        solver
    }

    /// Returns the visits.
    pub(super) fn visits(&self) -> impl Iterator<Item = f64> + '_ {
        self.visits.iter().map(|visits| visits.rounded())
    }

    /// Computes the visits for an inflow. Returns the residual, which bounds the error of every
    /// probability; `None` if it is too large.
    pub(super) fn solve(&mut self, inflow: Vec<f64>, watch: &Watch) -> Result<Option<f64>, Stop> {
        let start: f64 = inflow.iter().sum();
        self.inflow = inflow;
        self.products = 0;
        self.warm_up();
        let (mut open, mut tried) = (self.inflow.clone(), 0);
        let (mut best, mut left) = (Vec::new(), start);
        while left > TOLERANCE * start
            && tried < MAX_FAILED_CORRECTIONS
            && self.products < MAX_PRODUCTS
        {
            let correction = self.correction(&open, watch)?;
            self.visits
                .iter_mut()
                .zip(correction)
                .for_each(|(visits, more)| *visits = *visits + Double::from(more));
            self.rescale(start);
            self.update_stationary();
            open = self.residuals();
            let now = absolute_sum(&open);
            tried += 1;
            // A correction that hardly helps still shows how the trials that stay in the cycle for
            // long are distributed.
            if now < left {
                tried = if now < left / 2.0 { 0 } else { tried };
                (best, left) = (self.visits.clone(), now);
            }
        }
        self.visits = best;
        Ok(
            (left <= LOOSE_TOLERANCE * start).then_some(if left <= TOLERANCE * start {
                0.0
            } else {
                left
            }),
        )
    }

    /// Returns the total outflow from the cycle.
    fn total_outflow(&self) -> f64 {
        self.visits()
            .zip(&self.exits)
            .map(|(visits, exit)| visits * exit)
            .sum()
    }

    /// Scales the visits so that the total outflow equals the inflow.
    fn rescale(&mut self, start: f64) {
        let times = start / self.total_outflow();
        if times.is_finite() && times > 0.0 {
            self.visits
                .iter_mut()
                .for_each(|visits| *visits = *visits * Double::from(times));
        }
    }

    /// Iterates from a uniform distribution to approximate the quasi-stationary distribution.
    fn warm_up(&mut self) {
        let mut lies = vec![1.0; self.outflow.len()];
        for _ in 0..WARM_UP_ROUNDS {
            self.count_products(1);
            for state in 0..lies.len() {
                lies[state] = self.inflow_from_others(state, &lies) / self.outflow[state].rounded();
            }
            let total: f64 = lies.iter().sum();
            lies.iter_mut().for_each(|lies| *lies /= total);
        }
        self.visits = lies.into_iter().map(Double::from).collect();
        self.update_stationary();
        self.visits.fill(Double::ZERO);
    }

    /// Updates the quasi-stationary distribution. If exits are rare, this distribution hardly
    /// depends on where trials enter. The main part of a correction is then how much of it to add.
    fn update_stationary(&mut self) {
        let out = self.total_outflow();
        let lasting: Vec<f64> = self.visits().map(|visits| visits / out).collect();
        if lasting.iter().all(|lies| lies.is_finite()) {
            let flows = self.net_outflow(&lasting);
            self.stationary = Some((lasting, flows));
        }
    }

    /// Returns the other states that lead to a state, with their probabilities.
    fn transitions_to(&self, state: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[state] as usize..self.starts[state + 1] as usize;
        self.sources[range.clone()]
            .iter()
            .map(|&from| from as usize)
            .zip(self.probabilities[range].iter().copied())
    }

    /// Returns the inflow of a state from other states for these visits.
    #[inline]
    fn inflow_from_others(&self, state: usize, visits: &[f64]) -> f64 {
        self.transitions_to(state)
            .map(|(from, p)| visits[from] * p)
            .sum()
    }

    fn count_products(&mut self, times: usize) {
        self.products += (times * (self.sources.len() + self.outflow.len())) as u64;
    }

    /// Returns the residuals of the visits, state by state.
    fn residuals(&mut self) -> Vec<f64> {
        // A multiplication in double-double precision costs as much as ten others.
        self.count_products(10);
        let residual_of = |state: usize| {
            let balance =
                Double::from(self.inflow[state]) - self.outflow[state] * self.visits[state];
            let residual = self.transitions_to(state).fold(balance, |sum, (from, p)| {
                sum + self.visits[from] * Double::from(p)
            });
            residual.rounded()
        };
        (0..self.outflow.len()).map(residual_of).collect()
    }

    /// Returns an approximate correction of the visits for these residuals.
    fn correction(&mut self, open: &[f64], watch: &Watch) -> Result<Vec<f64>, Stop> {
        let n = open.len();
        let most = (MAX_NUMBERS / n.max(1)).clamp(2, MAX_DIRECTIONS);
        let (mut found, mut left) = (vec![0.0; n], open.to_vec());
        let aim = CORRECTION_TOLERANCE * euclidean_norm(open);
        while self.products < MAX_PRODUCTS {
            let before = euclidean_norm(&left);
            let more = self.solve_gmres(&left, most, aim, watch)?;
            found
                .iter_mut()
                .zip(&more)
                .for_each(|(found, more)| *found += more);
            let flows = self.net_outflow(&found);
            left = open
                .iter()
                .zip(flows)
                .map(|(open, flows)| open - flows)
                .collect();
            let now = euclidean_norm(&left);
            if now <= 2.0 * aim || now > 0.9 * before || now.is_nan() {
                break;
            }
        }
        Ok(found)
    }

    /// Performs one run of GMRES.
    fn solve_gmres(
        &mut self,
        open: &[f64],
        most: usize,
        aim: f64,
        watch: &Watch,
    ) -> Result<Vec<f64>, Stop> {
        let sum = best_combination(open, most, aim, |basis, bases| {
            if watch.is_stopped() {
                return Err(Stop::Requested);
            }
            if self.products >= MAX_PRODUCTS {
                return Ok(None);
            }
            self.products += (2 * bases * basis.len()) as u64;
            let swept = self.sweep(basis);
            Ok(Some(self.net_outflow(&swept)))
        })?;
        Ok(self.sweep(&sum))
    }

    /// Returns the outflow of each state minus its inflow from other states, for these visits.
    fn net_outflow(&mut self, visits: &[f64]) -> Vec<f64> {
        self.count_products(1);
        let net_outflow_of = |state: usize| {
            self.outflow[state].rounded() * visits[state] - self.inflow_from_others(state, visits)
        };
        (0..visits.len()).map(net_outflow_of).collect()
    }

    /// Returns approximate visits for an inflow: the preconditioner, a forward and a backward sweep
    /// over all states.
    fn sweep(&mut self, arrived: &[f64]) -> Vec<f64> {
        self.count_products(2);
        let total: f64 = arrived.iter().sum();
        let rest: Vec<f64> = match &self.stationary {
            Some((_, flows)) => arrived
                .iter()
                .zip(flows)
                .map(|(arrived, flows)| arrived - total * flows)
                .collect(),
            None => arrived.to_vec(),
        };
        let mut visits = vec![0.0; rest.len()];
        for state in (0..rest.len()).chain((0..rest.len()).rev()) {
            visits[state] = (rest[state] + self.inflow_from_others(state, &visits))
                / self.outflow[state].rounded();
        }
        if let Some((lasting, _)) = &self.stationary {
            visits
                .iter_mut()
                .zip(lasting)
                .for_each(|(visits, lasting)| *visits += total * lasting);
        }
        visits
    }
}

fn absolute_sum(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x.abs()).sum()
}
