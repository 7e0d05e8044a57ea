//! Exploring: every state that a rule can reach, and every way from one to another.

mod answer_path;
mod circles;
mod cut;
mod decided;
mod drift;
mod effort;
mod enumerator;
mod expand;
mod explorer;
mod graph_builder;
mod laws;
mod leaves;
mod model;
mod narrowed;
mod of_model;
mod opening;
mod outset;
mod playing;
mod recorded;
mod repeated;
mod shortcuts;
mod single;
mod tailed;

pub use crate::ask::Observation;
pub use crate::budget::{Budget, Stop, Watch};
pub use crate::graph::{Cell, Decision, Edge, EdgeTarget, Graph, TrialCost};
pub use cut::DEEP;
pub use effort::Effort;
pub use enumerator::Enumerator;
pub use graph_builder::Onward;
pub use leaves::{Leaves, Open};
pub use model::{Level, Model, StepNode};
pub use of_model::{explore, explore_whole};
pub use playing::Playing;

pub(crate) use cut::is_negligible;
pub(crate) use expand::Expand;
pub(crate) use explorer::explore_all;
pub(crate) use outset::{Outset, Termination};
