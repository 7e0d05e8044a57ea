//! Samples trials from the state graph, cohort by cohort.

use std::ops::Range;

use rayon::prelude::*;

use super::batches::{BATCH_SIZE, Stream, fill_absent, pad_tallies, run_parallel, value_count};
use super::cohort::Cohort;
use super::sampler::{COHORT_BATCHES, GraphSampler, SampledCounts};
use super::walk::{LoneTrials, group_trials, walk};
use crate::budget::{Stop, Watch};
use crate::odds::Tally;
use crate::question::{Answers, SolvedQuestion};

/// The larger of the two samples of an estimate has at most this many trials and random choices.
const MAX_PILOT_TRIALS: f64 = 4000.0;
const MAX_PILOT_DRAWS: f64 = 40_000_000.0;
/// The larger sample has this many times the trials of the smaller one.
const PILOT_RATIO: u64 = 4;
/// Fewer trials say nothing about how many of them move together.
const MIN_PILOT_TRIALS: f64 = 40.0;

impl GraphSampler {
    /// Samples batches of [`BATCH_SIZE`](super::BATCH_SIZE) trials, of which only the last may be
    /// smaller, and returns a tally for each slot. Cohorts start at the first batch of the range.
    /// So several runs sample the same trials as one run if each starts at a multiple of
    /// [`COHORT_BATCHES`].
    ///
    /// # Errors
    /// Returns an error if the work is stopped, if there are too many different values, or if a
    /// choice is open.
    pub fn sample(
        &self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop> {
        self.graph.check_decided()?;
        let end = batches.end.min(trials.div_ceil(BATCH_SIZE));
        let cohorts: Vec<Range<u64>> = (batches.start..end)
            .step_by(COHORT_BATCHES as usize)
            .map(|first| first..end.min(first + COHORT_BATCHES))
            .collect();
        let tallies = run_parallel(cohorts, watch, |cohort| {
            let size = trials.min(cohort.end * BATCH_SIZE) - cohort.start * BATCH_SIZE;
            let tallies = self.sample_cohort(stream, cohort.start, size, watch)?;
            watch.add_trials(size);
            if watch.reserve_values(value_count(&tallies)) {
                Ok(tallies)
            } else {
                Err(Stop::OutOfMemory)
            }
        })?;
        Ok(pad_tallies(tallies, &self.graph.layout))
    }

    /// Returns about how many random choices it takes to sample this many trials, whose mean number
    /// of steps is given. A choice for a trial that moves alone counts as several if the graph does
    /// not fit into a processor's cache.
    ///
    /// Trials that move together share their choices, so the number of choices grows more slowly
    /// than the number of trials. How slowly is found by two small samples. If there are at most
    /// `limit` choices even if all trials move alone, this number is returned.
    ///
    /// # Errors
    /// Fails like `sample`.
    pub fn estimate_draws(
        &self,
        stream: Stream,
        steps: f64,
        trials: u64,
        limit: f64,
        watch: &Watch,
    ) -> Result<f64, Stop> {
        let of_trial = steps * self.lone_draws as f64;
        let most = of_trial * trials as f64;
        let pilot = (MAX_PILOT_DRAWS / of_trial)
            .min(MAX_PILOT_TRIALS)
            .min(trials as f64);
        if pilot < MIN_PILOT_TRIALS || most <= limit {
            return Ok(most);
        }
        let pilot = pilot as u64;
        let count = |trials| -> Result<f64, Stop> {
            Ok(self.sample_counts(stream, 0, trials, watch)?.draws.max(1) as f64)
        };
        let (few, many) = (count(pilot / PILOT_RATIO)?, count(pilot)?);
        let growth = ((many / few).ln() / (PILOT_RATIO as f64).ln()).clamp(0.0, 1.0);
        // Only the trials of one cohort move together.
        let cohort = (COHORT_BATCHES * BATCH_SIZE).min(trials) as f64;
        let of_cohort = many * (cohort / pilot as f64).powf(growth);
        Ok((of_cohort * trials as f64 / cohort).min(most))
    }

    /// Samples the cohort that starts with this batch.
    fn sample_cohort(
        &self,
        stream: Stream,
        batch: u64,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop> {
        let counts = self.sample_counts(stream, batch, trials, watch)?;
        let mut tallies = counts.tallies(&self.graph);
        fill_absent(&self.graph.layout, trials, &mut tallies);
        Ok(tallies)
    }

    /// Counts the trials of the cohort that starts with this batch.
    pub(super) fn sample_counts(
        &self,
        stream: Stream,
        batch: u64,
        trials: u64,
        watch: &Watch,
    ) -> Result<SampledCounts, Stop> {
        let mut cohort = Cohort::new(self, stream.batch_random(batch));
        cohort.run(trials, watch)?;
        let Cohort {
            folds,
            counts: drawn,
            lone_trials: alone,
            ..
        } = cohort;
        let walk = |mut counts: SampledCounts,
                    (group, batch): (Vec<LoneTrials>, u64)|
         -> Result<SampledCounts, Stop> {
            walk(
                self,
                &folds,
                &group,
                &mut stream.lone_random(batch),
                &mut counts,
                watch,
            )?;
            Ok(counts)
        };
        // There are no more lone trials than trials in the cohort, so that the batch numbers of
        // groups differ.
        let groups: Vec<_> = group_trials(alone, BATCH_SIZE)
            .into_iter()
            .zip(batch..)
            .collect();
        let walked = groups
            .into_par_iter()
            .try_fold(|| SampledCounts::new(&self.graph), walk);
        let walked_counts = walked.try_reduce(
            || SampledCounts::new(&self.graph),
            |into, other| Ok(into.merge(&other)),
        )?;
        Ok(walked_counts.merge(&drawn))
    }
}

impl SolvedQuestion {
    /// Samples trials from the augmented graph, and counts the answers.
    ///
    /// # Errors
    /// Returns an error if the work is stopped or out of memory.
    pub fn sample(
        self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Answers<u64>, Stop> {
        let mut counts = Answers::default();
        match self.graph {
            None => counts.add(self.answers[0].clone(), trials),
            Some(graph) => {
                let tallies = GraphSampler::new(graph).sample(stream, batches, trials, watch)?;
                tallies[0]
                    .iter()
                    .for_each(|(answer, n)| counts.add(self.answers[answer as usize].clone(), n));
            }
        }
        Ok(counts)
    }
}
