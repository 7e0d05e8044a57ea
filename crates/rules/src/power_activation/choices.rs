//! The player's choices: to which orders Enlightenments are assigned, and, as a house rule, whether
//! one of the common stock is spent on an order that has just failed.

use oddsmith_engine::{Ask, Choice};

use super::order::Order;
use super::ties::MAX_PER_ORDER;
use super::turn::{Assignment, PowerActivation, TriedOrder};
use oddsmith_model::rule::choice::{ChoiceInfo, ChoiceWords, NumberWords, Part, ShownChoice};
use oddsmith_model::rule::values::{ParameterError, Values};

// The names of the choices in scenarios. A rule has at most one of them.
pub(super) const ENLIGHTENMENT: &str = "enlightenment";
pub(super) const ASSIGN: &str = "assign";

pub(super) const CHOICES: &[ChoiceInfo] = &[
    ChoiceInfo {
        key: ASSIGN,
        meaning: "How many of the Enlightenments to assign (`enlightenment_to_assign`) an order gets. It is decided order by order, before anything is rolled. By default all orders that can use them get the same number, and the first ones listed may get one more.",
    },
    ChoiceInfo {
        key: ENLIGHTENMENT,
        meaning: "A house rule: whether an Enlightenment from the common stock (`enlightenment_stock`) is spent on an activation that has just failed, or kept for later orders. By default it is spent.",
    },
];

const SPEND: i64 = 0;
const KEEP: i64 = 1;

/// Checks that the choices have something to decide.
///
/// # Errors
/// Returns an error if Enlightenment is both assigned and kept in a stock, or if a choice has
/// nothing to decide.
pub(super) fn validate(values: &Values) -> Result<(), ParameterError> {
    const STOCK: &str = "enlightenment_stock";
    const TO_ASSIGN: &str = "enlightenment_to_assign";
    let [has_stock, has_to_assign] = [STOCK, TO_ASSIGN].map(|key| values.whole_if(key).is_some());
    if [STOCK, TO_ASSIGN]
        .iter()
        .all(|key| values.whole_if(key) > Some(0))
    {
        let problem = "Enlightenment is assigned beforehand, or kept in common until an order has failed: not both";
        return Err(ParameterError::new(
            STOCK,
            problem,
            "leave out one of the two; the text assigns it beforehand",
        ));
    }
    let lacks = [
        (
            ENLIGHTENMENT,
            STOCK,
            has_stock,
            "there is no common stock of Enlightenment to decide about",
        ),
        (
            ASSIGN,
            TO_ASSIGN,
            has_to_assign,
            "there is no Enlightenment to assign",
        ),
    ];
    match lacks
        .into_iter()
        .find(|(choice, _, has_any, _)| values.asks().has(choice) && !has_any)
    {
        None => Ok(()),
        Some((choice, key, _, problem)) => Err(ParameterError::new(
            key,
            problem,
            format!("set {key} = 2, or leave `{choice}` out of [play]"),
        )),
    }
}

impl PowerActivation {
    /// Returns the choice with its texts.
    pub(super) fn shown_choices(&self) -> Vec<ShownChoice> {
        if self.to_assign.is_some() {
            return vec![self.assignment_choice()];
        }
        let orders = self.orders.iter().map(|order| order.name.clone()).collect();
        let number = |name: &str, template: &str| Part::number(name, template).hiding_zero();
        let parts = vec![
            Part::number("turn", "turn {}"),
            Part::named("order", "{} failed", 0, orders),
            Part::number("left", "{} of it to try"),
            Part::number("check", "check {}"),
            number("rerolled", "rerolled {} times"),
            number("broken", "the process is broken"),
            Part::number("stock", "{} in stock"),
        ];
        let options = NumberWords::Listed(SPEND, vec!["spend".to_owned(), "keep".to_owned()]);
        vec![ShownChoice {
            name: ENLIGHTENMENT.to_owned(),
            options,
            parts,
            words: ChoiceWords {
                parts: [
                    ("order", "failed order"),
                    ("stock", "Enlightenments in stock"),
                ]
                .map(|(name, words)| (name.to_owned(), words.to_owned()))
                .into(),
                ..ChoiceWords::question("Spend an Enlightenment?")
            },
            side: Default::default(),
        }]
    }

