//! The texts of `power-maintenance`, with interpretations of the published text.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A power that can be maintained has a cost, which is paid in every End Phase.",
        "A Turn cost is paid in each round, a Minor Sustain cost every minute (10 rounds), and a Major Sustain cost \
         every ten minutes (100 rounds). A Daily cost is paid every day at dawn.",
        "The pool grows before costs are paid, so what accumulates in a round can pay costs in the same round.",
        "The powers are paid for in the order listed. Each is paid for if the pool still holds enough.",
        "A power whose cost cannot be paid ends at the end of the round, so that round still counts. The other \
         powers continue.",
        "If the pool has a maximum, any gain above it is lost.",
    ],
    origin: "Kaiser, Powers: Maintaining Powers.",
    interpretations: &[
        interpretation(
            "The first dawn, when Daily costs are paid, is a whole day away: 14,400 rounds.",
            &[other_interpretation(
                "dawn_in",
                "50",
                "the first dawn comes in round 50, and later dawns follow every 14,400 rounds",
            )],
        ),
        interpretation(
            "The pool has no limit.",
            &[other_interpretation(
                "pool_max",
                "12",
                "the pool holds at most 12",
            )],
        ),
        interpretation(
            "Nothing accumulates by default.",
            &[other_interpretation(
                "gain",
                "\"1d3-1\"",
                "0, 1 or 2 accumulate in each round",
            )],
        ),
    ],
};
