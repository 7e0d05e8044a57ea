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
    /// The counts of a metric of the whole trial, and what it has folded.
    whole: Held,
    /// The counts of a metric that is seen once at each step; of every other, none.
    rows: Vec<Row>,
    /// What a metric folds at each of its steps; of every other, nothing.
    folds: Vec<Held>,
    fold: Fold,
    form: Form,
    slot: u32,
    /// The first step.
    first: u32,
}

/// What a metric is to the recorder; those of the whole trial by how much there is to do.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    /// It has steps.
    #[default]
    Steps,
    /// It is seen once in a trial.
    Once,
    /// It is added up over a trial: what most rules fold.
    Sum,
    /// It folds otherwise over a trial.
    Folded,
}

/// Values that are counted in place: a row fills a line of the cache.
const NEAR: usize = 15;

/// Counts of the values from 0 on, which most values are.
#[derive(Clone, Default)]
#[repr(align(64))]
struct Row {
    near: [u32; NEAR],
    /// The last trial in which it was seen.
    seen: u32,
}

/// What the last trial that showed it has folded: it is counted when another does.
#[derive(Clone, Default)]
struct Held {
    row: Row,
    value: i64,
}

impl Place {
    fn new(layout: &Layout, metric: usize) -> Place {
        let (own, slots) = (&layout.metrics()[metric], layout.slots_of(metric));
        let (once, folded) = match (own.steps, own.fold) {
            (None, _) => (0, 0),
            (Some(_), Fold::Once) => (slots.len(), 0),
            (Some(_), _) => (0, slots.len()),
        };
        Place {
            whole: Held::default(),
            rows: vec![Row::default(); once],
            folds: vec![Held::default(); folded],
            fold: own.fold,
            form: match (own.steps, own.fold) {
                (Some(_), _) => Form::Steps,
                (None, Fold::Once) => Form::Once,
                (None, Fold::Sum) => Form::Sum,
                (None, _) => Form::Folded,
            },
            slot: slots.start as u32,
            first: own.steps.map_or(0, |(first, _)| first),
        }
    }

    /// What it has counted, slot by slot.
    fn rows(&self) -> impl Iterator<Item = &Row> {
        let whole = (self.form != Form::Steps).then_some(&self.whole.row);
        whole.into_iter().chain(&self.rows).chain(self.folds.iter().map(|held| &held.row))
    }

    /// What it has folded, slot by slot.
    fn held(&mut self) -> &mut [Held] {
        match self.form {
            Form::Sum | Form::Folded => std::slice::from_mut(&mut self.whole),
            Form::Steps | Form::Once => &mut self.folds,
        }
    }
}

impl Held {
    /// Folds a value that is seen in this trial; the value to be counted past those that are counted in place, where the
    /// trial before left one. `None` where there may not be two.
    #[inline(always)]
    fn fold(&mut self, fold: Fold, trial: u32, value: i64) -> Option<Option<i64>> {
        // Whether it is the first in this trial is for chance to say: nothing branches on it.
        let is_new = self.row.seen != trial;
        let before = self.value;
        let both = fold.combine(if is_new { fold.neutral() } else { before }, value)?;
        (self.row.seen, self.value) = (trial, both);
        match self.row.near.get_mut(before as usize) {
            Some(count) => {
                *count += u32::from(is_new);
                Some(None)
            }
            None => Some(is_new.then_some(before)),
        }
    }
}

