//! Trials that are played while somebody listens to what they show.

use super::player::Player;
use crate::ask::{Ask, Observation, passes_on};
use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};

/// A player of whom all that is shown is heard first: it is taken down where the listener passes it
/// on.
pub(super) struct Heard<'p, 'l, F> {
    pub(super) player: &'p mut Player<'l>,
    pub(super) hear: F,
}

impl<F: FnMut(Observation) -> bool> Ask for Heard<'_, '_, F> {
    passes_on!(player);

    fn chosen(&mut self, choice: usize, option: i64) {
        self.player.chosen(choice, option);
    }

    // Inlining puts the listener's code where the compiler sees it together with the rule's.
    #[inline(always)]
    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        if (self.hear)(Observation {
            metric,
            step,
            value,
        }) {
            self.player.observe(metric, step, value);
        }
    }
}
