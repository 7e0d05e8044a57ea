//! The target of a transition, and the choice that it begins with.

/// The target of a transition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Onward<S> {
    /// A state.
    State(S),
    /// The end of the trial.
    Done,
    /// Several independent states, all of which continue.
    Split(Vec<S>),
    /// Nothing: an unbounded question was truncated here.
    Truncated,
}

/// An open choice: the allowed options and the situation.
#[derive(Clone, Debug)]
pub struct OpenChoice {
    /// The index of the choice.
    pub choice: usize,
    /// The options, the usual one first.
    pub options: Box<[i64]>,
    /// The situation: one number per part of the choice.
    pub situation: Box<[i64]>,
    /// The index of the option that is tried, from 0.
    pub option: usize,
}
