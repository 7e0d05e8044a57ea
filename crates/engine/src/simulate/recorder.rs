//! Takes down what trials show, folds what a metric folds, and counts it when a trial is over.

mod page;

use std::ops::RangeInclusive;

use super::batches::{fill, memory};
use crate::error::RuleError;
use crate::layout::Layout;
use crate::metric::Fold;
use crate::odds::Tally;
use page::{CountPage, CountRow, METRICS, MetricSum, bits};

/// The counts of trials, one after another.
pub(super) struct Recorder<'l> {
    layout: &'l Layout,
    /// What the first metrics show of the whole trial, and at each of the first steps: rules name
    /// their metrics by constants, and what is in a place known beforehand needs no look at
    /// where it is.
    wholes: CountPage,
    steps: [CountPage; STEPS],
    /// The same at the steps after these: a little further to go.
    later: Vec<CountPage>,
    /// Those of the first metrics that are added up over a trial, and what they have come to.
    adding: u32,
    sums: [MetricSum; METRICS],
    /// Slot by slot, for all else: its rows, what the trial has folded, and the last trial that
    /// showed it.
    rows: Vec<CountRow>,
    values: Vec<i64>,
    seen: Vec<u32>,
    /// The slots that the trial has folded something in, but for sums.
    folded: Vec<usize>,
    /// Counts of what is past the counts in place, slot by slot.
    far: Vec<Tally>,
    /// The trial that is being played, from 1.
    trial: u32,
    /// What was wrong with the first trial that was wrong.
    error: Option<RuleError>,
}

