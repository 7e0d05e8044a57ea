//! The parts of a score, which are equal for the activation and the defence.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::DiceExpression;

use oddsmith_model::rule::nearest::nearest;
use oddsmith_model::rule::parameter::{Parameter, ParameterType};
use oddsmith_model::rule::values::{ParameterError, Values};

use super::decks::{Decks, LARGEST_VALUE};
use super::draw::{BySide, Draw, MAX_CARDS};

const CARD: ParameterType = ParameterType::Whole {
    from: -LARGEST_VALUE,
    to: LARGEST_VALUE,
};
const CARDS: ParameterType = ParameterType::Whole {
    from: 0,
    to: MAX_CARDS,
};

/// The parameter for cards that are always played.
pub(super) const PLAYED_CARDS: Parameter = Parameter::new(
    "cards",
    ParameterType::List(&CARD),
    "",
    "The values of the cards that are always played, such as the effect card and a skill card.",
);

/// The parameter for drawn cards.
pub(super) const DRAWN_CARDS: Parameter = Parameter::new(
    "draw",
    ParameterType::Table(&[
        Parameter::new(
            "deck",
            ParameterType::Text,
            "",
            "The name of the deck, one of [parameters.decks].",
        ),
        Parameter::new(
            "cards",
            CARDS,
            "1",
            "How many cards are drawn, without replacement.",
        )
        .labelled("Cards drawn", "Cards drawn"),
        Parameter::new(
            "keep",
            CARDS,
            "",
            "How many of the drawn cards count. The best ones count, by default all of them.",
        )
        .labelled("Cards that count", "Keep"),
    ]),
    "",
    "The cards to draw: { deck = \"name\", cards = N, keep = M }.",
);

/// The parameter for dice.
pub(super) const ROLLED_DICE: Parameter = Parameter::new(
    "dice",
    ParameterType::Dice,
    "",
    "Dice that are added to the score, such as \"2d6+1\". An activation without cards, a draw or dice rolls a d20.",
);

/// The score of a side.
#[derive(Clone, Debug)]
pub(super) struct CardSide {
    /// The sum of the cards that are always played, and a fixed number for the dice.
    pub(super) fixed: i64,
    /// The dice, if any.
    dice: Option<DiceExpression>,
    drawn_cards: Option<DrawnCards>,
}

#[derive(Clone, Debug)]
struct DrawnCards {
    deck: usize,
    cards: u8,
    keep: u8,
    path: &'static str,
}

impl CardSide {
    /// Reads a side from its table. `path` is the position of its `draw`, and `without` are the
    /// default dice if it has no source of points.
    ///
    /// # Errors
    /// Returns an error if it draws from no deck or a missing deck, or draws more cards than the
    /// deck has.
    pub(super) fn new(
        values: &Values,
        path: &'static str,
        decks: &Decks,
        without: &DiceExpression,
    ) -> Result<CardSide, ParameterError> {
        let nothing = DiceExpression::constant(0);
        let brings_any = values.get("cards").is_some() || values.get("draw").is_some();
        let dice = values
            .dice_if("dice")
            .unwrap_or(if brings_any { &nothing } else { without });
        let drawn = match values.table_if("draw") {
            Some(draw) => Some(DrawnCards::new(draw, path, decks)?).filter(|drawn| drawn.cards > 0),
            None => None,
        };
        Ok(CardSide {
            fixed: values.wholes("cards").into_iter().sum::<i64>()
                + dice.fixed_value().unwrap_or(0),
            dice: dice.fixed_value().is_none().then(|| dice.clone()),
            drawn_cards: drawn,
        })
    }

    pub(super) fn is_without_dice(&self) -> bool {
        self.dice.is_none()
    }

    /// Rolls its dice.
    pub(super) fn roll(&self, ask: &mut impl Ask) -> i64 {
        self.dice.as_ref().map_or(0, |dice| ask.total(dice))
    }
}

impl DrawnCards {
    fn new(draw: &Values, path: &'static str, decks: &Decks) -> Result<DrawnCards, ParameterError> {
        let names = decks.names();
        let Some(name) = draw.text_if("deck") else {
            let help = if names.is_empty() {
                "add deck = \"...\", and [parameters.decks] with what it holds".to_owned()
            } else {
                format!("add deck = \"...\", one of {}", names.join(", "))
            };
            return Err(ParameterError::new(
                path,
                "no deck is named to draw from",
                help,
            ));
        };
        let deck = names
            .iter()
            .position(|known| *known == name)
            .ok_or_else(|| {
                let help = if names.is_empty() {
                    format!("add [parameters.decks.{name}] with the number of cards of each value")
                        .into()
                } else {
                    nearest(name, &names)
                };
                ParameterError::new(
                    format!("{path}.deck"),
                    format!("there is no deck \"{name}\""),
                    help,
                )
            })?;
        let (cards, holds) = (draw.count("cards"), decks.card_count(deck));
        if cards > holds {
            let problem = format!("{cards} cards are drawn, but the deck \"{name}\" holds {holds}");
            return Err(ParameterError::new(
                format!("{path}.cards"),
                problem,
                format!("draw at most {holds} cards"),
            ));
        }
        let keep = draw.whole_if("keep").map_or(cards, |keep| keep as u32);
        if keep > cards {
            let problem = format!("{keep} cards count, but only {cards} are drawn");
            return Err(ParameterError::new(
                format!("{path}.keep"),
                problem,
                format!("keep at most {cards} cards"),
            ));
        }
        Ok(DrawnCards {
            deck,
            cards: cards as u8,
            keep: keep as u8,
            path,
        })
    }
}

/// Returns the draws of both sides. If they share a deck, it is one draw, in which the attacker is
/// dealt first.
///
/// # Errors
/// Returns an error if a shared deck does not have enough cards for both.
pub(super) fn draws(sides: BySide<&CardSide>, decks: &Decks) -> Result<Vec<Draw>, ParameterError> {
    let cards = |side: usize| {
        sides[side]
            .drawn_cards
            .as_ref()
            .map_or(0, |drawn| drawn.cards)
    };
    let keep = |side: usize| {
        sides[side]
            .drawn_cards
            .as_ref()
            .map_or(0, |drawn| drawn.keep)
    };
    match sides.map(|side| side.drawn_cards.as_ref()) {
        [Some(ours), Some(theirs)] if ours.deck == theirs.deck => {
            let (name, deck) = (decks.name(ours.deck), decks.cards(ours.deck));
            let (wanted, holds) = (
                u32::from(ours.cards) + u32::from(theirs.cards),
                decks.card_count(ours.deck),
            );
            if wanted > holds {
                let problem = format!(
                    "both sides together draw {wanted} cards from \"{name}\", which holds {holds}"
                );
                let help = format!(
                    "draw at most {} here, or from a deck of its own",
                    holds - u32::from(ours.cards)
                );
                return Err(ParameterError::new(
                    format!("{}.cards", theirs.path),
                    problem,
                    help,
                ));
            }
            Ok(vec![Draw::new(
                deck,
                [ours.cards, theirs.cards],
                [ours.keep, theirs.keep],
            )])
        }
        [ours, theirs] => {
            let alone = |drawn: &DrawnCards, side: usize| {
                let mut numbers = [[0; 2]; 2];
                (numbers[0][side], numbers[1][side]) = (cards(side), keep(side));
                Draw::new(decks.cards(drawn.deck), numbers[0], numbers[1])
            };
            Ok(ours
                .map(|drawn| alone(drawn, 0))
                .into_iter()
                .chain(theirs.map(|drawn| alone(drawn, 1)))
                .collect())
        }
    }
}
