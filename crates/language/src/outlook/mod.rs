//! Explores a small part of a rule, to find its faults and the reasons why it is too large.

mod fault;
mod growth;
mod inspected_rule;
mod state_space;

pub use fault::Outlook;
pub use growth::{Growth, ListOrder};
pub use state_space::NamedValues;
