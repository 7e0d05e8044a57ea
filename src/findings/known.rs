//! What is known of a number: computed, or estimated between two bounds.

use crate::report::Reading;
use oddsmith_engine::odds::Mass;
use oddsmith_engine::odds::Pmf;
use oddsmith_engine::stats::Confidence;

/// Two computed numbers nearer than this are not told apart.
pub const MARGIN: f64 = 1e-9;
/// What rounding over long sums may do to a computed number.
pub const ROUNDING: f64 = 1e-12;
/// A half-width of an interval from which on whole percents say too much.
const COARSE: f64 = 0.05;
/// A cut tail may hold large values: what is unresolved weighs on a mean by this much, per unit of its size.
const TAIL: f64 = 1e3;

/// A probability or a mean between bounds that hold for certain if it was computed, else at the run's confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The best value there is.
    pub value: f64,
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// Whether it was computed.
    pub is_exact: bool,
}

impl Known {
    /// A computed probability of which `unresolved` may be missing.
    pub fn exact(value: f64, unresolved: f64) -> Known {
        Known { value, low: value, high: (value + unresolved).min(1.0), is_exact: true }
    }

    /// The share of `count` in `trials`.
    pub fn sampled(count: u64, trials: u64, confidence: Confidence) -> Known {
        let interval = confidence.wilson(count, trials);
        let value = if trials > 0 { count as f64 / trials as f64 } else { 0.0 };
        Known { value, low: interval.low, high: interval.high, is_exact: false }
    }

    /// The number that a reading tells.
    pub fn read(reading: &Reading, unresolved: f64) -> Known {
        match reading.exact {
            Some(value) if reading.is_probability => Known::exact(value, unresolved),
            Some(value) => {
                let spread = unresolved * TAIL * (1.0 + value.abs());
                Known { value, low: value - spread, high: value + spread, is_exact: true }
            }
            None => {
                let (low, high) = (reading.interval.low, reading.interval.high);
                Known { value: reading.estimate, low, high, is_exact: false }
            }
        }
    }

    /// A computed probability mass.
    pub fn mass(mass: Mass, unresolved: f64) -> Known {
        Known::exact(mass.value(), unresolved)
    }

    /// Whether it is more than another, beyond doubt.
    pub fn exceeds(&self, other: &Known) -> bool {
        self.low > other.high + MARGIN
    }

    /// Whether it is no less than another: equal counts only where both were computed.
    pub fn reaches(&self, other: &Known) -> bool {
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

    /// Whether it is known to be nothing.
    pub fn is_impossible(&self) -> bool {
        self.high <= 0.0
    }

    /// A probability in percent, never 0 or 100 for what is possible or not certain, and no finer than its interval.
    pub fn percent(&self) -> String {
        let rounded = (self.value * 100.0).round();
        if self.is_impossible() {
            "0%".to_owned()
        } else if self.low >= 1.0 - ROUNDING {
            "100%".to_owned()
        } else if !self.is_exact && self.value <= 0.0 {
            format!("<{}%", (self.high * 100.0).ceil().max(1.0))
        } else if !self.is_exact && self.value >= 1.0 {
            format!(">{}%", (self.low * 100.0).floor().min(99.0))
        } else if rounded < 1.0 {
            "<1%".to_owned()
        } else if rounded > 99.0 {
            ">99%".to_owned()
        } else if !self.is_exact && (self.high - self.low) / 2.0 > COARSE {
            format!("≈{}%", (self.value * 10.0).round().clamp(1.0, 9.0) * 10.0)
        } else {
            format!("{rounded}%")
        }
    }

    /// Decimals that a mean deserves: those that tell values of its size apart, and no more than its interval holds.
    pub fn decimals(&self) -> usize {
        let size = self.value.abs();
        let most = if size >= 100.0 { 0 } else { 1 + usize::from(size < 10.0) };
        let width = self.high - self.low;
        if self.is_exact || width <= 0.0 { most } else { most.min((-width.log10()).floor().max(0.0) as usize) }
    }

    /// A mean with these decimals and a true minus sign.
    pub fn number(&self, decimals: usize) -> String {
        let text = format!("{:.decimals$}", self.value);
        match text.strip_prefix('-') {
            Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
            Some(rest) => format!("−{rest}"),
            None => text,
        }
    }
}

/// The chance of at least each value of a law, its values falling.
pub fn tails(pmf: &Pmf, unresolved: f64) -> Vec<(i64, Known)> {
    let mut sum = 0.0;
    let mut tail = |&(value, mass): &(i64, Mass)| {
        sum += mass.float();
        (value, Known::exact(f64::min(sum, 1.0), unresolved))
    };
    pmf.masses().iter().rev().map(&mut tail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_odds_exceed_nothing_and_reach_each_other() {
        let (a, b) = (Known::exact(0.125, 0.0), Known::exact(0.125 + 1e-15, 0.0));
        assert!(!a.exceeds(&b) && !b.exceeds(&a) && a.reaches(&b) && b.reaches(&a));
        assert!(!Known::exact(0.5, 0.0).is_over(0.5) && Known::exact(0.5, 0.0).is_within(0.5));
    }

    #[test]
    fn estimates_are_told_apart_by_their_intervals_only() {
        let confidence = Confidence::new(0.95).unwrap();
        let share = |count| Known::sampled(count, 1000, confidence);
        assert!(share(600).exceeds(&share(500)) && !share(520).exceeds(&share(500)));
        assert!(!share(500).reaches(&share(500)), "estimates alike may hide a difference");
        assert!(share(560).is_over(0.5) && !share(510).is_over(0.5));
    }

    #[test]
    fn percents_are_honest() {
        let exact = |value| Known::exact(value, 0.0).percent();
        assert_eq!(
            [exact(0.0), exact(1e-9), exact(0.574), exact(0.9999), exact(1.0)],
            ["0%", "<1%", "57%", ">99%", "100%"]
        );
        let sampled = |count, trials| Known::sampled(count, trials, Confidence::new(0.95).unwrap()).percent();
        assert_eq!([sampled(0, 100), sampled(37, 100), sampled(370, 1000)], ["<4%", "≈40%", "37%"]);
        assert_eq!(Known { value: -1.25, low: -1.25, high: -1.25, is_exact: true }.number(1), "−1.2");
    }
}
