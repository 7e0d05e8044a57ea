//! What a scenario may say of Power Activations.

use oddsmith_model::rule::parameter::{Parameter, ParameterType};

use super::elements::{BASE, CAP, ENLIGHTENMENT, INACTIVE, PER_INACTIVE_CE, REROLL};
use super::table::{Check, IDS};

/// Regular Turns at most.
const MOST_TURNS: i64 = 100;

const NEEDS: Parameter = Parameter::new(
    "needs",
    ParameterType::Text,
    "",
    "The name of an order of the same turn, listed before this one, without which this one is not carried out: a Writ and its Power Activation, Develop Doctrinal Templates and a Combat Power Activation, the two sides of Trucking.",
);

const INACTIVE_LIST: ParameterType = ParameterType::List(&INACTIVE);
const NAME: Parameter = Parameter::new(
    "name",
    ParameterType::Text,
    "",
    "The name of the order; without one it has the name of its Power Activation.",
);

/// Its parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    BASE,
    PER_INACTIVE_CE,
    CAP,
    REROLL,
    Parameter::new(
        "blockade_reroll",
        ParameterType::Choice(&["check", "activation"]),
        "\"check\"",
        "What Enlightenment rerolls in a run through a Blockade: the check that failed only, or the whole activation with the run.",
    )
    .labelled("Enlightenment rerolls of a run", "Run rerolls"),
    Parameter::new(
        "stopped_spends",
        ParameterType::Flag,
        "true",
        "Whether an order that was obeyed spends its RPs even where a Blockade stops it or a Writ's Conditions Precedent do not hold.",
    ),
    Parameter::new(
        "turns",
        ParameterType::Whole { from: 1, to: MOST_TURNS },
        "1",
        "On how many Regular Turns the orders are given.",
    )
    .labelled("Regular Turns", "Turns"),
    Parameter::new(
        "succession",
        ParameterType::Flag,
        "false",
        "Whether the orders are an inter-position process over successive Regular Turns: every one must be executed, and the first that is not ends it.",
    ),
    Parameter::new(
        "enlightenment_stock",
        ParameterType::Whole { from: 0, to: 20 },
        "",
        "A house rule: how many Enlightenments the orders of a turn have in common, kept until one has failed and may be spent on it. In the text they are assigned beforehand.",
    )
    .labelled("Enlightenments in common", "Stock"),
    Parameter::new(
        "enlightenment_to_assign",
        ParameterType::Whole { from: 0, to: 20 },
        "",
        "How many Enlightenments are assigned to the orders of a turn before anything is rolled, in the Regular Turn Orders; the choice `assign` says to which, else they are dealt out as listed. They come on top of an order's own `enlightenment`.",
    )
    .labelled("Enlightenments to assign", "To assign"),
    NAME,
    Parameter::new("power", ParameterType::Choice(&IDS), "", "The Power Activation, a row of the table: it decides whose CEs are checked.")
        .labelled("Power", ""),
    Parameter::new(
        "check",
        ParameterType::Choice(Check::NAMES),
        "",
        "Whose CEs are checked where no power is named; the ship's where neither is said.",
    )
    .labelled("Checked", ""),
    Parameter::new("count", ParameterType::Whole { from: 1, to: 1000 }, "1", "How many orders there are just like this one.")
        .labelled("Identical orders", "Orders"),
    Parameter::new(
        "on_turn",
        ParameterType::Whole { from: 1, to: MOST_TURNS },
        "",
        "The one Regular Turn on which the order is given; without it, it is given on every turn.",
    )
    .labelled("Turn of the order", "On turn"),
    Parameter::new("ship_inactive_ce", INACTIVE, "0", "How many CEs of the ship are inactive, Temporal ones left out; of Transporting Population the population's are left out too.")
        .labelled("Inactive CEs of the ship", "Inactive ship CEs"),
    Parameter::new("ship_inactive_temporal_ce", INACTIVE, "0", "How many Temporal CEs of the ship are inactive; they are never counted, and change nothing."),
    Parameter::new(
        "colony_inactive_ce",
        ParameterType::AnyOf(&[INACTIVE, INACTIVE_LIST]),
        "0",
        "How many CEs of the colony are inactive, Temporal ones left out; a list where several colonies are checked, as in Trucking.",
    )
    .labelled("Inactive CEs of the colony", "Inactive colony CEs"),
    Parameter::new("colony_inactive_temporal_ce", INACTIVE, "0", "How many Temporal CEs of the colony are inactive; they are never counted, and change nothing."),
    Parameter::new(
        "supporting_colony_inactive_ce",
        INACTIVE,
        "",
        "How many CEs are inactive of the supporting colony in the system, against which the second check is made; without it there is no such colony.",
    )
    .labelled("Inactive CEs of the supporting colony", "Inactive supporting CEs"),
    ENLIGHTENMENT,
    Parameter::new("osl_expired", ParameterType::Flag, "false", "Whether the Colony Ships that are to land have expired OSL; they never fail to obey then."),
    Parameter::new("pacification", ParameterType::Flag, "false", "Whether Combat is initiated for Pacification, which is not checked."),
    Parameter::new(
        "engaged",
        ParameterType::Flag,
        "false",
        "Whether the unit is engaged in a Combat: it fails whatever it is ordered then, and no reroll helps.",
    ),
    Parameter::new(
        "barred",
        ParameterType::AnyOf(&[ParameterType::Flag, ParameterType::Probability]),
        "false",
        "Whether, or with what chance, the order fails without a check: Load Cargo by a ship that was not in the system at the \
         beginning of the turn, Trucking at a besieged colony, an order to a ship in Interstellar Flight.",
    )
    .labelled("Chance of being barred", "Barred"),
    Parameter::new(
        "alien_colony",
        ParameterType::Flag,
        "false",
        "Whether the Trade Mission goes to an alien colony's system; only then it has the second check.",
    ),
    Parameter::new(
        "spends",
        ParameterType::Choice(&["act", "scene"]),
        "\"scene\"",
        "What a Special Operation requires: with an Act it is not checked, with a Scene it is.",
    )
    .labelled("Spends", ""),
    Parameter::new(
        "target",
        ParameterType::Choice(&["colony", "ship"]),
        "\"colony\"",
        "Whose CEs a Special Operation that takes a Scene is checked against: the colony's, or those of a ship that is the target unit.",
    )
    .labelled("Target", ""),
    Parameter::new(
        "blockade_success",
        ParameterType::Probability,
        "",
        "The chance to get through the Blockade that the order runs; without it the order runs none.",
    )
    .labelled("Chance to run the Blockade", "Run"),
    Parameter::new(
        "conditions",
        ParameterType::Probability,
        "1",
        "The chance that a Writ's Conditions Precedent hold and a matching Fuzzy Group is there, tried once the activation was obeyed.",
    )
    .labelled("Chance that the conditions hold", "Conditions"),
    Parameter::new(
        "costs_rp",
        ParameterType::Whole { from: 0, to: 1_000_000 },
        "0",
        "How many Resource Points (RPs) each order costs; a failed activation spends none.",
    )
    .labelled("RPs per order", "RPs"),
    Parameter::new(
        "worth",
        ParameterType::Whole { from: 0, to: 1000 },
        "1",
        "How much executing this order is worth, relative to the other orders. Best play weighs orders by it.",
    )
    .labelled("Worth", "Worth"),
    Parameter::new(
        "orders",
        ParameterType::Entries { inherits: INHERITED, own: &[NAME, NEEDS], most: 100 },
        "",
        "The orders of a turn. Without them there is one, written at the top level.",
    ),
];

/// What an order takes from the top level where it leaves it out.
const INHERITED: &[&str] = &[
    "power",
    "check",
    "count",
    "on_turn",
    "ship_inactive_ce",
    "ship_inactive_temporal_ce",
    "colony_inactive_ce",
    "colony_inactive_temporal_ce",
    "supporting_colony_inactive_ce",
    "enlightenment",
    "osl_expired",
    "pacification",
    "engaged",
    "barred",
    "alien_colony",
    "spends",
    "target",
    "blockade_success",
    "conditions",
    "costs_rp",
    "worth",
];
