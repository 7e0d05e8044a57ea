//! What is still open of an expression while a trial is under way: what was seen is put in, what is
//! decided is forgotten, and what says the same is the same node.

mod changed;
mod facts;
mod node;
mod nodes;
mod simplified;

pub(super) use changed::ResidualChange;
pub(super) use node::{KnownSlot, NodeId};
pub(super) use nodes::{Residuals, intersects};
