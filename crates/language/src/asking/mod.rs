//! The questions of a rule: to chance or to a player, with their possible answers.

mod answer;
pub(crate) mod distribution;
mod entry;
mod lists;
pub(crate) mod making;
mod request;

pub(crate) use answer::AnswerDistribution;
pub(crate) use request::{AnyDie, Request, SeenValues, cards};
