//! The parameters of Power Activations.

use oddsmith_model::rule::parameter::{Parameter, ParameterType};

use super::elements::{BASE, CAP, ENLIGHTENMENT, INACTIVE, PER_INACTIVE_CE, REROLL};
use super::table::{Check, IDS};

/// The maximal number of Regular Turns.
const MAX_TURNS: i64 = 100;

const NEEDS: Parameter = Parameter::new(
    "needs",
    ParameterType::Text,
    "",
    "The name of another order of the same turn, listed before this one. This order is only carried out together with it. Examples: a Writ and its Power Activation, Develop Doctrinal Templates and a Combat Power Activation, the two sides of Trucking.",
);

const INACTIVE_LIST: ParameterType = ParameterType::List(&INACTIVE);
const NAME: Parameter = Parameter::new(
    "name",
    ParameterType::Text,
    "",
    "The name of the order. By default it has the name of its Power Activation.",
);

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[
    BASE,
    PER_INACTIVE_CE,
    CAP,
    REROLL,
    Parameter::new(
        "blockade_reroll",
        ParameterType::Choice(&["check", "activation"]),
        "\"check\"",
        "What Enlightenment rerolls in a run through a Blockade: only the check that failed, or the whole activation including the run.",
    )
    .labelled("What Enlightenment rerolls in a run", "Run rerolls"),
    Parameter::new(
        "stopped_spends",
        ParameterType::Flag,
        "true",
        "Whether an order that was obeyed spends its RPs even if a Blockade stops it or a Writ's Conditions Precedent are not met.",
    ),
    Parameter::new(
        "turns",
        ParameterType::Whole { from: 1, to: MAX_TURNS },
        "1",
        "The number of Regular Turns on which the orders are given.",
    )
    .labelled("Regular Turns", "Turns"),
    Parameter::new(
        "succession",
        ParameterType::Flag,
        "false",
        "Whether the orders form an inter-position process over successive Regular Turns. All must be executed, and the first order that is not executed ends the process.",
    ),
    Parameter::new(
        "enlightenment_stock",
        ParameterType::Whole { from: 0, to: 20 },
        "",
        "A house rule: how many Enlightenments the orders of a turn share. The shared Enlightenments are kept until an order has failed, and may then be spent on it. In the text they are assigned beforehand.",
    )
    .labelled("Shared Enlightenments", "Stock"),
    Parameter::new(
        "enlightenment_to_assign",
        ParameterType::Whole { from: 0, to: 20 },
        "",
        "How many Enlightenments are assigned to the orders of a turn in the Regular Turn Orders, before anything is rolled. The choice `assign` decides which orders get them. By default they are shared out in the order listed. These Enlightenments come on top of an order's own `enlightenment`.",
    )
    .labelled("Enlightenments to assign", "To assign"),
    NAME,
    Parameter::new("power", ParameterType::Choice(&IDS), "", "The Power Activation that is ordered, as named in the table. It decides whose CEs are checked.")
        .labelled("Power", ""),
    Parameter::new(
        "check",
        ParameterType::Choice(Check::NAMES),
        "",
        "Where CEs are checked if no power is named. If `power` and `check` are both missing, the ship's CEs are checked.",
    )
    .labelled("Where CEs are checked", ""),
    Parameter::new("count", ParameterType::Whole { from: 1, to: 1000 }, "1", "How many identical orders there are.")
        .labelled("Identical orders", "Orders"),
    Parameter::new(
        "on_turn",
        ParameterType::Whole { from: 1, to: MAX_TURNS },
        "",
        "The one Regular Turn on which the order is given. By default it is given on every turn.",
    )
    .labelled("Turn of the order", "On turn"),
    Parameter::new("ship_inactive_ce", INACTIVE, "0", "How many of the ship's CEs are inactive, not counting Temporal ones. For Transporting Population, the population's CEs are not counted either.")
        .labelled("Inactive CEs of the ship", "Inactive ship CEs"),
    Parameter::new("ship_inactive_temporal_ce", INACTIVE, "0", "How many Temporal CEs of the ship are inactive. Temporal CEs are never counted and change nothing."),
    Parameter::new(
        "colony_inactive_ce",
        ParameterType::AnyOf(&[INACTIVE, INACTIVE_LIST]),
        "0",
        "How many of the colony's CEs are inactive, not counting Temporal ones. If several colonies are checked, as in Trucking, write a list.",
    )
    .labelled("Inactive CEs of the colony", "Inactive colony CEs"),
    Parameter::new("colony_inactive_temporal_ce", INACTIVE, "0", "How many Temporal CEs of the colony are inactive. Temporal CEs are never counted and change nothing."),
    Parameter::new(
        "supporting_colony_inactive_ce",
        INACTIVE,
        "",
        "How many CEs of the supporting colony in the system are inactive. The second check is made against them. Without this key there is no such colony.",
    )
    .labelled("Inactive CEs of the supporting colony", "Inactive supporting CEs"),
    ENLIGHTENMENT,
    Parameter::new("osl_expired", ParameterType::Flag, "false", "Whether the Colony Ships ordered to Land have expired OSL. Such ships never fail to obey."),
    Parameter::new("pacification", ParameterType::Flag, "false", "Whether Combat is initiated for Pacification. An order for Pacification is not checked."),
    Parameter::new(
        "engaged",
        ParameterType::Flag,
        "false",
        "Whether the unit is engaged in a Combat. An engaged unit fails every order, and no reroll helps.",
    ),
    Parameter::new(
        "barred",
        ParameterType::AnyOf(&[ParameterType::Flag, ParameterType::Probability]),
        "false",
        "Whether the order fails without a check, or the chance of that. Examples: Load Cargo by a ship that began the turn \
         elsewhere, Trucking at a besieged colony, an order to a ship in Interstellar Flight.",
    )
    .labelled("Chance of being barred", "Barred"),
    Parameter::new(
        "alien_colony",
        ParameterType::Flag,
        "false",
        "Whether the Trade Mission goes to an alien colony's system. Only then does the Trade Mission make the second check.",
    ),
    Parameter::new(
        "spends",
        ParameterType::Choice(&["act", "scene"]),
        "\"scene\"",
        "What a Special Operation requires. An operation that takes a Scene is checked; one that takes an Act is not.",
    )
    .labelled("Spends", ""),
    Parameter::new(
        "target",
        ParameterType::Choice(&["colony", "ship"]),
        "\"colony\"",
        "Whose CEs are checked for a Special Operation that takes a Scene: the colony's, or those of a ship that is the target unit.",
    )
    .labelled("Target", ""),
    Parameter::new(
        "blockade_success",
        ParameterType::Probability,
        "",
        "The chance of getting through the Blockade. Without this key the order runs no Blockade.",
    )
    .labelled("Chance of a breakthrough", "Breakthrough chance"),
    Parameter::new(
        "conditions",
        ParameterType::Probability,
        "1",
        "The chance that a Writ's Conditions Precedent are met and a matching Fuzzy Group is present. The conditions are tested after the activation has been obeyed.",
    )
    .labelled("Chance that the conditions are met", "Conditions"),
    Parameter::new(
        "costs_rp",
        ParameterType::Whole { from: 0, to: 1_000_000 },
        "0",
        "How many Resource Points (RPs) each order costs. A failed activation spends no RPs.",
    )
    .labelled("RPs per order", "RPs"),
    Parameter::new(
        "worth",
        ParameterType::Whole { from: 0, to: 1000 },
        "1",
        "How much executing this order is worth, compared with the others. Best play can maximise the total, `worth_done`.",
    )
    .labelled("Worth", "Worth"),
    Parameter::new(
        "orders",
        ParameterType::Entries { inherits: INHERITED, entry_parameters: &[NAME, NEEDS], most: 100 },
        "",
        "The orders of a turn. Without this list there is one order, described at the top level.",
    ),
];

/// The keys that an order inherits from the top level.
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
