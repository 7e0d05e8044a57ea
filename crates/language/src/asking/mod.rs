//! What a rule asks, of whom, and what may be answered.

mod answer;
pub(crate) mod law;
mod lists;
pub(crate) mod making;
mod place;
mod request;

pub(crate) use answer::AnswerLaw;
pub(crate) use request::{AnyDie, Request, cards};
