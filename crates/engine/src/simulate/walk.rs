//! Trials that move through a graph alone, each with its folded values.

use super::folding::{CarriedFolds, Folds};
use super::random::Random;
use super::sampler::{GraphSampler, SampledCounts};
use crate::budget::{Stop, Watch};
use crate::error::{RuleError, RuleErrorKind};

/// The number of steps between two checks of the request to stop.
const STOP_CHECK_INTERVAL: u32 = 4096;
/// The number of checks after which a trial is too long.
const MAX_STOP_CHECKS: u32 = 10_000_000 / STOP_CHECK_INTERVAL;

/// Trials with equal folded values that continue alone from an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoneTrials {
    pub(super) edge: u32,
    /// The index of their folded values before the edge.
    pub(super) folds: u32,
    pub(super) trials: u32,
}

/// Divides the trials into groups of at most `most` trials.
pub(super) fn group_trials(alone: Vec<LoneTrials>, most: u64) -> Vec<Vec<LoneTrials>> {
    let mut groups = Vec::new();
    let (mut group, mut room) = (Vec::new(), most);
    for mut walker in alone {
        while walker.trials > 0 {
            let some = room.min(walker.trials.into());
            group.push(LoneTrials {
                trials: some as u32,
                ..walker
            });
            walker.trials -= some as u32;
            room -= some;
            if room == 0 {
                groups.push(std::mem::take(&mut group));
                room = most;
            }
        }
    }
    groups.extend((!group.is_empty()).then_some(group));
    groups
}

/// Returns the error for a sampled trial that is too long.
pub(super) fn too_long_error() -> RuleError {
    let problem = "a sampled trial does not end within ten million steps";
    let help = "end trials after fewer rounds, or do not record the number of rounds";
    RuleError {
        kind: RuleErrorKind::TooLong,
        ..RuleError::new(problem, help)
    }
}

/// Moves a group of trials one by one to their ends.
pub(super) fn walk(
    sampler: &GraphSampler,
    folds: &Folds,
    group: &[LoneTrials],
    random: &mut Random,
    counts: &mut SampledCounts,
    watch: &Watch,
) -> Result<(), Stop> {
    let graph = &sampler.graph;
    let mut carried = CarriedFolds::new(graph);
    let mut waiting = Vec::new();
    let mut steps = 0u32;
    for alone in group {
        for _ in 0..alone.trials {
            carried.begin(&sampler.folding, folds.get(alone.folds));
            let mut edge = alone.edge as usize;
            let mut stop_checks = 0;
            loop {
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(STOP_CHECK_INTERVAL) {
                    stop_checks += 1;
                    if watch.is_stopped() {
                        return Err(Stop::Requested);
                    }
                    if stop_checks > MAX_STOP_CHECKS {
                        return Err(too_long_error().into());
                    }
                }
                counts.edge_trials[edge] += 1;
                counts.draws += sampler.lone_draws;
                carried.pass(&sampler.folding, graph, edge)?;
                let next = match graph.next_states(edge) {
                    &[next] => Some(next),
                    targets => {
                        waiting.extend(targets.iter().rev());
                        waiting.pop()
                    }
                };
                let Some(state) = next else { break };
                edge = match sampler.waits.get(state) {
                    None => sampler.sample_edge(state as usize, random),
                    Some(wait) => {
                        let (turns, onward) = wait.sample(random);
                        counts.edge_trials[wait.back_edge] += turns;
                        carried.pass_repeatedly(&sampler.folding, graph, wait.back_edge, turns)?;
                        onward
                    }
                };
            }
            carried.end(|cell| counts.add_folded(cell, 1));
        }
    }
    Ok(())
}
