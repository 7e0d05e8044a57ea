//! Explores a rule: forks the program at each question, merges equal machines, and sums over all
//! questions between two checkpoints.

mod call_distribution;
mod calls;
mod cycles;
mod deciding;
mod expand;
mod explored_rule;
mod level;
mod packed;
mod scratch;
mod shared;
mod state;
mod walk;
mod walk_end;
mod walk_positions;

pub(crate) use expand::{expand, start};
pub(crate) use explored_rule::ExploredRule;
pub(crate) use level::{at_level, level};
pub use packed::State;
pub(crate) use packed::StateTables;
pub use scratch::Scratch;
