//! The best that is known of a number, computed or estimated, between two bounds.

#[cfg(test)]
mod tests;

use crate::figures::{
    IMPOSSIBLE_MARK, NumberKind, Numerals, Simulated, at_least, at_most, round_outward,
};
use crate::report::Reading;
use crate::report::play::SpreadRange;
use oddsmith_engine::solve::{SETTLED_THRESHOLD, UNSEEN_THRESHOLD};
use oddsmith_engine::stats::{Confidence, Interval};

/// Two computed numbers count as equal if they differ by less than this.
pub const MARGIN: f64 = 1e-9;
/// What rounding over long sums may do to a computed number.
pub const ROUNDING: f64 = 1e-12;
/// What is rarer than this, 0.1%, is left out of long charts and tables, which say so.
pub const MIN_SHOWN_SHARE: f64 = 0.001;
/// The same as text.
pub fn min_shown_share_text(numerals: Numerals) -> String {
    numerals.chance(MIN_SHOWN_SHARE)
}
/// A cut tail may hold large values: what is unresolved weighs on a mean by this much, per unit of
/// its size.
const TAIL_WEIGHT: f64 = 1e3;

/// A probability or a mean between bounds that hold for certain if it was computed, else at the
/// run's confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best value there is.
    pub value: f64,
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// Whether it was computed.
    pub is_exact: bool,
    /// Whether it is one of the values that a trial can show, as a median is: these are printed as
    /// they are.
    pub is_outcome: bool,
}

impl Estimate {
    /// Returns a computed probability. If `unresolved` is large enough to show, it widens the upper
    /// end.
    pub fn exact(value: f64, unresolved: f64) -> Estimate {
        let missing = if unresolved > UNSEEN_THRESHOLD {
            unresolved
        } else {
            0.0
        };
        Estimate {
            value,
            low: value,
            high: (value + missing).min(1.0),
            is_exact: true,
            is_outcome: false,
        }
    }

    /// A computed number, known to the last digit.
    pub fn known(value: f64) -> Estimate {
        Estimate {
            value,
            low: value,
            high: value,
            is_exact: true,
            is_outcome: false,
        }
    }

    /// A number, simulated where it has an interval.
    pub fn with_interval(value: f64, interval: Option<Interval>) -> Estimate {
        match interval {
            None => Estimate::known(value),
            Some(Interval { low, high }) => Estimate {
                value,
                low,
                high,
                is_exact: false,
                is_outcome: false,
            },
        }
    }

    /// The share of `count` in `trials`.
    pub fn sampled(count: u64, trials: u64, confidence: Confidence) -> Estimate {
        let interval = confidence.wilson(count, trials);
        let value = if trials > 0 {
            count as f64 / trials as f64
        } else {
            0.0
        };
        Estimate {
            value,
            low: interval.low,
            high: interval.high,
            is_exact: false,
            is_outcome: false,
        }
    }

    /// The number that a reading tells.
    pub fn from_reading(reading: &Reading) -> Estimate {
        let unresolved = reading.unresolved;
        match reading.exact {
            Some(value) if reading.kind.is_chance() => Estimate::exact(value, unresolved),
            Some(value) => {
                let spread = unresolved * TAIL_WEIGHT * (1.0 + value.abs());
                Estimate {
                    value,
                    low: value - spread,
                    high: value + spread,
                    is_exact: true,
                    is_outcome: reading.kind == NumberKind::Outcome,
                }
            }
            None => Estimate::from_trials(reading),
        }
    }

    /// What trials showed of a number, whether or not it is known exactly.
    pub fn from_trials(reading: &Reading) -> Estimate {
        let (low, high) = (reading.interval.low, reading.interval.high);
        // Of no trials at all nothing is known but that it is a chance.
        let is_nothing = reading.kind.is_chance() && reading.estimate.is_nan();
        let value = if is_nothing { 0.0 } else { reading.estimate };
        Estimate {
            value,
            low,
            high,
            is_exact: false,
            is_outcome: reading.kind == NumberKind::Outcome,
        }
    }

