//! Engines: they read any rule, and name none.

pub mod exact;
pub mod graph;
pub mod play;
pub mod sampling;
#[cfg(test)]
mod tests;
pub mod walk;

use std::ops::Range;

use crate::odds::tally::Tally;
use crate::rule::Rule;
use crate::rule::metric::{Metric, Presentation};
use graph::{Graph, TooLarge};
use sampling::{Stream, Watch};

/// A rule with its state forgotten: what can be asked of any.
pub trait Playable: Send + Sync {
    /// What a trial shows.
    fn metrics(&self) -> Vec<Metric>;

    /// How its numbers are best shown.
    fn presentation(&self) -> Presentation;

    /// Explores the rule's states, up to a limit.
    ///
    /// # Errors
    /// When there are more.
    fn explore(&self, limit: graph::Limit) -> Result<Graph, TooLarge>;

    /// Plays batches of trials by rolling dice; a tally for each slot.
    fn play(&self, stream: Stream, batches: Range<u64>, trials: u64, watch: &Watch) -> Vec<Tally>;
}

impl<R: Rule> Playable for R {
    fn metrics(&self) -> Vec<Metric> {
        Rule::metrics(self)
    }

    fn presentation(&self) -> Presentation {
        Rule::presentation(self)
    }

    fn explore(&self, limit: graph::Limit) -> Result<Graph, TooLarge> {
        graph::explore(self, limit)
    }

    fn play(&self, stream: Stream, batches: Range<u64>, trials: u64, watch: &Watch) -> Vec<Tally> {
        play::play(self, stream, batches, trials, watch)
    }
}
