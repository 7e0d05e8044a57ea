//! Questions put to played trials: each trial's answer, counted.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::batches::Stream;
use super::heard::Heard;
use super::player::Player;
use super::recorder::Recorder;
use crate::ask::Observation;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::explore::Model;
use crate::expression::overgrown;
use crate::layout::Layout;
use crate::metric::Fold;
use crate::question::{Answers, Asked};

/// Trials between two looks at whether to stop.
const LOOK: u64 = 64;

/// Different trials that are kept before they are answered.
const MOST_KEPT: usize = 4096;

/// Plays batches of trials, the same that [`play`](crate::simulate::play) plays of this stream, and counts the answers
/// to each question.
///
/// # Errors
/// When it is stopped, when the rule is at fault, when a number grows past 64 bits.
pub fn play_asked<M: Model>(
    model: &M,
    asked: &[&Asked],
    stream: Stream,
    batches: Range<u64>,
    trials: u64,
    watch: &Watch,
) -> Result<Vec<Answers<u64>>, Stop> {
    let layout = Layout::new(model.metrics());
    let slots = Slots::of(&layout, asked);
    let none = || vec![Answers::default(); asked.len()];
    stream
        .sizes(batches, trials)
        .map(|(batch, size)| {
            let mut player = Player::new(stream.batch(batch), Recorder::new(&layout), watch);
            let mut counts = none();
            let mut shown = Shown::new(&slots);
            for trial in 0..size {
                if trial % LOOK == 0 && watch.is_stopped() {
                    return Err(Stop::Asked);
                }
                let hear = |seen| shown.hear(&layout, seen);
                let is_over = player.play_trial(|player| model.play(&mut Heard { player, hear }))?;
                player.recorder.end_trial()?;
                if is_over {
                    shown.end_trial();
                } else {
                    shown.now.fill(None);
                }
                if shown.kept.len() >= MOST_KEPT || trial + 1 == size {
                    shown.answer(asked, &mut counts)?;
                }
            }
            Ok(counts)
        })
        .try_reduce(none, |mut into, other| {
            for (into, other) in into.iter_mut().zip(other) {
                other.rows().for_each(|(answer, n)| into.add(answer.clone(), n));
            }
            Ok(into)
        })
}

/// The slots that are asked about.
struct Slots {
    /// For each slot of the rule, its number among them.
    number: Vec<Option<u32>>,
    count: usize,
    folds: Vec<Fold>,
    /// What each is in a trial that leaves it out, where that is a value.
    otherwise: Vec<Option<i64>>,
}

impl Slots {
    fn of(layout: &Layout, asked: &[&Asked]) -> Slots {
        let mut slots: Vec<u32> = asked.iter().flat_map(|asked| asked.slots()).collect();
        slots.sort_unstable();
        slots.dedup();
        let mut number = vec![None; layout.len()];
        slots.iter().zip(0..).for_each(|(&slot, at)| number[slot as usize] = Some(at));
        let metric = |slot: &u32| layout.metric(*slot as usize);
        let folds = slots.iter().map(|slot| metric(slot).fold).collect();
        let otherwise = slots.iter().map(|slot| metric(slot).otherwise).collect();
        Slots { number, count: slots.len(), folds, otherwise }
    }
}

/// What trials show in the slots that are asked about.
struct Shown<'s> {
    slots: &'s Slots,
    now: Vec<Option<i64>>,
    /// Trials that showed the same, counted.
    kept: FxHashMap<Box<[Option<i64>]>, u64>,
}

impl<'s> Shown<'s> {
    fn new(slots: &'s Slots) -> Shown<'s> {
        Shown { slots, now: vec![None; slots.count], kept: FxHashMap::default() }
    }

    /// Sees what is asked about, and passes all of it on.
    #[inline]
    fn hear(&mut self, layout: &Layout, Observation { metric, step, value }: Observation) -> bool {
        if let Some(found) = layout.find(metric, step)
            && let Some(value) = found.fold.enter(step, value)
        {
            self.see(found.slot as usize, value);
        }
        true
    }

    #[inline]
    fn see(&mut self, slot: usize, value: i64) {
        let Some(number) = self.slots.number[slot] else { return };
        let number = number as usize;
        let now = &mut self.now[number];
        *now = match *now {
            None => Some(value),
            // What may not be combined is an error, which the recorder tells.
            Some(before) => self.slots.folds[number].combine(before, value),
        };
    }

    fn end_trial(&mut self) {
        self.now.iter_mut().zip(&self.slots.otherwise).for_each(|(now, otherwise)| *now = now.or(*otherwise));
        match self.kept.get_mut(self.now.as_slice()) {
            Some(count) => *count += 1,
            None => drop(self.kept.insert(self.now.clone().into(), 1)),
        }
        self.now.fill(None);
    }

    /// Answers for all trials that were kept.
    fn answer(&mut self, asked: &[&Asked], counts: &mut [Answers<u64>]) -> Result<(), RuleError> {
        let number = &self.slots.number;
        for (shown, n) in self.kept.drain() {
            let mut look = |slot: u32| number[slot as usize].and_then(|at| shown[at as usize]);
            for (asked, counts) in asked.iter().zip(&mut *counts) {
                counts.add(asked.answer(&mut look).ok_or_else(overgrown)?, n);
            }
        }
        Ok(())
    }
}
