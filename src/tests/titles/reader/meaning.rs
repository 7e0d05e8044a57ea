//! Compares the meaning of sentences with the numbers of the cases.

use oddsmith_engine::question::Comparison;
use oddsmith_language::question::Bound;

use super::numbers::Printed;
use super::pattern::{SlotValue, Stretch, WrittenBound};

/// The numbers that a sentence is about.
pub(super) struct Numbers<'a> {
    /// The number of each case along the axis, in order.
    pub(super) values: Vec<f64>,
    /// The values of the axis, if it is ordered.
    pub(super) axis: Option<Vec<f64>>,
    /// For each row, the number of each case along the axis.
    pub(super) rows: Vec<Vec<f64>>,
    /// The probability of each outcome of a category.
    pub(super) outcomes: Vec<f64>,
    /// The distribution of the only case, and the share of trials that it covers.
    pub(super) masses: Vec<(i64, f64)>,
    pub(super) present: f64,
    pub(super) is_chance: bool,
    pub(super) want: Option<&'a Bound>,
}

/// What a pattern says about its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tests::titles) enum SentenceKind {
    Number,
    Average,
    AverageWithin,
    WhenItOccurs,
    Outcomes,
    OutcomesAndOthers,
    Threshold,
    Within,
    Throughout(End),
    Nowhere(End),
    Ends,
    Peak(End),
    Same,
    Apart,
    Each,
    HighestLowest,
    /// One row has more at some places, the other one at others. The flag says whether they are
    /// equal at the rest.
    Crossing(bool),
    /// A number of rows with a threshold. The flags say whether some rows meet the bound
    /// everywhere, and whether some meet it nowhere.
    Grid(usize, bool, bool),
}

/// Which of several numbers is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tests::titles) enum End {
    Highest,
    Lowest,
    Nearest,
}

/// Computed numbers that differ by less than this are equal.
pub(super) const TOLERANCE: f64 = 1e-9;

pub(super) fn is_near(value: f64, other: f64) -> bool {
    (value - other).abs() <= TOLERANCE * (1.0 + value.abs())
}