/// Steps whose places are known beforehand, and steps after these at the most.
const STEPS: usize = 8;
const LATER: usize = 64;

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let mut recorder = Recorder {
            layout,
            wholes: CountPage::CLOSED,
            steps: [const { CountPage::CLOSED }; STEPS],
            later: Vec::new(),
            adding: 0,
            sums: [MetricSum {
                value: 0,
                before: 0,
                trial: 0,
            }; METRICS],
            rows: vec![CountRow::EMPTY; layout.len()],
            values: vec![0; layout.len()],
            seen: vec![0; layout.len()],
            folded: Vec::new(),
            far: vec![Tally::default(); layout.len()],
            trial: 1,
            error: None,
        };
        for (metric, definition) in layout.metrics().iter().enumerate().take(METRICS) {
            match (definition.fold, definition.steps) {
                (Fold::Once, None) => recorder.wholes.open(metric),
                (Fold::Once, Some((first, last))) => {
                    recorder.open(metric, first as usize..=last as usize)
                }
                (Fold::Sum, None) => recorder.adding |= 1 << metric,
                _ => {}
            }
        }
        recorder
    }

    /// Opens the pages of the first of a metric's steps to it.
    fn open(&mut self, metric: usize, steps: RangeInclusive<usize>) {
        for step in steps.take_while(|&step| step < STEPS + LATER) {
            if step >= STEPS + self.later.len() {
                self.later.resize(step + 1 - STEPS, CountPage::CLOSED);
            }
            let page = if step < STEPS {
                &mut self.steps[step]
            } else {
                &mut self.later[step - STEPS]
            };
            page.open(metric);
        }
    }

    /// Metrics show values at a step.
    // What rules show is a good part of what a trial costs: the way of small values that are seen
    // once is the shortest.
    #[inline(always)]
    pub(super) fn observe<const N: usize>(&mut self, step: u32, shown: [(usize, i64); N]) {
        let trial = self.trial;
        if let Some(metrics) = bits(&shown)
            && let Some(page) = self.steps.get_mut(step as usize)
            && page.counts(trial, metrics, &shown)
        {
            return;
        }
        self.see_all(step, shown);
    }

    /// Metrics of the whole trial show values.
    #[inline(always)]
    pub(super) fn whole<const N: usize>(&mut self, shown: [(usize, i64); N]) {
        let trial = self.trial;
        if let Some(metrics) = bits(&shown) {
            if self.adding & metrics == metrics {
                return shown
                    .iter()
                    .for_each(|&(metric, value)| self.add(metric, value));
            }
            if self.wholes.counts(trial, metrics, &shown) {
                return;
            }
        }
        self.see_all(0, shown);
    }

    #[inline(always)]
    fn add(&mut self, metric: usize, value: i64) {
        let sum = &mut self.sums[metric];
        sum.trial = self.trial;
        let is_past;
        (sum.value, is_past) = sum.value.overflowing_add(value);
        if is_past {
            self.add_anew(metric, value);
        }
    }

    /// What all trials have added up does not fit any more, with this value: does what this trial
    /// has?
    #[cold]
    #[inline(never)]
    fn add_anew(&mut self, metric: usize, value: i64) {
        let sum = &mut self.sums[metric];
        let trial_sum = sum
            .value
            .wrapping_sub(value)
            .checked_sub(sum.before)
            .and_then(|difference| difference.checked_add(value));
        (sum.value, sum.before) = (trial_sum.unwrap_or(0), 0);
        if trial_sum.is_none() {
            self.twice(self.layout.slots_of(metric).start);
        }
    }

    /// What is not seen on the shortest way: cold, so that the shortest way has no jumps around it.
    #[cold]
    #[inline(never)]
    fn see_all<const N: usize>(&mut self, step: u32, shown: [(usize, i64); N]) {
        let trial = self.trial;
        if let Some(metrics) = bits(&shown)
            && let Some(page) = self.later.get_mut((step as usize).wrapping_sub(STEPS))
            && page.counts(trial, metrics, &shown)
        {
            return;
        }
        for (metric, value) in shown {
            self.see_otherwise(metric, step, value);
        }
    }

    #[inline(never)]
    fn see_otherwise(&mut self, metric: usize, step: u32, value: i64) {
        let Some(found) = self.layout.find(metric, step) else {
            return self.wrong(|layout| layout.stray(metric, step));
        };
        let slot = found.slot as usize;
        match found.fold {
            Fold::Once => self.see_once(metric, (!found.is_whole).then_some(step), slot, value),
            _ if metric < METRICS && self.adding >> metric & 1 == 1 => self.add(metric, value),
            fold => self.fold((slot, fold), fold.enter(step, value)),
        }
    }

    #[inline]
    fn see_once(&mut self, metric: usize, step: Option<u32>, slot: usize, value: i64) {
        let trial = self.trial;
        let (is_first, row) = match self.page(metric, step) {
            Some(page) => (page.sees(trial, 1 << metric), &mut page.rows[metric]),
            None => (
                std::mem::replace(&mut self.seen[slot], trial) != trial,
                &mut self.rows[slot],
            ),
        };
        if !is_first {
            self.twice(slot);
        } else if !row.counts(value) {
            self.far[slot].see(value);
        }
    }

    /// The page that a metric is on at a step, or of the whole trial, if it is on one.
    #[inline]
    fn page(&mut self, metric: usize, step: Option<u32>) -> Option<&mut CountPage> {
        if metric >= METRICS {
            return None;
        }
        match step {
            None => Some(&mut self.wholes),
            Some(step) if (step as usize) < STEPS => Some(&mut self.steps[step as usize]),
            Some(step) => self.later.get_mut(step as usize - STEPS),
        }
    }

    #[inline]
    fn fold(&mut self, (slot, fold): (usize, Fold), value: Option<i64>) {
        let Some(value) = value else { return };
        if std::mem::replace(&mut self.seen[slot], self.trial) != self.trial {
            self.values[slot] = value;
            self.folded.push(slot);
        } else if let Some(both) = fold.combine(self.values[slot], value) {
            self.values[slot] = both;
        } else {
            self.twice(slot);
        }
    }

    /// The trial is over: what it has folded is counted.
    ///
    /// # Errors
    /// When it showed what it may not.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) -> Result<(), RuleError> {
        let mut adding = self.adding;
        while adding > 0 {
            let metric = adding.trailing_zeros() as usize;
            adding &= adding - 1;
            self.end_sum(metric);
        }
        while let Some(slot) = self.folded.pop() {
            let value = self.values[slot];
            if !self.rows[slot].counts(value) {
                self.far[slot].see(value);
            }
        }
        self.trial += 1;
        if self.error.is_none() {
            Ok(())
        } else {
            self.fail()
        }
    }

    #[inline(always)]
    fn end_sum(&mut self, metric: usize) {
        let sum = &mut self.sums[metric];
        if sum.trial != self.trial {
            return;
        }
        let trial_sum = sum.value.checked_sub(sum.before);
        sum.before = sum.value;
        let slot = || self.layout.slots_of(metric).start;
        match trial_sum {
            None => self.twice(slot()),
            Some(trial_sum) if !self.wholes.rows[metric].counts(trial_sum) => {
                self.far[slot()].see(trial_sum)
            }
            Some(_) => {}
        }
    }

    #[cold]
    fn fail(&mut self) -> Result<(), RuleError> {
        self.error.take().map_or(Ok(()), Err)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn wrong(&mut self, error: impl FnOnce(&Layout) -> RuleError) {
        let layout = self.layout;
        self.error.get_or_insert_with(|| error(layout));
    }

    #[cold]
    fn twice(&mut self, slot: usize) {
        self.wrong(|layout| layout.twice(slot as u32));
    }

    /// The counts, slot by slot.
    ///
    /// # Errors
    /// When a trial left out what it may not. No trial shows a slot twice, so that one that every
    /// trial must show was shown by all of them if it was shown as often as there were trials.
    pub(super) fn tallies(mut self) -> Result<Vec<Tally>, RuleError> {
        let (layout, trials) = (self.layout, u64::from(self.trial) - 1);
        let mut tallies = std::mem::take(&mut self.far);
        for (slot, tally) in tallies.iter_mut().enumerate() {
            // What is shown once and what is added up may be counted on a page, all else is not.
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
            return Err(layout.missing(slot as u32));
        }
        fill(layout, trials, &mut tallies);
        Ok(tallies)
    }

    /// Returns the number of different values so far, without those that have a counter in a page.
    pub(super) fn values(&self) -> u64 {
        memory(&self.far)
    }
}

#[cfg(test)]
mod tests;
