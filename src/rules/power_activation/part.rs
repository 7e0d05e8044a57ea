//! A part of a turn's orders: one thing after another is decided, and what they add up to is shown.

use crate::chance::Chance;
use crate::chance::weights::Weights;
use crate::rule::metric::{Kind, Metric, Presentation};
use crate::rule::{Record, Rule, Step};

use super::activation::{Activation, Attempt, ENDINGS, FAILED, NOT_REACHED, OUTCOMES, is_executed};
use super::order::Order;
use super::total::{Sum, Total};

/// The square of the orders tried one by one, times the turns, beyond which all are drawn at once: about
/// half a million edges.
const MOST_ONE_BY_ONE: usize = 100_000;

/// What is decided next in a turn.
#[derive(Clone, Debug)]
enum Item {
    /// One order, check by check; each ending is worth an amount.
    Order { activation: Activation, worth: [u32; ENDINGS] },
    /// Many orders at once, by the law that their checks give.
    Many { sums: Vec<Sum>, weights: Weights },
}

/// What a part shows of each turn.
#[derive(Clone, Debug)]
enum Shows {
    /// Everything about the only order; the sum is its ending.
    OneOrder { costs_rp: u32 },
    /// How many of so many orders were not executed.
    Failures { of: u32 },
    /// The RPs spent.
    Spent,
    /// The ending of the order of this name.
    Result(String),
    /// How many of so many alike of this name were not executed.
    OrderFailures(String, u32),
}

/// Some of what a trial shows, as a rule of its own: the failures, the RPs, or one order's results.
#[derive(Clone, Debug)]
pub struct Part {
    items: Vec<Item>,
    shows: Shows,
    turns: u8,
    succession: bool,
    presentation: Presentation,
}

/// Where a trial stands between two questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Regular Turns that are over.
    turn: u8,
    /// Items of this turn that are decided.
    item: u8,
    /// The order being tried.
    attempt: Attempt,
    /// What the decided items add up to.
    amount: u32,
    /// One of them was not executed, which ends a process.
    broken: bool,
}

impl Part {
    /// The parts of these orders; `lone`: of one order written at the top level, which is one part.
    /// The first presents them all.
    pub(super) fn all(
        orders: &[Order],
        lone: bool,
        turns: u32,
        succession: bool,
        presentation: Presentation,
    ) -> Vec<Part> {
        let laws: Vec<_> = orders.iter().map(|order| order.activation.law()).collect();
        let codes = std::array::from_fn(|ending| ending as u32);
        let failures = std::array::from_fn(|ending| u32::from(!is_executed(ending)));
        let item = |order: &Order, worth| Item::Order { activation: order.activation.clone(), worth };
        let total = |i: usize, worth| Total::of(&laws[i], &worth, succession).times(orders[i].count);
        let alone = |i: &usize| orders[*i].count == 1;
        // Orders tried one by one make a graph that grows with their square, turn after turn.
        let few = (0..orders.len()).filter(alone).count().pow(2) * turns as usize <= MOST_ONE_BY_ONE;

        let mut parts: Vec<(Shows, Vec<Item>)> = Vec::new();
        if let [Order { count: 1, costs_rp, .. }] = orders
            && lone
        {
            parts.push((Shows::OneOrder { costs_rp: *costs_rp }, vec![item(&orders[0], codes)]));
        } else {
            let (single, many): (Vec<usize>, Vec<usize>) = (0..orders.len()).partition(|i| few && alone(i));
            let mut items: Vec<Item> = single.iter().map(|&i| item(&orders[i], failures)).collect();
            items.extend(drawn(many.iter().map(|&i| total(i, failures))));
            parts.push((Shows::Failures { of: orders.iter().map(|order| order.count).sum() }, items));

            // An order that costs nothing matters here only if it can end a process.
            let costs = |i: usize| std::array::from_fn(|ending| if ending == FAILED { 0 } else { orders[i].costs_rp });
            let (single, many): (Vec<usize>, Vec<usize>) = (0..orders.len())
                .filter(|&i| succession || orders[i].costs_rp > 0)
                .partition(|i| few && alone(i) && orders[*i].costs_rp > 0);
            let mut items: Vec<Item> = single.iter().map(|&i| item(&orders[i], costs(i))).collect();
            items.extend(drawn(many.iter().map(|&i| total(i, costs(i)))));
            parts.push((Shows::Spent, items));
        }
        let broken: Vec<Total> =
            if succession { (0..orders.len()).map(|i| total(i, [0; ENDINGS])).collect() } else { Vec::new() };
        for (i, order) in orders.iter().enumerate().filter(|_| !lone) {
            let name = order.name.clone();
            let (shows, own) = if alone(&i) {
                (Shows::Result(name), vec![item(order, codes)])
            } else {
                (Shows::OrderFailures(name, order.count), drawn([total(i, failures)]))
            };
            let others = broken.iter().enumerate().filter(|&(other, _)| other != i).map(|(_, total)| total.clone());
            parts.push((shows, own.into_iter().chain(drawn(others)).collect()));
        }
        let part = |(i, (shows, items))| {
            let empty = || Presentation { step: presentation.step.clone(), ..Presentation::default() };
            let presentation = if i == 0 { presentation.clone() } else { empty() };
            Part { items, shows, turns: turns as u8, succession, presentation }
        };
        parts.into_iter().enumerate().map(part).collect()
    }

