//! The texts of `cohering`, with choices where the published text has no number.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A colony or ship that fails to obey a Culture Power Activation for Cohering loses cohesion. Each failure \
         makes the next one more likely: a snowball effect.",
        "On each Regular Turn, each active Constructural Element (CE) of the unit first has a small chance of \
         becoming inactive.",
        "If any of the unit's CEs is inactive, Cohering is ordered. The order is checked at the ship and at the \
         colony; the unit's CEs count as the ship's.",
        "A check has a 5% chance of failure, plus 15% for each inactive CE, to a maximum of 50%.",
        "If the order is obeyed, a CE becomes active again. If it fails, one more CE becomes inactive.",
        "Enlightenment rerolls a failed order. Enlightenment is available again on every turn.",
        "A unit has collapsed if a turn ends with all its CEs inactive. A collapsed unit may still recover.",
    ],
    origin: "Appendix PAT4, Power Activation Failure, which mentions the snowball effect (pp. 193, 903) but gives no \
             numbers. The designer decides how fast CEs lapse, how many return and how strong the snowball effect \
             is.",
    interpretations: &[
        interpretation(
            "An active CE has a 5% chance of lapsing on each turn.",
            &[other_interpretation(
                "lapse",
                "0.1",
                "an active CE has a 10% chance of lapsing on each turn",
            )],
        ),
        interpretation(
            "An obeyed order restores one CE.",
            &[other_interpretation(
                "restored",
                "2",
                "an obeyed order restores two CEs",
            )],
        ),
        interpretation(
            "A failed order makes one more CE inactive.",
            &[
                other_interpretation(
                    "snowball",
                    "2",
                    "a failed order makes two more CEs inactive",
                ),
                other_interpretation(
                    "snowball",
                    "0",
                    "a failed order makes no CE inactive, so there is no snowball",
                ),
            ],
        ),
        interpretation(
            "Cohering is checked at the ship and at the colony, as in the published table.",
            &[other_interpretation(
                "check",
                "\"ship\"",
                "only the unit is checked",
            )],
        ),
        interpretation(
            "Enlightenment rerolls the whole activation, with both checks.",
            &[other_interpretation(
                "reroll",
                "\"check\"",
                "it rerolls only the first check that failed, and the other check stands",
            )],
        ),
    ],
};
