//! The texts of `power-collision`, with interpretations of the published text.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "Another power can meet a power in flight. Colliding requires the Collide Power Reaction with a parallel \
         shot. Your Initiative must be at most 5 points behind the opponent's.",
        "Your Offensive Roll must come within 5 points of the opposing roll, or surpass it. Otherwise the \
         opponent's power continues unchanged.",
        "If the powers collide, both sides roll 2d6 and add the Base Damage of their power.",
        "The Degree of Difference decides the outcome. At 5 or less, both powers cancel. From 6 to 10, the winner's \
         power passes through with half of its Base Damage, rounded down. At 11 or more, it passes through whole.",
        "Several powers may combine. The highest Base Damage counts fully, the second-highest counts half, and the third-highest a third.",
        "Advantage, open rolls and fumbles apply only to the Offensive Rolls. The collision itself is rolled with \
         plain 2d6.",
    ],
    origin: "Kaiser, Powers: Power Collision, with the Degree of Difference table that it includes from \
             the same game.",
    interpretations: &[
        interpretation(
            "If neither Offensive Skill is given, the Offensive Rolls are skipped and the powers are compared at once.",
            &[other_interpretation(
                "our_offence",
                "6",
                "our Offensive Roll is made against theirs, and `their_offence` is required too",
            )],
        ),
        interpretation(
            "Offensive Rolls are plain 2d6; open rolls and fumbles are described in another chapter.",
            &[other_interpretation(
                "open_rolls",
                "true",
                "a double six adds another d6, and a double one counts as 0",
            )],
        ),
        interpretation(
            "The Degree of Difference table is the published one.",
            &[other_interpretation(
                "bands",
                "[{ up_to = 5, effect = \"cancel\" }, { effect = \"whole\" }]",
                "no power is ever halved. You can also write a table of your own",
            )],
        ),
    ],
};
