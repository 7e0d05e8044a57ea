//! The states of a trial.

use crate::asking::Request;
use crate::machine::Machine;
use crate::value::Datum;

/// An unpacked state of a trial.
#[derive(Clone, Debug)]
pub(crate) struct OpenState {
    pub(crate) machine: Machine,
    pub(crate) waiting: Option<WaitingFor>,
}

/// What a suspended machine waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WaitingFor {
    Answer(Request),
    /// The result of this function for these arguments.
    Result(usize, Vec<Datum>),
}
