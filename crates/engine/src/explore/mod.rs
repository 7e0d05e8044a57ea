//! Exploring: finds every state that a rule can reach and every transition.

mod answer_path;
mod cycles;
mod distributions;
mod effort;
mod enumerator;
mod expand;
mod explorer;
mod graph_builder;
mod graph_under_play;
mod leaves;
mod likely;
mod mean_drift;
mod model;
mod of_model;
mod outset;
mod playing;
mod positions;
mod qbd;
mod recorded;
mod restricted;
mod shortcuts;
mod silent_prefix;
mod single;
mod tailed;
mod transition;
mod truncation;

pub use crate::ask::Observation;
pub use crate::budget::{Budget, Stop, Watch};
pub use crate::graph::{
    AtOnce, Cell, Decision, EdgeTarget, Graph, MAX_CYCLE_BYTES, MAX_CYCLE_OPERATIONS, TrialCost,
};
pub use effort::Effort;
pub use enumerator::Enumerator;
pub use leaves::Leaves;
pub use likely::{Guide, Missing};
pub use model::{Level, Model, StepNode};
pub use of_model::{explore, explore_guided, explore_likeliest, explore_whole};
pub use playing::PolicyModel;
pub use transition::{Onward, OpenChoice};
pub use truncation::DEEP_TRUNCATION_THRESHOLD;

pub(crate) use expand::Expand;
pub(crate) use explorer::explore_all;
pub(crate) use graph_under_play::GraphUnderPlay;
pub(crate) use outset::{Outset, Termination};
pub(crate) use truncation::{hides_fractions, is_negligible};
