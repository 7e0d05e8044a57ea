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
use super::gmres::{combined, length};
use super::number::FlowNumber;
use super::state_elimination::StateTransitions;
use crate::budget::{Stop, Watch};

/// All is known where less than this still circles ...
const TOLERANCE: f64 = 1e-16;
/// ... and nearly all is known where less than this does.
const NEARLY: f64 = 1e-13;
/// Products after which the solver gives up, a few seconds' worth. The mass that is still in the
/// cycle then counts as unresolved.
const MOST_PRODUCTS: u64 = 1_000_000_000;
/// Directions that are kept while a correction is sought, and the numbers that they may take.
const DIRECTIONS: usize = 60;
const MOST_NUMBERS: usize = 30_000_000;
/// Rounds after which trials that have not come out lie as they do from then on, nearly.
const ROUNDS: usize = 40;
/// Corrections that hardly help, one after another, after which no more are tried.
const MOST_TRIED: usize = 4;
/// A correction has been found where it leaves no more than this of what was off.
const CORRECTED: f64 = 1e-8;

/// A cycle, stored as the transitions that lead to each state.
pub(super) struct IterativeSolver {
    /// The first of the ways to each state, and one past the last.
    starts: Vec<u32>,
    from: Vec<u32>,
    likely: Vec<f64>,
    /// What leads away from each state, to others or out.
    leaves: Vec<Double>,
    exits: Vec<f64>,
    /// What flows into each state from outside.
    arrived: Vec<f64>,
    visits: Vec<Double>,
    /// How trials lie that have circled for long, as many as one of them takes to come out, and
    /// what flows then.
    lasting: Option<(Vec<f64>, Vec<f64>)>,
    products: u64,
}

