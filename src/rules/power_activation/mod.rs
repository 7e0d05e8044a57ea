//! `power-activation`: localized Power Activations, which inactive Constructural Elements (CEs) make fail.
//!
//! Published text 000 (appendix PAT4). The orders of a turn are independent, so that a trial falls into
//! parts that do not touch: the failures of all, the RPs of all, each order's own results. A process
//! over successive turns ties them together by one bit, whether every order was executed.

pub mod activation;
mod division;
pub mod elements;
mod order;
pub mod part;
mod presentation;
pub mod table;
mod total;

use crate::rule::metric::Presentation;
use crate::rule::parameter::{Parameter, ParameterType};
use crate::rule::values::{ParameterError, Values};

use division::Division;
use elements::{BASE, CAP, ENLIGHTENMENT, INACTIVE, PER_INACTIVE_CE, REROLL};
use order::Order;
use part::Part;

/// What it is, in one line.
pub const ABOUT: &str = "Power Activations checked at ship, colony or both against inactive Constructural Elements";

const INACTIVE_LIST: ParameterType = ParameterType::List(&INACTIVE);

/// Its parameters.
pub const PARAMETERS: &[Parameter] = &[
    BASE,
    PER_INACTIVE_CE,
    CAP,
    REROLL,
    Parameter::new("turns", ParameterType::Whole { from: 1, to: 100 }, "1", "Regular Turns on which the orders are given")
        .labelled("Regular Turns", "Turns"),
    Parameter::new(
        "succession",
        ParameterType::Flag,
        "false",
        "a process: every order must be executed on every turn, and the first failure ends it",
    ),
    Parameter::new("name", ParameterType::Text, "", "the order's name; the power's when absent"),
    Parameter::new("power", ParameterType::Choice(&table::IDS), "", "a row of the table; it decides what is checked")
        .labelled("Power", ""),
    Parameter::new(
        "check",
        ParameterType::Choice(table::Check::NAMES),
        "",
        "what is checked when no power is named; \"ship\" when neither is",
    )
    .labelled("What is checked", ""),
    Parameter::new("count", ParameterType::Whole { from: 1, to: 1000 }, "1", "that many orders alike")
        .labelled("Orders alike", "Orders"),
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
        "inactive CEs of the supporting colony of a second check; no such colony in the system when absent",
    )
    .labelled("Inactive CEs of the supporting colony", "Supporting CEs"),
    ENLIGHTENMENT,
    Parameter::new("osl_expired", ParameterType::Flag, "false", "Landing with expired OSL: never fails"),
    Parameter::new("pacification", ParameterType::Flag, "false", "Initiate Combat for Pacification: not checked"),
    Parameter::new("engaged", ParameterType::Flag, "false", "the unit is engaged in a Combat: fails whatever it is ordered"),
    Parameter::new(
        "barred",
        ParameterType::Flag,
        "false",
        "fails without a check: Load Cargo by a ship that arrived this turn, Trucking at a besieged colony",
    ),
    Parameter::new(
        "alien_colony",
        ParameterType::Flag,
        "false",
        "the Trade Mission goes to an alien colony: it has the second check then",
    ),
    Parameter::new(
        "spends",
        ParameterType::Choice(&["act", "scene"]),
        "\"scene\"",
        "what a Special Operation spends: an Act is not checked, a Scene is",
    )
    .labelled("Spends", ""),
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
        "chance that a Writ's Conditions Precedent hold, once the activation has obeyed",
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
        ParameterType::Entries {
            inherits: &[
                "power",
                "check",
                "count",
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
                "blockade_success",
                "conditions",
                "costs_rp",
            ],
            own: &[Parameter::new("name", ParameterType::Text, "", "the order's name; the power's when absent")],
            most: 100,
        },
        "",
        "the orders of a turn; one order, written at the top level, when absent",
    ),
];

/// The rule under these parameters, in parts that do not touch. The first presents them all.
///
/// # Errors
/// A power and a check that disagree, a list of colonies where none is checked, flags that concern
/// another power, orders without a name or of one name, a process of one turn.
pub fn parts(values: &Values) -> Result<Vec<Part>, ParameterError> {
    let turns = values.count("turns");
    let succession = values.flag("succession");
    if succession && turns == 1 {
        let help = "set turns to the Regular Turns that the process takes, 2 to 100, or leave succession out";
        return Err(ParameterError::new("succession", "a process over successive turns has only one turn", help));
    }
    let orders = Order::all(values)?;
    let lone = values.entries("orders").is_empty();
    let all = presentation::of(&orders, lone, turns, succession);
    let step_only = Presentation { step: all.step.clone(), ..Presentation::default() };
    let division = Division::new(&orders, turns, succession);
    let parts = if lone { division.lone() } else { division.listed() };
    let presentations = std::iter::once(all).chain(std::iter::repeat(step_only));
    Ok(parts.into_iter().zip(presentations).map(|(part, own)| part.presenting(own)).collect())
}
