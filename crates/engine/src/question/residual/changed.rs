//! What becomes of a node as a trial goes on.

use rustc_hash::FxHashMap;

use super::node::{Id, Residual};
use super::nodes::Residuals;
use crate::expression::Expression;
use crate::metric::Fold;

/// What happens to a node.
#[derive(Clone, Copy)]
pub(crate) enum ResidualChange<'c> {
    /// A slot shows a value once more.
    Seen { slot: u32, value: i64 },
    /// Nothing will be seen any more but these slots: the set and its number.
    Left { slots: &'c [u64], number: u32 },
}

impl ResidualChange<'_> {
    fn key(&self) -> (u32, i64) {
        match *self {
            ResidualChange::Seen { slot, value } => (slot, value),
            ResidualChange::Left { number, .. } => (u32::MAX, number.into()),
        }
    }
}

impl Residuals {
    /// The node of an expression of which nothing has been seen; `index` gives the number of each
    /// slot here.
    pub(crate) fn enter(&mut self, expression: &Expression, index: &FxHashMap<u32, u32>) -> Id {
        let mut enter = |one: &Expression| self.enter(one, index);
        let sum = |is_strict, terms| Residual::Sum {
            is_strict,
            number: 0,
            terms,
        };
        let node = match expression {
            Expression::Number(number) => Residual::Number(*number),
            Expression::Seen(slot) => Residual::Open {
                slot: index[slot],
                so_far: None,
            },
            Expression::Plus(two) => sum(true, [(1, enter(&two[0])), (1, enter(&two[1]))].into()),
            Expression::Minus(two) => sum(true, [(1, enter(&two[0])), (-1, enter(&two[1]))].into()),
            Expression::Times(two) => Residual::Product(enter(&two[0]), enter(&two[1])),
            Expression::Abs(one) => Residual::Abs(enter(one)),
            Expression::Sum(list) => sum(false, list.iter().map(|one| (1, enter(one))).collect()),
            Expression::Min(list) | Expression::Max(list) => {
                let is_max = matches!(expression, Expression::Max(_));
                Residual::End {
                    is_max,
                    number: None,
                    of: list.iter().map(enter).collect(),
                }
            }
            Expression::First(list) => Residual::First(
                list.iter()
                    .map(|(number, one)| (*number, enter(one)))
                    .collect(),
            ),
            Expression::Compare(comparison, two) => {
                let (one, other) = (enter(&two[0]), enter(&two[1]));
                return self.compare(*comparison, one, other);
            }
            Expression::IsAbsent(one) => Residual::IsAbsent(enter(one)),
            Expression::Not(one) => Residual::Not(enter(one)),
            Expression::All(list) => Residual::All(list.iter().map(enter).collect()),
            Expression::Any(list) => Residual::Any(list.iter().map(enter).collect()),
        };
        self.simplified(node)
    }

    /// The node that a change makes of another.
    pub(crate) fn change(&mut self, id: Id, change: ResidualChange<'_>) -> Id {
        let is_touched = match change {
            ResidualChange::Seen { slot, .. } => {
                (self.open(id)[slot as usize / 64] >> (slot % 64)) & 1 == 1
            }
            ResidualChange::Left { slots, .. } => self
                .open(id)
                .iter()
                .zip(slots)
                .any(|(open, left)| open & !left != 0),
        };
        if !is_touched {
            return id;
        }
        let (kind, value) = change.key();
        if let Some(&known) = self.changed.get(&(id, kind, value)) {
            return known;
        }
        let changed = self.change_anew(id, change);
        self.changed.insert((id, kind, value), changed);
        changed
    }

    // Apart, so that what is known already is found in no time.
    #[inline(never)]
    fn change_anew(&mut self, id: Id, change: ResidualChange<'_>) -> Id {
        match self.node(id).clone() {
            Residual::Open { slot, so_far } => self.change_open(slot, so_far, change),
            node => {
                let node = node.map(|inner| self.change(inner, change));
                self.simplified(node)
            }
        }
    }

    fn change_open(&mut self, slot: u32, so_far: Option<i64>, change: ResidualChange<'_>) -> Id {
        match (change, so_far) {
            (ResidualChange::Left { .. }, Some(value)) => self.number(value),
            (ResidualChange::Left { .. }, None) => match self.slots[slot as usize].otherwise {
                Some(value) => self.number(value),
                None => self.push(Residual::Absent),
            },
            (ResidualChange::Seen { value, .. }, None) => match self.slots[slot as usize].fold {
                // A second one would be an error, which exploring has looked for.
                Fold::Once => self.number(value),
                _ => self.push(Residual::Open {
                    slot,
                    so_far: Some(value),
                }),
            },
            (ResidualChange::Seen { value, .. }, Some(before)) => {
                let both = self.slots[slot as usize].fold.combine(before, value);
                self.is_overgrown |= both.is_none();
                self.push(Residual::Open {
                    slot,
                    so_far: both.or(Some(value)),
                })
            }
        }
    }
}