impl Numbers<'_> {
    /// Returns whether a sentence is true.
    pub(super) fn is_true(&self, says: SentenceKind, slots: &[SlotValue]) -> bool {
        match (says, slots) {
            (SentenceKind::Number | SentenceKind::Average, [SlotValue::Number(value)]) => {
                self.prints(value, self.values[0])
            }
            (
                SentenceKind::AverageWithin,
                [
                    SlotValue::Number(value),
                    SlotValue::Number(share),
                    SlotValue::Range(low, high),
                ],
            ) => self.prints(value, self.values[0]) && self.is_shortest(share, (*low, *high)),
            (SentenceKind::WhenItOccurs, [SlotValue::Number(value), SlotValue::Number(share)]) => {
                self.prints(value, self.values[0])
                    && share.is_percent
                    && share.can_be_printed_for(self.present)
                    && self.present < 1.0
            }
            (SentenceKind::Outcomes | SentenceKind::OutcomesAndOthers, _) => {
                self.lists_outcomes(says == SentenceKind::OutcomesAndOthers, slots)
            }
            (SentenceKind::Same, [SlotValue::Number(value)]) => self
                .values
                .iter()
                .all(|other| is_near(*other, self.values[0]) && self.prints(value, *other)),
            (
                SentenceKind::Apart,
                [
                    SlotValue::Number(more),
                    SlotValue::Place(place),
                    SlotValue::Number(less),
                    SlotValue::Place(other),
                    SlotValue::Number(by),
                ],
            ) => {
                let gap = self.values[*place] - self.values[*other];
                self.values.len() == 2
                    && gap > 0.0
                    && self.prints(more, self.values[*place])
                    && self.prints(less, self.values[*other])
                    && by.can_be_printed_for(if self.is_chance { gap * 100.0 } else { gap })
            }
            (SentenceKind::Each, _) => self.lists_each(slots),
            (
                SentenceKind::HighestLowest,
                [
                    SlotValue::Place(most),
                    SlotValue::Number(high),
                    SlotValue::Place(least),
                    SlotValue::Number(low),
                ],
            ) => {
                let (high_value, low_value) = (self.values[*most], self.values[*least]);
                self.prints(high, high_value)
                    && self.prints(low, low_value)
                    && self.values.iter().all(|value| {
                        (low_value - TOLERANCE..=high_value + TOLERANCE).contains(value)
                    })
            }
            (SentenceKind::Crossing(_), _) => self.crosses(slots),
            (
                SentenceKind::Grid(rows, has_always, has_never),
                [SlotValue::Bound(bound), rest @ ..],
            ) => self.is_wanted(bound) && self.is_grid(bound, rows, has_always, has_never, rest),
            _ => self.is_true_along_axis(says, slots),
        }
    }

    /// Returns whether a sentence about the values along an ordered axis is true.
    fn is_true_along_axis(&self, says: SentenceKind, slots: &[SlotValue]) -> bool {
        match (says, slots) {
            (
                SentenceKind::Threshold,
                [
                    SlotValue::Bound(bound),
                    SlotValue::Stretch(stretch, place),
                    SlotValue::Number(number),
                    SlotValue::Number(other_number),
                    SlotValue::Place(other),
                ],
            ) => {
                self.is_wanted(bound)
                    && self.is_met_only_at(bound, *stretch, *place, &self.values)
                    && self.is_edge(bound, (*place, number), (*other, other_number))
            }
            (
                SentenceKind::Within,
                [
                    SlotValue::Bound(bound),
                    SlotValue::Place(from),
                    SlotValue::Place(to),
                    SlotValue::Number(number),
                    SlotValue::Number(other_number),
                    SlotValue::Place(other),
                ],
            ) => {
                let is_inside = |(place, value): (usize, &f64)| {
                    (*from..=*to).contains(&place) == self.is_met(bound, *value)
                };
                self.is_wanted(bound)
                    && from < to
                    && self.values.iter().enumerate().all(is_inside)
                    && (self.is_edge(bound, (*from, number), (*other, other_number))
                        || self.is_edge(bound, (*to, number), (*other, other_number)))
            }
            (
                SentenceKind::Throughout(end) | SentenceKind::Nowhere(end),
                [
                    SlotValue::Bound(bound),
                    SlotValue::Number(value),
                    SlotValue::Place(place),
                ],
            ) => {
                let is_everywhere = matches!(says, SentenceKind::Throughout(_));
                self.is_wanted(bound)
                    && self
                        .values
                        .iter()
                        .all(|&value| self.is_met(bound, value) == is_everywhere)
                    && self.prints(value, self.values[*place])
                    && self.is_end(end, *place, bound)
            }
            _ => self.is_true_of_ends(says, slots),
        }
    }

    /// Returns whether a sentence about the ends of an axis, and about the cases between them, is
    /// true.
    fn is_true_of_ends(&self, says: SentenceKind, slots: &[SlotValue]) -> bool {
        match (says, slots) {
            (
                SentenceKind::Ends,
                [
                    SlotValue::Number(first),
                    SlotValue::Place(place),
                    SlotValue::Number(last),
                    SlotValue::Place(other),
                ],
            ) => {
                let (one, two) = (self.values[*place], self.values[*other]);
                let range = one.min(two) - TOLERANCE..=one.max(two) + TOLERANCE;
                self.are_ends((first, *place), (last, *other))
                    && self.values.iter().all(|value| range.contains(value))
            }
            (
                SentenceKind::Peak(end),
                [
                    SlotValue::Places(places),
                    SlotValue::Number(value),
                    SlotValue::Number(first),
                    SlotValue::Place(place),
                    SlotValue::Number(last),
                    SlotValue::Place(other),
                ],
            ) => {
                let peak = self.values[places[0]];
                let sign = if end == End::Highest { 1.0 } else { -1.0 };
                let is_listed = |(place, value): (usize, &f64)| {
                    is_near(*value, peak) == places.contains(&place)
                };
                self.prints(value, peak)
                    && self
                        .values
                        .iter()
                        .all(|value| sign * value <= sign * peak + TOLERANCE)
                    && self.values.iter().enumerate().all(is_listed)
                    && self.are_ends((first, *place), (last, *other))
            }
            _ => false,
        }
    }

    fn prints(&self, printed: &Printed, value: f64) -> bool {
        printed.is_percent == self.is_chance && printed.can_be_printed_for(value)
    }

    /// Returns whether a bound is the goal. Without a goal, the bound of a chance is over 50%.
    pub(super) fn is_wanted(&self, written: &WrittenBound) -> bool {
        let same = |printed: &Printed, value: f64| {
            let middle = (printed.least + printed.most) / 2.0;
            printed.is_percent == self.is_chance
                && (middle - value).abs() <= 1e-6 * (1e-3 + value.abs())
        };
        match (written, self.want) {
            (WrittenBound::Is(Comparison::Above, half), None) => self.is_chance && same(half, 0.5),
            (WrittenBound::Is(comparison, printed), Some(Bound::Is(wanted, number))) => {
                comparison == wanted && same(printed, number.value)
            }
            (WrittenBound::Between(low, high), Some(Bound::Between(from, to))) => {
                same(low, from.value) && same(high, to.value)
            }
            _ => false,
        }
    }

    /// Returns whether a number meets a bound. For an equality, the tolerance is what the author's
    /// rounding allows.
    pub(super) fn is_met(&self, bound: &WrittenBound, value: f64) -> bool {
        let number = |printed: &Printed| (printed.least + printed.most) / 2.0;
        let rounded = match self.want {
            Some(Bound::Is(_, number)) => number.tolerance,
            _ => 0.0,
        };
        match bound {
            WrittenBound::Between(low, high) => {
                (number(low) - TOLERANCE..=number(high) + TOLERANCE).contains(&value)
            }
            WrittenBound::Is(Comparison::AtLeast, least) => value >= number(least) - TOLERANCE,
            WrittenBound::Is(Comparison::AtMost, most) => value <= number(most) + TOLERANCE,
            WrittenBound::Is(Comparison::Above, bound) => value > number(bound) + TOLERANCE,
            WrittenBound::Is(Comparison::Below, bound) => value < number(bound) - TOLERANCE,
            WrittenBound::Is(Comparison::Equal, bound) => (value - number(bound)).abs() <= rounded,
            WrittenBound::Is(Comparison::Unequal, bound) => (value - number(bound)).abs() > rounded,
        }
    }

    /// Returns whether a bound is met at a place, as far along the axis as the sentence says, and
    /// nowhere else.
    pub(super) fn is_met_only_at(
        &self,
        bound: &WrittenBound,
        stretch: Stretch,
        place: usize,
        values: &[f64],
    ) -> bool {
        let Some(axis) = &self.axis else { return false };
        let is_meant = |other: usize| match stretch {
            Stretch::Only => other == place,
            Stretch::OrMore => axis[other] >= axis[place],
            Stretch::OrLess => axis[other] <= axis[place],
            Stretch::Shared => false,
        };
        values
            .iter()
            .enumerate()
            .all(|(other, value)| self.is_met(bound, *value) == is_meant(other))
    }

    /// Returns whether a bound is met at one place, and not at the other one next to it.
    fn is_edge(
        &self,
        bound: &WrittenBound,
        (place, number): (usize, &Printed),
        (other, other_number): (usize, &Printed),
    ) -> bool {
        place.abs_diff(other) == 1
            && self.is_met(bound, self.values[place])
            && !self.is_met(bound, self.values[other])
            && self.prints(number, self.values[place])
            && self.prints(other_number, self.values[other])
    }

    fn are_ends(
        &self,
        (first, place): (&Printed, usize),
        (last, other): (&Printed, usize),
    ) -> bool {
        place == 0
            && other + 1 == self.values.len()
            && self.prints(first, self.values[place])
            && self.prints(last, self.values[other])
    }

    fn is_end(&self, end: End, place: usize, bound: &WrittenBound) -> bool {
        let value_there = self.values[place];
        match end {
            End::Highest => self
                .values
                .iter()
                .all(|value| *value <= value_there + TOLERANCE),
            End::Lowest => self
                .values
                .iter()
                .all(|value| *value >= value_there - TOLERANCE),
            End::Nearest => self
                .values
                .iter()
                .all(|value| distance(bound, value_there) <= distance(bound, *value) + TOLERANCE),
        }
    }

    /// Returns whether a share of the trials lies in a range that contains at least 90% of them,
    /// while no shorter range does.
    fn is_shortest(&self, share: &Printed, (low, high): (i64, i64)) -> bool {
        let held = |low: i64, high: i64| {
            let inside = self
                .masses
                .iter()
                .filter(|(value, _)| (low..=high).contains(value));
            inside.map(|(_, mass)| mass).sum::<f64>()
        };
        let is_shorter =
            |from: i64| low < high && held(from, from + high - low - 1) >= 0.9 + TOLERANCE;
        share.is_percent
            && share.can_be_printed_for(held(low, high))
            && held(low, high) >= 0.9 - TOLERANCE
            && !self.masses.iter().any(|(value, _)| is_shorter(*value))
    }

    /// Returns whether the possible outcomes are listed. If there are more than four, only the
    /// three most likely ones are, beginning with the most likely.
    fn lists_outcomes(&self, has_others: bool, slots: &[SlotValue]) -> bool {
        let (pairs, other_slots) = slots.split_at(slots.len() - usize::from(has_others));
        let mut listed = Vec::new();
        for pair in pairs.chunks(2) {
            let [SlotValue::Outcome(outcome), SlotValue::Number(share)] = pair else {
                return false;
            };
            if listed.contains(outcome)
                || !share.is_percent
                || !share.can_be_printed_for(self.outcomes[*outcome])
            {
                return false;
            }
            listed.push(*outcome);
        }
        let rest: Vec<f64> = (0..self.outcomes.len())
            .filter(|outcome| !listed.contains(outcome))
            .map(|outcome| self.outcomes[outcome])
            .collect();
        match other_slots {
            [SlotValue::Number(share)] => {
                let falls = listed
                    .windows(2)
                    .all(|pair| self.outcomes[pair[0]] >= self.outcomes[pair[1]] - TOLERANCE);
                let least = self.outcomes[*listed.last().unwrap_or(&0)];
                falls
                    && rest.iter().all(|value| *value <= least + TOLERANCE)
                    && share.can_be_printed_for(rest.iter().sum())
            }
            _ => rest.iter().all(|value| *value == 0.0),
        }
    }

    /// Returns whether each case is listed with its number, the highest first.
    fn lists_each(&self, slots: &[SlotValue]) -> bool {
        let mut listed: Vec<usize> = Vec::new();
        for pair in slots.chunks(2) {
            let [SlotValue::Number(value), SlotValue::Place(place)] = pair else {
                return false;
            };
            if !self.prints(value, self.values[*place]) {
                return false;
            }
            listed.push(*place);
        }
        let falls = listed
            .windows(2)
            .all(|pair| self.values[pair[0]] >= self.values[pair[1]] - TOLERANCE);
        listed.sort_unstable();
        // If there are two different numbers, the sentence must give their difference instead.
        let is_whole =
            self.values.len() > 2 || is_near(self.values[0], self.values[self.values.len() - 1]);
        is_whole && falls && listed == (0..self.values.len()).collect::<Vec<_>>()
    }
}

/// Returns the distance between a number and the nearer end of a bound.
fn distance(bound: &WrittenBound, value: f64) -> f64 {
    let far = |printed: &Printed| ((printed.least + printed.most) / 2.0 - value).abs();
    match bound {
        WrittenBound::Is(_, printed) => far(printed),
        WrittenBound::Between(low, high) => far(low).min(far(high)),
    }
}
