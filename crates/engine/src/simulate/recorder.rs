//! Takes down what trials show, folds what a metric folds, and counts it when a trial is over.

use std::ops::RangeInclusive;

use crate::metric::Fold;
use crate::odds::{Found, Layout, Tally};
use crate::rule::RuleError;

/// The counts of trials, one after another.
pub(super) struct Recorder<'l> {
    layout: &'l Layout,
    /// The rows of what the first metrics show once in a trial, and of what they show once at each of the first steps:
    /// rules name their metrics by constants, and what is in a place known beforehand needs no look at where it is. Those
    /// of what is not shown so are never open.
    wholes: [Row; METRICS],
    steps: [[Row; METRICS]; STEPS],
    /// The same at the steps after these: a little further to go.
    later: Vec<[Row; METRICS]>,
    /// What the first metrics add up over a trial; those that do not are never open.
    sums: [Sum; METRICS],
    /// The metrics and slots that have such a sum.
    adding: Vec<(usize, usize)>,
    /// The rows of all else, and of what is folded, slot by slot; and what the trial has folded there.
    rows: Vec<Row>,
    values: Vec<i64>,
    /// The slots that the trial has folded something in, but for sums.
    folded: Vec<usize>,
    /// Counts of what is past the counts in place, slot by slot.
    far: Vec<Tally>,
    /// The trial that is being played, from 1.
    trial: u32,
    /// What was wrong with the first trial that was wrong.
    error: Option<RuleError>,
}

/// Metrics and steps whose places are known beforehand, and steps after these at the most.
const METRICS: usize = 32;
const STEPS: usize = 8;
const LATER: usize = 64;

/// Values that are counted in place: a row fills a line of the cache.
const NEAR: usize = 15;

/// The trial that never comes: what was seen in it is not open.
const NEVER: u32 = u32::MAX;

/// Counts of the values from 0 on, which most values are.
#[derive(Clone)]
#[repr(align(64))]
struct Row {
    near: [u32; NEAR],
    /// The last trial in which it was seen.
    seen: u32,
}

/// What a trial has added up so far.
#[derive(Clone, Copy)]
struct Sum {
    value: i64,
    /// The last trial in which it was seen: before that there is nothing.
    seen: u32,
}

impl Row {
    const CLOSED: Row = Row { near: [0; NEAR], seen: NEVER };
    const OPEN: Row = Row { near: [0; NEAR], seen: 0 };

    /// Counts a value in place, unless it was seen in this trial before, or is never, or the value is far from there.
    #[inline(always)]
    fn sees(&mut self, trial: u32, value: i64) -> bool {
        if self.seen < trial
            && let Some(count) = self.place(value)
        {
            *count += 1;
            self.seen = trial;
            return true;
        }
        false
    }

    /// Counts a value in place, unless it is far from there.
    #[inline(always)]
    fn counts(&mut self, value: i64) -> bool {
        self.place(value).map(|count| *count += 1).is_some()
    }

