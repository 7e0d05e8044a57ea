//! Exploring: every state that a rule can reach, and every way from one to another.

mod circles;
mod decided;
mod drift;
mod effort;
mod enumerator;
mod expand;
mod explorer;
mod laws;
mod leaves;
mod model;
mod opening;
mod playing;
mod recorded;
mod shortcuts;
mod tail;

pub use crate::ask::Observation;
pub use crate::budget::{Budget, Stop, Watch};
pub use crate::graph::{Cell, Decision, Edge, Graph};
pub use effort::Effort;
pub use enumerator::Enumerator;
pub use explorer::explore;
pub use leaves::{Leaves, Onward, Open};
pub use model::{Level, Model, Node};
pub use playing::Playing;

pub(crate) use expand::{Ending, Expand};
pub use explorer::DEEP;
pub(crate) use explorer::explore_all;
