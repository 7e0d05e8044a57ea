//! A cohort of trials that moves through the graph. Trials in the same state with the same folded
//! values are exchangeable, so only their number matters.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::folding::Folds;
use super::random::Random;
use super::sampler::{GraphSampler, SampledCounts};
use super::waits::Wait;
use super::walk::{LoneTrials, too_long_error};
use crate::budget::{Stop, Watch};
use crate::graph::{EdgeTarget, FoldState};

/// If there are at least this many trials per edge, a binomial sample per edge is cheaper than a
/// table look-up per trial.
const BINOMIAL_THRESHOLD: u64 = 12;

/// Groups of at most this number of trials leave the cohort, and their trials move alone.
const MAX_ALONE: u64 = 1;

/// The number of processed states between two checks of the request to stop.
const STOP_CHECK_INTERVAL: usize = 256;

/// If a cycle takes more than this number of rounds, and cohorts have left more than
/// `MAX_STATES_LEFT` states, the run ends with an error.
const MANY_ROUNDS: usize = 20_000;
const MAX_STATES_LEFT: usize = 100_000_000;

/// The entry in `cohort_index` of folded values without an index.
const NO_COHORT: u32 = u32::MAX;

/// A cohort of trials.
pub(super) struct Cohort<'s> {
    sampler: &'s GraphSampler,
    random: Random,
    pub(super) folds: Folds,
    /// For each state, the trials there: the index of their folded values, and their number.
    trials_by_state: Vec<Vec<(u32, u64)>>,
    pub(super) counts: SampledCounts,
    /// The trials that have left the cohort.
    pub(super) lone_trials: Vec<LoneTrials>,
    /// For each index of folded values, the index among the groups that leave a state together.
    cohort_index: Vec<u32>,
    folded: Vec<FoldState>,
    /// For a small cohort, the number of trials on each edge.
    edge_counts: Vec<u64>,
    /// The edges with any trials.
    taken_edges: Vec<u32>,
}

