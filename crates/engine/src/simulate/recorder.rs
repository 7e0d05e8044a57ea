//! Takes down what trials show, folds what a metric folds, and counts it when a trial is over.

use crate::metric::Fold;
use crate::odds::{Found, Layout, Tally};
use crate::rule::RuleError;

/// The counts of trials, one after another.
pub(super) struct Recorder<'l> {
    layout: &'l Layout,
    /// The rows of what is seen once, for the first steps and metrics: rules name their metrics by constants, and what is
    /// in a place known beforehand needs no look at where it is. What is not seen once there is never open.
    near: [[Row; METRICS]; STEPS],
    /// What the first metrics add up over a trial; those that do not are never open.
    sums: [Held; METRICS],
    /// The metrics that have such a sum.
    adding: Vec<usize>,
    /// What is neither, slot by slot.
    held: Vec<Held>,
    /// The slots that the trial has folded something in.
    folded: Vec<usize>,
    /// Counts of what is past the counts in place, slot by slot.
    far: Vec<Tally>,
    /// The trial that is being played, from 1.
    trial: u32,
    /// What was wrong with the first trial that was wrong.
    error: Option<RuleError>,
}

/// Metrics, and steps, whose rows are found at once.
const METRICS: usize = 32;
const STEPS: usize = 8;

/// Values that are counted in place: a row fills a line of the cache.
const NEAR: usize = 15;

/// The trial that never comes: a row that was seen in it is not open.
const NEVER: u32 = u32::MAX;

/// Counts of the values from 0 on, which most values are.
#[derive(Clone)]
#[repr(align(64))]
struct Row {
    near: [u32; NEAR],
    /// The last trial in which it was seen.
    seen: u32,
}

impl Row {
    const CLOSED: Row = Row { near: [0; NEAR], seen: NEVER };
    const OPEN: Row = Row { near: [0; NEAR], seen: 0 };

    #[inline(always)]
    fn is_open(&self) -> bool {
        self.seen != NEVER
    }

    /// Counts a value, in place or far from there.
    #[inline(always)]
    fn count<'t>(&mut self, value: i64, far: impl FnOnce() -> &'t mut Tally) {
        match self.near.get_mut(value as usize) {
            Some(count) => *count += 1,
            None => far().see(value),
        }
    }
}

/// What a trial has folded so far, and the counts of what others had in the end.
#[derive(Clone)]
struct Held {
    row: Row,
    value: i64,
}

