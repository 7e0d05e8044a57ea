//! The starting point of an exploration, and what is known in advance.

use crate::layout::Layout;
use crate::policy::Policy;

/// The starting point of an exploration, and what is known in advance.
#[derive(Clone)]
pub(crate) struct Outset<S> {
    pub(super) layout: Layout,
    pub(super) start: S,
    /// The policy that makes the choices.
    pub(super) policy: Policy,
    /// The number of choices.
    pub(super) choices: usize,
    pub(super) termination: Termination,
    /// Whether the results depend on how little is truncated.
    pub(super) goes_deep: bool,
    /// Returns the bytes that a state takes outside its struct.
    pub(super) heap_bytes: fn(&S) -> usize,
}

impl<S> Outset<S> {
    /// Returns a start at this state, without choices, for a process that may or may not terminate.
    pub(crate) fn new(layout: Layout, start: S) -> Outset<S> {
        Outset {
            layout,
            start,
            policy: Policy::default(),
            choices: 0,
            termination: Termination::Unsure,
            goes_deep: true,
            heap_bytes: |_| 0,
        }
    }

    /// Returns the start with a policy for this number of choices.
    pub(super) fn with_policy(self, policy: Policy, choices: usize) -> Outset<S> {
        Outset {
            policy,
            choices,
            ..self
        }
    }

    /// Returns the start with a function that counts the bytes of a state.
    pub(super) fn with_heap_bytes(self, heap_bytes: fn(&S) -> usize) -> Outset<S> {
        Outset { heap_bytes, ..self }
    }

    pub(crate) fn with_termination(self, ending: Termination) -> Outset<S> {
        Outset {
            termination: ending,
            ..self
        }
    }

    /// Returns the start with early truncation, at the larger threshold.
    pub(crate) fn with_early_truncation(self) -> Outset<S> {
        Outset {
            goes_deep: false,
            ..self
        }
    }
}

/// Whether exploring terminates by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Termination {
    /// It ends.
    Sure,
    /// It is unknown. If little probability is left, there may be a few rare states, or a counter
    /// that grows forever.
    Unsure,
    /// It does not end.
    Never,
}

impl Termination {
    /// Returns `Never` for an unbounded sum, which is truncated as early as possible, and `Sure`
    /// otherwise.
    pub(crate) fn where_endless(is_endless: bool) -> Termination {
        if is_endless {
            Termination::Never
        } else {
            Termination::Sure
        }
    }
}
