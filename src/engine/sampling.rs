//! Trials in fixed batches, each with a stream of its own, so that threads change nothing but the time.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::chance::sampler::Sampler;
use crate::odds::tally::Tally;

/// Trials of a batch. Part of what a seed means: another size gives other numbers.
pub const BATCH: u64 = 20_000;

/// Which streams of random numbers a simulation draws from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The seed of the run.
    pub seed: u64,
    /// The case, from 1.
    pub case: u64,
    /// The part of the rule, from 0, where it falls into parts that do not touch.
    pub part: u64,
}

impl Stream {
    /// The stream of one batch.
    pub fn batch(self, batch: u64) -> Sampler {
        Sampler::stream(self.seed, self.case, self.part, batch)
    }
}

/// What a long run shows and hears while it lasts.
#[derive(Debug, Default)]
pub struct Watch {
    stop: AtomicBool,
    trials: AtomicU64,
}

impl Watch {
    /// Asks the run to stop at the next batch.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Trials done so far, over all cases and parts.
    pub fn trials(&self) -> u64 {
        self.trials.load(Ordering::Relaxed)
    }
}

/// The batches that `trials` trials fill, the last one perhaps not whole.
pub fn batches(trials: u64) -> u64 {
    trials.div_ceil(BATCH)
}

/// Runs batches in parallel, each adding to an accumulator of its thread, and merges these. What is
/// added are whole numbers, so that the order does not matter.
pub(super) fn in_batches<A: Send>(
    range: Range<u64>,
    trials: u64,
    watch: &Watch,
    empty: impl Fn() -> A + Sync + Send,
    run: impl Fn(&mut A, u64, u64) + Sync + Send,
    merge: impl Fn(A, A) -> A + Sync + Send,
) -> A {
    range
        .into_par_iter()
        .fold(&empty, |mut sum, batch| {
            if !watch.is_stopped() {
                let size = BATCH.min(trials - batch * BATCH);
                run(&mut sum, batch, size);
                watch.trials.fetch_add(size, Ordering::Relaxed);
            }
            sum
        })
        .reduce(&empty, merge)
}

/// Adds tallies, slot by slot.
pub fn merge_tallies(mut into: Vec<Tally>, other: Vec<Tally>) -> Vec<Tally> {
    for (tally, more) in into.iter_mut().zip(&other) {
        tally.merge(more);
    }
    into
}
