//! The recorder: it folds the observations of each trial and counts the values at its end.

mod page;

use std::ops::RangeInclusive;

use super::batches::{fill_absent, value_count};
use crate::error::RuleError;
use crate::layout::Layout;
use crate::metric::Fold;
use crate::odds::Tally;
use page::{CountPage, CountRow, MetricSum, PAGED_METRICS, metric_bits};

/// The counts of trials.
pub(super) struct Recorder<'l> {
    layout: &'l Layout,
    /// The counts of the first metrics for the whole trial. Rules use constants as metric indices,
    /// so the compiler knows the position of each count.
    whole_page: CountPage,
    /// The counts of the first metrics at each of the first steps.
    step_pages: [CountPage; PAGED_STEPS],
    /// The counts of the first metrics at the next steps, which take a little longer.
    later_pages: Vec<CountPage>,
    /// The metrics among the first ones that are summed over a trial, as bits.
    summed_metrics: u32,
    /// The sums of these metrics.
    sums: [MetricSum; PAGED_METRICS],
    /// For all other slots, their counts.
    rows: Vec<CountRow>,
    /// The folded value of each slot in the current trial.
    values: Vec<i64>,
    /// The last trial that recorded each slot.
    last_seen: Vec<u32>,
    /// The slots with folded values in this trial, except for sums.
    folded_slots: Vec<usize>,
    /// For each slot, the counts of values that do not fit in a row.
    far_counts: Vec<Tally>,
    /// The number of the current trial, from 1.
    trial: u32,
    /// The first error of a trial.
    error: Option<RuleError>,
}