impl<'l> Recorder<'l> {
    pub(super) fn new(layout: &'l Layout) -> Recorder<'l> {
        let mut places = (0..layout.metrics().len()).map(|metric| Place::new(layout, metric));
        let first = std::array::from_fn(|_| places.next().unwrap_or_default());
        let more = places.collect();
        Recorder { layout, first, more, far: vec![Tally::default(); layout.len()], trial: 1, error: None }
    }

    #[inline(always)]
    fn place(&mut self, metric: usize) -> Option<&mut Place> {
        match metric < FIRST {
            true => Some(&mut self.first[metric]),
            false => self.more.get_mut(metric - FIRST),
        }
    }

    /// A metric shows a value at a step.
    // What rules show is a third of what a trial costs: the way of a small value that is seen once is the shortest.
    #[inline(always)]
    pub(super) fn observe(&mut self, metric: usize, step: u32, value: i64) {
        let trial = self.trial;
        let Some(place) = self.place(metric) else { return self.stray(metric, step) };
        let index = step.wrapping_sub(place.first) as usize;
        match place.rows.get_mut(index) {
            Some(row) => match row.near.get_mut(value as usize) {
                Some(count) if row.seen != trial => {
                    *count += 1;
                    row.seen = trial;
                }
                _ => self.see_far(metric, index, value),
            },
            None if place.form == Form::Steps => self.see_folded(metric, step, value),
            None => self.whole(metric, step, value),
        }
    }

    /// A metric of the whole trial shows a value.
    #[inline(always)]
    pub(super) fn whole(&mut self, metric: usize, step: u32, value: i64) {
        let trial = self.trial;
        let Some(place) = self.place(metric) else { return self.stray(metric, step) };
        if place.form == Form::Once {
            match place.whole.row.near.get_mut(value as usize) {
                Some(count) if place.whole.row.seen != trial => {
                    *count += 1;
                    place.whole.row.seen = trial;
                }
                _ => self.see_far(metric, 0, value),
            }
        } else if place.form == Form::Sum {
            match place.whole.fold(Fold::Sum, trial, value) {
                Some(None) => {}
                far => self.see_folded_far(metric, 0, far),
            }
        } else {
            self.see_folded(metric, step, value);
        }
    }

    /// A value of a metric that folds.
    #[inline(never)]
    fn see_folded(&mut self, metric: usize, step: u32, value: i64) {
        let trial = self.trial;
        let Some(place) = self.place(metric) else { return self.stray(metric, step) };
        let (fold, index) =
            (place.fold, if place.form == Form::Steps { step.wrapping_sub(place.first) as usize } else { 0 });
        let Some(held) = place.held().get_mut(index) else { return self.stray(metric, step) };
        let Some(value) = fold.enter(step, value) else { return };
        match held.fold(fold, trial, value) {
            Some(None) => {}
            far => self.see_folded_far(metric, index, far),
        }
    }

    /// Counts what the trial before has folded and is not counted in place; or there were two where there may not be.
    #[inline(never)]
    fn see_folded_far(&mut self, metric: usize, index: usize, folded: Option<Option<i64>>) {
        match (folded, self.place(metric)) {
            (Some(Some(before)), Some(place)) => {
                let slot = place.slot as usize + index;
                self.far[slot].see(before);
            }
            _ => self.twice(metric, index),
        }
    }

    /// A value that is not counted in place, or that was seen before in this trial.
    #[inline(never)]
    fn see_far(&mut self, metric: usize, index: usize, value: i64) {
        let trial = self.trial;
        let Some(place) = self.place(metric) else { return };
        let slot = place.slot as usize + index;
        let row = if place.form == Form::Once { &mut place.whole.row } else { &mut place.rows[index] };
        if row.seen == trial {
            return self.twice(metric, index);
        }
        row.seen = trial;
        self.far[slot].see(value);
    }

    /// The trial is over.
    ///
    /// # Errors
    /// When it showed what it may not.
    #[inline(always)]
    pub(super) fn end_trial(&mut self) -> Result<(), RuleError> {
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
            for (held, tally) in place.held().iter_mut().zip(of_place.iter_mut()).filter(|(held, _)| held.row.seen > 0)
            {
                // What the last trial folded is yet to be counted; what was counted first was the 0 before any.
                held.row.near[0] -= 1;
                tally.see(held.value);
            }
            for (row, tally) in place.rows().zip(of_place) {
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
