//! `power-activation`: localized Power Activations, which may fail because of inactive
//! Constructural Elements (CEs).
//!
//! Published text 000 (appendix PAT4). Orders are independent, so that a turn splits into its
//! orders and a trial into its turns. Only a process over successive turns runs in sequence: an
//! order that is not executed ends it.

pub mod activation;
mod choices;
pub mod elements;
mod order;
mod parameters;
mod play;
mod shown;
pub mod table;
mod ties;
mod turn;
mod words;

use oddsmith_engine::{Ask, Choice, Metric, Parts, Rule, RuleError, Step};

use crate::build_with_choices;
use oddsmith_model::rule::metric::engine_metrics;
use oddsmith_model::rule::presentation::Presentation;
use oddsmith_model::rule::values::{ParameterError, Values};
use oddsmith_model::rule::{BuiltRule, RuleInfo, RuleTable};
use order::Order;
use turn::ActivationState;

pub use turn::PowerActivation;

/// The entry of the rule in the list of rules.
pub const RULE: RuleInfo = RuleInfo {
    id: "power-activation",
    about: "Power Activations checked at ship, colony or both against inactive Constructural Elements",
    words: words::WORDS,
    parameters: parameters::PARAMETERS,
    choices: choices::CHOICES,
    metric_parameters: &[
        (
            "of each order with a name",
            "orders = [{ name = \"NAME\" }]",
        ),
        (
            "of several orders alike",
            "orders = [{ name = \"NAME\", count = 2 }]",
        ),
        (
            "where an order `needs` another",
            "orders = [{ name = \"OTHER\" }, { name = \"NAME\", needs = \"OTHER\" }]",
        ),
        (
            "where Combat is initiated",
            "power = \"combat/initiate-combat\"",
        ),
        ("where Taxation is ordered", "power = \"taxation\""),
        (
            "with `worth`, and with Enlightenment to assign or in common",
            "worth = 2",
        ),
        ("of a process", "succession = true\nturns = 2"),
    ],
    tables: &[RuleTable {
        heading: "Power Activations",
        rows: table::listing,
    }],
    size_advice: "use fewer turns or orders, or smaller counts",
    build,
};

fn build(values: &Values) -> Result<BuiltRule, ParameterError> {
    let (rule, presentation, unused) = PowerActivation::new(values)?;
    let choices = rule.has_player_choice.then(|| rule.shown_choices());
    Ok(build_with_choices(rule, presentation, choices).with_unused(unused))
}

impl PowerActivation {
    /// Returns the rule with these parameters, its presentation, and errors for unused parameters.
    ///
    /// # Errors
    /// Returns an error if an order or a process is invalid.
    pub fn new(
        values: &Values,
    ) -> Result<(PowerActivation, Presentation, Vec<ParameterError>), ParameterError> {
        choices::validate(values)?;
        let (turns, succession) = (values.count("turns") as u8, values.flag("succession"));
        let (mut orders, unused) = Order::read_all(values)?;
        ties::link_orders(&mut orders, values)?;
        ties::validate_process(&orders, turns, succession)?;
        let lone = values.entries("orders").is_empty();
        let number = |key: &str| values.whole_if(key).map(|number| number as u8);
        let (mut stock, mut to_assign) = (
            number("enlightenment_stock"),
            number("enlightenment_to_assign"),
        );
        if stock.is_some() && to_assign.is_some() {
            // One of the two numbers is 0, and is removed.
            (stock, to_assign) = (
                stock.filter(|&count| count > 0),
                to_assign.filter(|&count| count > 0),
            );
        }
        let asks = [choices::ENLIGHTENMENT, choices::ASSIGN]
            .iter()
            .any(|choice| values.asks().has(choice));
        let shares = stock.is_some() || to_assign.is_some();
        let weighs = shares || orders.iter().any(|order| order.worth != 1);
        let (indices, metrics) = shown::metrics(&orders, lone, turns, succession, weighs);
        let stopped_spends =
            values.flag("stopped_spends") || !orders.iter().any(Order::may_be_stopped_at_a_cost);
        let metrics_of_rule = engine_metrics(&metrics);
        let in_a_row =
            shares || succession || orders.iter().any(|order| order.links.needs.is_some());
        let rule = PowerActivation {
            orders,
            turns,
            succession,
            charges_stopped_orders: stopped_spends,
            stock,
            to_assign,
            has_player_choice: asks,
            is_sequential: in_a_row,
            metric_indices: indices,
            metrics: metrics_of_rule,
        };
        let presentation = shown::presentation(&rule.orders, lone, turns, succession, metrics);
        Ok((rule, presentation, unused))
    }
}

impl Rule for PowerActivation {
    type State = ActivationState;

    fn metrics(&self) -> Vec<Metric> {
        self.metrics.clone()
    }

    fn choices(&self) -> Vec<Choice> {
        if self.has_player_choice {
            self.engine_choices()
        } else {
            Vec::new()
        }
    }

    fn start(&self, _: &Parts) -> ActivationState {
        match self.begin_turn(1).filter(|_| self.succession) {
            Some(first) => first,
            None => ActivationState::Turns(1, self.turns),
        }
    }

    #[inline]
    fn step<A: Ask>(
        &self,
        state: &mut ActivationState,
        ask: &mut A,
    ) -> Result<Step<ActivationState>, RuleError> {
        let (step, next) = match &mut *state {
            ActivationState::Turns(first, last) => {
                return Ok(Step::Split(self.split_turns(*first, *last, ask)));
            }
            ActivationState::Assigning(assignment) => {
                if self.assign(assignment, ask) {
                    return Ok(Step::Continue);
                }
                (Step::Continue, self.first_assigned_order(assignment))
            }
            ActivationState::Trying(trying) => self.try_order(trying, ask),
        };
        *state = next;
        Ok(step)
    }
}