    /// Where a value is counted in place.
    #[inline(always)]
    fn place(&mut self, value: i64) -> Option<&mut u32> {
        // Where an address has 32 bits, a value that is far away must not come near by losing the others.
        self.near.get_mut(usize::try_from(value as u64).ok()?)
    }
}

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let mut recorder = Recorder {
            layout,
            wholes: [Row::CLOSED; METRICS],
            steps: [const { [Row::CLOSED; METRICS] }; STEPS],
            later: Vec::new(),
            sums: [Sum { value: 0, seen: NEVER }; METRICS],
            adding: Vec::new(),
            rows: vec![Row::OPEN; layout.len()],
            values: vec![0; layout.len()],
            folded: Vec::new(),
            far: vec![Tally::default(); layout.len()],
            trial: 1,
            error: None,
        };
        for (metric, own) in layout.metrics().iter().enumerate().take(METRICS) {
            match (own.fold, own.steps) {
                (Fold::Once, None) => recorder.wholes[metric] = Row::OPEN,
                (Fold::Once, Some((first, last))) => recorder.open(metric, first as usize..=last as usize),
                (Fold::Sum, None) => {
                    recorder.sums[metric].seen = 0;
                    recorder.adding.push((metric, layout.slots_of(metric).start));
                }
                _ => {}
            }
        }
        recorder
    }

    /// Opens the rows of a metric at the first of its steps.
    fn open(&mut self, metric: usize, steps: RangeInclusive<usize>) {
        for step in steps.take_while(|&step| step < STEPS + LATER) {
            if step >= STEPS + self.later.len() {
                self.later.resize(step + 1 - STEPS, [Row::CLOSED; METRICS]);
            }
            let rows = if step < STEPS { &mut self.steps[step] } else { &mut self.later[step - STEPS] };
            rows[metric] = Row::OPEN;
        }
    }

    /// A metric shows a value at a step.
    // What rules show is a third of what a trial costs: the way of a small value that is seen once is the shortest.
    #[inline(always)]
    pub(super) fn observe(&mut self, metric: usize, step: u32, value: i64) {
        let trial = self.trial;
        if metric < METRICS && (step as usize) < STEPS && self.steps[step as usize][metric].sees(trial, value) {
            return;
        }
        self.see(metric, step, value);
    }

    /// A metric of the whole trial shows a value.
    #[inline(always)]
    pub(super) fn whole(&mut self, metric: usize, value: i64) {
        let trial = self.trial;
        if metric < METRICS && self.sums[metric].seen != NEVER {
            return self.add(metric, value);
        }
        if metric < METRICS && self.wholes[metric].sees(trial, value) {
            return;
        }
        self.see(metric, 0, value);
    }

    #[inline(always)]
    fn add(&mut self, metric: usize, value: i64) {
        let sum = &mut self.sums[metric];
        // What the trial before has left there is not this one's.
        let before = if sum.seen == self.trial { sum.value } else { 0 };
        match before.checked_add(value) {
            Some(value) => *sum = Sum { value, seen: self.trial },
            None => self.twice(self.layout.slots_of(metric).start),
        }
    }

    /// What is not seen on the shortest way: cold, so that the shortest way has no jumps around it.
    #[cold]
    #[inline(never)]
    fn see(&mut self, metric: usize, step: u32, value: i64) {
        let trial = self.trial;
        if metric < METRICS
            && let Some(rows) = self.later.get_mut((step as usize).wrapping_sub(STEPS))
            && rows[metric].sees(trial, value)
        {
            return;
        }
        self.see_otherwise(metric, step, value);
    }

    #[inline(never)]
    fn see_otherwise(&mut self, metric: usize, step: u32, value: i64) {
        let Some(Found { slot, fold }) = self.layout.find(metric, step) else { return self.stray(metric, step) };
        let slot = slot as usize;
        match fold {
            Fold::Once => self.see_once(slot, value),
            _ if self.sums.get(metric).is_some_and(|sum| sum.seen != NEVER) => self.add(metric, value),
            _ => self.fold((slot, fold), fold.enter(step, value)),
        }
    }

    #[inline]
    fn see_once(&mut self, slot: usize, value: i64) {
        let trial = self.trial;
        let row = self.row(slot);
        if row.seen == trial {
            return self.twice(slot);
        }
        row.seen = trial;
        if !row.counts(value) {
            self.far[slot].see(value);
        }
    }

    /// The row of a slot: in a place known beforehand, or among all others.
    #[inline]
    fn row(&mut self, slot: usize) -> &mut Row {
        let rows = match self.layout.step_of(slot) {
            None => Some(&mut self.wholes),
            Some(step) if (step as usize) < STEPS => Some(&mut self.steps[step as usize]),
            Some(step) => self.later.get_mut(step as usize - STEPS),
        };
        match rows.and_then(|rows| rows.get_mut(self.layout.metric_of(slot))) {
            Some(row) if row.seen != NEVER => row,
            _ => &mut self.rows[slot],
        }
    }

    #[inline]
    fn fold(&mut self, (slot, fold): (usize, Fold), value: Option<i64>) {
        let Some(value) = value else { return };
        if self.rows[slot].seen != self.trial {
            self.rows[slot].seen = self.trial;
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
        for &(metric, slot) in &self.adding {
            // Only the first metrics have such a sum.
            let sum = self.sums[metric % METRICS];
            if sum.seen == self.trial && !self.rows[slot].counts(sum.value) {
                self.far[slot].see(sum.value);
            }
        }
        while let Some(slot) = self.folded.pop() {
            let value = self.values[slot];
            if !self.rows[slot].counts(value) {
                self.far[slot].see(value);
            }
        }
        self.trial += 1;
        if self.error.is_none() { Ok(()) } else { self.fail() }
    }

    #[cold]
    fn fail(&mut self) -> Result<(), RuleError> {
        self.error.take().map_or(Ok(()), Err)
    }

    #[cold]
    fn stray(&mut self, metric: usize, step: u32) {
        let layout = self.layout;
        self.error.get_or_insert_with(|| layout.stray(metric, step));
    }

    #[cold]
    fn twice(&mut self, slot: usize) {
        let layout = self.layout;
        self.error.get_or_insert_with(|| layout.twice(slot as u32));
    }

    /// The counts, slot by slot.
    ///
    /// # Errors
    /// When a trial left out what it may not. No trial shows a slot twice, so that one that every trial must show was
    /// shown by all of them if it was shown as often as there were trials.
    pub(super) fn tallies(mut self) -> Result<Vec<Tally>, RuleError> {
        let (layout, trials) = (self.layout, u64::from(self.trial) - 1);
        let mut tallies = std::mem::take(&mut self.far);
        for (slot, tally) in tallies.iter_mut().enumerate() {
            (0..).zip(&self.row(slot).near).for_each(|(value, &count)| tally.add(value, count.into()));
        }
        let is_missing = |(slot, tally): (usize, &Tally)| {
            !layout.metrics()[layout.metric_of(slot)].is_optional && tally.total() != trials
        };
        match tallies.iter().enumerate().position(is_missing) {
            Some(slot) => Err(layout.missing(slot as u32)),
            None => Ok(tallies),
        }
    }

    /// Different values counted so far, beside those that are counted in place.
    pub(super) fn values(&self) -> u64 {
        self.far.iter().map(Tally::memory).sum()
    }
}

#[cfg(test)]
mod tests;