    fn assignment_choice(&self) -> ShownChoice {
        let slots: Vec<String> = self
            .slots()
            .map(|(order, number)| order.numbered_name(number))
            .collect();
        let given = slots
            .iter()
            .map(|name| Part::number(name, &format!("{name} has {{}}")).hiding_zero());
        let general_parts = [
            Part::number("turn", "turn {}"),
            Part::named("order", "{} next", 0, slots.clone()),
            Part::number("left", "{} to assign"),
        ];
        let parts = general_parts.into_iter().chain(given).collect();
        let options = NumberWords::Numbers(0, MAX_PER_ORDER.into());
        let words = ChoiceWords {
            label: Some("How many Enlightenments to assign?".to_owned()),
            parts: [
                ("order", "next order"),
                ("left", "Enlightenments left to assign"),
            ]
            .map(|(name, words)| (name.to_owned(), words.to_owned()))
            .into(),
            ..ChoiceWords::for_numbers(&["assign none", "assign one", "assign two", "assign three"])
        };
        ShownChoice {
            name: ASSIGN.to_owned(),
            options,
            parts,
            words,
            side: Default::default(),
        }
    }

    /// Returns every order to which Enlightenment may be assigned, with its number among equal
    /// orders, by slot.
    fn slots(&self) -> impl Iterator<Item = (&Order, u32)> {
        let takes = self
            .orders
            .iter()
            .filter(|order| order.links.slot.is_some());
        takes.flat_map(|order| (1..=order.count).map(move |number| (order, number)))
    }

    /// Assigns Enlightenment to the next order of a turn. Returns `false` if there is none left.
    pub(super) fn assign(&self, assignment: &mut Assignment, ask: &mut impl Ask) -> bool {
        let slots_from = |from: u8| {
            let slots = self.slots().zip(0..).filter(move |&(_, slot)| slot >= from);
            slots
                .filter(|((order, _), _)| order.is_given_on(assignment.turn))
                .map(|(_, slot): (_, u8)| slot)
        };
        let Some(slot) = slots_from(assignment.slot).next() else {
            return false;
        };
        let most = assignment.left.min(MAX_PER_ORDER);
        let usual = assignment
            .left
            .div_ceil(slots_from(slot).count() as u8)
            .min(most);
        let mut chosen = usual;
        if self.has_player_choice {
            let situation = [assignment.turn.into(), slot.into(), assignment.left.into()];
            let given =
                (0..self.slots().count() as u8).map(|slot| assignment.given.count(slot).into());
            let situation: Vec<i64> = situation.into_iter().chain(given).collect();
            let other_amounts = (0..=most).rev().filter(|&other| other != usual);
            let options: Vec<i64> = std::iter::once(usual)
                .chain(other_amounts)
                .map(i64::from)
                .collect();
            chosen = ask.choose(0, &options, &situation) as u8;
        }
        *assignment = Assignment {
            slot: slot + 1,
            left: assignment.left - chosen,
            given: assignment.given.with(slot, chosen),
            ..*assignment
        };
        true
    }

    /// Returns the choice for the engine.
    pub(super) fn engine_choices(&self) -> Vec<Choice> {
        let named = |choice: ShownChoice| {
            Choice::new(choice.name, choice.parts.into_iter().map(|part| part.name))
        };
        self.shown_choices().into_iter().map(named).collect()
    }

    /// Returns whether an Enlightenment of the stock is spent on the order that has just failed.
    pub(super) fn spends_enlightenment(&self, trying: &TriedOrder, ask: &mut impl Ask) -> bool {
        if !self.has_player_choice || self.stock.is_none() {
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
