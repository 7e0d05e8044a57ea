//! Sentences about two axes: which of two rows has more, and where each row meets a bound.

use super::meaning::{Numbers, TOLERANCE, is_near};
use super::pattern::{SlotValue, Stretch, WrittenBound};

impl Numbers<'_> {
    /// Returns whether one row has more at some places, the other at others, and both are equal at
    /// the rest.
    pub(super) fn crosses(&self, slots: &[SlotValue]) -> bool {
        let [
            SlotValue::Row(row),
            SlotValue::Places(more),
            SlotValue::Row(other),
            SlotValue::Places(less),
            rest @ ..,
        ] = slots
        else {
            return false;
        };
        let equal = match rest {
            [] => &[][..],
            [SlotValue::Places(equal)] => equal,
            _ => return false,
        };
        let places = self.rows[*row].len();
        row != other
            && self.rows.len() == 2
            && more.len() + less.len() + equal.len() == places
            && more
                .iter()
                .all(|&place| self.rows[*row][place] > self.rows[*other][place] + TOLERANCE)
            && less
                .iter()
                .all(|&place| self.rows[*other][place] > self.rows[*row][place] + TOLERANCE)
            && equal
                .iter()
                .all(|&place| is_near(self.rows[*row][place], self.rows[*other][place]))
    }

    /// Returns whether each row meets a bound exactly where the sentence says so.
    pub(super) fn is_grid(
        &self,
        bound: &WrittenBound,
        row_count: usize,
        has_always: bool,
        has_never: bool,
        slots: &[SlotValue],
    ) -> bool {
        let (thresholds, rest) = slots.split_at(2 * row_count);
        let mut named = Vec::new();
        let mut last = Stretch::Shared;
        for pair in thresholds.chunks(2) {
            let [SlotValue::Stretch(stretch, place), SlotValue::Row(row)] = pair else {
                return false;
            };
            let stretch = if *stretch == Stretch::Shared {
                last
            } else {
                *stretch
            };
            if stretch != Stretch::Only {
                last = stretch;
            }
            if !self.is_met_only_at(bound, stretch, *place, &self.rows[*row]) {
                return false;
            }
            named.push(*row);
        }
        let mut rest = rest.iter();
        for (is_there, is_met) in [(has_always, true), (has_never, false)] {
            if !is_there {
                continue;
            }
            let Some(SlotValue::Rows(rows)) = rest.next() else {
                return false;
            };
            if !rows.iter().all(|&row| {
                self.rows[row]
                    .iter()
                    .all(|value| self.is_met(bound, *value) == is_met)
            }) {
                return false;
            }
            named.extend(rows);
        }
        named.sort_unstable();
        named == (0..self.rows.len()).collect::<Vec<_>>()
    }
}
