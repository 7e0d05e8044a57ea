//! Changes of a residual as a trial goes on.

use rustc_hash::FxHashMap;

use super::node::{NodeId, Residual};
use super::nodes::Residuals;
use crate::expression::Expression;
use crate::metric::Fold;

/// A change of a residual.
#[derive(Clone, Copy)]
pub(crate) enum ResidualChange<'c> {
    /// A slot records another value.
    Seen { slot: u32, value: i64 },
    /// Only these slots may still be recorded: a set and its index.
    Left { slots: &'c [u64], index: u32 },
}

impl ResidualChange<'_> {
    fn cache_key(&self) -> (u32, i64) {
        match *self {
            ResidualChange::Seen { slot, value } => (slot, value),
            ResidualChange::Left { index, .. } => (u32::MAX, index.into()),
        }
    }
}

impl Residuals {
    /// Returns the node of an expression before anything is recorded. `index` gives the index of
    /// each slot.
    pub(crate) fn add_expression(
        &mut self,
        expression: &Expression,
        index: &FxHashMap<u32, u32>,
    ) -> NodeId {
        let mut enter = |operand: &Expression| self.add_expression(operand, index);
        let sum = |is_strict, terms| Residual::Sum {
            is_strict,
            number: 0,
            terms,
        };
        let node = match expression {
            Expression::Number(number) => Residual::Number(*number),
            Expression::Seen(slot) => Residual::Open {
                slot: index[slot],
                folded: None,
            },
            Expression::Plus(two) => sum(true, [(1, enter(&two[0])), (1, enter(&two[1]))].into()),
            Expression::Minus(two) => sum(true, [(1, enter(&two[0])), (-1, enter(&two[1]))].into()),
            Expression::Times(two) => Residual::Product(enter(&two[0]), enter(&two[1])),
            Expression::Abs(operand) => Residual::Abs(enter(operand)),
            Expression::Sum(list) => sum(
                false,
                list.iter().map(|operand| (1, enter(operand))).collect(),
            ),
            Expression::Min(list) | Expression::Max(list) => {
                let is_max = matches!(expression, Expression::Max(_));
                Residual::Extremum {
                    is_max,
                    number: None,
                    operands: list.iter().map(enter).collect(),
                }
            }
            Expression::First(list) => Residual::First(
                list.iter()
                    .map(|(number, condition)| (*number, enter(condition)))
                    .collect(),
            ),
            Expression::Compare(comparison, two) => {
                let (first, other) = (enter(&two[0]), enter(&two[1]));
                return self.compare(*comparison, first, other);
            }
            Expression::IsAbsent(operand) => Residual::IsAbsent(enter(operand)),
            Expression::Not(condition) => Residual::Not(enter(condition)),
            Expression::All(list) => Residual::All(list.iter().map(enter).collect()),
            Expression::Any(list) => Residual::Any(list.iter().map(enter).collect()),
        };
        self.simplify(node)
    }

    /// Returns the node after a change.
    pub(crate) fn apply_change(&mut self, id: NodeId, change: ResidualChange<'_>) -> NodeId {
        let is_touched = match change {
            ResidualChange::Seen { slot, .. } => {
                (self.open_slots(id)[slot as usize / 64] >> (slot % 64)) & 1 == 1
            }
            ResidualChange::Left { slots, .. } => self
                .open_slots(id)
                .iter()
                .zip(slots)
                .any(|(open, left)| open & !left != 0),
        };
        if !is_touched {
            return id;
        }
        let (kind, value) = change.cache_key();
        if let Some(&known) = self.change_cache.get(&(id, kind, value)) {
            return known;
        }
        let changed = self.apply_uncached(id, change);
        self.change_cache.insert((id, kind, value), changed);
        changed
    }

    // This is a separate function, so that cache hits stay fast.
    #[inline(never)]
    fn apply_uncached(&mut self, id: NodeId, change: ResidualChange<'_>) -> NodeId {
        match self.node(id).clone() {
            Residual::Open {
                slot,
                folded: so_far,
            } => self.apply_to_open(slot, so_far, change),
            node => {
                let node = node.map_nodes(|inner| self.apply_change(inner, change));
                self.simplify(node)
            }
        }
    }

    fn apply_to_open(
        &mut self,
        slot: u32,
        so_far: Option<i64>,
        change: ResidualChange<'_>,
    ) -> NodeId {
        match (change, so_far) {
            (ResidualChange::Left { .. }, Some(value)) => self.add_number(value),
            (ResidualChange::Left { .. }, None) => match self.slots[slot as usize].otherwise {
                Some(value) => self.add_number(value),
                None => self.push(Residual::Absent),
            },
            (ResidualChange::Seen { value, .. }, None) => match self.slots[slot as usize].fold {
                // Exploring has checked that there is no second value.
                Fold::Once => self.add_number(value),
                _ => self.push(Residual::Open {
                    slot,
                    folded: Some(value),
                }),
            },
            (ResidualChange::Seen { value, .. }, Some(before)) => {
                let combined = self.slots[slot as usize].fold.combine(before, value);
                self.has_overflowed |= combined.is_none();
                self.push(Residual::Open {
                    slot,
                    folded: combined.or(Some(value)),
                })
            }
        }
    }
}
