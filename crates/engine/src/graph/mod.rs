//! The state graph of a rule, and the expected visits of its states.

mod component;
mod components;
mod cycle_solver;
mod cycle_transitions;
mod dense;
mod double;
mod edge;
mod edge_table;
mod endless;
mod flow;
mod gmres;
mod iterative_solve;
mod limits;
mod lists;
mod masses;
mod number;
mod order;
mod play;
mod reach;
mod rewired;
#[cfg(test)]
mod sample_cycles;
mod seen;
mod state_elimination;
mod state_graph;

pub use edge::{Cell, EdgeTarget};
pub use limits::{MAX_CYCLE_BYTES, MAX_CYCLE_OPERATIONS};
pub use play::Play;
pub use state_graph::{AtOnce, Decision, Graph, TrialCost};

pub(crate) use component::{Component, Visits, visits_from};
pub(crate) use components::Components;
pub(crate) use cycle_solver::CycleSolver;
pub(crate) use cycle_transitions::CycleTransitions;
pub(crate) use dense::Dense;
pub(crate) use edge::{DONE, Edge, FoldState, OpenEdge, SPLITS, TRUNCATED};
pub(crate) use edge_table::EdgeTable;
pub(crate) use endless::EndingStates;
pub(crate) use flow::Flow;
pub(crate) use lists::{CellListIndex, CellLists};
pub(crate) use masses::Masses;
pub(crate) use number::FlowNumber;
pub(crate) use play::SharedWeights;
pub(crate) use reach::reach;
pub(crate) use seen::{NO_SLOT, next_slots};
pub(crate) use state_graph::Ends;
