//! Draws a sample over the state graph, cohort by cohort.

use std::ops::Range;

use rayon::prelude::*;

use super::batches::{BATCH, Stream, fill, in_parallel, memory, of_each_slot};
use super::cohort::Cohort;
use super::sampler::{COHORT_BATCHES, GraphSampler, SampledCounts};
use super::walk::{Alone, groups, walk};
use crate::budget::{Stop, Watch};
use crate::odds::Tally;
use crate::question::{Answers, Solved};

impl GraphSampler {
    /// Draws batches of so many trials in all, of [`BATCH`](super::BATCH) each but for the last; a
    /// tally for each slot. Cohorts are counted from the first batch on. Several runs draw the
    /// same as one if each begins with a multiple of [`COHORT_BATCHES`].
    ///
    /// # Errors
    /// When it is stopped, when there are more different values than fit, when a choice is open.
    pub fn draw(
        &self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop> {
        self.graph.is_decided()?;
        let end = batches.end.min(trials.div_ceil(BATCH));
        let cohorts: Vec<Range<u64>> = (batches.start..end)
            .step_by(COHORT_BATCHES as usize)
            .map(|first| first..end.min(first + COHORT_BATCHES))
            .collect();
        let tallies = in_parallel(cohorts, watch, |cohort| {
            let size = trials.min(cohort.end * BATCH) - cohort.start * BATCH;
            let tallies = self.draw_cohort(stream, cohort.start, size, watch)?;
            watch.add_trials(size);
            if watch.has_room_for(memory(&tallies)) {
                Ok(tallies)
            } else {
                Err(Stop::TooMuch)
            }
        })?;
        Ok(of_each_slot(tallies, &self.graph.layout))
    }

    /// Draws a cohort, which has the number of its first batch.
    fn draw_cohort(
        &self,
        stream: Stream,
        batch: u64,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop> {
        let mut cohort = Cohort::new(self, stream.batch(batch));
        cohort.run(trials, watch)?;
        let Cohort {
            folds,
            counts: drawn,
            alone,
            ..
        } = cohort;
        let walk = |mut counts: SampledCounts,
                    (group, batch): (Vec<Alone>, u64)|
         -> Result<SampledCounts, Stop> {
            walk(
                self,
                &folds,
                &group,
                &mut stream.alone(batch),
                &mut counts,
                watch,
            )?;
            Ok(counts)
        };
        // What walks alone is no more than the trials, so that its groups find batches of their
        // own.
        let groups: Vec<_> = groups(alone, BATCH).into_iter().zip(batch..).collect();
        let walked = groups
            .into_par_iter()
            .try_fold(|| SampledCounts::new(&self.graph), walk);
        let all = walked.try_reduce(
            || SampledCounts::new(&self.graph),
            |into, other| Ok(into.merged(&other)),
        )?;
        let mut tallies = all.merged(&drawn).tallies(&self.graph);
        fill(&self.graph.layout, trials, &mut tallies);
        Ok(tallies)
    }
}

impl Solved {
    /// Draws trials over the lifted graph: how often each answer was given.
    ///
    /// # Errors
    /// When it is stopped, or out of memory.
    pub fn draw(
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
                let tallies = GraphSampler::new(graph).draw(stream, batches, trials, watch)?;
                tallies[0]
                    .iter()
                    .for_each(|(answer, n)| counts.add(self.answers[answer as usize].clone(), n));
            }
        }
        Ok(counts)
    }
}
