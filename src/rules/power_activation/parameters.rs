//! What a scenario may say of Power Activations.

use crate::rule::parameter::{Parameter, ParameterType};

use super::elements::{BASE, CAP, ENLIGHTENMENT, INACTIVE, PER_INACTIVE_CE, REROLL};
use super::table::{Check, IDS};

/// Regular Turns at most.
const MOST_TURNS: i64 = 100;

const INACTIVE_LIST: ParameterType = ParameterType::List(&INACTIVE);
const NAME: Parameter = Parameter::new("name", ParameterType::Text, "", "the order's name; the power's when absent");

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
        "what an Enlightenment rerolls in a run through a Blockade: the check that failed, or the whole activation with the run",
    )
    .labelled("Enlightenment rerolls of a run", "Run rerolls"),
    Parameter::new(
        "stopped_spends",
        ParameterType::Flag,
        "true",
        "whether an order that obeyed spends its RPs where a Blockade stops it or its Conditions Precedent do not hold",
    ),
    Parameter::new(
        "turns",
        ParameterType::Whole { from: 1, to: MOST_TURNS },
        "1",
        "Regular Turns on which the orders are given",
    )
    .labelled("Regular Turns", "Turns"),
    Parameter::new(
        "succession",
        ParameterType::Flag,
        "false",
        "a process over successive Regular Turns: every order must be executed, and the first that is not ends it",
    ),
    NAME,
    Parameter::new("power", ParameterType::Choice(&IDS), "", "a row of the table, which decides what is checked")
        .labelled("Power", ""),
    Parameter::new(
        "check",
        ParameterType::Choice(Check::NAMES),
        "",
        "whose CEs are checked when no power is named; \"ship\" when neither is",
    )
    .labelled("What is checked", ""),
    Parameter::new("count", ParameterType::Whole { from: 1, to: 1000 }, "1", "that many orders alike")
        .labelled("Orders alike", "Orders"),
    Parameter::new(
        "on_turn",
        ParameterType::Whole { from: 1, to: MOST_TURNS },
        "",
        "the one Regular Turn on which the order is given; every turn when absent",
    )
    .labelled("Given on turn", "On turn"),
    Parameter::new("ship_inactive_ce", INACTIVE, "0", "inactive CEs of the ship, Temporal ones left out")
        .labelled("Inactive CEs of the ship", "Ship CEs"),
    Parameter::new("ship_inactive_temporal_ce", INACTIVE, "0", "inactive Temporal CEs of the ship: never counted"),
    Parameter::new(
        "colony_inactive_ce",
        ParameterType::AnyOf(&[INACTIVE, INACTIVE_LIST]),
        "0",
        "inactive CEs of the colony, Temporal ones left out; a list where several colonies are checked",
    )
    .labelled("Inactive CEs of the colony", "Colony CEs"),
    Parameter::new("colony_inactive_temporal_ce", INACTIVE, "0", "inactive Temporal CEs of the colony: never counted"),
    Parameter::new(
        "supporting_colony_inactive_ce",
        INACTIVE,
        "",
        "inactive CEs of the Supporting Colony of a second check; no such colony in the system when absent",
    )
    .labelled("Inactive CEs of the supporting colony", "Supporting CEs"),
    ENLIGHTENMENT,
    Parameter::new("osl_expired", ParameterType::Flag, "false", "a Landing with expired OSL never fails"),
    Parameter::new("pacification", ParameterType::Flag, "false", "Initiate Combat for Pacification is not checked"),
    Parameter::new(
        "engaged",
        ParameterType::Flag,
        "false",
        "the unit is engaged in a Combat: it fails whatever it is ordered, and no reroll helps",
    ),
    Parameter::new(
        "barred",
        ParameterType::AnyOf(&[ParameterType::Flag, ParameterType::Probability]),
        "false",
        "whether, or with what chance for each order, it fails without a check: Load Cargo by a ship that was not in the \
         system at the beginning of the turn, Trucking at a besieged colony",
    )
    .labelled("Chance of being barred", "Barred"),
    Parameter::new(
        "alien_colony",
        ParameterType::Flag,
        "false",
        "the Trade Mission goes to an alien colony: only then it has the second check",
    ),
    Parameter::new(
        "spends",
        ParameterType::Choice(&["act", "scene"]),
        "\"scene\"",
        "what a Special Operation spends: an Act is not checked, a Scene is",
    )
    .labelled("Spends", ""),
    Parameter::new(
        "target",
        ParameterType::Choice(&["colony", "ship"]),
        "\"colony\"",
        "whose CEs a Special Operation is checked against: the colony's, or those of a ship that is the target unit",
    )
    .labelled("Target", ""),
    Parameter::new(
        "blockade_success",
        ParameterType::Probability,
        "",
        "the order runs a Blockade, and this is its chance to get through; no Blockade when absent",
    )
    .labelled("Chance to run the Blockade", "Run"),
    Parameter::new(
        "conditions",
        ParameterType::Probability,
        "1",
        "chance that a Writ's Conditions Precedent hold, tried once the activation has obeyed",
    )
    .labelled("Chance that the conditions hold", "Conditions"),
    Parameter::new(
        "costs_rp",
        ParameterType::Whole { from: 0, to: 1_000_000 },
        "0",
        "RPs that each order costs; a failed activation spends none",
    )
    .labelled("RPs an order costs", "RPs"),
    Parameter::new(
        "orders",
        ParameterType::Entries { inherits: INHERITED, own: &[NAME], most: 100 },
        "",
        "the orders of a turn; one order, written at the top level, when absent",
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
];
