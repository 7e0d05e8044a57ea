//! `power-activation`: localized Power Activations, which inactive Constructural Elements (CEs) make fail.
//!
//! Published text 000 (appendix PAT4). Orders do not touch each other, so that a turn splits into its orders and a
//! trial into its turns. Only a process over successive turns is played in a row: what is not executed ends it.

pub mod activation;
mod choices;
pub mod elements;
mod order;
mod parameters;
mod shown;
pub mod table;
mod told;
mod turn;

use oddsmith_engine::{Ask, Choice, Metric, Parts, Rule, RuleError, Step};

use crate::rule::metric::observed;
use crate::rule::presentation::Presentation;
use crate::rule::values::{ParameterError, Values};
use crate::rule::{Built, RuleInfo, RuleTable};
use activation::{Attempt, CONDITIONS_NOT_MET, FAILED, NOT_REACHED, STOPPED, is_executed};
use order::Order;
use shown::{ALL_FAILED, ANY_FAILED, ENLIGHTENMENT_USED, FAILURES, RP_SPENT};
use turn::{ActivationState, TriedOrder};

pub use turn::PowerActivation;

/// The rule as scenarios name it.
pub const RULE: RuleInfo = RuleInfo {
    id: "power-activation",
    about: "Power Activations checked at ship, colony or both against inactive Constructural Elements",
    words: told::WORDS,
    parameters: parameters::PARAMETERS,
    choices: choices::CHOICES,
    tables: &[RuleTable { heading: "Power Activations", rows: table::listing }],
    smaller: "fewer turns or orders, or smaller counts",
    build,
};

/// Orders alike up to which they are tried in a row; more are halved first, so that their sums come together quickly.
const MOST_IN_A_ROW: u16 = 8;

fn build(values: &Values) -> Result<Built, ParameterError> {
    let (rule, presentation) = PowerActivation::new(values)?;
    if !rule.asks {
        return Ok(Built::new(rule, presentation));
    }
    let choices = rule.shown_choices();
    Ok(Built::choosing(rule, Presentation { choices, ..presentation }))
}

impl PowerActivation {
    /// The rule under these parameters, and how it is shown.
    ///
    /// # Errors
    /// What is wrong with an order, or with a process.
    pub fn new(values: &Values) -> Result<(PowerActivation, Presentation), ParameterError> {
        let (turns, succession) = (values.count("turns") as u8, values.flag("succession"));
        let orders = Order::all(values)?;
        order::sound_process(&orders, turns, succession)?;
        let lone = values.entries("orders").is_empty();
        let stock = values.whole_if("enlightenment_stock").map(|stock| stock as u8);
        let asks = values.asks().has(choices::ENLIGHTENMENT);
        if asks && stock.is_none() {
            return Err(choices::no_stock());
        }
        let weighs = stock.is_some() || orders.iter().any(|order| order.worth != 1);
        let (places, metrics) = shown::metrics(&orders, lone, turns, succession, weighs);
        let stopped_spends = values.flag("stopped_spends") || !orders.iter().any(Order::may_be_stopped_at_a_cost);
        let metrics_of_rule = observed(&metrics);
        let rule = PowerActivation {
            orders,
            turns,
            succession,
            stopped_spends,
            stock,
            asks,
            places,
            metrics: metrics_of_rule,
        };
        let presentation = shown::presentation(&rule.orders, lone, turns, succession, metrics);
        Ok((rule, presentation))
    }

    /// The next order of a turn, from this place on.
    fn next_order(&self, turn: u8, from: usize) -> Option<TriedOrder> {
        let entry = (from..self.orders.len()).find(|&entry| self.orders[entry].is_given_on(turn))?;
        let left = self.orders[entry].count as u16;
        let stock = self.stock.unwrap_or(0);
        Some(TriedOrder { turn, entry: entry as u8, left, is_broken: false, stock, attempt: Attempt::default() })
    }

    /// The sides into which some turns fall: half of them each, or the orders of one.
    fn sides(&self, first: u8, last: u8, ask: &mut impl Ask) -> Vec<ActivationState> {
        if first < last {
            let middle = first + (last - first) / 2;
            return vec![ActivationState::Turns(first, middle), ActivationState::Turns(middle + 1, last)];
        }
        self.show_turn(first, ask);
        if self.stock.is_some() {
            // What one order takes from the stock the next one lacks: they are tried in a row.
            return self.next_order(first, 0).map(ActivationState::Trying).into_iter().collect();
        }
        let orders = std::iter::successors(self.next_order(first, 0), |before| {
            self.next_order(first, usize::from(before.entry) + 1)
        });
        orders.map(ActivationState::Trying).collect()
    }

    /// What a turn shows whatever becomes of its orders: sums start from nothing.
    fn show_turn(&self, turn: u8, ask: &mut impl Ask) {
        for metric in [FAILURES, ANY_FAILED, RP_SPENT] {
            ask.observe(metric, turn.into(), 0);
        }
        ask.whole(ENLIGHTENMENT_USED, 0);
        if let Some(worth_done) = self.places.worth_done {
            ask.whole(worth_done, 0);
        }
    }

