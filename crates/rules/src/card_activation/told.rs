//! `card-activation` in sentences, and how its text was read.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "An effect card is activated by playing it in an appropriate action, with other cards that are appropriate too.",
        "What the cards are worth makes the activation score, together with cards drawn and dice rolled where a game has them.",
        "The score has to beat the activation resistance: for most beneficial effects that is the basic score of one.",
        "A target that a disadvantageous effect is aimed at resists with what it plays, draws or rolls in its defence.",
        "Range and cover add to the resistance, and so does each square targeted by an indirect attack or by a card with the \
         Area Resistance keyword.",
        "Each creature in those squares adds its minimum resistance of one at least, even where it does not want to.",
        "An activation that does not beat the resistance simply fails: it fizzles out, the cards return, and it may be tried \
         again.",
        "Where the activation is part of an attack, as with a hand grenade, it succeeds but misses: the effect is active at a \
         place that is determined at random.",
    ],
    origin: "A card game's rules for Activating Effects: Activation Resistance and Activation Failure.",
    interpretations: &[
        read(
            "An activation of which nothing is said rolls a d20, which the basic score of one hardly ever stops.",
            &[or("cards", "[2]", "a card of 2 is played, which always beats it")],
        ),
        read("A score that only equals the resistance does not beat it.", &[or("ties", "\"succeed\"", "it is enough")]),
        read("Each targeted square adds one.", &[or("resistance.per_square", "2", "it adds two")]),
        read(
            "Each creature adds its own minimum, but at least one.",
            &[or("resistance.creature_minimum", "0", "a creature with a minimum of zero adds nothing")],
        ),
        read(
            "An activation that fails fizzles out.",
            &[or("on_failure", "\"scatter\"", "it is part of an attack, and its effect is active elsewhere")],
        ),
        read(
            "An effect that misses is 1d3 squares away in one of eight directions.",
            &[
                or("scatter.area", "2", "it is on any square within two of the target but the target's own"),
                or("scatter.directions", "4", "only squares that share a side are directions"),
                or("scatter.distance", "\"2d6\"", "it is 2d6 squares away"),
            ],
        ),
    ],
};
