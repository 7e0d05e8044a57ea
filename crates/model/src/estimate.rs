//! A number with bounds, exact or estimated.

#[cfg(test)]
mod tests;

use crate::figures::{
    IMPOSSIBLE_MARK, NumberKind, Numerals, Simulated, at_least, at_most, round_outward,
};
use crate::report::Reading;
use crate::report::play::SpreadRange;
use oddsmith_engine::solve::{SETTLED_THRESHOLD, UNSEEN_THRESHOLD};
use oddsmith_engine::stats::{Confidence, Interval};

/// Two exact numbers count as equal if they differ by less than this.
pub const MARGIN: f64 = 1e-9;
/// The largest rounding error of a long sum.
pub const ROUNDING: f64 = 1e-12;
/// Values that are rarer than this, 0.1%, are left out of long charts and tables, which say so.
pub const MIN_SHOWN_SHARE: f64 = 0.001;
/// Returns [`MIN_SHOWN_SHARE`] as text.
pub fn min_shown_share_text(numerals: Numerals) -> String {
    numerals.chance(MIN_SHOWN_SHARE)
}
/// A truncated tail may hold large values. Each unit of unresolved probability widens a mean by
/// this, relative to its size.
const TAIL_WEIGHT: f64 = 1e3;

/// A probability or a mean with bounds. The bounds of an exact number are certain; those of an
/// estimate hold at the run's confidence level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// Whether it is exact.
    pub is_exact: bool,
    /// Whether it is a possible value of a trial, such as a median. Such a value is printed
    /// unchanged.
    pub is_outcome: bool,
}

impl Estimate {
    /// Returns an exact probability. If `unresolved` is large enough to show, it raises the upper
    /// bound.
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

    /// Returns an exact number without error.
    pub fn known(value: f64) -> Estimate {
        Estimate {
            value,
            low: value,
            high: value,
            is_exact: true,
            is_outcome: false,
        }
    }

    /// Returns a number that is simulated if it has an interval, else exact.
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

    /// Returns the share of `count` in `trials`.
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

    /// Returns the number of a reading: exact if possible, else simulated.
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

