//! Circles of which no state can be taken out any more without leaving too many ways behind: visits
//! are iterated to, and how much of the probability they leave open is known for certain.
//!
//! # Formula
//! With b what flows in from outside, p the ways within and d what leads away from a state to
//! others, the visits x solve d_k x_k = b_k + sum_i x_i p_ik. Whatever x is found, r = b + xp - dx
//! tells how far off it is: the true flows out of the circle are those of x and those of r alone,
//! and r flows out whole, so that no probability is wrong by more than the sum of |r|. x and r are
//! kept in twice the digits of a float; only the corrections are found in floats, by GMRES (Saad
//! and Schultz 1986) after a sweep of Gauss and Seidel forwards and one backwards.

#[cfg(test)]
mod tests;

use super::double::Double;
use super::gmres::{best_combination, euclidean_norm};
use super::number::FlowNumber;
use super::state_elimination::StateTransitions;
use crate::budget::{Stop, Watch};

/// All is known where less than this still circles ...
const TOLERANCE: f64 = 1e-16;
/// ... and nearly all is known where less than this does.
const LOOSE_TOLERANCE: f64 = 1e-13;
/// Products after which the solver gives up, a few seconds' worth. The mass that is still in the
/// cycle then counts as unresolved.
const MAX_PRODUCTS: u64 = 1_000_000_000;
/// Directions that are kept while a correction is sought, and the numbers that they may take.
const MAX_DIRECTIONS: usize = 60;
const MAX_NUMBERS: usize = 30_000_000;
/// Rounds after which trials that have not come out lie as they do from then on, nearly.
const WARM_UP_ROUNDS: usize = 40;
/// Corrections that hardly help, one after another, after which no more are tried.
const MAX_FAILED_CORRECTIONS: usize = 4;
/// A correction has been found where it leaves no more than this of what was off.
const CORRECTION_TOLERANCE: f64 = 1e-8;

/// A cycle, stored as the transitions that lead to each state.
pub(super) struct IterativeSolver {
    /// The first of the ways to each state, and one past the last.
    starts: Vec<u32>,
    sources: Vec<u32>,
    probabilities: Vec<f64>,
    /// What leads away from each state, to others or out.
    outflow: Vec<Double>,
    exits: Vec<f64>,
    /// What flows into each state from outside.
    inflow: Vec<f64>,
    visits: Vec<Double>,
    /// How trials lie that have circled for long, as many as one of them takes to come out, and
    /// what flows then.
    stationary: Option<(Vec<f64>, Vec<f64>)>,
    products: u64,
}

impl IterativeSolver {
    pub(super) fn new<N: FlowNumber>(
        transitions: &[StateTransitions<N>],
        exits: &[N],
        arrived: &[N],
    ) -> IterativeSolver {
        let n = exits.len();
        let other_transitions = |state: usize| {
            transitions[state]
                .iter()
                .filter(move |&&(to, _)| to as usize != state)
        };
        let mut starts = vec![0u32; n + 1];
        (0..n)
            .flat_map(other_transitions)
            .for_each(|&(to, _)| starts[to as usize + 1] += 1);
        (0..n).for_each(|state| starts[state + 1] += starts[state]);
        let (mut from, mut likely) = (vec![0; starts[n] as usize], vec![0.0; starts[n] as usize]);
        let mut next = starts.clone();
        for state in 0..n {
            for &(to, p) in other_transitions(state) {
                let place = &mut next[to as usize];
                (from[*place as usize], likely[*place as usize]) = (state as u32, p.float());
                *place += 1;
            }
        }
        let leaves = |state: usize| {
            other_transitions(state).fold(Double::from(exits[state].float()), |sum, &(_, p)| {
                sum + Double::from(p.float())
            })
        };
        IterativeSolver {
            outflow: (0..n).map(leaves).collect(),
            exits: exits.iter().map(|exit| exit.float()).collect(),
            starts,
            sources: from,
            probabilities: likely,
            inflow: arrived.iter().map(|arrived| arrived.float()).collect(),
            visits: vec![Double::ZERO; n],
            stationary: None,
            products: 0,
        }
    }

