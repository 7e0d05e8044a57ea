//! What a rule asks, of whom, and what may be answered.

mod answer;
pub(crate) mod distribution;
mod lists;
pub(crate) mod making;
mod place;
mod request;

pub(crate) use answer::AnswerDistribution;
pub(crate) use request::{AnyDie, Request, cards};
