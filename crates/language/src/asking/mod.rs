//! What a rule asks, of whom, and what may be answered.

pub(crate) mod law;
pub(crate) mod making;
mod place;
mod request;

pub(crate) use request::{AnyDie, Request, cards};
