//! The orders of a turn, and where a trial stands among them.

use oddsmith_engine::Metric;

use super::activation::Attempt;
use super::order::Order;
use super::shown::MetricIndices;

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct PowerActivation {
    pub(super) orders: Vec<Order>,
    pub(super) turns: u8,
    pub(super) succession: bool,
    /// Whether an order that obeyed, and was not carried out, costs its RPs.
    pub(super) charges_stopped_orders: bool,
    /// Enlightenments that the orders of a turn share, kept until one has failed.
    pub(super) stock: Option<u8>,
    /// Enlightenments that are assigned to the orders of a turn before anything is rolled.
    pub(super) to_assign: Option<u8>,
    /// Whether a player decides about either.
    pub(super) has_player_choice: bool,
    /// Whether what becomes of one order of a turn bears on another, so that they are tried one
    /// after the other.
    pub(super) is_sequential: bool,
    pub(super) metric_indices: MetricIndices,
    pub(super) metrics: Vec<Metric>,
}

/// Where a trial stands between two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActivationState {
    /// Before the turns from one to another, which do not touch.
    Turns(u8, u8),
    /// Before anything of a turn is rolled: Enlightenment is assigned.
    Assigning(Assignment),
    /// At an order.
    Trying(TriedOrder),
}

/// Enlightenment being assigned to the orders of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assignment {
    pub(super) turn: u8,
    /// The next order's slot.
    pub(super) slot: u8,
    /// Enlightenments that are not yet assigned.
    pub(super) left: u8,
    pub(super) given: GivenEnlightenments,
}

/// How many Enlightenments each order was given, by slot: three bits of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GivenEnlightenments(u64);

impl GivenEnlightenments {
    /// How many a slot has.
    pub(super) fn count(self, slot: u8) -> u8 {
        (self.0 >> (3 * slot) & 7) as u8
    }

    /// The same, a slot having this many.
    pub(super) fn with(self, slot: u8, given: u8) -> GivenEnlightenments {
        GivenEnlightenments(self.0 & !(7 << (3 * slot)) | u64::from(given) << (3 * slot))
    }
}

/// An order being tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TriedOrder {
    pub(super) turn: u8,
    /// Its place among the orders.
    pub(super) entry: u8,
    /// Those alike that have yet to be tried, this one included.
    pub(super) left: u16,
    /// An order of the process was not executed.
    pub(super) is_broken: bool,
    /// Enlightenments that are left of those in common.
    pub(super) stock: u8,
    /// Those assigned to this order and to those after it.
    pub(super) given: GivenEnlightenments,
    /// The orders carried out that others after them need, a bit each.
    pub(super) done: u64,
    pub(super) attempt: Attempt,
}
