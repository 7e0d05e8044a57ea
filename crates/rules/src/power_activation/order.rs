//! Reads an order from a scenario and builds its activation, with errors for invalid orders.

use std::cell::RefCell;

use oddsmith_engine::chance::Probability;

use oddsmith_model::rule::nearest::Help;
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};

use super::activation::{Activation, Stage};
use super::elements::{Elements, MAX_ELEMENTS};
use super::table::{
    self, Check, INITIATE_COMBAT, LANDING, PowerRow, SPECIAL_OPERATIONS, TAXATION, TRADE_MISSION,
};

/// The maximal cost of the orders in a turn, so that the distribution of every sum fits in memory.
const MAX_RP: u64 = 1_000_000;

/// A number of equal orders.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) name: String,
    pub(super) power: Option<&'static PowerRow>,
    pub(super) count: u32,
    /// The only turn of the order; `None` for every turn.
    pub(super) only_turn: Option<u8>,
    pub(super) rp_cost: u32,
    /// The value of executing it.
    pub(super) worth: u32,
    /// Its relations to other orders of its turn.
    pub(super) links: OrderLinks,
    pub(super) activation: Activation,
}

/// The relations of an order to others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderLinks {
    /// The mark of the order that must be carried out first.
    pub(super) needs: Option<u8>,
    /// The mark that is set when this order is carried out, if another order needs it.
    pub(super) mark: Option<u8>,
    /// The marks that this order and later ones need, as bits.
    pub(super) needed_marks: u64,
    /// The index of its Enlightenments among all assigned ones, if it can use any.
    pub(super) slot: Option<u8>,
}

/// An entry of `orders`, or the whole table if there is only one order.
struct OrderEntry<'v> {
    values: &'v Values,
    /// The top-level table, from which an entry inherits missing keys.
    top: Option<&'v Values>,
    /// The prefix of its keys: "orders.2." or empty.
    path: String,
    /// The errors for unused parameters.
    unused: RefCell<Vec<ParameterError>>,
}

impl Order {
    pub(super) fn is_given_on(&self, turn: u8) -> bool {
        self.only_turn.is_none_or(|given_turn| given_turn == turn)
    }

    /// Returns whether it costs RPs and may be obeyed without being carried out.
    pub(super) fn may_be_stopped_at_a_cost(&self) -> bool {
        let stops = |stage: &Stage| matches!(stage, Stage::Blockade(_) | Stage::Conditions(_));
        self.rp_cost > 0 && (self.links.needs.is_some() || self.activation.stages.iter().any(stops))
    }

    /// Returns the name of one of several equal orders, numbered from 1.
    pub(super) fn numbered_name(&self, number: u32) -> String {
        if self.count == 1 {
            self.name.clone()
        } else {
            format!("{} {number}", self.name)
        }
    }

    /// Returns whether it starts a Combat, in whose first Round only units fight that obeyed.
    pub(super) fn initiates_combat(&self) -> bool {
        self.power.is_some_and(|power| power.id == INITIATE_COMBAT)
    }

    /// Returns whether a Government Title depends on it.
    pub(super) fn is_taxation(&self) -> bool {
        self.power.is_some_and(|power| power.id == TAXATION)
    }

    /// Reads the orders of a scenario. Returns them with errors for unused parameters.
    ///
    /// # Errors
    /// Returns the error of the first invalid order, or of all orders together.
    pub(super) fn read_all(
        values: &Values,
    ) -> Result<(Vec<Order>, Vec<ParameterError>), ParameterError> {
        let entries = values.entries("orders");
        let written = |values, top, path| OrderEntry {
            values,
            top,
            path,
            unused: RefCell::default(),
        };
        let written: Vec<OrderEntry<'_>> = if entries.is_empty() {
            vec![written(values, None, String::new())]
        } else {
            let entry = |(i, entry)| written(entry, Some(values), format!("orders.{i}."));
            entries.into_iter().enumerate().map(entry).collect()
        };
        let orders = written
            .iter()
            .map(|entry| entry.order(values))
            .collect::<Result<Vec<_>, _>>()?;
        for (i, order) in orders.iter().enumerate() {
            if orders[..i].iter().any(|before| before.name == order.name) {
                let problem = format!("two orders are named \"{}\"", order.name);
                return Err(ParameterError::new(
                    format!("orders.{i}"),
                    problem,
                    "give each a name of its own",
                ));
            }
        }
        let spent: u64 = orders
            .iter()
            .map(|order| u64::from(order.count) * u64::from(order.rp_cost))
            .sum();
        if spent > MAX_RP {
            let path = if values.get("orders").is_some() {
                "orders"
            } else {
                "costs_rp"
            };
            let problem = format!("these orders could spend {spent} RPs on a turn");
            return Err(ParameterError::new(
                path,
                problem,
                format!("at most {MAX_RP}: write the costs in tens or hundreds"),
            ));
        }
        Ok((
            orders,
            written
                .into_iter()
                .flat_map(|entry| entry.unused.into_inner())
                .collect(),
        ))
    }
}

