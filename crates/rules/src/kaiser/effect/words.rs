//! The texts of `power-effect`, with interpretations of the published text.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A power of the Effect type is aimed. The attacker makes an Offensive Roll (2d6 plus Offensive Skill), and \
         each target makes a Defensive Roll (2d6 plus Defensive Skill). Powers of the types Trigger and Automatic are \
         not aimed.",
        "The target applies its Absorption and AV. If at least one Unit of Damage is left, it makes a Resistance \
         Check. If the power is also of the Attack type, each Unit of Damage costs the target the Base Damage.",
        "For the Resistance Check, the target rolls 2d6 plus its resistance against the power's Difficulty (8 if none \
         is listed). A target may choose to fail this check.",
        "A lingering effect lasts for as many rounds as the Degree of Failure. Then the target checks again, until \
         it passes or the power ends. When the power ends, so does the effect.",
        "A target that passes a Trigger's check is immune for a number of rounds equal to its Degree of Success. After \
         that, it checks again whenever the condition is met.",
        "An area attack makes one Offensive Roll for all targets. A target that cannot reach a safe point has -8 \
         on its Defensive Roll.",
        "Some powers can affect only a limited total presence: as many targets as fit within that limit.",
        "Of several skill bonuses from powers, the highest counts fully, the second counts half, the third a \
         third, each rounded down. Penalties work the same way. Of characteristic bonuses and penalties, only the \
         best bonus and the worst penalty count.",
    ],
    origin: "Kaiser, Powers: Types of Powers, Common Power Features, Stacking of Powers.",
    interpretations: &[
        interpretation(
            "An aimed power with several targets is an area attack.",
            &[other_interpretation(
                "aim.area",
                "false",
                "the attacker makes a separate roll against each target",
            )],
        ),
        interpretation(
            "Offensive and Defensive Rolls are plain 2d6; open rolls and fumbles are described in another chapter.",
            &[other_interpretation(
                "aim.open_rolls",
                "true",
                "a double six adds another d6, and a double one counts as 0",
            )],
        ),
        interpretation(
            "The effect lasts only for the round of the check, because the power does not linger.",
            &[other_interpretation(
                "lingers",
                "true",
                "the effect lingers, with repeated Resistance Checks",
            )],
        ),
        interpretation(
            "The power is not a Trigger: it calls for one check, and for more only if it lingers.",
            &[
                other_interpretation(
                    "trigger",
                    "true",
                    "the triggering condition is met in every round",
                ),
                other_interpretation(
                    "trigger",
                    "0.5",
                    "the triggering condition has a 50% chance of being met in each round",
                ),
            ],
        ),
        interpretation(
            "Immunity to a Trigger begins in the round after the check.",
            &[other_interpretation(
                "immune_from",
                "\"check\"",
                "the round of the check is the first round of immunity",
            )],
        ),
        interpretation(
            "The power is maintained for all rounds played.",
            &[other_interpretation(
                "sustained_rounds",
                "5",
                "the power ends after five rounds, and so does every affliction",
            )],
        ),
        interpretation(
            "A power that lists no Difficulty has 8, as the text says for Automatic powers.",
            &[other_interpretation(
                "difficulty",
                "10",
                "the power lists a Difficulty of 10",
            )],
        ),
    ],
};
