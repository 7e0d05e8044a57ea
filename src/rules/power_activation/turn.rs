//! The orders of a turn, and where a trial stands among them.

use oddsmith_engine::Metric;

use super::activation::Attempt;
use super::order::Order;
use super::shown::Places;

/// The rule, ready to be played.
#[derive(Clone, Debug)]
pub struct PowerActivation {
    pub(super) orders: Vec<Order>,
    pub(super) turns: u8,
    pub(super) succession: bool,
    /// Whether an order that obeyed, and was not carried out, costs its RPs.
    pub(super) stopped_spends: bool,
    /// Enlightenments that the orders of a turn share, and whether a player decides what they are spent on.
    pub(super) stock: Option<u8>,
    pub(super) asks: bool,
    pub(super) places: Places,
    pub(super) metrics: Vec<Metric>,
}

/// Where a trial stands between two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActivationState {
    /// Before the turns from one to another, which do not touch.
    Turns(u8, u8),
    /// At an order.
    Trying(TriedOrder),
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
    pub(super) attempt: Attempt,
}
