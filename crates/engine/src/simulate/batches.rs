//! Batches of trials with separate random streams, so that results do not depend on the number of
//! threads.

use std::ops::Range;

use rayon::prelude::*;

use super::random::Random;
use crate::budget::{Stop, Watch};
use crate::layout::Layout;
use crate::odds::Tally;

/// The number of trials in a batch. Changing it changes the trials of a seed.
pub const BATCH_SIZE: u64 = 20_000;

/// The batch size of the trials that check sampled ones. They are few, and every thread should get
/// some of them.
const CROSS_CHECK_BATCH_SIZE: u64 = 1_000;

/// The key of a stream of random numbers.
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
    /// The purpose. Different purposes use different random numbers.
    pub purpose: Purpose,
}

/// The purpose of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Sampled trials of one part of a rule, given by its index from 0.
    Sampled(u32),
    /// Simulated trials.
    Simulated,
    /// Simulated trials that check sampled trials.
    CrossCheck,
    /// A few simulated trials for an estimate of their cost.
    Pilot,
    /// Random settings in a search that cannot try all of them.
    Searched,
    /// Random counts that observed counts are compared with.
    Compared,
}

impl Purpose {
    /// Returns the number of trials in a batch.
    pub(super) fn batch_size(self) -> u64 {
        if self == Purpose::CrossCheck {
            CROSS_CHECK_BATCH_SIZE
        } else {
            BATCH_SIZE
        }
    }
}

impl Stream {
    /// Returns the batches of this number of trials. The last batch may be smaller.
    pub fn batches(self, trials: u64) -> Range<u64> {
        0..trials.div_ceil(self.purpose.batch_size())
    }

    /// Returns the batches in a range, each with its number of trials. `trials` is the total over
    /// all batches.
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

    /// Returns the stream as one sequence, for uses without batches.
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
            Purpose::Compared => 6 << 32,
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

/// Returns the number of batches of this number of trials. It equals [`Stream::batches`] except for
/// the purpose [`Purpose::CrossCheck`].
pub fn batches(trials: u64) -> u64 {
    trials.div_ceil(BATCH_SIZE)
}

/// Runs batches in parallel and adds their tallies.
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

/// Adds empty tallies, so that there is one for each slot even without batches.
pub(super) fn pad_tallies(mut tallies: Vec<Tally>, layout: &Layout) -> Vec<Tally> {
    tallies.resize(layout.len(), Tally::default());
    tallies
}

/// Counts the trials that did not record a metric as trials with its default value, if it has one.
pub(super) fn fill_absent(layout: &Layout, trials: u64, tallies: &mut [Tally]) {
    for (slot, tally) in tallies.iter_mut().enumerate() {
        if let Some(value) = layout.metric(slot).otherwise {
            tally.add(value, trials - tally.total());
        }
    }
}

/// Runs pieces of work in parallel and adds their tallies. The order does not matter, because the
/// sums are integers.
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

/// Adds tallies slot by slot. An empty list counts as empty tallies.
pub fn merge_tallies(mut into: Vec<Tally>, other: Vec<Tally>) -> Vec<Tally> {
    if into.is_empty() {
        return other;
    }
    for (tally, more) in into.iter_mut().zip(&other) {
        tally.merge(more);
    }
    into
}
