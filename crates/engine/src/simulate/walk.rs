//! Trials that walk over a graph alone, each carrying what it folds.

use super::folding::{Carried, Folds};
use super::random::Random;
use super::sampler::{GraphSampler, SampledCounts};
use crate::budget::{Stop, Watch};
use crate::error::{RuleError, Wrong};

/// Steps between two looks at whether to stop.
const LOOK: u32 = 4096;
/// Steps after which nobody waits for the end of a trial any more, as looks.
const MOST_LOOKS: u32 = 10_000_000 / LOOK;

/// Trials that take an edge, having folded the same, and go on alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alone {
    pub(super) edge: u32,
    /// What they have folded before, by its number.
    pub(super) folds: u32,
    pub(super) trials: u32,
}

/// Makes groups of so many trials at most.
pub(super) fn groups(alone: Vec<Alone>, most: u64) -> Vec<Vec<Alone>> {
    let mut groups = Vec::new();
    let (mut group, mut room) = (Vec::new(), most);
    for mut walker in alone {
        while walker.trials > 0 {
            let some = room.min(walker.trials.into());
            group.push(Alone {
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

/// What is wrong with trials that nobody waits for.
pub(super) fn too_long() -> RuleError {
    let problem = "a sampled trial does not end within ten million steps";
    let help = "end trials after fewer rounds, or do not record the number of rounds";
    RuleError {
        sort: Wrong::TooLong,
        ..RuleError::new(problem, help)
    }
}

/// Walks a group of trials, one by one, to their ends.
pub(super) fn walk(
    sampler: &GraphSampler,
    folds: &Folds,
    group: &[Alone],
    random: &mut Random,
    counts: &mut SampledCounts,
    watch: &Watch,
) -> Result<(), Stop> {
    let graph = &sampler.graph;
    let mut carried = Carried::new(graph);
    let mut waiting = Vec::new();
    let mut steps = 0u32;
    for alone in group {
        for _ in 0..alone.trials {
            carried.begin(&sampler.folding, folds.of(alone.folds));
            let mut edge = alone.edge as usize;
            let mut looks = 0;
            loop {
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(LOOK) {
                    looks += 1;
                    if watch.is_stopped() {
                        return Err(Stop::Asked);
                    }
                    if looks > MOST_LOOKS {
                        return Err(too_long().into());
                    }
                }
                counts.taken[edge] += 1;
                carried.pass(&sampler.folding, graph, edge)?;
                let next = match graph.onward(edge) {
                    &[next] => Some(next),
                    many => {
                        waiting.extend(many.iter().rev());
                        waiting.pop()
                    }
                };
                let Some(state) = next else { break };
                edge = match sampler.waits.get(state) {
                    None => sampler.edge_from(state as usize, random),
                    Some(wait) => {
                        let (turns, onward) = wait.draw(random);
                        counts.taken[wait.back] += turns;
                        carried.pass_again(&sampler.folding, graph, wait.back, turns)?;
                        onward
                    }
                };
            }
            carried.end(|cell| counts.tell(cell, 1));
        }
    }
    Ok(())
}
