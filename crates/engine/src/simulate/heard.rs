//! Trials that are played while somebody listens to what they show.

use super::player::Player;
use crate::ask::Ask;
use crate::ask::Observation;
use crate::chance::{Die, Expression, Pool, Probability, Weights};

/// A player of whom all that is shown is heard first: it is taken down where the listener passes it on.
pub(super) struct Heard<'p, 'l, F> {
    pub(super) player: &'p mut Player<'l>,
    pub(super) hear: F,
}

impl<F: FnMut(Observation) -> bool> Ask for Heard<'_, '_, F> {
    fn pick(&mut self, weights: &Weights) -> usize {
        self.player.pick(weights)
    }

    fn happens(&mut self, p: Probability) -> bool {
        self.player.happens(p)
    }

    fn roll(&mut self, die: Die) -> u32 {
        self.player.roll(die)
    }

    fn open_roll(&mut self, die: Die) -> u32 {
        self.player.open_roll(die)
    }

    fn pool(&mut self, die: Die, n: u32) -> Pool {
        self.player.pool(die, n)
    }

    fn total(&mut self, expression: &Expression) -> i64 {
        self.player.total(expression)
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        self.player.binomial(n, p)
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        self.player.hypergeometric(total, marked, drawn)
    }

    fn is_stopped(&self) -> bool {
        self.player.is_stopped()
    }

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        if (self.hear)(Observation { metric, step, value }) {
            self.player.observe(metric, step, value);
        }
    }
}
