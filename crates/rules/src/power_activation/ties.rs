//! Relations between orders: an order that needs another of its turn, Enlightenments assigned to
//! orders, and processes.

use oddsmith_model::rule::values::{ParameterError, Values};

use super::order::Order;

/// The maximal number of orders in a turn that others may need.
const MAX_NEEDED: usize = 64;
/// The maximal number of orders to which Enlightenment may be assigned.
pub(super) const MAX_SLOTS: u32 = 20;
/// The maximal number of Enlightenments that may be assigned to one order.
pub(super) const MAX_PER_ORDER: u8 = 5;

/// Determines the relations between the orders.
///
/// # Errors
/// Returns an error if an order needs one that is not listed before it, is not given in its turn,
/// or names several equal orders. It also fails if there are too many orders.
pub(super) fn link_orders(orders: &mut [Order], values: &Values) -> Result<(), ParameterError> {
    let mut marks = 0;
    for (index, entry) in values.entries("orders").into_iter().enumerate() {
        let Some(name) = entry.text_if("needs") else {
            continue;
        };
        let fault = |problem: String, help: &str| {
            Err(ParameterError::new(
                format!("orders.{index}.needs"),
                problem,
                help,
            ))
        };
        let (before, rest) = orders.split_at_mut(index);
        let Some(needed) = before.iter_mut().find(|order| order.name == name) else {
            let problem = if rest.iter().any(|order| order.name == name) {
                format!("\"{name}\" is not listed before this order")
            } else {
                format!("there is no order \"{name}\"")
            };
            return fault(problem, "name an order that is listed before this one");
        };
        if needed.count > 1 {
            let problem = format!(
                "\"{name}\" are {} orders alike: which of them is needed?",
                needed.count
            );
            return fault(
                problem,
                "list the one that is needed apart, with a name of its own",
            );
        }
        if needed.only_turn.is_some() && needed.only_turn != rest[0].only_turn {
            return fault(
                format!("\"{name}\" is not given on the same turn"),
                "give both the same `on_turn`",
            );
        }
        if needed.links.mark.is_none() && marks == MAX_NEEDED {
            return fault(
                format!("more than {MAX_NEEDED} orders are needed by others"),
                "ask about fewer at once",
            );
        }
        let mark = *needed.links.mark.get_or_insert_with(|| {
            marks += 1;
            marks as u8 - 1
        });
        rest[0].links.needs = Some(mark);
    }
    let mut needed_from = 0;
    for order in orders.iter_mut().rev() {
        needed_from |= order.links.needs.map_or(0, |mark| 1 << mark);
        order.links.needed_marks = needed_from;
    }
    if values.whole_if("enlightenment_to_assign").is_some() {
        assign_slots(orders)
    } else {
        Ok(())
    }
}

/// Assigns a slot to each order that can use Enlightenment.
fn assign_slots(orders: &mut [Order]) -> Result<(), ParameterError> {
    let mut slots = 0;
    for order in orders
        .iter_mut()
        .filter(|order| order.activation.is_checked())
    {
        order.links.slot = Some(slots as u8);
        slots += order.count;
        if slots > MAX_SLOTS {
            let problem = format!("Enlightenment is assigned among more than {MAX_SLOTS} orders");
            let help = "ask about fewer orders at once, or give each its own `enlightenment`";
            return Err(ParameterError::new(
                "enlightenment_to_assign",
                problem,
                help,
            ));
        }
    }
    Ok(())
}

/// Checks that a process takes several turns, and that each turn has an order.
///
/// # Errors
/// Returns an error if it does not.
pub(super) fn validate_process(
    orders: &[Order],
    turns: u8,
    succession: bool,
) -> Result<(), ParameterError> {
    if !succession {
        return Ok(());
    }
    if turns == 1 {
        let help = "set turns to the Regular Turns that the process takes, 2 to 100, or leave succession out";
        return Err(ParameterError::new(
            "succession",
            "a process over successive turns has only one turn",
            help,
        ));
    }
    let is_unused = |turn: &u8| orders.iter().all(|order| !order.is_given_on(*turn));
    match (1..=turns).find(is_unused) {
        Some(turn) => {
            let problem = format!("no order of the process is given on turn {turn}");
            Err(ParameterError::new(
                "succession",
                problem,
                "its turns follow each other: give an order on each of them",
            ))
        }
        None => Ok(()),
    }
}