    /// The visits that were found.
    pub(super) fn visits(&self) -> impl Iterator<Item = f64> + '_ {
        self.visits.iter().map(|visits| visits.rounded())
    }

    /// Finds the visits; what is left circling, which no probability is off by more than. `None`
    /// where that is more than hardly anything.
    pub(super) fn solve(&mut self, watch: &Watch) -> Result<Option<f64>, Stop> {
        let start: f64 = self.inflow.iter().sum();
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

    /// What flows out of the circle.
    fn total_outflow(&self) -> f64 {
        self.visits()
            .zip(&self.exits)
            .map(|(visits, exit)| visits * exit)
            .sum()
    }

    /// As much flows out as flows in.
    fn rescale(&mut self, start: f64) {
        let times = start / self.total_outflow();
        if times.is_finite() && times > 0.0 {
            self.visits
                .iter_mut()
                .for_each(|visits| *visits = *visits * Double::from(times));
        }
    }

    /// Lets trials circle for a while.
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

    /// Where exits are rare, trials lie the same wherever they came from, and how many there are is
    /// most of what a correction has to find out.
    fn update_stationary(&mut self) {
        let out = self.total_outflow();
        let lasting: Vec<f64> = self.visits().map(|visits| visits / out).collect();
        if lasting.iter().all(|lies| lies.is_finite()) {
            let flows = self.net_outflow(&lasting);
            self.stationary = Some((lasting, flows));
        }
    }

    /// The states that lead to one, and how likely.
    fn transitions_to(&self, state: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[state] as usize..self.starts[state + 1] as usize;
        self.sources[range.clone()]
            .iter()
            .map(|&from| from as usize)
            .zip(self.probabilities[range].iter().copied())
    }

    /// What comes to a state from others, by these visits.
    #[inline]
    fn inflow_from_others(&self, state: usize, visits: &[f64]) -> f64 {
        self.transitions_to(state)
            .map(|(from, p)| visits[from] * p)
            .sum()
    }

    fn count_products(&mut self, times: usize) {
        self.products += (times * (self.sources.len() + self.outflow.len())) as u64;
    }

    /// How far off the visits are, state by state.
    fn residuals(&mut self) -> Vec<f64> {
        // In twice the digits each product takes as long as ten.
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

    /// What is off by so much, in visits: nearly.
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

    /// One run of GMRES.
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

    /// What flows out of each state and not into it, by these visits.
    fn net_outflow(&mut self, visits: &[f64]) -> Vec<f64> {
        self.count_products(1);
        let net_outflow_of = |state: usize| {
            self.outflow[state].rounded() * visits[state] - self.inflow_from_others(state, visits)
        };
        (0..visits.len()).map(net_outflow_of).collect()
    }

    /// About the visits that come of this flowing in: one sweep forwards over all states and one
    /// backwards.
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

    /// Begins again and pushes what circles from state to state, for as long as may be. What has
    /// not come out by then is what is left: it is missing somewhere, and nothing is counted
    /// that does not happen.
    pub(super) fn push<N: FlowNumber>(
        &mut self,
        transitions: &[StateTransitions<N>],
        watch: &Watch,
    ) -> Result<f64, Stop> {
        let start: f64 = self.inflow.iter().sum();
        let n = self.outflow.len();
        let (mut pending_mass, mut visits) = (self.inflow.clone(), vec![0.0; n]);
        let mut products = 0u64;
        loop {
            for state in 0..n {
                let new_visits =
                    std::mem::take(&mut pending_mass[state]) / self.outflow[state].rounded();
                visits[state] += new_visits;
                let other_transitions = transitions[state]
                    .iter()
                    .filter(|&&(to, _)| to as usize != state);
                other_transitions.for_each(|&(to, p)| {
                    pending_mass[to as usize] += new_visits * p.float();
                    products += 1;
                });
            }
            let left: f64 = pending_mass.iter().sum();
            if watch.is_stopped() {
                return Err(Stop::Requested);
            }
            if left <= TOLERANCE * start || products > MAX_PRODUCTS / 2 {
                self.visits = visits.into_iter().map(Double::from).collect();
                return Ok(if left <= TOLERANCE * start { 0.0 } else { left });
            }
        }
    }
}

fn absolute_sum(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x.abs()).sum()
}