impl<'s> Cohort<'s> {
    pub(super) fn new(sampler: &'s GraphSampler, random: Random) -> Cohort<'s> {
        Cohort {
            sampler,
            random,
            folds: Folds::new(&sampler.folding),
            trials_by_state: vec![Vec::new(); sampler.graph.state_count()],
            counts: SampledCounts::new(&sampler.graph),
            lone_trials: Vec::new(),
            cohort_index: Vec::new(),
            folded: Vec::new(),
            edge_counts: Vec::new(),
            taken_edges: Vec::new(),
        }
    }

    /// Moves trials from the start until they end or leave the cohort.
    pub(super) fn run(&mut self, trials: u64, watch: &Watch) -> Result<(), Stop> {
        self.trials_by_state[0].push((0, trials));
        let mut left = 0usize;
        for component in self.sampler.order.iter() {
            // Cohorts go round a cycle until the last trial has left it.
            let mut rounds = 0;
            while component
                .iter()
                .any(|&state| !self.trials_by_state[state as usize].is_empty())
            {
                rounds += 1;
                if rounds > MANY_ROUNDS && rounds * component.len() > MAX_STATES_LEFT {
                    return Err(too_long_error().into());
                }
                for &state in component {
                    self.leave_state(state as usize)?;
                    left += 1;
                    if left.is_multiple_of(STOP_CHECK_INTERVAL) && watch.is_stopped() {
                        return Err(Stop::Requested);
                    }
                }
            }
        }
        Ok(())
    }

    /// Moves all trials in a state along its edges.
    fn leave_state(&mut self, state: usize) -> Result<(), Stop> {
        let arrived = std::mem::take(&mut self.trials_by_state[state]);
        if let &[(folds, trials)] = &arrived[..] {
            return self.split(state, folds, trials);
        }
        self.cohort_index.resize(self.folds.len(), NO_COHORT);
        let mut cohorts: Vec<(u32, u64)> = Vec::new();
        for (folds, trials) in arrived {
            let cohort = &mut self.cohort_index[folds as usize];
            if *cohort == NO_COHORT {
                *cohort = cohorts.len() as u32;
                cohorts.push((folds, trials));
            } else {
                cohorts[*cohort as usize].1 += trials;
            }
        }
        cohorts
            .iter()
            .for_each(|&(folds, _)| self.cohort_index[folds as usize] = NO_COHORT);
        cohorts
            .into_iter()
            .try_for_each(|(folds, trials)| self.split(state, folds, trials))
    }

    /// Splits trials with equal folded values over the edges of a state.
    fn split(&mut self, state: usize, folds: u32, trials: u64) -> Result<(), Stop> {
        if let Some(wait) = self.sampler.waits.get(state as u32) {
            return self.draw_waits(wait, state, folds, trials);
        }
        let edges = self.sampler.graph.edges_of(state);
        match edges.len() {
            1 => self.take_edge(edges.start, state, folds, trials),
            edge_count if trials < BINOMIAL_THRESHOLD * edge_count as u64 => {
                self.split_singly(edges, state, folds, trials)
            }
            _ => self.split_multinomial(edges, state, folds, trials),
        }
    }

    /// Samples for each trial how often it returns to the state, and the edge by which it leaves.
    fn draw_waits(
        &mut self,
        wait: &Wait,
        state: usize,
        folds: u32,
        trials: u64,
    ) -> Result<(), Stop> {
        let GraphSampler { graph, folding, .. } = self.sampler;
        self.counts.draws += trials;
        for _ in 0..trials {
            let (turns, edge) = wait.sample(&mut self.random);
            self.counts.edge_trials[wait.back_edge] += turns;
            let mut onward = folds;
            if !folding.has_no_effect(wait.back_edge, state, state as u32) {
                self.folded.clear();
                self.folded.extend_from_slice(self.folds.get(folds));
                let counts = &mut self.counts;
                let (edge, state) = (wait.back_edge, state as u32);
                folding.pass_repeatedly(graph, edge, state, turns, &mut self.folded, |cell| {
                    counts.add_folded(cell, 1)
                })?;
                onward = self.folds.get_or_add(&self.folded);
            }
            self.take_edge(edge, state, onward, 1)?;
        }
        Ok(())
    }

    /// Samples an edge for each trial.
    fn split_singly(
        &mut self,
        edges: Range<usize>,
        state: usize,
        folds: u32,
        trials: u64,
    ) -> Result<(), Stop> {
        self.edge_counts
            .resize(self.edge_counts.len().max(edges.len()), 0);
        let mut chosen = std::mem::take(&mut self.taken_edges);
        self.counts.draws += trials;
        for _ in 0..trials {
            let offset = self.sampler.sample_edge(state, &mut self.random) - edges.start;
            if self.edge_counts[offset] == 0 {
                chosen.push(offset as u32);
            }
            self.edge_counts[offset] += 1;
        }
        for offset in chosen.drain(..) {
            let trials = std::mem::take(&mut self.edge_counts[offset as usize]);
            self.take_edge(edges.start + offset as usize, state, folds, trials)?;
        }
        self.taken_edges = chosen;
        Ok(())
    }

    /// Samples the numbers of trials on all edges from a multinomial distribution, as successive
    /// binomials.
    fn split_multinomial(
        &mut self,
        edges: Range<usize>,
        state: usize,
        folds: u32,
        mut trials: u64,
    ) -> Result<(), Stop> {
        let last = edges.end - 1;
        for edge in edges {
            let share = self.sampler.shares[edge];
            let edge_trials = if edge == last {
                trials
            } else {
                self.random.binomial(trials, share)
            };
            if edge_trials > 0 {
                self.take_edge(edge, state, folds, edge_trials)?;
                trials -= edge_trials;
            }
            if trials == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Moves trials with equal folded values along an edge.
    fn take_edge(
        &mut self,
        edge: usize,
        state: usize,
        folds: u32,
        trials: u64,
    ) -> Result<(), Stop> {
        self.counts.draws += 1;
        let GraphSampler { graph, folding, .. } = self.sampler;
        let target = match graph.target(edge) {
            EdgeTarget::State(target) => Some(target),
            EdgeTarget::Done | EdgeTarget::Truncated => None,
            EdgeTarget::Split(_) => return self.leave_cohort(edge, folds, trials),
        };
        // If folded values are so varied that few trials share them, trials also move alone, so
        // that they need no memory.
        if (trials <= MAX_ALONE || self.folds.is_full()) && target.is_some() && !folding.is_empty()
        {
            return self.leave_cohort(edge, folds, trials);
        }
        self.counts.edge_trials[edge] += trials;
        let onward = match target {
            _ if folding.is_empty() => folds,
            Some(target) if folding.has_no_effect(edge, state, target) => folds,
            _ => {
                self.folded.clear();
                self.folded.extend_from_slice(self.folds.get(folds));
                let counts = &mut self.counts;
                folding.pass(graph, edge, target, &mut self.folded, |cell| {
                    counts.add_folded(cell, trials)
                })?;
                if target.is_some() {
                    self.folds.get_or_add(&self.folded)
                } else {
                    folds
                }
            }
        };
        if let Some(target) = target {
            match self.trials_by_state[target as usize].last_mut() {
                Some((folds, standing)) if *folds == onward => *standing += trials,
                _ => self.trials_by_state[target as usize].push((onward, trials)),
            }
        }
        Ok(())
    }

    /// Removes trials from the cohort.
    fn leave_cohort(&mut self, edge: usize, folds: u32, trials: u64) -> Result<(), Stop> {
        let trials = u32::try_from(trials).expect("a cohort is no larger");
        self.lone_trials.push(LoneTrials {
            edge: edge as u32,
            folds,
            trials,
        });
        Ok(())
    }
}
