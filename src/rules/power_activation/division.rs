//! How the orders of a turn are divided into parts that do not touch: all failures, all RPs, each order's results.

use oddsmith_engine::odds::Mass;

use super::activation::{ENDINGS, FAILED, is_executed};
use super::order::Order;
use super::part::{Item, Part, Shows};
use super::total::Total;

/// The square of the orders tried one by one, times the turns, beyond which all are drawn at once: about
/// half a million edges.
const MOST_ONE_BY_ONE: usize = 100_000;

/// The orders of a turn, ready to be divided.
pub(super) struct Division<'o> {
    orders: &'o [Order],
    /// The odds of each order's endings.
    laws: Vec<[Mass; ENDINGS]>,
    turns: u32,
    succession: bool,
    /// Whether sums are made order by order, check by check.
    one_by_one: bool,
}

impl<'o> Division<'o> {
    pub(super) fn new(orders: &'o [Order], turns: u32, succession: bool) -> Division<'o> {
        let alone = orders.iter().filter(|order| order.count == 1).count();
        Division {
            orders,
            laws: orders.iter().map(|order| order.activation.law()).collect(),
            turns,
            succession,
            one_by_one: alone * alone * turns as usize <= MOST_ONE_BY_ONE,
        }
    }

    /// The only part of one order that is written at the top level.
    pub(super) fn lone(&self) -> Vec<Part> {
        match self.orders {
            [order] if order.count == 1 => {
                vec![self.part(Shows::OneOrder { costs_rp: order.costs_rp }, vec![tried(order, codes())])]
            }
            _ => vec![self.failures(), self.spent()],
        }
    }

    /// The parts of a list of orders.
    pub(super) fn listed(&self) -> Vec<Part> {
        // Under a process, what one order needs to know of all others: whether one was not executed.
        let broken = (0..self.orders.len()).filter(|_| self.succession).map(|i| self.total(i, [0; ENDINGS]));
        let broken: Vec<Total> = broken.collect();
        let results = self.orders.iter().enumerate().map(|(i, order)| {
            let name = order.name.clone();
            let (shows, own) = if order.count == 1 {
                (Shows::Result(name), vec![tried(order, codes())])
            } else {
                (Shows::OrderFailures(name, order.count), drawn([self.total(i, failures())]))
            };
            let others = broken.iter().enumerate().filter(|&(other, _)| other != i).map(|(_, total)| total.clone());
            self.part(shows, own.into_iter().chain(drawn(others)).collect())
        });
        [self.failures(), self.spent()].into_iter().chain(results).collect()
    }

    fn failures(&self) -> Part {
        let of = self.orders.iter().map(|order| order.count).sum();
        self.part(Shows::Failures { of }, self.sum(|_| failures()))
    }

    fn spent(&self) -> Part {
        let worth = |order: &Order| std::array::from_fn(|ending| if ending == FAILED { 0 } else { order.costs_rp });
        self.part(Shows::Spent, self.sum(worth))
    }

    fn part(&self, shows: Shows, items: Vec<Item>) -> Part {
        Part::new(shows, items, self.turns, self.succession)
    }

    /// What all orders add up to. One that is worth nothing matters only if it can end a process, and
    /// is not worth trying by itself.
    fn sum(&self, worth: impl Fn(&Order) -> [u32; ENDINGS]) -> Vec<Item> {
        let mut items = Vec::new();
        let mut totals = Vec::new();
        for (i, order) in self.orders.iter().enumerate() {
            let worth = worth(order);
            let counts = worth.iter().any(|&amount| amount > 0);
            if counts && order.count == 1 && self.one_by_one {
                items.push(tried(order, worth));
            } else if counts || self.succession {
                totals.push(self.total(i, worth));
            }
        }
        items.extend(drawn(totals));
        items
    }

    /// What the orders alike of one entry add up to.
    fn total(&self, i: usize, worth: [u32; ENDINGS]) -> Total {
        Total::of(&self.laws[i], &worth, self.succession).times(self.orders[i].count)
    }
}

/// Each ending is worth its code.
fn codes() -> [u32; ENDINGS] {
    std::array::from_fn(|ending| ending as u32)
}

/// An ending is worth one where the order was not executed.
fn failures() -> [u32; ENDINGS] {
    std::array::from_fn(|ending| u32::from(!is_executed(ending)))
}

/// One order, check by check.
fn tried(order: &Order, worth: [u32; ENDINGS]) -> Item {
    Item::Order { activation: order.activation.clone(), worth }
}

/// Many orders in as few draws as is cheap.
fn drawn(totals: impl IntoIterator<Item = Total>) -> Vec<Item> {
    let draw = |total: Total| {
        let (sums, weights) = total.draw();
        Item::Many { sums, weights }
    };
    Total::together(totals).into_iter().map(draw).collect()
}