    /// What trials showed of a number as text: "57.87% ±0.10"; a dash where no trial shows one.
    pub fn trials_text(reading: &Reading, numerals: Numerals) -> String {
        match reading.estimate.is_finite() {
            true => Estimate::from_trials(reading).text(reading.kind, numerals),
            false => IMPOSSIBLE_MARK.to_owned(),
        }
    }

    /// By how much it is more than another, independent one.
    pub fn minus(&self, other: &Estimate) -> Estimate {
        let known = |estimate: &Estimate| {
            (
                estimate.value,
                Interval {
                    low: estimate.low,
                    high: estimate.high,
                },
            )
        };
        let Interval { low, high } = Interval::difference(known(other), known(self));
        Estimate {
            value: self.value - other.value,
            low,
            high,
            is_exact: self.is_exact && other.is_exact,
            is_outcome: false,
        }
    }

    /// A difference with its sign, a unit, and its interval where it was simulated: "+11.2 pp
    /// ±1.4".
    pub fn signed(&self, kind: NumberKind, unit: &str, numerals: Numerals) -> String {
        match self.has_interval() {
            true => numerals.simulated_change(self.value, [self.low, self.high], kind, unit),
            false => numerals.signed(self.value, kind) + unit,
        }
    }

    /// Whether it is more than another, beyond doubt.
    pub fn exceeds(&self, other: &Estimate) -> bool {
        self.low > other.high + MARGIN
    }

