//! `power-collision` in sentences, and how its text was read.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A power in flight can be met by another: for that the Collide Power Reaction is taken, with a parallel shot, by who has \
         an Initiative at most 5 points behind the opponent's.",
        "The Offensive Roll must come within 5 points of the opposing one, or surpass it; otherwise the opponent's power flies \
         on as it was.",
        "Where they collide, both sides roll 2d6 and add the Base Damage of their power.",
        "The Degree of Difference decides by its table: up to 5 both cancel, from 6 to 10 the winner's power passes through \
         with half of its Base Damage, rounded down, and from 11 on it passes whole.",
        "Several powers may combine: the highest Base Damage counts whole, the second by half, the third by a third.",
        "Advantage, open rolls and fumbles belong to the Offensive Rolls; the rolls of the collision are plain dice.",
    ],
    origin: "Kaiser, Powers: Power Collision; the Degree of Difference table is the one that it includes from the same game.",
    interpretations: &[
        read(
            "The Offensive Rolls come within 5 points without being rolled, as long as neither Offensive Skill is given.",
            &[or("our_offence", "6", "ours is rolled against theirs, which has to be given too")],
        ),
        read(
            "Offensive Rolls are plain 2d6: open rolls and fumbles are of another chapter.",
            &[or("open_rolls", "true", "a double six goes on, a double one counts nothing")],
        ),
        read(
            "The Degree of Difference table is the published one.",
            &[or(
                "bands",
                "[{ up_to = 5, effect = \"cancel\" }, { effect = \"whole\" }]",
                "nothing is ever halved; any table may stand here",
            )],
        ),
    ],
};
