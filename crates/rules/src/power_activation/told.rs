//! `power-activation` in sentences, and how its text was read.

use oddsmith_model::rule::words::{RuleWords, or, read};

/// The rule in words.
pub(super) const WORDS: RuleWords = RuleWords {
    sentences: &[
        "On a Regular Turn most Power Activations are checked before they are obeyed: at the ship, at the colony or at both, \
         as the table below says of each; orders in Combat Rounds never are.",
        "A check fails with 5%, and with 15% more for each inactive Constructural Element (CE), but never with more than \
         50%; Temporal CEs are not counted.",
        "Where ship and colony are both checked, either failure makes the activation fail.",
        "Orders that start interstellar movement, Landing and Initiate Combat have a second check where the ship's fails, \
         against the CEs of a supporting colony in the system; if that one holds, they are obeyed.",
        "Enlightenment that was assigned in the Regular Turn Orders, before anything is rolled, rerolls a failed activation.",
        "An order may be worth nothing without another of its turn: a Writ without its Power Activation, Develop Doctrinal \
         Templates without a Combat Power Activation, one side of a Trucking Transaction without the other.",
        "Units that obey Initiate Combat fight from the first Round; those that fail may join in a later one.",
        "A unit engaged in a Combat fails whatever it is ordered, and so may a Load Cargo by a ship that did not begin the turn \
         in the system, or Trucking at a besieged colony; no reroll helps there.",
        "A ship that is to run a Blockade is checked before the run, and the colony after it; a Writ's Conditions Precedent \
         are tried once its Power Activation was obeyed.",
        "A failed activation is used up for the turn, but takes no Acts, Scenes or RPs.",
        "A Government Title can fail its Conflict Check over Taxation only if all colonies failed Taxation on that turn.",
        "A process over successive Regular Turns, each position ordering on its own, ends with the first order that is not \
         executed.",
    ],
    origin: "Appendix PAT4, Power Activation Failure, with its Power Activations - Constructural Elements Table; the pages are \
             those that it cites.",
    interpretations: &[
        read(
            "Enlightenment rerolls the whole activation, all its checks.",
            &[or("reroll", "\"check\"", "it rerolls the first check that failed, and the others stand")],
        ),
        read(
            "Enlightenments to be assigned are dealt out among the orders that can use them, as listed, unless a player decides.",
            &[or("enlightenment_stock", "2", "a house rule: they are kept until an order has failed")],
        ),
        read(
            "In a run through a Blockade it rerolls the check that failed, and the run is not made again.",
            &[or("blockade_reroll", "\"activation\"", "it rerolls the whole activation, the run included")],
        ),
        read(
            "An order that was obeyed spends its RPs, also where a Blockade stops it or a Writ lacks its Conditions.",
            &[or("stopped_spends", "false", "it spends them only where it is executed")],
        ),
        read(
            "Unloading Population, marked under ship and under colony, is checked at both; other checks than the table's \
             are tried by leaving `power` out.",
            &[
                or("check", "\"ship\"", "the ship alone is checked"),
                or("check", "\"colony\"", "the colony alone is checked"),
            ],
        ),
        read(
            "The target unit of a Special Operation that spends a Scene is at the colony, whose CEs are checked.",
            &[or("target", "\"ship\"", "it is a ship, and the ship's CEs are checked")],
        ),
    ],
};
