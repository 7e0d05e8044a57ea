//! Takes down what trials show, folds what a metric folds, and counts it when a trial is over.

use crate::metric::Fold;
use crate::odds::{Layout, Tally};
use crate::rule::RuleError;

/// The counts of trials, one after another.
pub(super) struct Recorder<'l> {
    layout: &'l Layout,
    /// The places of the first metrics, and of those past them: rules name their metrics by constants, and a constant
    /// needs no look at the length of a list whose length is one.
    first: Box<[Place; FIRST]>,
    more: Vec<Place>,
    /// Slots that fold, one after another; each place knows where its own start.
    folds: Vec<Held>,
    /// Counts of what is past the counts in place, slot by slot.
    far: Vec<Tally>,
    /// The trial that is being played, from 1.
    trial: u32,
    /// The folds that were seen in this trial: so many of the list.
    open: Vec<u32>,
    open_count: usize,
    /// What was wrong with the first trial that was wrong.
    error: Option<RuleError>,
}

/// Metrics whose places are found at once.
const FIRST: usize = 32;

/// The slots of a metric.
#[derive(Default)]
struct Place {
    /// The counts of a metric that is seen once, step by step; of one that folds, none.
    rows: Vec<Row>,
    /// The first step, and which bits of a step matter: those of a metric of the whole trial do not.
    first: u32,
    mask: u32,
    fold: Fold,
    slot: u32,
    /// Where its folds start, and how many there are.
    folds: u32,
    fold_count: u32,
}

/// Values that are counted in place: a row fills a line of the cache.
const NEAR: usize = 15;

/// Counts of the values from 0 on, which most values are.
#[derive(Clone)]
struct Row {
    near: [u32; NEAR],
    /// The last trial in which it was seen.
    seen: u32,
}

/// What a slot has folded.
#[derive(Clone)]
struct Held {
    row: Row,
    value: i64,
    slot: u32,
}

impl Row {
    const EMPTY: Row = Row { near: [0; NEAR], seen: 0 };
}

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let mut folds = Vec::new();
        let metrics = layout.metrics().iter().enumerate();
        let places = metrics.map(|(metric, own)| {
            let slots = layout.slots_of(metric);
            let folds_at = folds.len() as u32;
            let is_once = own.fold == Fold::Once;
            if !is_once {
                folds.extend(slots.clone().map(|slot| Held { row: Row::EMPTY, value: 0, slot: slot as u32 }));
            }
            Place {
                rows: vec![Row::EMPTY; if is_once { slots.len() } else { 0 }],
                first: own.steps.map_or(0, |(first, _)| first),
                mask: if own.steps.is_some() { u32::MAX } else { 0 },
                fold: own.fold,
                slot: slots.start as u32,
                folds: folds_at,
                fold_count: folds.len() as u32 - folds_at,
            }
        });
        let mut more: Vec<Place> = places.collect();
        let mut first = Box::new(std::array::from_fn(|_| Place::default()));
        let few = more.len().min(FIRST);
        first.iter_mut().zip(more.drain(..few)).for_each(|(own, place)| *own = place);
        let (far, open) = (vec![Tally::default(); layout.len()], vec![0; folds.len() + 1]);
        Recorder { layout, first, more, folds, far, trial: 1, open, open_count: 0, error: None }
    }

    /// A metric shows a value at a step.
    // What rules show is half of what a trial costs: the way of a small value that is seen once is the shortest.
    #[inline(always)]
    pub(super) fn observe(&mut self, metric: usize, step: u32, value: i64) {
        let place = match self.first.get_mut(metric) {
            Some(place) => place,
            None => match self.more.get_mut(metric - FIRST) {
                Some(place) => place,
                None => return self.stray(metric, step),
            },
        };
        let index = step.wrapping_sub(place.first) & place.mask;
        let slot = place.slot.wrapping_add(index);
        let Some(row) = place.rows.get_mut(index as usize) else { return self.fold(metric, step, value) };
        if row.seen == self.trial {
            return self.twice(slot);
        }
        row.seen = self.trial;
        match row.near.get_mut(value as usize) {
            Some(count) => *count += 1,
            None => count_far(&mut self.far[slot as usize], value),
        }
    }

    /// The same of a metric that folds, or of a step that there is not.
    #[inline(always)]
    fn fold(&mut self, metric: usize, step: u32, value: i64) {
        let place = if metric < FIRST { &self.first[metric] } else { &self.more[metric - FIRST] };
        let index = step.wrapping_sub(place.first) & place.mask;
        if index >= place.fold_count {
            return self.stray(metric, step);
        }
        let Some(value) = place.fold.enter(step, value) else { return };
        let number = place.folds + index;
        let held = &mut self.folds[number as usize];
        // Whether it is the first in this trial is for chance to say: nothing branches on it.
        let is_new = held.row.seen != self.trial;
        held.row.seen = self.trial;
        self.open[self.open_count] = number;
        self.open_count += usize::from(is_new);
        let before = if is_new { place.fold.neutral() } else { held.value };
        match place.fold.combine(before, value) {
            Some(both) => held.value = both,
            None => self.twice(place.slot + index),
        }
    }

    /// The trial is over.
    ///
    /// # Errors
    /// When it showed what it may not.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) -> Result<(), RuleError> {
        for &number in &self.open[..self.open_count] {
            let held = &mut self.folds[number as usize];
            match held.row.near.get_mut(held.value as usize) {
                Some(count) => *count += 1,
                None => count_far(&mut self.far[held.slot as usize], held.value),
            }
        }
        self.open_count = 0;
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
    pub(super) fn tallies(mut self) -> Result<Vec<Tally>, RuleError> {
        let places = self.first.iter().chain(&self.more);
        let once = places.flat_map(|place| (place.slot..).zip(&place.rows));
        let folded = self.folds.iter().map(|held| (held.slot, &held.row));
        for (slot, row) in once.chain(folded) {
            let tally = &mut self.far[slot as usize];
            (0..).zip(&row.near).for_each(|(value, &count)| tally.add(value, count.into()));
        }
        let trials = u64::from(self.trial) - 1;
        let layout = self.layout;
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

/// Counts a value past those that are counted in place.
#[inline(never)]
fn count_far(tally: &mut Tally, value: i64) {
    tally.see(value);
}
