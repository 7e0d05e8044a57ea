//! Residuals: the part of an expression that is still open during a trial. Recorded values are
//! inserted, decided parts are simplified, and equal parts share a node.

mod changed;
mod facts;
mod node;
mod nodes;
mod simplified;

pub(super) use changed::ResidualChange;
pub(super) use node::{KnownSlot, NodeId};
pub(super) use nodes::{Residuals, intersects};
