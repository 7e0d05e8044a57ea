//! `power-effect` in sentences, and how its text was read.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A power of the Effect type is aimed: an Offensive Roll of 2d6 and the Offensive Skill against each target's Defensive \
         Roll of 2d6 and its Defensive Skill; powers of the types Trigger and Automatic are not aimed.",
        "The target applies its Absorption and AV, and if one Unit of Damage is left or more, it makes a Resistance Check; \
         of a power that is of the Attack type too, each Unit of Damage costs it the Base Damage.",
        "The check is 2d6 and the target's resistance against the power's Difficulty, 8 where none is listed; a target may \
         choose to fail it.",
        "A lingering effect holds for as many rounds as the Degree of Failure; then the target checks again, until it passes or \
         the power ends, and the effect with it.",
        "A target that passes the check of a Trigger is immune for as many rounds as its Degree of Success, and checks again \
         when the condition is met after that.",
        "An area attack makes one Offensive Roll for all, and a target that reaches no safe point has -8 to its Defensive Roll.",
        "A power that affects only a sum of presence takes as many targets as that sum allows.",
        "Of several skill bonuses from powers the highest counts whole, the second by half, the third by a third, each rounded \
         down, and penalties likewise; of characteristic bonuses and penalties only the best and the worst count.",
    ],
    origin: "Kaiser, Powers: Types of Powers, Common Power Features, Stacking of Powers.",
    interpretations: &[
        read(
            "With several targets an aimed power is an area attack.",
            &[or("aim.area", "false", "each target is aimed at with a roll of its own")],
        ),
        read(
            "Offensive and Defensive Rolls are plain 2d6: open rolls and fumbles are of another chapter.",
            &[or("aim.open_rolls", "true", "a double six goes on, a double one counts nothing")],
        ),
        read(
            "The effect holds for the round of the check, as of a power that causes no lingering effect.",
            &[or("lingers", "true", "it lingers, with repeated Resistance Checks")],
        ),
        read(
            "The power is no Trigger: it asks for one check, and for no other unless it lingers.",
            &[
                or("trigger", "true", "the triggering condition is met in every round"),
                or("trigger", "0.5", "it is met in half of the rounds"),
            ],
        ),
        read(
            "Immunity to a Trigger is counted from the round after the check.",
            &[or("immune_from", "\"check\"", "the round of the check is the first of them")],
        ),
        read(
            "The power is maintained for as long as is looked at.",
            &[or("sustained_rounds", "5", "it ends after five rounds, and every affliction with it")],
        ),
        read(
            "A power that lists no Difficulty has 8, as the text says of Automatic powers.",
            &[or("difficulty", "10", "the power lists a Difficulty of 10")],
        ),
    ],
};