    /// What the ending of an order shows.
    fn show(&self, trying: &TriedOrder, ending: i64, ask: &mut impl Ask) {
        let (turn, order) = (u32::from(trying.turn), &self.orders[usize::from(trying.entry)]);
        let was_executed = is_executed(ending);
        if !was_executed {
            ask.observe(FAILURES, turn, 1);
            ask.observe(ANY_FAILED, turn, 1);
        }
        ask.observe(ALL_FAILED, turn, (!was_executed).into());
        let spends = was_executed || (self.stopped_spends && matches!(ending, STOPPED | CONDITIONS_NOT_MET));
        if spends && order.costs_rp > 0 {
            ask.observe(RP_SPENT, turn, order.costs_rp.into());
        }
        if trying.attempt.rerolled > 0 {
            ask.whole(ENLIGHTENMENT_USED, trying.attempt.rerolled.into());
        }
        if let Some(title_fails) = self.places.title_fails.filter(|_| order.is_taxation()) {
            ask.observe(title_fails, turn, (ending == FAILED).into());
        }
        let own = self.places.of_orders[usize::from(trying.entry)];
        if let Some(result) = own.result {
            ask.observe(result, turn, if order.count == 1 { ending } else { (!was_executed).into() });
        }
        if was_executed {
            ask.observe(own.obeyed_on, turn, 1);
            if let Some(worth_done) = self.places.worth_done {
                ask.whole(worth_done, order.worth.into());
            }
        }
    }

    /// Asks the next question of an order, and turns to what comes after it once its ending is known.
    fn try_order<A: Ask>(&self, trying: &mut TriedOrder, ask: &mut A) -> Step<ActivationState> {
        let in_a_row = self.succession || self.stock.is_some();
        if !in_a_row && trying.left > MOST_IN_A_ROW {
            let half = |left| ActivationState::Trying(TriedOrder { left, ..*trying });
            return Step::Split(vec![half(trying.left / 2), half(trying.left - trying.left / 2)]);
        }
        let activation = &self.orders[usize::from(trying.entry)].activation;
        let before = *trying;
        let mut is_spent = false;
        let spare = |attempt: Attempt, ask: &mut A| {
            is_spent = before.stock > 0 && self.spends(&TriedOrder { attempt, ..before }, ask);
            is_spent
        };
        let ending = activation.next(&mut trying.attempt, ask, spare);
        trying.stock -= u8::from(is_spent);
        let Some(ending) = ending else {
            return Step::Continue;
        };
        self.show(trying, ending, ask);
        let is_broken = self.succession && (trying.is_broken || !is_executed(ending));
        *trying = TriedOrder { left: trying.left - 1, is_broken, attempt: Attempt::default(), ..*trying };
        match self.next_order(trying.turn, usize::from(trying.entry) + 1) {
            _ if trying.left > 0 => Step::Continue,
            _ if !in_a_row => Step::Done,
            None if !self.succession => Step::Done,
            Some(next) => {
                *trying = TriedOrder { is_broken, stock: trying.stock, ..next };
                Step::Continue
            }
            None => self.end_turn_of_process(trying, ask),
        }
    }

    fn end_turn_of_process(&self, trying: &mut TriedOrder, ask: &mut impl Ask) -> Step<ActivationState> {
        self.show_turn(trying.turn, ask);
        let next = if trying.turn < self.turns { self.next_order(trying.turn + 1, 0) } else { None };
        let (completed, failed_on_turn) = self.places.process.expect("of a process");
        match next {
            Some(next) if !trying.is_broken => {
                *trying = next;
                return Step::Continue;
            }
            _ if trying.is_broken => {
                (trying.turn + 1..=self.turns).for_each(|turn| self.show_never_reached(turn, ask));
                ask.whole(failed_on_turn, trying.turn.into());
            }
            _ => {}
        }
        ask.whole(completed, (!trying.is_broken).into());
        Step::Done
    }

    /// An order of a turn that was not reached was not executed.
    fn show_never_reached(&self, turn: u8, ask: &mut impl Ask) {
        self.show_turn(turn, ask);
        let step = u32::from(turn);
        for (order, own) in self.orders.iter().zip(&self.places.of_orders).filter(|(order, _)| order.is_given_on(turn))
        {
            ask.observe(FAILURES, step, order.count.into());
            ask.observe(ANY_FAILED, step, 1);
            ask.observe(ALL_FAILED, step, 1);
            if let Some(result) = own.result {
                ask.observe(result, step, if order.count == 1 { NOT_REACHED } else { order.count.into() });
            }
        }
    }
}

impl Rule for PowerActivation {
    type State = ActivationState;

    fn metrics(&self) -> Vec<Metric> {
        self.metrics.clone()
    }

    fn choices(&self) -> Vec<Choice> {
        if self.asks { self.own_choices() } else { Vec::new() }
    }

    fn start(&self, _: &Parts) -> ActivationState {
        match self.next_order(1, 0).filter(|_| self.succession) {
            Some(first) => ActivationState::Trying(first),
            None => ActivationState::Turns(1, self.turns),
        }
    }

    #[inline]
    fn step<A: Ask>(&self, state: &mut ActivationState, ask: &mut A) -> Result<Step<ActivationState>, RuleError> {
        Ok(match state {
            ActivationState::Turns(first, last) => Step::Split(self.sides(*first, *last, ask)),
            ActivationState::Trying(trying) => self.try_order(trying, ask),
        })
    }
}
