//! What a rule asks, and whom: chance answers, and what the rule sees is taken down.

use crate::chance::{Die, Expression, Pool, Probability, Weights};

/// Whom a rule asks: the only way in which it may be uncertain, and the only place where it says what it saw.
///
/// Each reader of a rule answers in its own way. Play rolls real faces with random numbers, one die after another.
/// Exploring gives every answer in turn, each with its probability. A script gives the answers of a test. They share
/// no code for an answer, so that each can judge the others.
pub trait Ask {
    /// An index from 0, in proportion to the weights.
    fn pick(&mut self, weights: &Weights) -> usize;

    /// Whether an event of this probability happens.
    fn happens(&mut self, p: Probability) -> bool;

    /// The face of one die, 1 to its number of sides.
    fn roll(&mut self, die: Die) -> u32;

    /// What an exploding die adds up to: its face, and while it shows its highest, another roll on top. Never a
    /// multiple of its number of sides.
    ///
    /// Exploring cuts it where what is left is rarer than anything that is told: [`unresolved`](crate::solve::ExactLaw::unresolved)
    /// says how much, and what is told of such trials has no fraction.
    ///
    /// # Panics
    /// For a die of one side, which would explode for ever.
    fn open_roll(&mut self, die: Die) -> u32;

    /// The faces of several dice alike rolled together, at most [`Pool::MOST`].
    fn pool(&mut self, die: Die, n: u32) -> Pool;

    /// What a dice expression adds up to.
    fn total(&mut self, expression: &Expression) -> i64;

    /// How many of `n` independent events of probability `p` happen, 0 to `n`.
    fn binomial(&mut self, n: u32, p: Probability) -> u32;

    /// How many of `drawn` cards, dealt from `total` of which `marked` are marked, are marked.
    ///
    /// # Panics
    /// When more are marked or drawn than there are.
    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32;

    /// A metric (its index in [`Rule::metrics`](crate::Rule::metrics)) shows this value at this step; step 0 for a
    /// metric of the whole trial, unless it folds and wants to know when.
    ///
    /// Laws and tallies are numbered by *slots*: a metric has one for each of its steps, in order, behind those of the
    /// metrics before it ([`Layout`](crate::Layout)). As long as no metric has steps, both numbers are the same.
    fn observe(&mut self, metric: usize, step: u32, value: i64);

    /// Metrics show these values at this step, one after another: the same as observing each, and less work where a
    /// trial is short.
    #[inline(always)]
    fn observe_all<const N: usize>(&mut self, step: u32, shown: [(usize, i64); N])
    where
        Self: Sized,
    {
        for (metric, value) in shown {
            self.observe(metric, step, value);
        }
    }

    /// A player decides: one of the options on offer, each with a number of its own, the usual one first. `choice` is its
    /// index in [`Rule::choices`](crate::Rule::choices), and `situation` has a number for each of its parts.
    ///
    /// A reader that knows no policy takes the first.
    ///
    /// # Panics
    /// When there is no option.
    #[inline]
    fn choose(&mut self, choice: usize, options: &[i64], situation: &[i64]) -> i64 {
        let _ = situation;
        let usual = *options.first().expect("a choice has an option");
        self.chosen(choice, usual);
        usual
    }

    /// A policy has answered a choice: for readers that tell.
    #[inline]
    fn chosen(&mut self, choice: usize, option: i64) {
        let _ = (choice, option);
    }

    /// Whether nobody waits for the end of this trial any more: a long one looks from time to time.
    #[inline]
    fn is_stopped(&self) -> bool {
        false
    }

    /// Whether every answer is gone through, each from the start of its step. Then it is less work to end a step soon after
    /// a question; otherwise, to do as much as possible in one step.
    #[inline]
    fn goes_through_all(&self) -> bool {
        false
    }

    /// A metric of the whole trial shows this value.
    #[inline(always)]
    fn whole(&mut self, metric: usize, value: i64) {
        self.observe(metric, 0, value);
    }

    /// Metrics of the whole trial show these values.
    #[inline(always)]
    fn whole_all<const N: usize>(&mut self, shown: [(usize, i64); N])
    where
        Self: Sized,
    {
        for (metric, value) in shown {
            self.whole(metric, value);
        }
    }
}

/// A metric, by index, shows a value at a step; step 0 for the whole trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// The metric's index.
    pub metric: usize,
    /// The step.
    pub step: u32,
    /// The value.
    pub value: i64,
}
