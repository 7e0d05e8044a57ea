//! A part of a turn's orders: one thing after another is decided, and what they add up to is shown.

use crate::chance::Chance;
use oddsmith_engine::chance::Weights;
use crate::rule::metric::{Kind, Metric, Presentation};
use crate::rule::{Record, Rule, Step};

use super::activation::{Activation, Attempt, ENDINGS, FAILED, NOT_REACHED, OUTCOMES, is_executed};
use super::total::Sum;

/// What is decided next in a turn.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// One order, check by check; each ending is worth an amount.
    Order { activation: Activation, worth: [u32; ENDINGS] },
    /// Many orders at once, by the law that their checks give.
    Many { sums: Vec<Sum>, weights: Weights },
}

/// What a part shows of each turn.
#[derive(Clone, Debug)]
pub(super) enum Shows {
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
    pub(super) fn new(shows: Shows, items: Vec<Item>, turns: u32, succession: bool) -> Part {
        Part { items, shows, turns: turns as u8, succession, presentation: Presentation::default() }
    }

    /// The same, presenting all parts or just the name of a step.
    pub(super) fn presenting(self, presentation: Presentation) -> Part {
        Part { presentation, ..self }
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
            metrics.push(Metric::whole("failed_on_turn", Kind::When, "Turn that ended the process (0: completed)"));
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
