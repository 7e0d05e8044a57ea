//! Simulated trials whose observations a listener receives.

use super::player::Player;
use crate::ask::{Ask, Observation, passes_on};
use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};

/// A player whose observations go to a listener first. They are recorded only if the listener
/// returns `true`.
pub(super) struct ListeningPlayer<'p, 'l, F> {
    pub(super) player: &'p mut Player<'l>,
    pub(super) listener: F,
}

impl<F: FnMut(Observation) -> bool> Ask for ListeningPlayer<'_, '_, F> {
    passes_on!(player);

    fn observe_choice(&mut self, choice: usize, option: i64) {
        self.player.observe_choice(choice, option);
    }

    // Inlining puts the listener's code where the compiler sees it together with the rule's.
    #[inline(always)]
    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        if (self.listener)(Observation {
            metric,
            step,
            value,
        }) {
            self.player.observe(metric, step, value);
        }
    }
}
