//! Where exploring starts, and what is known beforehand.

use crate::layout::Layout;
use crate::policy::Policy;

/// Where exploring starts, and what is known beforehand.
#[derive(Clone)]
pub(crate) struct Outset<S> {
    pub(super) layout: Layout,
    pub(super) start: S,
    /// Who answers what is left to a player.
    pub(super) policy: Policy,
    /// How many choices there are.
    pub(super) choices: usize,
    pub(super) termination: Termination,
    /// Whether the results depend on how little is truncated.
    pub(super) goes_deep: bool,
}

impl<S> Outset<S> {
    /// From this state, nobody having anything to choose, and nobody knowing whether there is an
    /// end.
    pub(crate) fn new(layout: Layout, start: S) -> Outset<S> {
        Outset {
            layout,
            start,
            policy: Policy::default(),
            choices: 0,
            termination: Termination::Unsure,
            goes_deep: true,
        }
    }

    /// So many choices are answered by this policy.
    pub(super) fn with_policy(self, policy: Policy, choices: usize) -> Outset<S> {
        Outset {
            policy,
            choices,
            ..self
        }
    }

    pub(crate) fn with_termination(self, ending: Termination) -> Outset<S> {
        Outset {
            termination: ending,
            ..self
        }
    }

    /// As soon as hardly any trial goes on it may be cut.
    pub(crate) fn with_early_truncation(self) -> Outset<S> {
        Outset {
            goes_deep: false,
            ..self
        }
    }
}

/// Whether exploring comes to an end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Termination {
    /// Yes.
    Sure,
    /// Nobody knows: where hardly any trial goes on, there may be no more than a few rare states
    /// left, or a counter that grows for ever.
    Unsure,
    /// It does not.
    Never,
}

impl Termination {
    /// A sum that grows for ever is cut as soon as hardly any trial goes on; all else is explored
    /// to its end.
    pub(crate) fn where_endless(is_endless: bool) -> Termination {
        if is_endless {
            Termination::Never
        } else {
            Termination::Sure
        }
    }
}
