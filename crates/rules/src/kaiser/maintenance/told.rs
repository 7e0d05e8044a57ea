//! `power-maintenance` in sentences, and how its text was read.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A power that can be maintained has a cost that is paid in the End Phase, again and again.",
        "A maintenance of Turn is paid in each round, Minor Sustain every minute (10 rounds), Major Sustain every ten minutes \
         (100 rounds), and Daily every day at dawn.",
        "What accumulates in a round comes first, and can be paid with in the same round.",
        "The powers are paid in the order in which they are listed, each as far as the pool suffices for it.",
        "A power whose cost cannot be paid ends when the round does, so that the round still counts; the others go on.",
        "A pool that holds so much at most loses what is gained above it.",
    ],
    origin: "Kaiser, Powers: Maintaining Powers.",
    interpretations: &[
        read(
            "The first dawn at which Daily powers are paid is a whole day away, 14,400 rounds.",
            &[or("dawn_in", "50", "it comes in round 50, and then every 14,400 rounds")],
        ),
        read("A pool has no limit.", &[or("pool_max", "12", "it holds 12 at most")]),
        read(
            "Nothing accumulates unless it is said.",
            &[or("gain", "\"1d3-1\"", "0, 1 or 2 accumulate in each round")],
        ),
    ],
};
