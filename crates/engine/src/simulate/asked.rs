//! Questions answered by simulated trials.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::batches::Stream;
use super::listening::ListeningPlayer;
use super::player::SimulatedRule;
use crate::ask::Observation;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::explore::Model;
use crate::expression::{overflow_error, slots_of};
use crate::layout::Layout;
use crate::question::{Answers, JointQuestion};
use crate::slot_memory::SlotMemory;

/// The number of trials between two checks of the request to stop.
const STOP_CHECK_INTERVAL: u64 = 64;

/// The maximal number of different trials that are kept before they are evaluated.
const MAX_KEPT: usize = 4096;

/// Simulates the same trials of a stream as [`play`](crate::simulate::play), and counts the answers
/// to each question.
///
/// # Errors
/// Returns an error if the work is stopped, if the rule is wrong, or if a number overflows 64 bits.
pub fn play_questions<M: Model>(
    model: &M,
    asked: &[&JointQuestion],
    stream: Stream,
    batches: Range<u64>,
    trials: u64,
    watch: &Watch,
) -> Result<Vec<Answers<u64>>, Stop> {
    let simulated_rule = SimulatedRule::new(model)?;
    let questions = Questions::new(&simulated_rule.layout, asked)?;
    questions.run_batches(stream, batches, trials, &|batch, size| {
        let mut player = simulated_rule.player(stream.batch_random(batch), watch);
        let (mut counts, mut kept) = (questions.empty_answers(), questions.new_kept_trials());
        for trial in 0..size {
            if trial % STOP_CHECK_INTERVAL == 0 && watch.is_stopped() {
                return Err(Stop::Requested);
            }
            let hear = |Observation {
                            metric,
                            step,
                            value,
                        }| {
                kept.memory.observe(metric, step, value);
                true
            };
            let is_over = player.play_trial(|player| {
                model.play(&mut ListeningPlayer {
                    player,
                    listener: hear,
                })
            })?;
            player.recorder.end_trial()?;
            kept.end_trial(is_over, trial + 1 == size, asked, &mut counts)?;
        }
        Ok(counts)
    })
}

/// The questions that each trial answers.
struct Questions<'a> {
    asked: &'a [&'a JointQuestion],
    memory: SlotMemory,
    /// For each slot, the value in trials that do not record it, if there is one.
    otherwise: Vec<Option<i64>>,
}

impl<'a> Questions<'a> {
    fn new(layout: &Layout, asked: &'a [&'a JointQuestion]) -> Result<Questions<'a>, RuleError> {
        let slots = slots_of(
            asked
                .iter()
                .flat_map(|asked| asked.expressions.iter().chain(&asked.given)),
        );
        let otherwise = slots
            .iter()
            .map(|&slot| layout.metric(slot as usize).otherwise)
            .collect();
        Ok(Questions {
            asked,
            memory: SlotMemory::new(layout, &slots)?,
            otherwise,
        })
    }

    fn empty_answers(&self) -> Vec<Answers<u64>> {
        vec![Answers::default(); self.asked.len()]
    }

    fn new_kept_trials(&self) -> KeptTrials {
        KeptTrials {
            memory: self.memory.clone(),
            otherwise: self.otherwise.clone(),
            trials: FxHashMap::default(),
        }
    }

    /// Runs batches in parallel and adds their answers. It does not depend on the rule's type, so
    /// it is compiled once.
    fn run_batches(
        &self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        run: &(dyn Fn(u64, u64) -> Result<Vec<Answers<u64>>, Stop> + Sync),
    ) -> Result<Vec<Answers<u64>>, Stop> {
        stream
            .batch_sizes(batches, trials)
            .map(|(batch, size)| run(batch, size))
            .try_reduce(
                || self.empty_answers(),
                |mut into, other| {
                    for (into, other) in into.iter_mut().zip(other) {
                        other
                            .rows()
                            .for_each(|(answer, n)| into.add(answer.clone(), n));
                    }
                    Ok(into)
                },
            )
    }
}

/// Different trials with their counts.
struct KeptTrials {
    memory: SlotMemory,
    otherwise: Vec<Option<i64>>,
    trials: FxHashMap<Box<[Option<i64>]>, u64>,
}

impl KeptTrials {
    /// Adds a trial if it ended, and evaluates all kept trials if there are many or this was the
    /// last.
    fn end_trial(
        &mut self,
        is_over: bool,
        is_last: bool,
        asked: &[&JointQuestion],
        counts: &mut [Answers<u64>],
    ) -> Result<(), RuleError> {
        let values = &mut self.memory.values;
        if is_over {
            values
                .iter_mut()
                .zip(&self.otherwise)
                .for_each(|(value, otherwise)| *value = value.or(*otherwise));
            match self.trials.get_mut(values.as_slice()) {
                Some(count) => *count += 1,
                None => drop(self.trials.insert(values.clone().into(), 1)),
            }
        }
        values.fill(None);
        if self.trials.len() >= MAX_KEPT || is_last {
            self.answer_kept(asked, counts)
        } else {
            Ok(())
        }
    }

    /// Counts the answers of all kept trials.
    fn answer_kept(
        &mut self,
        asked: &[&JointQuestion],
        counts: &mut [Answers<u64>],
    ) -> Result<(), RuleError> {
        for (values, n) in self.trials.drain() {
            let mut value_of = |slot: u32| {
                self.memory
                    .value_index(slot)
                    .and_then(|index| values[index])
            };
            for (asked, counts) in asked.iter().zip(&mut *counts) {
                counts.add(asked.answer(&mut value_of).ok_or_else(overflow_error)?, n);
            }
        }
        Ok(())
    }
}
