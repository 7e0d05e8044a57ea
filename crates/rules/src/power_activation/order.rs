//! An order as a scenario writes it, made into an activation; what can be wrong with it.

use std::cell::RefCell;

use oddsmith_engine::chance::Probability;

use oddsmith_model::rule::nearest::Help;
use oddsmith_model::rule::values::{ParameterError, ParameterValue, Values};

use super::activation::{Activation, Stage};
use super::elements::{Elements, MOST_ELEMENTS};
use super::table::{
    self, Check, INITIATE_COMBAT, LANDING, PowerRow, SPECIAL_OPERATIONS, TAXATION, TRADE_MISSION,
};

/// The most that the orders may spend on a turn, so that a law of every sum can be kept.
const MOST_RP: u64 = 1_000_000;

/// Some alike orders.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) name: String,
    pub(super) power: Option<&'static PowerRow>,
    pub(super) count: u32,
    /// The one turn on which it is given; every turn when absent.
    pub(super) only_turn: Option<u8>,
    pub(super) rp_cost: u32,
    /// What it is worth to be executed.
    pub(super) worth: u32,
    /// What it has to do with other orders of its turn.
    pub(super) links: OrderLinks,
    pub(super) activation: Activation,
}

/// What an order has to do with the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderLinks {
    /// The order without which this one is not carried out, by its mark.
    pub(super) needs: Option<u8>,
    /// The mark that is set where this one is carried out, if another needs it.
    pub(super) mark: Option<u8>,
    /// The marks that this order and those after it need.
    pub(super) needed_marks: u64,
    /// Where its Enlightenments are among all that are assigned, if it can use any.
    pub(super) slot: Option<u8>,
}

/// An entry of `orders`, or the whole table where there is one order.
struct OrderEntry<'v> {
    values: &'v Values,
    /// The rule's own table, from which an entry takes what it leaves out.
    top: Option<&'v Values>,
    /// Where it stands: "orders.2.", or nothing.
    path: String,
    /// What it says to no use.
    unused: RefCell<Vec<ParameterError>>,
}

impl Order {
    pub(super) fn is_given_on(&self, turn: u8) -> bool {
        self.only_turn.is_none_or(|given_turn| given_turn == turn)
    }

    /// Whether it costs RPs, and may have been obeyed without being carried out.
    pub(super) fn may_be_stopped_at_a_cost(&self) -> bool {
        let stops = |stage: &Stage| matches!(stage, Stage::Blockade(_) | Stage::Conditions(_));
        self.rp_cost > 0 && (self.links.needs.is_some() || self.activation.stages.iter().any(stops))
    }

    /// The name of one of those alike, from 1.
    pub(super) fn numbered_name(&self, number: u32) -> String {
        if self.count == 1 {
            self.name.clone()
        } else {
            format!("{} {number}", self.name)
        }
    }

    /// Whether a Combat begins with it, in whose first Round only those fight that obeyed.
    pub(super) fn initiates_combat(&self) -> bool {
        self.power.is_some_and(|power| power.id == INITIATE_COMBAT)
    }

    /// Whether a Government Title depends on it.
    pub(super) fn is_taxation(&self) -> bool {
        self.power.is_some_and(|power| power.id == TAXATION)
    }

    /// The orders of a scenario, and what they say to no use.
    ///
    /// # Errors
    /// What is wrong with the first order that makes no sense, or with all together.
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
        let written: Vec<OrderEntry<'_>> = match entries.is_empty() {
            true => vec![written(values, None, String::new())],
            false => {
                let entry = |(i, entry)| written(entry, Some(values), format!("orders.{i}."));
                entries.into_iter().enumerate().map(entry).collect()
            }
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
        if spent > MOST_RP {
            let path = if values.get("orders").is_some() {
                "orders"
            } else {
                "costs_rp"
            };
            let problem = format!("these orders could spend {spent} RPs on a turn");
            return Err(ParameterError::new(
                path,
                problem,
                format!("at most {MOST_RP}: write the costs in tens or hundreds"),
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

    /// Whether a key stands here, and is not taken from the top level. One that says the same as
    /// the top level counts as taken from it.
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

    /// What a key says is left aside: another case of the scenario may have a use for it.
    fn report_unused(&self, key: &str, problem: impl Into<String>, help: impl Into<Help>) {
        self.unused
            .borrow_mut()
            .push(self.fault(key, problem, help));
    }

    /// The power, if it is named, and what is checked under its conditions.
    fn power_and_check(&self) -> Result<(Option<&'static PowerRow>, Check), ParameterError> {
        let check = self.values.text_if("check").and_then(Check::from_name);
        let power = self.values.text_if("power").and_then(table::find);
        // What an entry says itself outweighs what it would take from the top level.
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
            // The target unit may be a ship: then the ship's CEs are the ones to give.
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
        // A run through a Blockade checks the ship before it and the colony after it (p. 1233);
        // what is never checked is not checked there either.
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

    /// The chance that the order fails without a check: a unit engaged in a Combat always does.
    fn barred_chance(&self) -> Probability {
        match self.values.get("barred") {
            _ if self.values.flag("engaged") => Probability::ONE,
            Some(ParameterValue::Flag(true)) => Probability::ONE,
            Some(&ParameterValue::Probability(p)) => p,
            _ => Probability::ZERO,
        }
    }

    /// The chance to get through the Blockade that the order runs, if it runs one. One that an
    /// order of a colony would take from the top level concerns other orders.
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

    /// The inactive CEs of each colony.
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
        if colonies.is_empty() || colonies.len() > MOST_ELEMENTS as usize {
            let problem = format!("this list has {} colonies", colonies.len());
            return Err(self.fault(
                KEY,
                problem,
                format!("1 to {MOST_ELEMENTS} colonies, or a number for one colony"),
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
