//! Sentences about two axes: which of two rows has more, and where each row meets a bound.

use super::meaning::{NEAR, Numbers, is_near};
use super::pattern::{Filled, Stretch, WrittenBound};

impl Numbers<'_> {
    /// Whether one row has more at some places, the other at others, and both as much at the rest.
    pub(super) fn crosses(&self, slots: &[Filled]) -> bool {
        let [
            Filled::Row(one),
            Filled::Places(more),
            Filled::Row(other),
            Filled::Places(less),
            rest @ ..,
        ] = slots
        else {
            return false;
        };
        let equal = match rest {
            [] => &[][..],
            [Filled::Places(equal)] => equal,
            _ => return false,
        };
        let places = self.rows[*one].len();
        one != other
            && self.rows.len() == 2
            && more.len() + less.len() + equal.len() == places
            && more
                .iter()
                .all(|&at| self.rows[*one][at] > self.rows[*other][at] + NEAR)
            && less
                .iter()
                .all(|&at| self.rows[*other][at] > self.rows[*one][at] + NEAR)
            && equal
                .iter()
                .all(|&at| is_near(self.rows[*one][at], self.rows[*other][at]))
    }

    /// Whether each row meets a bound where it is said to.
    pub(super) fn is_grid(
        &self,
        bound: &WrittenBound,
        many: usize,
        (has_always, has_never): (bool, bool),
        slots: &[Filled],
    ) -> bool {
        let (thresholds, rest) = slots.split_at(2 * many);
        let mut named = Vec::new();
        let mut last = Stretch::Shared;
        for pair in thresholds.chunks(2) {
            let [Filled::Stretch(stretch, at), Filled::Row(row)] = pair else {
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
            if !self.is_met_there(bound, stretch, *at, &self.rows[*row]) {
                return false;
            }
            named.push(*row);
        }
        let mut rest = rest.iter();
        for (is_there, is_met) in [(has_always, true), (has_never, false)] {
            if !is_there {
                continue;
            }
            let Some(Filled::Rows(rows)) = rest.next() else {
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
