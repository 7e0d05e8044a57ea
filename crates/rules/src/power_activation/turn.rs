//! The orders of a turn, and the state of a trial.

use oddsmith_engine::Metric;

use super::activation::Attempt;
use super::order::Order;
use super::shown::MetricIndices;

/// The rule with its parameters.
#[derive(Clone, Debug)]
pub struct PowerActivation {
    pub(super) orders: Vec<Order>,
    pub(super) turns: u8,
    pub(super) succession: bool,
    /// Whether an order that was obeyed but not carried out costs its RPs.
    pub(super) charges_stopped_orders: bool,
    /// The number of Enlightenments that the orders of a turn share and use after a failure.
    pub(super) stock: Option<u8>,
    /// The number of Enlightenments that are assigned to the orders of a turn before any roll.
    pub(super) to_assign: Option<u8>,
    /// Whether a player decides about them.
    pub(super) has_player_choice: bool,
    /// Whether the result of one order of a turn affects another, so that they run in sequence.
    pub(super) is_sequential: bool,
    pub(super) metric_indices: MetricIndices,
    pub(super) metrics: Vec<Metric>,
}

/// The state of a trial between two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActivationState {
    /// Before a range of turns, which are independent.
    Turns(u8, u8),
    /// Before the first roll of a turn, while Enlightenment is assigned.
    Assigning(Assignment),
    /// At an order.
    Trying(TriedOrder),
}

/// The assignment of Enlightenment to the orders of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assignment {
    pub(super) turn: u8,
    /// The slot of the next order.
    pub(super) slot: u8,
    /// The number of Enlightenments that are not assigned yet.
    pub(super) left: u8,
    pub(super) given: GivenEnlightenments,
}

/// The number of Enlightenments of each order, by slot, with three bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GivenEnlightenments(u64);

impl GivenEnlightenments {
    /// Returns the number of Enlightenments of a slot.
    pub(super) fn count(self, slot: u8) -> u8 {
        (self.0 >> (3 * slot) & 7) as u8
    }

    /// Returns the numbers with another value for one slot.
    pub(super) fn with(self, slot: u8, given: u8) -> GivenEnlightenments {
        GivenEnlightenments(self.0 & !(7 << (3 * slot)) | u64::from(given) << (3 * slot))
    }
}

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TriedOrder {
    pub(super) turn: u8,
    /// The index of the order.
    pub(super) entry: u8,
    /// The number of equal orders that are left, including this one.
    pub(super) left: u16,
    /// Whether an order of the process was not executed.
    pub(super) is_broken: bool,
    /// The number of shared Enlightenments that are left.
    pub(super) stock: u8,
    /// The Enlightenments that are assigned to this order and later ones.
    pub(super) given: GivenEnlightenments,
    /// The orders that were carried out and that later orders need, one bit each.
    pub(super) done: u64,
    pub(super) attempt: Attempt,
}
