//! Exploring: every state that a rule can reach, and every way from one to another.

mod budget;
mod circles;
mod drift;
mod effort;
mod enumerator;
mod explorer;
mod graph;
mod laws;
mod leaves;
mod lists;
mod model;
mod opening;
mod recorded;
mod rewired;
mod shortcuts;
mod tail;
mod ways;

pub use budget::{Budget, Stop, Watch};
pub use effort::Effort;
pub use enumerator::{Enumerator, Open};
pub use explorer::explore;
pub use graph::{Cell, Decision, Edge, Graph};
pub use leaves::{Leaves, Observation, Onward};
pub use model::{Model, Node};
pub use tail::Level;

pub use explorer::DEEP;
pub(crate) use explorer::{Ending, Expand, explore_all};
pub(crate) use graph::Target;
pub(crate) use lists::{Lists, Numbers};
pub(crate) use ways::Ways;
