//! Trials in fixed batches, each with a stream of its own, so that threads change nothing but the
//! time.

use std::ops::Range;

use rayon::prelude::*;

use super::random::Random;
use crate::budget::{Stop, Watch};
use crate::layout::Layout;
use crate::odds::Tally;

/// Trials of a batch of a run. Part of what a seed means: another size gives other numbers.
pub const BATCH_SIZE: u64 = 20_000;

/// The batch of simulated trials that check sampled ones: they are few, and every thread should get
/// some of them.
const CROSS_CHECK_BATCH_SIZE: u64 = 1_000;

/// Which random numbers a simulation uses.
///
/// ```
/// use oddsmith_engine::simulate::{BATCH_SIZE, Purpose, Stream, batches};
///
/// let stream = Stream { seed: 1, case: 1, purpose: Purpose::Simulated };
/// assert_ne!(stream, Stream { purpose: Purpose::CrossCheck, ..stream });
/// assert_eq!((batches(2 * BATCH_SIZE + 1), stream.batches(2 * BATCH_SIZE + 1)), (3, 0..3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The seed of the run.
    pub seed: u64,
    /// The case, from 1.
    pub case: u64,
    /// What they are for: no two purposes share a number.
    pub purpose: Purpose,
}

/// What random numbers are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A part of a rule, from 0, is drawn over its graph.
    Sampled(u32),
    /// Trials are played.
    Simulated,
    /// Trials are simulated to check sampled ones.
    CrossCheck,
    /// A few trials are played to see what they cost.
    Pilot,
    /// Settings are drawn, of which there are too many to try all.
    Searched,
}

impl Purpose {
    /// Trials of a batch.
    pub(super) fn batch_size(self) -> u64 {
        if self == Purpose::CrossCheck {
            CROSS_CHECK_BATCH_SIZE
        } else {
            BATCH_SIZE
        }
    }
}

impl Stream {
    /// The batches that so many trials fill, the last one perhaps not whole.
    pub fn batches(self, trials: u64) -> Range<u64> {
        0..trials.div_ceil(self.purpose.batch_size())
    }

    /// These of the batches that so many trials fill, and how many trials each has.
    pub(super) fn batch_sizes(
        self,
        range: Range<u64>,
        trials: u64,
    ) -> impl ParallelIterator<Item = (u64, u64)> {
        let (most, end) = (
            self.purpose.batch_size(),
            range.end.min(self.batches(trials).end),
        );
        (range.start..end)
            .into_par_iter()
            .map(move |batch| (batch, most.min(trials - batch * most)))
    }

    /// Its numbers one after another, for what is not drawn in batches.
    pub fn random_numbers(self) -> Random {
        self.batch_random(0)
    }

    pub(super) fn batch_random(self, batch: u64) -> Random {
        let purpose = match self.purpose {
            Purpose::Sampled(part) => u64::from(part),
            Purpose::Simulated => 1 << 32,
            Purpose::CrossCheck => 2 << 32,
            Purpose::Pilot => 3 << 32,
            Purpose::Searched => 5 << 32,
        };
        Random::stream([self.seed, self.case, purpose, batch])
    }

    /// Returns the random numbers for trials that have left their cohort.
    pub(super) fn lone_random(self, batch: u64) -> Random {
        let Purpose::Sampled(part) = self.purpose else {
            return self.batch_random(batch);
        };
        Random::stream([self.seed, self.case, 4 << 32 | u64::from(part), batch])
    }
}

/// The batches that so many trials of a run fill, the last one perhaps not whole:
/// [`Stream::batches`] of trials that are played or drawn, and of no others.
pub fn batches(trials: u64) -> u64 {
    trials.div_ceil(BATCH_SIZE)
}

/// Runs batches in parallel, each giving the counts of its trials.
pub(super) fn run_batches(
    stream: Stream,
    range: Range<u64>,
    trials: u64,
    watch: &Watch,
    run: &(dyn Fn(u64, u64) -> Result<Vec<Tally>, Stop> + Sync),
) -> Result<Vec<Tally>, Stop> {
    let sizes = stream.batch_sizes(range, trials);
    run_parallel(sizes, watch, |(batch, size)| run(batch, size))
}

/// A tally for each slot, also where there was no batch at all.
pub(super) fn pad_tallies(mut tallies: Vec<Tally>, layout: &Layout) -> Vec<Tally> {
    tallies.resize(layout.len(), Tally::default());
    tallies
}

/// Of so many trials, those that left out a metric count for what it is otherwise.
pub(super) fn fill_absent(layout: &Layout, trials: u64, tallies: &mut [Tally]) {
    for (slot, tally) in tallies.iter_mut().enumerate() {
        if let Some(value) = layout.metric(slot).otherwise {
            tally.add(value, trials - tally.total());
        }
    }
}

/// Does pieces of work in parallel, each giving the counts of its trials. What is added are whole
/// numbers, so that the order does not matter.
pub(super) fn run_parallel<W: Send>(
    work: impl IntoParallelIterator<Item = W>,
    watch: &Watch,
    run: impl Fn(W) -> Result<Vec<Tally>, Stop> + Sync + Send,
) -> Result<Vec<Tally>, Stop> {
    work.into_par_iter()
        .map(|work| {
            if watch.is_stopped() {
                Err(Stop::Requested)
            } else {
                run(work)
            }
        })
        .try_reduce(Vec::new, |into, other| {
            let before = value_count(&into) + value_count(&other);
            let merged = merge_tallies(into, other);
            watch.replace_values(before, value_count(&merged));
            Ok(merged)
        })
}

pub(super) fn value_count(tallies: &[Tally]) -> u64 {
    tallies.iter().map(Tally::memory).sum()
}

/// Adds tallies, slot by slot; no tallies at all are as many empty ones.
pub fn merge_tallies(mut into: Vec<Tally>, other: Vec<Tally>) -> Vec<Tally> {
    if into.is_empty() {
        return other;
    }
    for (tally, more) in into.iter_mut().zip(&other) {
        tally.merge(more);
    }
    into
}