impl IterativeSolver {
    pub(super) fn new<N: FlowNumber>(
        transitions: &[StateTransitions<N>],
        exits: &[N],
        arrived: &[N],
    ) -> IterativeSolver {
        let n = exits.len();
        let others = |state: usize| {
            transitions[state]
                .iter()
                .filter(move |&&(to, _)| to as usize != state)
        };
        let mut starts = vec![0u32; n + 1];
        (0..n)
            .flat_map(others)
            .for_each(|&(to, _)| starts[to as usize + 1] += 1);
        (0..n).for_each(|state| starts[state + 1] += starts[state]);
        let (mut from, mut likely) = (vec![0; starts[n] as usize], vec![0.0; starts[n] as usize]);
        let mut next = starts.clone();
        for state in 0..n {
            for &(to, p) in others(state) {
                let place = &mut next[to as usize];
                (from[*place as usize], likely[*place as usize]) = (state as u32, p.float());
                *place += 1;
            }
        }
        let leaves = |state: usize| {
            others(state).fold(Double::from(exits[state].float()), |sum, &(_, p)| {
                sum + Double::from(p.float())
            })
        };
        IterativeSolver {
            leaves: (0..n).map(leaves).collect(),
            exits: exits.iter().map(|exit| exit.float()).collect(),
            starts,
            from,
            likely,
            arrived: arrived.iter().map(|arrived| arrived.float()).collect(),
            visits: vec![Double::ZERO; n],
            lasting: None,
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
        let start: f64 = self.arrived.iter().sum();
        self.go_round();
        let (mut open, mut tried) = (self.arrived.clone(), 0);
        let (mut best, mut left) = (Vec::new(), start);
        while left > TOLERANCE * start && tried < MOST_TRIED && self.products < MOST_PRODUCTS {
            let correction = self.correction(&open, watch)?;
            self.visits
                .iter_mut()
                .zip(correction)
                .for_each(|(visits, more)| *visits = *visits + Double::from(more));
            self.level(start);
            self.last();
            open = self.open();
            let now = size(&open);
            tried += 1;
            // A correction that hardly helps still shows how the trials that stay in the cycle for
            // long are distributed.
            if now < left {
                tried = if now < left / 2.0 { 0 } else { tried };
                (best, left) = (self.visits.clone(), now);
            }
        }
        self.visits = best;
        Ok((left <= NEARLY * start).then_some(if left <= TOLERANCE * start { 0.0 } else { left }))
    }

    /// What flows out of the circle.
    fn out(&self) -> f64 {
        self.visits()
            .zip(&self.exits)
            .map(|(visits, exit)| visits * exit)
            .sum()
    }

    /// As much flows out as flows in.
    fn level(&mut self, start: f64) {
        let times = start / self.out();
        if times.is_finite() && times > 0.0 {
            self.visits
                .iter_mut()
                .for_each(|visits| *visits = *visits * Double::from(times));
        }
    }

    /// Lets trials circle for a while.
    fn go_round(&mut self) {
        let mut lies = vec![1.0; self.leaves.len()];
        for _ in 0..ROUNDS {
            self.work(1);
            for state in 0..lies.len() {
                lies[state] = self.arrives(state, &lies) / self.leaves[state].rounded();
            }
            let all: f64 = lies.iter().sum();
            lies.iter_mut().for_each(|lies| *lies /= all);
        }
        self.visits = lies.into_iter().map(Double::from).collect();
        self.last();
        self.visits.fill(Double::ZERO);
    }

    /// Where exits are rare, trials lie the same wherever they came from, and how many there are is
    /// most of what a correction has to find out.
    fn last(&mut self) {
        let out = self.out();
        let lasting: Vec<f64> = self.visits().map(|visits| visits / out).collect();
        if lasting.iter().all(|lies| lies.is_finite()) {
            let flows = self.flows(&lasting);
            self.lasting = Some((lasting, flows));
        }
    }

    /// The states that lead to one, and how likely.
    fn transitions_to(&self, state: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[state] as usize..self.starts[state + 1] as usize;
        self.from[range.clone()]
            .iter()
            .map(|&from| from as usize)
            .zip(self.likely[range].iter().copied())
    }

    /// What comes to a state from others, by these visits.
    #[inline]
    fn arrives(&self, state: usize, visits: &[f64]) -> f64 {
        self.transitions_to(state)
            .map(|(from, p)| visits[from] * p)
            .sum()
    }

    fn work(&mut self, times: usize) {
        self.products += (times * (self.from.len() + self.leaves.len())) as u64;
    }

    /// How far off the visits are, state by state.
    fn open(&mut self) -> Vec<f64> {
        // In twice the digits each product takes as long as ten.
        self.work(10);
        let of = |state: usize| {
            let balance =
                Double::from(self.arrived[state]) - self.leaves[state] * self.visits[state];
            let all = self.transitions_to(state).fold(balance, |sum, (from, p)| {
                sum + self.visits[from] * Double::from(p)
            });
            all.rounded()
        };
        (0..self.leaves.len()).map(of).collect()
    }

    /// What is off by so much, in visits: nearly.
    fn correction(&mut self, open: &[f64], watch: &Watch) -> Result<Vec<f64>, Stop> {
        let n = open.len();
        let most = (MOST_NUMBERS / n.max(1)).clamp(2, DIRECTIONS);
        let (mut found, mut left) = (vec![0.0; n], open.to_vec());
        let aim = CORRECTED * length(open);
        while self.products < MOST_PRODUCTS {
            let before = length(&left);
            let more = self.directions(&left, most, aim, watch)?;
            found
                .iter_mut()
                .zip(&more)
                .for_each(|(found, more)| *found += more);
            let flows = self.flows(&found);
            left = open
                .iter()
                .zip(flows)
                .map(|(open, flows)| open - flows)
                .collect();
            let now = length(&left);
            if now <= 2.0 * aim || now > 0.9 * before || now.is_nan() {
                break;
            }
        }
        Ok(found)
    }

    /// One run of GMRES.
    fn directions(
        &mut self,
        open: &[f64],
        most: usize,
        aim: f64,
        watch: &Watch,
    ) -> Result<Vec<f64>, Stop> {
        let sum = combined(open, most, aim, |basis, bases| {
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            if self.products >= MOST_PRODUCTS {
                return Ok(None);
            }
            self.products += (2 * bases * basis.len()) as u64;
            let swept = self.swept(basis);
            Ok(Some(self.flows(&swept)))
        })?;
        Ok(self.swept(&sum))
    }

    /// What flows out of each state and not into it, by these visits.
    fn flows(&mut self, visits: &[f64]) -> Vec<f64> {
        self.work(1);
        let of = |state: usize| {
            self.leaves[state].rounded() * visits[state] - self.arrives(state, visits)
        };
        (0..visits.len()).map(of).collect()
    }

    /// About the visits that come of this flowing in: one sweep forwards over all states and one
    /// backwards.
    fn swept(&mut self, arrived: &[f64]) -> Vec<f64> {
        self.work(2);
        let all: f64 = arrived.iter().sum();
        let rest: Vec<f64> = match &self.lasting {
            Some((_, flows)) => arrived
                .iter()
                .zip(flows)
                .map(|(arrived, flows)| arrived - all * flows)
                .collect(),
            None => arrived.to_vec(),
        };
        let mut visits = vec![0.0; rest.len()];
        for state in (0..rest.len()).chain((0..rest.len()).rev()) {
            visits[state] =
                (rest[state] + self.arrives(state, &visits)) / self.leaves[state].rounded();
        }
        if let Some((lasting, _)) = &self.lasting {
            visits
                .iter_mut()
                .zip(lasting)
                .for_each(|(visits, lasting)| *visits += all * lasting);
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
        let start: f64 = self.arrived.iter().sum();
        let n = self.leaves.len();
        let (mut pending_mass, mut visits) = (self.arrived.clone(), vec![0.0; n]);
        let mut products = 0u64;
        loop {
            for state in 0..n {
                let here = std::mem::take(&mut pending_mass[state]) / self.leaves[state].rounded();
                visits[state] += here;
                let others = transitions[state]
                    .iter()
                    .filter(|&&(to, _)| to as usize != state);
                others.for_each(|&(to, p)| {
                    pending_mass[to as usize] += here * p.float();
                    products += 1;
                });
            }
            let left: f64 = pending_mass.iter().sum();
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            if left <= TOLERANCE * start || products > MOST_PRODUCTS / 2 {
                self.visits = visits.into_iter().map(Double::from).collect();
                return Ok(if left <= TOLERANCE * start { 0.0 } else { left });
            }
        }
    }
}

fn size(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x.abs()).sum()
}
