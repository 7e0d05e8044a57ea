//! The texts of `wing-activation`, with interpretations of the published text.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A player's forces form one to four Wings. The Wings activate one after another, in an order that the \
         player chooses.",
        "A Wing rolls one, two or three dice. Each die that shows the Wing's Quality Value (QV) or more is a \
         success. Each success is an action for each unit of the Wing.",
        "A white cube raises a die by one pip. The Wing Commander, or another of the Wing's officers within command \
         control range, spends the cubes.",
        "If all dice succeed (green on the chart), the Wing acts and nothing else happens.",
        "If some dice fail (yellow), the Wing takes its successes as actions, and each failure costs the next Wing \
         a die. After one failure the next Wing rolls at most two dice; after two failures it rolls one.",
        "The penalty affects only the next Wing, whatever that Wing rolls.",
        "If two or three dice all fail (red), the player's turn ends, and the remaining Wings do not activate.",
        "A single die that fails does not end the turn and passes no penalty to the next Wing. Being unable to act is \
         penalty enough.",
    ],
    origin: "A wargame's rules for activation by Wings (Activation Chart 1-12-16), based on the chart of \
             Ganesha Games' Flashing Steel.",
    interpretations: &[
        interpretation(
            "White cubes are spent after the dice are rolled.",
            &[other_interpretation(
                "spend_before_roll",
                "true",
                "cubes are spent before the roll, on declared dice. Cubes go where they add the most successes on \
                     average, spread as evenly as possible",
            )],
        ),
        interpretation(
            "Each cube that is spent before the roll is declared for one die.",
            &[other_interpretation(
                "declares_die",
                "false",
                "after the roll, cubes raise the first die that needs them",
            )],
        ),
        interpretation(
            "White cubes are spent to make as many dice as possible succeed. Cubes that cannot complete a success \
             are kept.",
            &[
                other_interpretation(
                    "spend",
                    "\"avert\"",
                    "cubes are spent only if no die succeeded, to make one success",
                ),
                other_interpretation("spend", "\"never\"", "all cubes are kept"),
            ],
        ),
        interpretation(
            "A die may be raised above its highest face, so that a QV of 7 can be met.",
            &[other_interpretation(
                "cap_at_most_sides",
                "true",
                "a die cannot be raised above its highest face",
            )],
        ),
        interpretation(
            "A natural 1 can be raised like any other face.",
            &[other_interpretation(
                "ones_always_fail",
                "true",
                "a natural 1 cannot be raised and never succeeds",
            )],
        ),
        interpretation(
            "A single die that fails passes no penalty, as decided in playtesting.",
            &[other_interpretation(
                "penalty_from_one_die",
                "true",
                "a single die that fails passes a penalty of one die",
            )],
        ),
        interpretation(
            "The penalties on the chart apply.",
            &[other_interpretation(
                "penalties",
                "false",
                "no penalty is passed on. Compare the two to see what the penalties cost",
            )],
        ),
    ],
};
