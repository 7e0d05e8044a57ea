//! The decks of a scenario: the number of cards of each value.

use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};

use super::draw::MAX_CARDS;

/// The largest value of a card or of a part of a resistance.
pub(super) const LARGEST_VALUE: i64 = 10_000;

const COUNT: ParameterType = ParameterType::Whole {
    from: 0,
    to: MAX_CARDS,
};

/// The parameter for decks.
pub(super) const DECKS: Parameter = Parameter::new(
    "decks",
    ParameterType::Map(&ParameterType::Map(&COUNT)),
    "",
    "The decks. Each is a table [parameters.decks.NAME] with the number of cards of each value, at most 120 cards in total.",
);

/// The decks of a scenario.
#[derive(Clone, Debug)]
pub(super) struct Decks(Vec<(String, Vec<(i64, u32)>)>);

impl Decks {
    /// Reads `decks`.
    ///
    /// # Errors
    /// Returns an error if a card's value is not a number, or if a deck is too large.
    pub(super) fn new(values: &Values) -> Result<Decks, ParameterError> {
        let decks = values.map_if("decks").unwrap_or(&[]);
        let read =
            |(name, cards): &(String, ParameterValue)| Ok((name.clone(), deck(name, cards)?));
        decks.iter().map(read).collect::<Result<_, _>>().map(Decks)
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub(super) fn name(&self, deck: usize) -> &str {
        &self.0[deck].0
    }

    /// Returns the cards of a deck: value and number.
    pub(super) fn cards(&self, deck: usize) -> &[(i64, u32)] {
        &self.0[deck].1
    }

    /// Returns the number of cards in a deck.
    pub(super) fn card_count(&self, deck: usize) -> u32 {
        self.cards(deck).iter().map(|&(_, n)| n).sum()
    }
}

fn deck(name: &str, cards: &ParameterValue) -> Result<Vec<(i64, u32)>, ParameterError> {
    let ParameterValue::Map(cards) = cards else {
        unreachable!("a deck is a map")
    };
    let card = |(text, count): &(String, ParameterValue)| {
        Ok((value(name, text)?, count.as_whole() as u32))
    };
    let deck: Vec<(i64, u32)> = cards.iter().map(card).collect::<Result<_, _>>()?;
    let total: u32 = deck.iter().map(|&(_, n)| n).sum();
    if i64::from(total) > MAX_CARDS {
        let problem = format!("the deck \"{name}\" holds {total} cards");
        let help = format!("at most {MAX_CARDS} are allowed");
        return Err(ParameterError::new(format!("decks.{name}"), problem, help));
    }
    Ok(deck)
}

fn value(deck: &str, text: &str) -> Result<i64, ParameterError> {
    text.parse()
        .ok()
        .filter(|value| (-LARGEST_VALUE..=LARGEST_VALUE).contains(value))
        .ok_or_else(|| {
            let help = format!(
                "a whole number from -{LARGEST_VALUE} to {LARGEST_VALUE}, as in 5 = 4: four cards of value 5"
            );
            ParameterError::new(
                format!("decks.{deck}.{text}"),
                format!("`{text}` is not the value of a card"),
                help,
            )
        })
}