/// The number of steps whose counts have fixed positions.
const PAGED_STEPS: usize = 8;
/// The maximal number of further steps with pages.
const LATER_PAGED_STEPS: usize = 64;

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let mut recorder = Recorder {
            layout,
            whole_page: CountPage::CLOSED,
            step_pages: [const { CountPage::CLOSED }; PAGED_STEPS],
            later_pages: Vec::new(),
            summed_metrics: 0,
            sums: [MetricSum {
                value: 0,
                before_trial: 0,
                trial: 0,
            }; PAGED_METRICS],
            rows: vec![CountRow::EMPTY; layout.len()],
            values: vec![0; layout.len()],
            last_seen: vec![0; layout.len()],
            folded_slots: Vec::new(),
            far_counts: vec![Tally::default(); layout.len()],
            trial: 1,
            error: None,
        };
        for (metric, definition) in layout.metrics().iter().enumerate().take(PAGED_METRICS) {
            match (definition.fold, definition.steps) {
                (Fold::Once, None) => recorder.whole_page.open_metric(metric),
                (Fold::Once, Some((first, last))) => {
                    recorder.open_pages(metric, first as usize..=last as usize)
                }
                (Fold::Sum, None) => recorder.summed_metrics |= 1 << metric,
                _ => {}
            }
        }
        recorder
    }

    /// Opens the pages of a metric's first steps.
    fn open_pages(&mut self, metric: usize, steps: RangeInclusive<usize>) {
        for step in steps.take_while(|&step| step < PAGED_STEPS + LATER_PAGED_STEPS) {
            if step >= PAGED_STEPS + self.later_pages.len() {
                self.later_pages
                    .resize(step + 1 - PAGED_STEPS, CountPage::CLOSED);
            }
            let page = if step < PAGED_STEPS {
                &mut self.step_pages[step]
            } else {
                &mut self.later_pages[step - PAGED_STEPS]
            };
            page.open_metric(metric);
        }
    }

    /// Records the values of metrics at a step.
    // Recording is a large part of the cost of a trial. Small values of metrics with one
    // observation take the shortest path.
    #[inline(always)]
    pub(super) fn observe<const N: usize>(&mut self, step: u32, observations: [(usize, i64); N]) {
        let trial = self.trial;
        if let Some(metrics) = metric_bits(&observations)
            && let Some(page) = self.step_pages.get_mut(step as usize)
            && page.try_count(trial, metrics, &observations)
        {
            return;
        }
        self.observe_slowly(step, observations);
    }

    /// Records the values of metrics of the whole trial.
    #[inline(always)]
    pub(super) fn observe_whole<const N: usize>(&mut self, observations: [(usize, i64); N]) {
        let trial = self.trial;
        if let Some(metrics) = metric_bits(&observations) {
            if self.summed_metrics & metrics == metrics {
                return observations
                    .iter()
                    .for_each(|&(metric, value)| self.add(metric, value));
            }
            if self.whole_page.try_count(trial, metrics, &observations) {
                return;
            }
        }
        self.observe_slowly(0, observations);
    }

    #[inline(always)]
    fn add(&mut self, metric: usize, value: i64) {
        let sum = &mut self.sums[metric];
        sum.trial = self.trial;
        let is_past;
        (sum.value, is_past) = sum.value.overflowing_add(value);
        if is_past {
            self.add_overflowed(metric, value);
        }
    }

    /// Handles the overflow of a sum over all trials. It is an error only if the sum of this trial
    /// overflows, too.
    #[cold]
    #[inline(never)]
    fn add_overflowed(&mut self, metric: usize, value: i64) {
        let sum = &mut self.sums[metric];
        let trial_sum = sum
            .value
            .wrapping_sub(value)
            .checked_sub(sum.before_trial)
            .and_then(|difference| difference.checked_add(value));
        (sum.value, sum.before_trial) = (trial_sum.unwrap_or(0), 0);
        if trial_sum.is_none() {
            self.set_repeat_error(self.layout.slots_of(metric).start);
        }
    }

    /// Handles observations outside of the shortest path. It is cold, so that the shortest path has
    /// no jumps.
    #[cold]
    #[inline(never)]
    fn observe_slowly<const N: usize>(&mut self, step: u32, observations: [(usize, i64); N]) {
        let trial = self.trial;
        if let Some(metrics) = metric_bits(&observations)
            && let Some(page) = self
                .later_pages
                .get_mut((step as usize).wrapping_sub(PAGED_STEPS))
            && page.try_count(trial, metrics, &observations)
        {
            return;
        }
        for (metric, value) in observations {
            self.observe_one(metric, step, value);
        }
    }

    #[inline(never)]
    fn observe_one(&mut self, metric: usize, step: u32, value: i64) {
        let Some(found) = self.layout.find(metric, step) else {
            return self.set_error(|layout| layout.stray_error(metric, step));
        };
        let slot = found.slot as usize;
        match found.fold {
            Fold::Once => self.count_once(metric, (!found.is_whole).then_some(step), slot, value),
            _ if metric < PAGED_METRICS && self.summed_metrics >> metric & 1 == 1 => {
                self.add(metric, value)
            }
            fold => self.fold(slot, fold, fold.entry_value(step, value)),
        }
    }

    #[inline]
    fn count_once(&mut self, metric: usize, step: Option<u32>, slot: usize, value: i64) {
        let trial = self.trial;
        let (is_first, row) = match self.page(metric, step) {
            Some(page) => (
                page.mark_first_seen(trial, 1 << metric),
                &mut page.rows[metric],
            ),
            None => (
                std::mem::replace(&mut self.last_seen[slot], trial) != trial,
                &mut self.rows[slot],
            ),
        };
        if !is_first {
            self.set_repeat_error(slot);
        } else if !row.try_count(value) {
            self.far_counts[slot].record(value);
        }
    }

    /// Returns the page of a metric at a step, or for the whole trial if `step` is `None`.
    #[inline]
    fn page(&mut self, metric: usize, step: Option<u32>) -> Option<&mut CountPage> {
        if metric >= PAGED_METRICS {
            return None;
        }
        match step {
            None => Some(&mut self.whole_page),
            Some(step) if (step as usize) < PAGED_STEPS => {
                Some(&mut self.step_pages[step as usize])
            }
            Some(step) => self.later_pages.get_mut(step as usize - PAGED_STEPS),
        }
    }

    #[inline]
    fn fold(&mut self, slot: usize, fold: Fold, value: Option<i64>) {
        let Some(value) = value else { return };
        if std::mem::replace(&mut self.last_seen[slot], self.trial) != self.trial {
            self.values[slot] = value;
            self.folded_slots.push(slot);
        } else if let Some(combined) = fold.combine(self.values[slot], value) {
            self.values[slot] = combined;
        } else {
            self.set_repeat_error(slot);
        }
    }

    /// Ends the trial, and counts its folded values.
    ///
    /// # Errors
    /// Returns an error if the trial recorded something that is not allowed.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) -> Result<(), RuleError> {
        let mut adding = self.summed_metrics;
        while adding > 0 {
            let metric = adding.trailing_zeros() as usize;
            adding &= adding - 1;
            self.end_sum(metric);
        }
        while let Some(slot) = self.folded_slots.pop() {
            let value = self.values[slot];
            if !self.rows[slot].try_count(value) {
                self.far_counts[slot].record(value);
            }
        }
        self.trial += 1;
        if self.error.is_none() {
            Ok(())
        } else {
            self.take_error()
        }
    }

    #[inline(always)]
    fn end_sum(&mut self, metric: usize) {
        let sum = &mut self.sums[metric];
        if sum.trial != self.trial {
            return;
        }
        let trial_sum = sum.value.checked_sub(sum.before_trial);
        sum.before_trial = sum.value;
        let slot = || self.layout.slots_of(metric).start;
        match trial_sum {
            None => self.set_repeat_error(slot()),
            Some(trial_sum) if !self.whole_page.rows[metric].try_count(trial_sum) => {
                self.far_counts[slot()].record(trial_sum)
            }
            Some(_) => {}
        }
    }

    #[cold]
    fn take_error(&mut self) -> Result<(), RuleError> {
        self.error.take().map_or(Ok(()), Err)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn set_error(&mut self, error: impl FnOnce(&Layout) -> RuleError) {
        let layout = self.layout;
        self.error.get_or_insert_with(|| error(layout));
    }

    #[cold]
    fn set_repeat_error(&mut self, slot: usize) {
        self.set_error(|layout| layout.recorded_twice_error(slot as u32));
    }

    /// Returns the counts, slot by slot.
    ///
    /// # Errors
    /// Returns an error if a trial did not record a required slot. A trial counts once in a slot,
    /// so the total of a required slot must equal the number of trials.
    pub(super) fn tallies(mut self) -> Result<Vec<Tally>, RuleError> {
        let (layout, trials) = (self.layout, u64::from(self.trial) - 1);
        let mut tallies = std::mem::take(&mut self.far_counts);
        for (slot, tally) in tallies.iter_mut().enumerate() {
            // Only metrics with one observation and sums may have counts on a page.
            let metric = layout.metric_of(slot);
            let on_page = self
                .page(metric, layout.step_of(slot))
                .map(|page| page.rows[metric].clone());
            for row in on_page.iter().chain([&self.rows[slot]]) {
                (0..)
                    .zip(&row.0)
                    .for_each(|(value, &count)| tally.add(value, count.into()));
            }
        }
        let is_missing = |(slot, tally): (usize, &Tally)| {
            !layout.metric(slot).may_be_left_out() && tally.total() != trials
        };
        if let Some(slot) = tallies.iter().enumerate().position(is_missing) {
            return Err(layout.missing_error(slot as u32));
        }
        fill_absent(layout, trials, &mut tallies);
        Ok(tallies)
    }

    /// Returns the number of different values so far, without those that have a counter in a page.
    pub(super) fn value_count(&self) -> u64 {
        value_count(&self.far_counts)
    }
}

#[cfg(test)]
mod tests;
