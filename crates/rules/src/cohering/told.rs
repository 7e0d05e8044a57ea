//! `cohering` in sentences, and what was chosen where its text has no number.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "A colony or ship that fails to obey a Culture Power Activation for Cohering loses cohesion, and that makes the next \
         one likelier to fail: a snowball effect.",
        "On each Regular Turn every active Constructural Element (CE) of the unit first goes inactive with a small chance.",
        "If any of its CEs is inactive, Cohering is ordered, and checked at the ship and at the colony; the unit's own CEs are \
         the ship's.",
        "A check fails with 5%, and with 15% more for each inactive CE, but never with more than 50%.",
        "Where the order is obeyed, a CE becomes active again; where it fails, one more goes inactive.",
        "Enlightenment rerolls the order, anew on every turn.",
        "A unit has collapsed on a turn that ends with all its CEs inactive; it may still recover.",
    ],
    origin: "Appendix PAT4, Power Activation Failure, which names the snowball effect (pp. 193, 903) and gives no numbers for \
             it: how fast CEs lapse, return and snowball is the designer's.",
    interpretations: &[
        read("An active CE lapses with 5% on a turn.", &[or("lapse", "0.1", "one in ten lapses")]),
        read("An order that is obeyed restores one CE.", &[or("restored", "2", "it restores two")]),
        read(
            "An order that fails costs one more CE.",
            &[or("snowball", "2", "it costs two"), or("snowball", "0", "there is no snowball")],
        ),
        read(
            "Cohering is checked at ship and colony, as the table has it.",
            &[or("check", "\"ship\"", "the unit alone is checked")],
        ),
        read(
            "Enlightenment rerolls the whole activation, both checks.",
            &[or("reroll", "\"check\"", "it rerolls the first check that failed, and the other stands")],
        ),
    ],
};