    /// Returns the simulated number of a reading, even if an exact one is known.
    pub fn from_trials(reading: &Reading) -> Estimate {
        let (low, high) = (reading.interval.low, reading.interval.high);
        // Without trials, all that is known of a probability is its range.
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

    /// Returns the simulated number as text: "57.87% ±0.10", or a dash if no trial shows one.
    pub fn trials_text(reading: &Reading, numerals: Numerals) -> String {
        if reading.estimate.is_finite() {
            Estimate::from_trials(reading).text(reading.kind, numerals)
        } else {
            IMPOSSIBLE_MARK.to_owned()
        }
    }

    /// Returns the difference to another, independent estimate.
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

    /// Returns a difference as text, with its sign, its unit, and its interval if it was simulated:
    /// "+11.2 pp ±1.4".
    pub fn signed(&self, kind: NumberKind, unit: &str, numerals: Numerals) -> String {
        if self.has_interval() {
            numerals.simulated_change(self.value, [self.low, self.high], kind, unit)
        } else {
            numerals.signed(self.value, kind) + unit
        }
    }

    /// Returns whether it is certainly greater than another.
    pub fn exceeds(&self, other: &Estimate) -> bool {
        self.low > other.high + MARGIN
    }

    /// Returns whether it is certainly not less than another. Equality counts only if both are
    /// exact.
    pub fn reaches(&self, other: &Estimate) -> bool {
        self.exceeds(other) || self.is_exact && other.is_exact && self.low >= other.high - ROUNDING
    }

    /// Returns whether it is certainly greater than a number.
    pub fn is_over(&self, bound: f64) -> bool {
        self.low > bound + MARGIN
    }

    /// Returns whether it is certainly at most a number.
    pub fn is_within(&self, bound: f64) -> bool {
        self.high <= bound + if self.is_exact { ROUNDING } else { 0.0 }
    }

    /// Returns whether it is certainly a probability of 0.
    pub fn is_impossible(&self) -> bool {
        self.high <= 0.0
    }

    /// Returns whether it is certainly a probability of 1.
    pub fn is_certain(&self) -> bool {
        self.low >= 1.0
    }

    /// Returns the bounds of an exact probability if truncation makes them visibly different.
    fn truncation_ends(&self) -> Option<[f64; 2]> {
        (self.is_exact && self.high - self.low > SETTLED_THRESHOLD).then_some([self.low, self.high])
    }

    /// Returns whether it was simulated and its interval has a length.
    fn has_interval(&self) -> bool {
        !self.is_exact && self.high > self.low
    }

    /// Returns a probability in percent, with its interval if it was simulated. It is 0% or 100%
    /// only if that is exact.
    pub fn percent(&self, numerals: Numerals) -> String {
        self.chance_text(numerals, [true, true], Numerals::chance)
    }

    /// Returns a probability in percent without its interval, for charts that draw the interval; a
    /// dash if impossible.
    pub fn bare_percent(&self, numerals: Numerals) -> String {
        if self.is_impossible() {
            IMPOSSIBLE_MARK.to_owned()
        } else {
            self.chance_text(numerals, [true, false], Numerals::chance)
        }
    }

    /// Returns a probability in percent, without the percent sign and the interval; a dash if
    /// impossible.
    pub fn digits(&self, numerals: Numerals) -> String {
        if self.is_impossible() {
            IMPOSSIBLE_MARK.to_owned()
        } else {
            self.chance_text(numerals, [false, false], Numerals::bare_chance)
        }
    }

    /// Returns a probability for a sentence, in which a small probability is "1 in N".
    pub fn in_sentence(&self, numerals: Numerals) -> String {
        self.chance_text(numerals, [true, true], Numerals::chance_in_sentence)
    }

    /// Returns a probability for a chart or a table, as [`Estimate::percent`] does; a dash if
    /// impossible.
    pub fn percent_or_dash(&self, numerals: Numerals) -> String {
        if self.is_impossible() {
            IMPOSSIBLE_MARK.to_owned()
        } else {
            self.percent(numerals)
        }
    }

    /// Returns a probability with or without the percent sign and the interval; `exact` formats an
    /// exact one.
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
            // The truncated probability may belong to it.
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

    /// Returns a simulated number and its interval, multiplied by `unit`.
    fn rounded(&self, unit: f64, numerals: Numerals) -> Simulated {
        Simulated::new(
            self.value * unit,
            self.low * unit,
            self.high * unit,
            numerals,
        )
    }

    /// Returns a number of a case as text, or its range if it depends on how ties of best play are
    /// broken.
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

    /// Returns a mean as text, with its interval if it was simulated.
    pub fn mean(&self, numerals: Numerals) -> String {
        if self.is_outcome {
            return self.outcome(numerals);
        }
        if self.has_interval() {
            self.rounded(1.0, numerals).text(false, numerals)
        } else {
            numerals.mean(self.value)
        }
    }

    /// Returns a possible value of a trial as text, with its bounds if it was simulated.
    fn outcome(&self, numerals: Numerals) -> String {
        let text = |value: f64| numerals.fixed(value, 0);
        if self.has_interval() {
            format!(
                "{} ({})",
                text(self.value),
                numerals.range(&text(self.low.floor()), &text(self.high.ceil()))
            )
        } else {
            text(self.value)
        }
    }

    /// Returns a mean as text, or an empty text if there is none.
    pub fn finite_mean(&self, numerals: Numerals) -> String {
        if self.value.is_finite() {
            self.mean(numerals)
        } else {
            String::new()
        }
    }

    /// Returns a mean as text without its interval, for charts that draw it.
    pub fn bare_mean(&self, numerals: Numerals) -> String {
        if self.has_interval() {
            self.rounded(1.0, numerals).value
        } else {
            numerals.mean(self.value)
        }
    }

    /// Returns a probability or a mean as text for tables and sentences.
    pub fn text(&self, kind: NumberKind, numerals: Numerals) -> String {
        match kind {
            NumberKind::Chance => self.percent(numerals),
            NumberKind::Mean => self.mean(numerals),
            NumberKind::Outcome => self.outcome(numerals),
        }
    }
}
