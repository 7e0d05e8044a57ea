//! What is left to a player: whether an Enlightenment of the common stock is spent on an order that has just failed.

use oddsmith_engine::{Ask, Choice};

use super::turn::{PowerActivation, TriedOrder};
use crate::rule::choice::{ChoiceInfo, Part, ShownChoice, Words};
use crate::rule::values::ParameterError;

/// The choice as scenarios name it.
pub(super) const ENLIGHTENMENT: &str = "enlightenment";

pub(super) const CHOICES: &[ChoiceInfo] = &[ChoiceInfo {
    key: ENLIGHTENMENT,
    meaning: "After a failed activation: whether an Enlightenment of the common stock (`enlightenment_stock`) is spent on it, or kept for the orders after it. Where nothing is said, it is spent.",
}];

const SPEND: i64 = 0;
const KEEP: i64 = 1;

/// Why nobody can be asked without a stock.
pub(super) fn no_stock() -> ParameterError {
    let help = "set enlightenment_stock = 2, or leave `enlightenment` out of [play]";
    ParameterError::new("enlightenment_stock", "there is no common stock of Enlightenment to decide about", help)
}

impl PowerActivation {
    /// The choice, as people name it.
    pub(super) fn shown_choices(&self) -> Vec<ShownChoice> {
        let orders = self.orders.iter().map(|order| order.name.clone()).collect();
        let number = |name: &str, told: &str| Part::number(name, told).unless_none();
        let parts = vec![
            Part::number("turn", "turn {}"),
            Part::named("order", "{} failed", 0, orders),
            Part::number("left", "{} of it to try"),
            Part::number("check", "check {}"),
            number("rerolled", "rerolled {} times"),
            number("broken", "the process is broken"),
            Part::number("stock", "{} in stock"),
        ];
        let options = Words::From(SPEND, vec!["spend".to_owned(), "keep".to_owned()]);
        vec![ShownChoice { name: ENLIGHTENMENT.to_owned(), options, parts, side: Default::default() }]
    }

    /// As the engine knows it.
    pub(super) fn own_choices(&self) -> Vec<Choice> {
        let named = |own: ShownChoice| Choice::new(own.name, own.parts.into_iter().map(|part| part.name));
        self.shown_choices().into_iter().map(named).collect()
    }

    /// Whether an Enlightenment of the stock is spent on the order that has just failed.
    pub(super) fn spends(&self, trying: &TriedOrder, ask: &mut impl Ask) -> bool {
        if !self.asks {
            return true;
        }
        let situation = [
            trying.turn.into(),
            trying.entry.into(),
            trying.left.into(),
            i64::from(trying.attempt.stage) + 1,
            trying.attempt.rerolled.into(),
            trying.is_broken.into(),
            trying.stock.into(),
        ];
        ask.choose(0, &[SPEND, KEEP], &situation) == SPEND
    }
}