    /// Says what a turn showed: the sum of its items, or `None` where a process did not reach it. An
    /// order of a turn that was not reached was not executed.
    fn record_turn<R: Record>(&self, turn: u8, amount: Option<u32>, record: &mut R) {
        let step = u32::from(turn);
        match self.shows {
            Shows::OneOrder { costs_rp } => {
                let ending = amount.map_or(NOT_REACHED, |code| code as usize);
                let failed = i64::from(!is_executed(ending));
                let spent = if matches!(ending, FAILED | NOT_REACHED) { 0 } else { costs_rp };
                for (metric, value) in [failed, failed, failed, spent.into(), ending as i64].into_iter().enumerate() {
                    record.at(metric, step, value);
                }
            }
            Shows::Failures { of } => {
                let failures = amount.unwrap_or(of);
                record.at(0, step, failures.into());
                record.at(1, step, (failures > 0).into());
                record.at(2, step, (failures == of).into());
            }
            Shows::Spent => record.at(0, step, amount.unwrap_or(0).into()),
            Shows::Result(_) => record.at(0, step, amount.unwrap_or(NOT_REACHED as u32).into()),
            Shows::OrderFailures(_, of) => record.at(0, step, amount.unwrap_or(of).into()),
        }
    }

    /// The turn is over, and with it perhaps the process.
    fn end_turn<R: Record>(&self, state: &mut State, record: &mut R) -> Step {
        let turn = state.turn + 1;
        self.record_turn(turn, Some(state.amount), record);
        if turn < self.turns && !state.broken {
            *state = State { turn, ..State::default() };
            return Step::Continue;
        }
        (turn + 1..=self.turns).for_each(|never| self.record_turn(never, None, record));
        if let Some(completed) = self.metrics_of_process() {
            record.whole(completed, (!state.broken).into());
            record.whole(completed + 1, if state.broken { turn.into() } else { 0 });
        }
        Step::Done
    }

    /// Where `completed` stands among the metrics, if it does; `failed_on_turn` follows.
    fn metrics_of_process(&self) -> Option<usize> {
        match self.shows {
            Shows::OneOrder { .. } if self.succession => Some(5),
            Shows::Failures { .. } if self.succession => Some(3),
            _ => None,
        }
    }
}

/// Many orders in as few draws as is cheap.
fn drawn(totals: impl IntoIterator<Item = Total>) -> Vec<Item> {
    let draw = |total: Total| {
        let (sums, weights) = total.draw();
        Item::Many { sums, weights }
    };
    Total::together(totals).into_iter().map(draw).collect()
}

impl Rule for Part {
    type State = State;

    fn metrics(&self) -> Vec<Metric> {
        let step = |name: &str, kind, label: &str| Metric::per_step(name, kind, label, 1, self.turns.into());
        let failures = || {
            vec![
                step("failures", Kind::Count, "Orders not executed"),
                step("any_failed", Kind::Flag, "An order was not executed"),
                step("all_failed", Kind::Flag, "No order was executed"),
            ]
        };
        let spent = || step("rp_spent", Kind::Count, "RPs spent");
        let mut metrics = match &self.shows {
            Shows::OneOrder { .. } => {
                let mut metrics = failures();
                metrics.extend([spent(), step("result", Kind::Category(OUTCOMES), "Result")]);
                metrics
            }
            Shows::Failures { .. } => failures(),
            Shows::Spent => vec![spent()],
            Shows::Result(name) => {
                vec![step(&format!("{name}.result"), Kind::Category(OUTCOMES), &format!("{name}: result"))]
            }
            Shows::OrderFailures(name, _) => {
                vec![step(&format!("{name}.failures"), Kind::Count, &format!("{name}: orders not executed"))]
            }
        };
        if self.metrics_of_process().is_some() {
            metrics.push(Metric::whole("completed", Kind::Flag, "The process was completed"));
            metrics.push(Metric::whole("failed_on_turn", Kind::Count, "Turn that ended the process (0: completed)"));
        }
        metrics
    }

    fn presentation(&self) -> Presentation {
        self.presentation.clone()
    }

    fn start(&self) -> State {
        State::default()
    }

    fn step<C: Chance, R: Record>(&self, state: &mut State, chance: &mut C, record: &mut R) -> Step {
        let (amount, broken) = match self.items.get(usize::from(state.item)) {
            None => (0, false),
            Some(Item::Order { activation, worth }) => match activation.next(&mut state.attempt, chance) {
                None => return Step::Continue,
                Some(ending) => (worth[ending], self.succession && !is_executed(ending)),
            },
            Some(Item::Many { sums, weights }) => {
                let sum = sums[chance.pick(weights)];
                (sum.amount, sum.broken)
            }
        };
        state.attempt = Attempt::default();
        state.amount += amount;
        state.broken |= broken;
        state.item += 1;
        if usize::from(state.item) < self.items.len() { Step::Continue } else { self.end_turn(state, record) }
    }
}