impl Held {
    const CLOSED: Held = Held { row: Row::CLOSED, value: 0 };
    const OPEN: Held = Held { row: Row::OPEN, value: 0 };
}

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let mut recorder = Recorder {
            layout,
            near: [const { [Row::CLOSED; METRICS] }; STEPS],
            sums: [const { Held::CLOSED }; METRICS],
            adding: Vec::new(),
            held: vec![Held::OPEN; layout.len()],
            folded: Vec::new(),
            far: vec![Tally::default(); layout.len()],
            trial: 1,
            error: None,
        };
        for (metric, own) in layout.metrics().iter().enumerate().take(METRICS) {
            match (own.fold, own.steps) {
                (Fold::Once, steps) => {
                    let (first, last) = steps.unwrap_or_default();
                    let near = (first..=last).take_while(|&step| (step as usize) < STEPS);
                    near.for_each(|step| recorder.near[step as usize][metric] = Row::OPEN);
                }
                (Fold::Sum, None) => {
                    recorder.sums[metric] = Held::OPEN;
                    recorder.adding.push(metric);
                }
                _ => {}
            }
        }
        recorder
    }

    /// A metric shows a value at a step.
    // What rules show is a third of what a trial costs: the way of a small value that is seen once is the shortest.
    #[inline(always)]
    pub(super) fn observe(&mut self, metric: usize, step: u32, value: i64) {
        let trial = self.trial;
        if metric < METRICS && (step as usize) < STEPS {
            let row = &mut self.near[step as usize][metric];
            if row.seen < trial
                && let Some(count) = row.near.get_mut(value as usize)
            {
                *count += 1;
                row.seen = trial;
                return;
            }
        }
        self.see(metric, step, value);
    }

    /// A metric of the whole trial shows a value.
    #[inline(always)]
    pub(super) fn whole(&mut self, metric: usize, value: i64) {
        match metric < METRICS && self.sums[metric].row.is_open() {
            true => self.add(metric, value),
            false => self.observe(metric, 0, value),
        }
    }

    #[inline(always)]
    fn add(&mut self, metric: usize, value: i64) {
        let sum = &mut self.sums[metric];
        // What the trial before has left there is not this one's.
        let before = if sum.row.seen == self.trial { sum.value } else { 0 };
        match before.checked_add(value) {
            Some(both) => (sum.row.seen, sum.value) = (self.trial, both),
            None => self.twice(self.layout.slots_of(metric).start),
        }
    }

    /// What is not seen on the shortest way: cold, so that the shortest way has no jumps around it.
    #[cold]
    #[inline(never)]
    fn see(&mut self, metric: usize, step: u32, value: i64) {
        let Some(Found { slot, step: own, fold }) = self.layout.find(metric, step) else {
            return self.stray(metric, step);
        };
        if metric < METRICS && self.sums[metric].row.is_open() {
            return self.add(metric, value);
        }
        let slot = slot as usize;
        match fold {
            Fold::Once => self.see_once(metric, own as usize, (slot, value)),
            _ => self.fold((slot, fold), fold.enter(step, value)),
        }
    }

    #[inline]
    fn see_once(&mut self, metric: usize, step: usize, (slot, value): (usize, i64)) {
        let near = self.near.get_mut(step).and_then(|rows| rows.get_mut(metric));
        let row = near.filter(|row| row.is_open()).unwrap_or(&mut self.held[slot].row);
        if row.seen == self.trial {
            return self.twice(slot);
        }
        row.seen = self.trial;
        row.count(value, || &mut self.far[slot]);
    }

    #[inline]
    fn fold(&mut self, (slot, fold): (usize, Fold), value: Option<i64>) {
        let Some(value) = value else { return };
        let held = &mut self.held[slot];
        if held.row.seen != self.trial {
            (held.row.seen, held.value) = (self.trial, value);
            self.folded.push(slot);
        } else if let Some(both) = fold.combine(held.value, value) {
            held.value = both;
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
        for &metric in &self.adding {
            // Metrics of which there is a sum are among the first.
            let sum = &mut self.sums[metric % METRICS];
            if sum.row.seen == self.trial {
                sum.row.count(sum.value, || &mut self.far[self.layout.slots_of(metric).start]);
            }
        }
        while let Some(slot) = self.folded.pop() {
            let held = &mut self.held[slot];
            held.row.count(held.value, || &mut self.far[slot]);
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
        for (slot, tally) in self.far.iter_mut().enumerate() {
            let metric = layout.metric_of(slot);
            let step = layout.step_of(slot).unwrap_or_default() as usize;
            let near = self.near.get(step).and_then(|rows| rows.get(metric));
            let sum = self.sums.get(metric).map(|sum| &sum.row);
            for row in [near, sum, Some(&self.held[slot].row)].into_iter().flatten() {
                (0..).zip(&row.near).for_each(|(value, &count)| tally.add(value, count.into()));
            }
        }
        let is_missing = |(slot, tally): (usize, &Tally)| {
            !layout.metrics()[layout.metric_of(slot)].is_optional && tally.total() != trials
        };
        match self.far.iter().enumerate().position(is_missing) {
            Some(slot) => Err(layout.missing(slot as u32)),
            None => Ok(self.far),
        }
    }

    /// Different values counted so far, beside those that are counted in place.
    pub(super) fn values(&self) -> u64 {
        self.far.iter().map(Tally::memory).sum()
    }
}
