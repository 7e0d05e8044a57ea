//! `wing-activation` in sentences, and how its text was read.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A player's forces form one to four Wings, which activate one after another in an order of the player's choice.",
        "A Wing rolls one, two or three dice; each that shows the Wing's Quality Value (QV) or more is a success, and every \
         success is an action for each unit of the Wing.",
        "White cubes, spent by the Wing Commander or by another of the Wing's officers within command control range, raise \
         a die by one pip each.",
        "Where all dice succeed (green on the chart), the Wing acts and nothing else happens.",
        "Where some fail (yellow), the successes are taken as actions, and the next Wing is under a penalty of as many dice \
         as failed: after one failure it rolls two dice at most, after two failures one.",
        "The penalty is spent by the next Wing, whatever becomes of that one.",
        "Where two or three dice all fail (red), the player's turn ends, and the Wings that are left do not activate.",
        "A single die that fails ends no turn and passes no penalty: being unable to act is enough.",
    ],
    origin: "A wargame's rules for activation by Wings (Activation Chart 1-12-16), after the chart of Ganesha Games' Flashing \
             Steel.",
    interpretations: &[
        read(
            "White cubes are spent once the dice have been seen.",
            &[or(
                "spend_before_roll",
                "true",
                "they are spent before, on dice declared beforehand, for the most successes on average and as evenly as that allows",
            )],
        ),
        read(
            "Cubes that are spent before the roll are each declared for a die.",
            &[or("declares_die", "false", "once the dice have fallen they raise the first die that needs it")],
        ),
        read(
            "White cubes are spent so that as many dice as possible succeed; what cannot complete a success is kept.",
            &[
                or("spend", "\"avert\"", "they are spent only where no die succeeded, to make one success"),
                or("spend", "\"never\"", "they are all kept"),
            ],
        ),
        read(
            "A die may be raised past its highest face, so that a QV of 7 can be met.",
            &[or("cap_at_most_sides", "true", "it stops there")],
        ),
        read(
            "A natural 1 is raised like any other face.",
            &[or("ones_always_fail", "true", "it cannot be raised and never succeeds")],
        ),
        read(
            "A single die that fails passes no penalty, as the text has it after play testing.",
            &[or("penalty_from_one_die", "true", "it passes a penalty of one")],
        ),
        read(
            "The penalties of the chart hold.",
            &[or("penalties", "false", "none is ever passed on: the difference is what the rule costs")],
        ),
    ],
};
