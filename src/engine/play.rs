//! Simulation by playing the rule, roll by roll, one trial after another.

use std::ops::Range;

use crate::odds::layout::Layout;
use crate::odds::tally::Tally;
use crate::rule::{Record, Rule, Step};

use super::sampling::{Stream, Watch, in_batches, merge_tallies};

/// Plays batches of trials; a tally for each slot.
pub fn play<R: Rule>(rule: &R, stream: Stream, batches: Range<u64>, trials: u64, watch: &Watch) -> Vec<Tally> {
    let layout = Layout::new(&rule.metrics());
    let empty = || vec![Tally::default(); layout.len()];
    let run = |tallies: &mut Vec<Tally>, batch, size| {
        let mut chance = stream.batch(batch);
        let mut counter = Counter { layout: &layout, tallies };
        for _ in 0..size {
            let mut state = rule.start();
            while rule.step(&mut state, &mut chance, &mut counter) == Step::Continue {}
        }
    };
    in_batches(batches, trials, watch, empty, run, merge_tallies)
}

struct Counter<'a> {
    layout: &'a Layout,
    tallies: &'a mut [Tally],
}

impl Record for Counter<'_> {
    #[inline]
    fn at(&mut self, metric: usize, step: u32, value: i64) {
        self.tallies[self.layout.slot(metric, step)].see(value);
    }
}
