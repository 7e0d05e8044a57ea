//! The texts of `aging`, with interpretations of the published text.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "At the end of every Regular Turn, resources age out, whatever the position has done. Each kind of resource \
         ages in its own way.",
        "Each Act left on the Powerstrip has a 15% chance of being lost, before new Acts are placed. Scenes never \
         age, but all Scenes on a star or planet are lost when it is no longer on any position's Public Space.",
        "The Treasury loses between 10% and 30% of its Resource Points (RPs), plus 5% for each disrupted \
         Government Title. RPs on Cargo Ships do not age.",
        "Aspects are placed with the light side up, or sometimes the dark side. At the end of each turn, Aspects that were \
         light at its start are flipped, and those that were dark are removed.",
        "Each Proficiency has a 30% chance of being eliminated whenever the Census Power is activated. Whenever a \
         Government Title becomes disrupted or changes, each Proficiency has a 20% chance of being eliminated.",
        "Half of the Faculties in each College's class retire, just before College Tries generate new ones.",
        "Each Special Operations Mission has a 30% chance of being lost, but not on the turn on which it is \
         recruited or first lodged. Each Counter-Operations Mission has a 50% chance of being lost.",
        "Each turn has four steps: spending, gains that come before aging, aging, and all other gains.",
    ],
    origin: "Appendix AGE, Aging Out.",
    interpretations: &[
        interpretation(
            "The Treasury loses a whole percentage from 10% to 30%, each equally likely.",
            &[
                other_interpretation(
                    "loss",
                    "{ from = 0.10, to = 0.30, step = 0.05 }",
                    "the loss is 10%, 15%, 20%, 25% or 30%",
                ),
                other_interpretation("loss", "0.2", "the loss is always 20%"),
            ],
        ),
        interpretation(
            "Lost RPs are rounded to the nearest whole number, half up. The number of retiring Faculties is rounded \
             up.",
            &[
                other_interpretation("rounding", "\"down\"", "both numbers are rounded down"),
                other_interpretation("rounding", "\"up\"", "both numbers are rounded up"),
            ],
        ),
        interpretation(
            "A Mission does not age on the turn on which it is recruited, nor on the next turn, on which it is lodged.",
            &[other_interpretation(
                "lodging_grace",
                "0",
                "a Mission is spared only on the turn on which it is recruited",
            )],
        ),
        interpretation(
            "Every recruited Mission is lodged on its next turn, and Missions are lost only to aging.",
            &[
                other_interpretation(
                    "lodging",
                    "0.8",
                    "a recruit has an 80% chance of being lodged, and is lost if it is not",
                ),
                other_interpretation(
                    "other_loss",
                    "0.1",
                    "before aging, each Mission has a 10% chance of being lost to Counter-Operations",
                ),
            ],
        ),
        interpretation(
            "The planned amount is spent on every turn.",
            &[other_interpretation(
                "spend",
                "\"1 @ 0.8\"",
                "the amount is spent only if the activation is obeyed, which has an 80% chance. A failed activation \
                     removes nothing",
            )],
        ),
        interpretation(
            "Spending takes from the fullest place or class first.",
            &[other_interpretation(
                "spend_from",
                "\"oldest\"",
                "spending takes from the first one listed",
            )],
        ),
        interpretation(
            "A disrupted Government Title recovers before the next turn.",
            &[other_interpretation(
                "recovery",
                "0.5",
                "each disruption lasts two turns on average",
            )],
        ),
    ],
};
