//! The texts of `card-activation`, with interpretations of the published text.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "An effect card is activated by playing it in an appropriate action, with other appropriate \
         cards.",
        "The activation score is the total value of the cards played, plus any cards drawn and dice rolled.",
        "The activation score must beat the activation resistance. For most beneficial effects this is the basic \
         score of one.",
        "The target of a disadvantageous effect resists with what it plays, draws or rolls in its defence.",
        "Range and cover add to the resistance. Each square targeted by an indirect attack or by a card with the Area \
         Resistance keyword adds to it too.",
        "Each creature in those squares adds its minimum resistance of at least one, even if it does not want to \
         resist.",
        "An activation that does not beat the resistance simply fails: it fizzles out, the cards return, and the \
         player may try again.",
        "If an activation that fails is part of an attack, as with a hand grenade, it does not fizzle but misses. Its \
         effect then lands somewhere else at random.",
    ],
    origin: "A card game's rules for Activating Effects: Activation Resistance and Activation Failure.",
    interpretations: &[
        interpretation(
            "Without cards, a draw or dice, an activation rolls a d20, which almost always beats the basic score \
             of one.",
            &[other_interpretation(
                "cards",
                "[2]",
                "a card of 2 is played, which always beats the basic score",
            )],
        ),
        interpretation(
            "A score that only equals the resistance does not beat it.",
            &[other_interpretation(
                "ties",
                "\"succeed\"",
                "an equal score is enough",
            )],
        ),
        interpretation(
            "Each targeted square adds one to the resistance.",
            &[other_interpretation(
                "resistance.per_square",
                "2",
                "each targeted square adds two to the resistance",
            )],
        ),
        interpretation(
            "Each creature adds its own minimum resistance, but at least one.",
            &[other_interpretation(
                "resistance.creature_minimum",
                "0",
                "a creature with a minimum resistance of zero adds nothing",
            )],
        ),
        interpretation(
            "An activation that fails fizzles out.",
            &[other_interpretation(
                "on_failure",
                "\"scatter\"",
                "the activation is part of an attack, and its effect takes place somewhere else",
            )],
        ),
        interpretation(
            "An effect that misses lands 1d3 squares away, in one of eight directions.",
            &[
                other_interpretation(
                    "scatter.area",
                    "2",
                    "it lands on any square within two of the target, except the target's own",
                ),
                other_interpretation(
                    "scatter.directions",
                    "4",
                    "it lands in one of four directions, never diagonally",
                ),
                other_interpretation("scatter.distance", "\"2d6\"", "it lands 2d6 squares away"),
            ],
        ),
    ],
};