impl OrderEntry<'_> {
    fn order(&self, rule: &Values) -> Result<Order, ParameterError> {
        let (power, check) = self.power_and_check()?;
        let name = match (self.values.text_if("name"), power, self.top) {
            (Some(name), ..) => name.to_owned(),
            (None, Some(power), _) => power.name.to_owned(),
            (None, None, None) => "Order".to_owned(),
            (None, None, Some(_)) => {
                let path = self.path.trim_end_matches('.');
                return Err(ParameterError::new(
                    path,
                    "this order has no name and no power",
                    "add name = \"...\" or a power",
                ));
            }
        };
        let activation = self.activation(power, check, rule)?;
        let (count, costs_rp) = (self.values.count("count"), self.values.count("costs_rp"));
        let on_turn = self.values.whole_if("on_turn").map(|turn| turn as u8);
        let turns = rule.count("turns");
        if let Some(turn) = on_turn.filter(|&turn| u32::from(turn) > turns) {
            let problem =
                format!("the order is given on turn {turn}, but there are only {turns} turns");
            return Err(self.fault("on_turn", problem, format!("1 to {turns}, or more `turns`")));
        }
        let worth = self.values.count("worth");
        Ok(Order {
            name,
            power,
            count,
            only_turn: on_turn,
            rp_cost: costs_rp,
            worth,
            links: OrderLinks::default(),
            activation,
        })
    }

    /// Returns whether a key is set in this entry. A key with the same value as at the top level
    /// counts as inherited.
    fn is_set_here(&self, key: &str) -> bool {
        self.values.get(key).is_some()
            && self
                .top
                .is_none_or(|top| top.get(key) != self.values.get(key))
    }

    fn fault(
        &self,
        key: &str,
        problem: impl Into<String>,
        help: impl Into<Help>,
    ) -> ParameterError {
        ParameterError::new(format!("{}{key}", self.path), problem, help)
    }

    /// Reports an unused parameter. It is not an error of this case, because another case of the
    /// scenario may use it.
    fn report_unused(&self, key: &str, problem: impl Into<String>, help: impl Into<Help>) {
        self.unused
            .borrow_mut()
            .push(self.fault(key, problem, help));
    }

    /// Returns the power, if it is named, and the check under its conditions.
    fn power_and_check(&self) -> Result<(Option<&'static PowerRow>, Check), ParameterError> {
        let check = self.values.text_if("check").and_then(Check::from_name);
        let power = self.values.text_if("power").and_then(table::find);
        // Keys in the entry take precedence over inherited ones.
        let (power, check) = match (power, check) {
            (Some(_), Some(check)) if self.is_set_here("check") && !self.is_set_here("power") => {
                (None, Some(check))
            }
            (Some(power), Some(_)) if self.is_set_here("power") && !self.is_set_here("check") => {
                (Some(power), None)
            }
            unchanged => unchanged,
        };
        let concerns = |id: &str| power.is_none_or(|power| power.id == id);
        for (flag, id) in [
            ("osl_expired", LANDING),
            ("pacification", INITIATE_COMBAT),
            ("alien_colony", TRADE_MISSION),
        ] {
            if self.values.flag(flag) && self.is_set_here(flag) && !concerns(id) {
                self.report_unused(
                    flag,
                    format!("{flag} changes nothing here"),
                    format!("it applies only to {id}"),
                );
            }
        }
        let flag = |key: &str, id: &str| self.values.flag(key) && concerns(id);
        let special = power.is_some_and(|power| power.id == SPECIAL_OPERATIONS);
        let (act, ship) = (
            self.values.text("spends") == "act",
            self.values.text("target") == "ship",
        );
        for (is_set, key, written) in [(act, "spends", "act"), (ship, "target", "ship")] {
            if is_set && self.is_set_here(key) && !special {
                let problem = format!("{key} = \"{written}\" changes nothing here");
                self.report_unused(
                    key,
                    problem,
                    format!("it applies only to {SPECIAL_OPERATIONS}"),
                );
            }
        }
        let power_check = power.map(|power| match power.check {
            _ if special && act => Check::None,
            // The target unit may be a ship. Then the ship's CEs are the relevant ones.
            _ if special && ship => Check::Ship,
            check => check,
        });
        if let (Some(power), Some(table), Some(written)) = (power, power_check, check)
            && table != written
        {
            let problem = format!(
                "{} is checked \"{}\", not \"{}\"",
                power.id,
                table.name(),
                written.name()
            );
            let key = if self.is_set_here("check") {
                format!("{}check", self.path)
            } else {
                "check".to_owned()
            };
            return Err(ParameterError::new(
                key,
                problem,
                "leave `check` out, or leave `power` out to try another check",
            ));
        }
        let check = match power_check.or(check).unwrap_or(Check::Ship) {
            _ if flag("osl_expired", LANDING) || flag("pacification", INITIATE_COMBAT) => {
                Check::None
            }
            Check::ShipThenColony
                if power.is_some_and(|power| power.id == TRADE_MISSION)
                    && !self.values.flag("alien_colony") =>
            {
                Check::Ship
            }
            check => check,
        };
        Ok((power, check))
    }

    fn activation(
        &self,
        power: Option<&PowerRow>,
        check: Check,
        rule: &Values,
    ) -> Result<Activation, ParameterError> {
        let elements = Elements::new(rule);
        let blockade = self.blockade(power, check);
        // A run through a Blockade checks the ship before it and the colony after it (p. 1233). A
        // body that is never checked is not checked there, either.
        let runs = blockade.is_some() && check != Check::None;
        let checks_ship =
            runs || matches!(check, Check::Ship | Check::Both | Check::ShipThenColony);
        let checks_colony = runs || matches!(check, Check::Colony | Check::Both);
        let second = self
            .values
            .whole_if("supporting_colony_inactive_ce")
            .filter(|_| check == Check::ShipThenColony);
        let colonies = self.colonies(power, check, checks_colony)?;

        let failure = |inactive: i64| elements.failure(inactive as u32);
        let check = |inactive, second: Option<i64>| Stage::Check {
            fails: failure(inactive),
            second: second.map(failure),
        };
        let mut stages = Vec::new();
        stages.extend(
            Some(self.barred_chance())
                .filter(|&p| p != Probability::ZERO)
                .map(Stage::Barred),
        );
        if checks_ship {
            stages.push(check(self.values.whole("ship_inactive_ce"), second));
        }
        stages.extend(blockade.map(Stage::Blockade));
        if checks_colony {
            stages.extend(colonies.into_iter().map(|inactive| check(inactive, None)));
        }
        let conditions = self.values.probability("conditions");
        if conditions != Probability::ONE {
            stages.push(Stage::Conditions(conditions));
        }
        let reroll = rule.text(if blockade.is_some() {
            "blockade_reroll"
        } else {
            "reroll"
        });
        let rerolls = self.values.count("enlightenment") as u8;
        Ok(Activation {
            stages,
            rerolls,
            rerolls_one_check: reroll == "check",
        }
        .without_unused(rule.whole_if("enlightenment_stock").is_some()))
    }

    /// Returns the probability that the order fails without a check. A unit engaged in a Combat
    /// always fails.
    fn barred_chance(&self) -> Probability {
        match self.values.get("barred") {
            _ if self.values.flag("engaged") => Probability::ONE,
            Some(ParameterValue::Flag(true)) => Probability::ONE,
            Some(&ParameterValue::Probability(p)) => p,
            _ => Probability::ZERO,
        }
    }

    /// Returns the probability to get through the Blockade, if the order runs one. An inherited
    /// Blockade does not apply to the order of a colony.
    fn blockade(&self, power: Option<&PowerRow>, check: Check) -> Option<Probability> {
        const KEY: &str = "blockade_success";
        let blockade = self.values.probability_if(KEY);
        if blockade.is_some() && check == Check::Colony && self.is_set_here(KEY) {
            let subject = power.map_or("this order", |power| power.id);
            let problem =
                format!("{subject} is checked \"colony\": it has no ship that runs a Blockade");
            let help =
                "a ship is checked before the run: \"ship\", \"both\" or \"ship-then-colony\"";
            self.report_unused(KEY, problem, help);
        }
        blockade.filter(|_| check != Check::Colony)
    }

    /// Returns the inactive CEs of each colony.
    fn colonies(
        &self,
        power: Option<&PowerRow>,
        check: Check,
        checked: bool,
    ) -> Result<Vec<i64>, ParameterError> {
        const KEY: &str = "colony_inactive_ce";
        let Some(ParameterValue::List(colonies)) = self.values.get(KEY) else {
            return Ok(vec![self.values.whole(KEY)]);
        };
        if colonies.is_empty() || colonies.len() > MAX_ELEMENTS as usize {
            let problem = format!("this list has {} colonies", colonies.len());
            return Err(self.fault(
                KEY,
                problem,
                format!("1 to {MAX_ELEMENTS} colonies, or a number for one colony"),
            ));
        }
        if !checked && self.is_set_here(KEY) {
            let subject =
                power.map_or_else(|| "this order".to_owned(), |power| power.id.to_owned());
            let problem = format!(
                "a list of colonies, but {subject} is checked \"{}\"",
                check.name()
            );
            let help = "a list needs a check of colonies: \"colony\", \"both\" or a run through a Blockade";
            self.report_unused(KEY, problem, help);
        }
        Ok(colonies.iter().map(ParameterValue::as_whole).collect())
    }
}
