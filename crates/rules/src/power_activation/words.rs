//! The texts of `power-activation`, with interpretations of the published text.

use oddsmith_model::rule::words::{RuleWords, interpretation, other_interpretation};

/// The texts of the rule.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "On a Regular Turn, most Power Activations are checked before they are obeyed. The check is made at the ship, \
         at the colony or at both, as the table below shows. Orders in Combat Rounds are never checked.",
        "A check has a 5% chance of failure, plus 15% for each inactive Constructural Element (CE), to a maximum \
         of 50%. Temporal CEs are not counted.",
        "If ship and colony are both checked, either failure makes the activation fail.",
        "Landing, Initiate Combat and orders that start interstellar movement get a second check if the ship's \
         check fails. The second check is made against the CEs of a supporting colony in the system. If it \
         succeeds, the order is obeyed.",
        "Enlightenment rerolls a failed activation. Enlightenment must be assigned in the Regular Turn Orders, \
         before anything is rolled.",
        "An order may need another order of the same turn. Examples: a Writ needs its Power Activation, Develop \
         Doctrinal Templates needs a Combat Power Activation, and each side of a Trucking Transaction needs the \
         other.",
        "Units that obey Initiate Combat fight from the first Round. Units that fail may join in a later Round.",
        "A unit engaged in a Combat fails every order. Load Cargo may fail if the ship did not begin the turn in \
         the system, and Trucking may fail at a besieged colony. No reroll helps in these cases.",
        "A ship that runs a Blockade is checked before the run, and the colony is checked after it. A Writ's \
         Conditions Precedent are tested after its Power Activation has been obeyed.",
        "A failed activation is used up for the turn, but it removes no Acts, Scenes or RPs.",
        "A Government Title can fail its Conflict Check over Taxation only if all colonies failed Taxation on that \
         turn.",
        "Some processes take several Regular Turns in succession, and each position gives its order on its own turn. \
         The first order that is not executed ends the process.",
    ],
    origin: "Appendix PAT4, Power Activation Failure, with its Power Activations - Constructural Elements Table. The \
             page numbers are those cited in the appendix.",
    interpretations: &[
        interpretation(
            "Enlightenment rerolls the whole activation, with all its checks.",
            &[other_interpretation(
                "reroll",
                "\"check\"",
                "it rerolls only the first check that failed, and the other checks stand",
            )],
        ),
        interpretation(
            "Unless a player assigns them, Enlightenments are shared out among the orders that can use them, in the \
             order listed.",
            &[other_interpretation(
                "enlightenment_stock",
                "2",
                "a house rule: Enlightenments are kept until an order has failed",
            )],
        ),
        interpretation(
            "In a run through a Blockade, Enlightenment rerolls only the check that failed. The run itself is not \
             repeated.",
            &[other_interpretation(
                "blockade_reroll",
                "\"activation\"",
                "Enlightenment rerolls the whole activation, including the run",
            )],
        ),
        interpretation(
            "An order that has been obeyed spends its RPs, even if a Blockade stops it or a Writ's Conditions are not met.",
            &[other_interpretation(
                "stopped_spends",
                "false",
                "an order spends its RPs only if it is executed",
            )],
        ),
        interpretation(
            "Unloading Population is marked under ship and under colony, so both are checked. Leave `power` out to \
             try checks that differ from the table.",
            &[
                other_interpretation("check", "\"ship\"", "only the ship is checked"),
                other_interpretation("check", "\"colony\"", "only the colony is checked"),
            ],
        ),
        interpretation(
            "The target unit of a Special Operation that spends a Scene is at the colony, so the colony's CEs are \
             checked.",
            &[other_interpretation(
                "target",
                "\"ship\"",
                "the target unit is a ship, so the ship's CEs are checked",
            )],
        ),
    ],
};
