//! Facts about a node before its slots are recorded: bounds of its value, whether it may be absent,
//! and the slots that it depends on.

use super::node::{KnownSlot, NodeId, Residual};
use crate::metric::Fold;

/// A bound that no number exceeds, for unbounded values.
const UNBOUNDED: i128 = 1 << 100;

/// Facts about a node.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) low: i128,
    pub(super) high: i128,
    pub(super) may_be_absent: bool,
    /// The slots that the node depends on.
    pub(super) open_slots: Box<[u64]>,
}

impl Facts {
    /// Returns the facts about a node from those about its operands and slots.
    pub(super) fn from_node(
        node: &Residual,
        known: &[Facts],
        slots: &[KnownSlot],
        words: usize,
    ) -> Facts {
        let mut open = vec![0u64; words].into_boxed_slice();
        let facts = |id: NodeId| &known[id as usize];
        node.map_nodes(|id| {
            open.iter_mut()
                .zip(&facts(id).open_slots)
                .for_each(|(open, inner)| *open |= inner);
            id
        });
        if let Residual::Open { slot, .. } = node {
            open[*slot as usize / 64] |= 1 << (slot % 64);
        }
        let (low, high, may_be_absent) = range(node, facts, slots);
        Facts {
            low: low.max(-UNBOUNDED),
            high: high.min(UNBOUNDED),
            may_be_absent,
            open_slots: open,
        }
    }
}

/// Returns the least and the greatest value of a node, and whether it may be absent.
fn range<'f>(
    node: &Residual,
    facts: impl Fn(NodeId) -> &'f Facts,
    slots: &[KnownSlot],
) -> (i128, i128, bool) {
    match node {
        Residual::Number(number) => ((*number).into(), (*number).into(), false),
        Residual::Absent => (0, 0, true),
        Residual::Open {
            slot,
            folded: so_far,
        } => {
            let known = slots[*slot as usize];
            let (low, high) = known.bounds(*so_far);
            (low, high, so_far.is_none() && known.may_be_absent)
        }
        Residual::Sum {
            is_strict,
            number,
            terms,
        } => {
            let (mut low, mut high) = (i128::from(*number), i128::from(*number));
            for (times, id) in terms {
                let term = facts(*id);
                let ends =
                    [term.low, term.high].map(|end| saturating_product(i128::from(*times), end));
                let nothing = (!is_strict && term.may_be_absent).then_some(0);
                let (least, most) = span(ends.into_iter().chain(nothing));
                (low, high) = (low + least, high + most);
            }
            let mut ids = terms.iter().map(|(_, id)| *id);
            let may_be_absent = *is_strict && ids.any(|id| facts(id).may_be_absent);
            (low, high, may_be_absent)
        }
        Residual::Product(first, other) => {
            let (first, other) = (facts(*first), facts(*other));
            let ends = [first.low, first.high]
                .into_iter()
                .flat_map(|end| [other.low, other.high].map(|by| saturating_product(end, by)));
            let (low, high) = span(ends);
            (low, high, first.may_be_absent || other.may_be_absent)
        }
        Residual::Abs(id) => size_range(facts(*id)),
        Residual::Extremum {
            is_max,
            number,
            operands,
        } => extremum_range(
            *is_max,
            number.map(i128::from),
            operands.iter().map(|id| facts(*id)),
        ),
        Residual::First(list) => {
            let (low, high) = span(list.iter().map(|&(number, _)| number.into()));
            (low, high, true)
        }
        Residual::Test { .. }
        | Residual::IsAbsent(_)
        | Residual::Not(_)
        | Residual::All(_)
        | Residual::Any(_) => (0, 1, false),
    }
}

/// Returns the range of the absolute value of a node, and whether it may be absent.
fn size_range(inner: &Facts) -> (i128, i128, bool) {
    let [one, other] = [inner.low.abs(), inner.high.abs()];
    let has_zero = inner.low <= 0 && inner.high >= 0;
    let least = if has_zero { 0 } else { one.min(other) };
    (least, one.max(other), inner.may_be_absent)
}

/// Returns the range of the larger or smaller one of a number and some operands.
fn extremum_range<'f>(
    is_max: bool,
    number: Option<i128>,
    operands: impl Iterator<Item = &'f Facts> + Clone,
) -> (i128, i128, bool) {
    let ends = operands.clone().flat_map(|facts| [facts.low, facts.high]);
    let (low, high) = span(ends.chain(number));
    let may_be_absent = number.is_none() && operands.clone().all(|facts| facts.may_be_absent);
    match number {
        Some(number) if is_max => (low.max(number), high, may_be_absent),
        Some(number) => (low, high.min(number), may_be_absent),
        None => (low, high, may_be_absent),
    }
}

/// Returns the least and the greatest of some numbers.
fn span(numbers: impl Iterator<Item = i128> + Clone) -> (i128, i128) {
    (
        numbers.clone().min().unwrap_or(0),
        numbers.max().unwrap_or(0),
    )
}

/// Returns a product, limited to the range of unbounded values.
fn saturating_product(first: i128, other: i128) -> i128 {
    first.saturating_mul(other).clamp(-UNBOUNDED, UNBOUNDED)
}

impl KnownSlot {
    /// Returns bounds of the final value of the slot, given its folded value so far.
    fn bounds(self, so_far: Option<i64>) -> (i128, i128) {
        let (low, high) = (i128::from(self.ends.0), i128::from(self.ends.1));
        let Some(so_far) = so_far.map(i128::from) else {
            return match self.fold {
                Fold::Sum => (
                    if low < 0 { -UNBOUNDED } else { low },
                    if high > 0 { UNBOUNDED } else { high },
                ),
                _ => (low, high),
            };
        };
        match self.fold {
            Fold::Once => (so_far, so_far),
            Fold::Last => (low.min(so_far), high.max(so_far)),
            Fold::Sum => (
                if low < 0 { -UNBOUNDED } else { so_far },
                if high > 0 { UNBOUNDED } else { so_far },
            ),
            Fold::Min | Fold::First => (low.min(so_far), so_far),
            Fold::Max => (so_far, high.max(so_far)),
        }
    }
}
