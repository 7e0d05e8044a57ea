//! What a rule is: a state machine that asks chance and says what it sees.

pub mod metric;
pub mod nearest;
pub mod parameter;
pub mod values;

use std::hash::Hash;

use crate::chance::Chance;
use metric::{Metric, Presentation};

/// A game mechanic: where it starts, and one step of it.
///
/// A rule that was built is sound: no step can fail. Steps are small (one Wing, one order, one
/// check), so that equal states meet again and the odds of many steps stay exact.
pub trait Rule: Send + Sync {
    /// What the future needs to know, sums over the whole trial included, and nothing else. It
    /// holds whatever counts the steps down: a rule that could come back to a state has no end.
    type State: Clone + Eq + Hash + Send;

    /// What a trial shows. Every metric is recorded exactly once for each of its steps in every trial.
    fn metrics(&self) -> Vec<Metric>;

    /// How its numbers are best shown.
    fn presentation(&self) -> Presentation;

    /// Before the first step.
    fn start(&self) -> Self::State;

    /// Plays one step, and says what it saw as it happens.
    fn step<C: Chance, R: Record>(&self, state: &mut Self::State, chance: &mut C, record: &mut R) -> Step;
}

/// Whether the trial goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// There is a further step.
    Continue,
    /// The trial is over.
    Done,
}

/// Takes down what a rule sees.
pub trait Record {
    /// A metric (its index in [`Rule::metrics`]) has this value at this step.
    fn at(&mut self, metric: usize, step: u32, value: i64);

    /// A metric of the whole trial has this value.
    fn whole(&mut self, metric: usize, value: i64) {
        self.at(metric, 0, value);
    }
}

/// Keeps every observation in order, as (metric, step, value): for tests, and for a trial told step by step.
impl Record for Vec<(usize, u32, i64)> {
    fn at(&mut self, metric: usize, step: u32, value: i64) {
        self.push((metric, step, value));
    }
}
