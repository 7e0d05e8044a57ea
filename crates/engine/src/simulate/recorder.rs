//! Takes down what trials show, folds what a metric folds, and counts it when a trial is over.

use crate::metric::Fold;
use crate::odds::{Layout, Tally};
use crate::rule::RuleError;

/// The counts of trials, one after another.
pub(super) struct Recorder<'l> {
    layout: &'l Layout,
    slots: Vec<Slot>,
    /// The trial that is being played, from 1.
    trial: u64,
    /// Slots that fold and were seen in this trial.
    folding: Vec<u32>,
    /// What was wrong with the first trial that was wrong.
    error: Option<RuleError>,
}

struct Slot {
    /// The last trial in which it was seen.
    seen: u64,
    /// What it has folded in that trial.
    value: i64,
    fold: Fold,
    is_required: bool,
    /// Counts of the values from 0 on, which most values are: no detour by the tally.
    near: [u32; NEAR],
    tally: Tally,
}

/// Values that are counted in place.
const NEAR: usize = 16;

impl Slot {
    #[inline(always)]
    fn count(&mut self, value: i64) {
        match self.near.get_mut(value as usize) {
            Some(count) => *count += 1,
            None => self.tally.see(value),
        }
    }

    /// The counts of all values.
    fn whole(mut self) -> Tally {
        for (value, &count) in (0..).zip(&self.near) {
            self.tally.add(value, count.into());
        }
        self.tally
    }
}

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let slot = |slot| {
            let metric = &layout.metrics()[layout.metric_of(slot)];
            let (fold, is_required) = (metric.fold, !metric.is_optional);
            Slot { seen: 0, value: 0, fold, is_required, near: [0; NEAR], tally: Tally::default() }
        };
        let slots: Vec<Slot> = (0..layout.len()).map(slot).collect();
        Recorder { layout, slots, trial: 1, folding: Vec::new(), error: None }
    }

    /// The same, nothing having to be seen: a graph of one part shows that part alone.
    pub(super) fn of_any(layout: &'l Layout) -> Recorder<'l> {
        let mut recorder = Recorder::new(layout);
        recorder.slots.iter_mut().for_each(|slot| slot.is_required = false);
        recorder
    }

    /// A metric shows a value at a step.
    #[inline(always)]
    pub(super) fn observe(&mut self, metric: usize, step: u32, value: i64) {
        match self.layout.find(metric, step) {
            Some(found) => {
                if let Some(value) = found.fold.enter(step, value) {
                    self.see(found.slot, value);
                }
            }
            None => self.stray(metric, step),
        }
    }

    /// A slot shows a value.
    #[inline(always)]
    pub(super) fn see(&mut self, slot: u32, value: i64) {
        let index = slot as usize;
        let entry = &mut self.slots[index];
        if entry.seen != self.trial {
            entry.seen = self.trial;
            if entry.fold == Fold::Once {
                entry.count(value);
            } else {
                entry.value = value;
                self.folding.push(slot);
            }
        } else {
            match entry.fold.combine(entry.value, value) {
                Some(both) => entry.value = both,
                None => self.twice(slot),
            }
        }
    }

    /// The trial is over.
    ///
    /// # Errors
    /// When it showed what it may not.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) -> Result<(), RuleError> {
        for &slot in &self.folding {
            let entry = &mut self.slots[slot as usize];
            entry.count(entry.value);
        }
        self.folding.clear();
        self.trial += 1;
        self.error.take().map_or(Ok(()), Err)
    }

    #[cold]
    fn stray(&mut self, metric: usize, step: u32) {
        let layout = self.layout;
        self.error.get_or_insert_with(|| layout.stray(metric, step));
    }

    #[cold]
    fn twice(&mut self, slot: u32) {
        let layout = self.layout;
        self.error.get_or_insert_with(|| layout.twice(slot));
    }

    /// The counts, slot by slot.
    ///
    /// # Errors
    /// When a trial left out what it may not. No trial shows a slot twice, so that one that every trial must show was
    /// shown by all of them if it was shown as often as there were trials.
    pub(super) fn tallies(self) -> Result<Vec<Tally>, RuleError> {
        let trials = self.trial - 1;
        let layout = self.layout;
        let count = |(slot, entry): (u32, Slot)| {
            let is_required = entry.is_required;
            let tally = entry.whole();
            if is_required && tally.total() != trials { Err(layout.missing(slot)) } else { Ok(tally) }
        };
        (0..).zip(self.slots).map(count).collect()
    }

    /// Different values counted so far.
    pub(super) fn values(&self) -> u64 {
        self.slots.iter().map(|slot| slot.tally.memory()).sum()
    }
}
