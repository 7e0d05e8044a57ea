//! Takes down what trials show, folds what a metric folds, and counts it when a trial is over.

use crate::metric::Fold;
use crate::odds::{Layout, Tally};
use crate::rule::RuleError;

/// The counts of trials, one after another.
pub(super) struct Recorder<'l> {
    layout: &'l Layout,
    /// The places of the first metrics, and of those past them: rules name their metrics by constants, and a constant
    /// needs no look at the length of a list whose length is one.
    first: [Place; FIRST],
    more: Vec<Place>,
    /// Counts of what is past the counts in place, slot by slot.
    far: Vec<Tally>,
    /// The trial that is being played, from 1.
    trial: u32,
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
    /// What a metric folds, step by step; of one that is seen once, nothing.
    folds: Vec<Held>,
    fold: Fold,
    slot: u32,
    /// The first step, and which bits of a step matter: those of a metric of the whole trial do not.
    first: u32,
    mask: u32,
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

/// What the last trial that showed it has folded: it is counted when another does.
#[derive(Clone)]
struct Held {
    row: Row,
    value: i64,
}

impl Row {
    const EMPTY: Row = Row { near: [0; NEAR], seen: 0 };
}

impl Place {
    fn new(layout: &Layout, metric: usize) -> Place {
        let (own, slots) = (&layout.metrics()[metric], layout.slots_of(metric));
        let (once, folded) = if own.fold == Fold::Once { (slots.len(), 0) } else { (0, slots.len()) };
        Place {
            rows: vec![Row::EMPTY; once],
            folds: vec![Held { row: Row::EMPTY, value: 0 }; folded],
            fold: own.fold,
            slot: slots.start as u32,
            first: own.steps.map_or(0, |(first, _)| first),
            mask: if own.steps.is_some() { u32::MAX } else { 0 },
        }
    }

    /// Where a step is among those of the metric, or past them.
    #[inline(always)]
    fn index(&self, step: u32) -> u32 {
        step.wrapping_sub(self.first) & self.mask
    }
}

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let mut places = (0..layout.metrics().len()).map(|metric| Place::new(layout, metric));
        let first = std::array::from_fn(|_| places.next().unwrap_or_default());
        let more = places.collect();
        Recorder { layout, first, more, far: vec![Tally::default(); layout.len()], trial: 1, error: None }
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
        let index = place.index(step) as usize;
        if let Some(row) = place.rows.get_mut(index) {
            match row.near.get_mut(value as usize) {
                Some(count) if row.seen != self.trial => {
                    *count += 1;
                    row.seen = self.trial;
                }
                _ => self.see_far(metric, index, value),
            }
        } else if let Some(held) = place.folds.get_mut(index) {
            let Some(value) = place.fold.enter(step, value) else { return };
            // Whether it is the first in this trial is for chance to say: nothing branches on it.
            let is_new = held.row.seen != self.trial;
            let before = held.value;
            let earlier = if is_new { place.fold.neutral() } else { before };
            let Some(both) = place.fold.combine(earlier, value) else { return self.twice(metric, index) };
            (held.row.seen, held.value) = (self.trial, both);
            match held.row.near.get_mut(before as usize) {
                Some(count) => *count += u32::from(is_new),
                None if is_new => count_far(&mut self.far[place.slot as usize + index], before),
                None => {}
            }
        } else {
            self.stray(metric, step);
        }
    }

    /// A value that is not counted in place, or that was seen before in this trial.
    #[inline(never)]
    fn see_far(&mut self, metric: usize, index: usize, value: i64) {
        let place = if metric < FIRST { &mut self.first[metric] } else { &mut self.more[metric - FIRST] };
        let row = &mut place.rows[index];
        if row.seen == self.trial {
            return self.twice(metric, index);
        }
        row.seen = self.trial;
        self.far[place.slot as usize + index].see(value);
    }

    /// The trial is over.
    ///
    /// # Errors
    /// When it showed what it may not.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) -> Result<(), RuleError> {
        self.trial += 1;
        self.error.take().map_or(Ok(()), Err)
    }

    #[cold]
    fn stray(&mut self, metric: usize, step: u32) {
        let layout = self.layout;
        self.error.get_or_insert_with(|| layout.stray(metric, step));
    }

    #[cold]
    fn twice(&mut self, metric: usize, index: usize) {
        let slot = self.layout.slots_of(metric).start + index;
        let layout = self.layout;
        self.error.get_or_insert_with(|| layout.twice(slot as u32));
    }

    /// The counts, slot by slot.
    ///
    /// # Errors
    /// When a trial left out what it may not. No trial shows a slot twice, so that one that every trial must show was
    /// shown by all of them if it was shown as often as there were trials.
    pub(super) fn tallies(mut self) -> Result<Vec<Tally>, RuleError> {
        for place in self.first.iter_mut().chain(&mut self.more) {
            let of_place = &mut self.far[place.slot as usize..];
            for (held, tally) in place.folds.iter_mut().zip(of_place.iter_mut()).filter(|(held, _)| held.row.seen > 0) {
                // What the last trial folded is yet to be counted; what was counted first was the 0 before any.
                held.row.near[0] -= 1;
                tally.see(held.value);
            }
            let rows = place.rows.iter().chain(place.folds.iter().map(|held| &held.row));
            for (row, tally) in rows.zip(of_place) {
                (0..).zip(&row.near).for_each(|(value, &count)| tally.add(value, count.into()));
            }
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
