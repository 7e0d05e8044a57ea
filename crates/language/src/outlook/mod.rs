//! A short look at a rule: what is wrong with it, and what makes it too large.

mod fault;
mod growth;
mod look;
mod state_space;

pub use fault::Outlook;
pub use growth::{Growth, ListOrder};
pub use state_space::NamedValues;