    /// Which of several, by its place among them, is more than every other, beyond doubt.
    pub fn highest<'e>(estimates: impl IntoIterator<Item = &'e Estimate> + Clone) -> Option<usize> {
        let every = || estimates.clone().into_iter().enumerate();
        // No other could exceed the one whose lower end is the highest.
        let (index, top) = every().max_by(|(_, a), (_, b)| a.low.total_cmp(&b.low))?;
        every()
            .all(|(other, estimate)| other == index || top.exceeds(estimate))
            .then_some(index)
    }

    /// Whether it is no less than another: equal counts only where both were computed.
    pub fn reaches(&self, other: &Estimate) -> bool {
        self.exceeds(other) || self.is_exact && other.is_exact && self.low >= other.high - ROUNDING
    }

    /// Whether it is more than a number, beyond doubt.
    pub fn is_over(&self, bound: f64) -> bool {
        self.low > bound + MARGIN
    }

    /// Whether it is at most a number, beyond doubt.
    pub fn is_within(&self, bound: f64) -> bool {
        self.high <= bound + if self.is_exact { ROUNDING } else { 0.0 }
    }

    /// Whether it is a chance that is known to be nothing.
    pub fn is_impossible(&self) -> bool {
        self.high <= 0.0
    }

    /// Whether it is a chance that is known to be all.
    pub fn is_certain(&self) -> bool {
        self.low >= 1.0
    }

    /// The ends of a computed probability of which so much was cut that it shows.
    fn truncation_ends(&self) -> Option<[f64; 2]> {
        (self.is_exact && self.high - self.low > SETTLED_THRESHOLD).then_some([self.low, self.high])
    }

    /// Whether it was simulated and its interval has a length.
    fn has_interval(&self) -> bool {
        !self.is_exact && self.high > self.low
    }

    /// A probability in percent: never 0 or 100 for what is possible or not certain, and with its
    /// interval where it was simulated.
    pub fn percent(&self, numerals: Numerals) -> String {
        self.chance_text(numerals, [true, true], Numerals::chance)
    }

    /// The same without the interval, for pictures that show it by itself; a dash for the
    /// impossible.
    pub fn bare_percent(&self, numerals: Numerals) -> String {
        match self.is_impossible() {
            true => IMPOSSIBLE_MARK.to_owned(),
            false => self.chance_text(numerals, [true, false], Numerals::chance),
        }
    }

    /// The same without the sign and without the interval.
    pub fn digits(&self, numerals: Numerals) -> String {
        match self.is_impossible() {
            true => IMPOSSIBLE_MARK.to_owned(),
            false => self.chance_text(numerals, [false, false], Numerals::bare_chance),
        }
    }

    /// The same within a sentence: a small chance is one of so many.
    pub fn in_sentence(&self, numerals: Numerals) -> String {
        self.chance_text(numerals, [true, true], Numerals::chance_in_sentence)
    }

    /// The same in a chart or a table: a dash for the impossible.
    pub fn percent_or_dash(&self, numerals: Numerals) -> String {
        if self.is_impossible() {
            IMPOSSIBLE_MARK.to_owned()
        } else {
            self.percent(numerals)
        }
    }

    /// A chance with or without the sign of percent and the interval; `exact` writes one that is
    /// known.
    fn chance_text(
        &self,
        numerals: Numerals,
        [has_sign, has_interval]: [bool; 2],
        exact: fn(Numerals, f64) -> String,
    ) -> String {
        let with_sign = |text: String| {
            if has_sign {
                numerals.percent(&text)
            } else {
                text
            }
        };
        if let Some([low, high]) = self.truncation_ends() {
            if numerals.chance(low) == numerals.chance(high) {
                return exact(numerals, low);
            }
            let [low, high] = round_outward(low * 100.0, high * 100.0, numerals);
            return with_sign(numerals.range(&low, &high));
        }
        match self.value {
            // What was cut may belong to it.
            value if self.is_exact && value <= 0.0 && self.high > 0.0 => {
                with_sign(format!("<{}", at_most(SETTLED_THRESHOLD, numerals)))
            }
            value if !self.has_interval() => exact(numerals, value),
            ..=0.0 => with_sign(format!("<{}", at_most(self.high, numerals))),
            1.0.. => with_sign(format!(">{}", at_least(self.low, numerals))),
            _ if has_interval => self.rounded(100.0, numerals).text(true, numerals),
            _ => with_sign(self.rounded(100.0, numerals).value),
        }
    }

    /// A simulated number in units of so much.
    fn rounded(&self, unit: f64, numerals: Numerals) -> Simulated {
        Simulated::new(
            self.value * unit,
            self.low * unit,
            self.high * unit,
            numerals,
        )
    }

    /// A number of a case as text: from the least to the most, where it depends on which of several
    /// equally good plays is used.
    pub fn text_under_ties(
        reading: &Reading,
        tied: Option<SpreadRange>,
        numerals: Numerals,
    ) -> String {
        let Some(range) = tied else {
            return Estimate::from_reading(reading).text(reading.kind, numerals);
        };
        let text = |end: f64| match reading.kind {
            NumberKind::Chance => numerals.bare_chance(end),
            kind => Estimate::known(end).text(kind, numerals),
        };
        let [least, most] = [range.least, range.most].map(text);
        let range_text = if least == most {
            most
        } else {
            numerals.range(&least, &most)
        };
        if reading.kind.is_chance() {
            numerals.percent(&range_text)
        } else {
            range_text
        }
    }

    /// A mean, with its interval where it was simulated.
    pub fn mean(&self, numerals: Numerals) -> String {
        if self.is_outcome {
            return self.outcome(numerals);
        }
        match self.has_interval() {
            true => self.rounded(1.0, numerals).text(false, numerals),
            false => numerals.mean(self.value),
        }
    }

    /// A value that a trial can show, and the values between which it lies where it was simulated.
    fn outcome(&self, numerals: Numerals) -> String {
        let text = |value: f64| numerals.fixed(value, 0);
        match self.has_interval() {
            true => {
                format!(
                    "{} ({})",
                    text(self.value),
                    numerals.range(&text(self.low.floor()), &text(self.high.ceil()))
                )
            }
            false => text(self.value),
        }
    }

    /// The same; empty where there is none.
    pub fn finite_mean(&self, numerals: Numerals) -> String {
        if self.value.is_finite() {
            self.mean(numerals)
        } else {
            String::new()
        }
    }

    /// The same without the interval, for pictures that show it by themselves.
    pub fn bare_mean(&self, numerals: Numerals) -> String {
        if self.has_interval() {
            self.rounded(1.0, numerals).value
        } else {
            numerals.mean(self.value)
        }
    }

    /// A chance or a mean, as tables and sentences have it.
    pub fn text(&self, kind: NumberKind, numerals: Numerals) -> String {
        match kind {
            NumberKind::Chance => self.percent(numerals),
            NumberKind::Mean => self.mean(numerals),
            NumberKind::Outcome => self.outcome(numerals),
        }
    }
}
