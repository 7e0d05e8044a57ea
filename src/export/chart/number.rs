//! Numbers as print: never more digits than the numbers hold, never 0% for what is possible.

use crate::report::{Reading, Row};

/// Nearer to 1 than rounding over long sums can tell.
const ALMOST: f64 = 1e-12;
/// A half-width of an interval from which on whole percents say too much.
const COARSE: f64 = 0.05;

/// A probability with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chance {
    /// The best value.
    pub(super) value: f64,
    /// It is at least this.
    pub(super) low: f64,
    /// It is at most this.
    pub(super) high: f64,
    /// Whether it was computed.
    pub(super) is_exact: bool,
}

impl Chance {
    /// A computed probability of which `unresolved` may be missing.
    pub(super) fn exact(value: f64, unresolved: f64) -> Chance {
        Chance { value, low: value, high: (value + unresolved).min(1.0), is_exact: true }
    }

    /// The probability that a reading tells.
    pub(super) fn read(reading: &Reading, unresolved: f64) -> Chance {
        let (low, high) = (reading.interval.low, reading.interval.high);
        match reading.exact {
            Some(exact) => Chance::exact(exact, unresolved),
            None => Chance { value: finite(reading.estimate), low, high, is_exact: false },
        }
    }

    /// The probability that a row tells.
    pub(super) fn row(row: &Row, unresolved: f64) -> Chance {
        let exact = row.exact.map(|mass| mass.value());
        let reading = Reading { estimate: row.estimate, interval: row.interval, exact, is_probability: true };
        Chance::read(&reading, unresolved)
    }

    /// Whether it is known to be nothing.
    pub(super) fn is_impossible(self) -> bool {
        self.high <= 0.0
    }

    /// In percent, without the sign; a dash for the impossible.
    pub(super) fn digits(self) -> String {
        let hundredths = (self.value * 100.0).round();
        if self.is_impossible() {
            "–".to_owned()
        } else if self.low >= 1.0 - ALMOST {
            "100".to_owned()
        } else if !self.is_exact && self.value <= 0.0 {
            format!("<{}", (self.high * 100.0).ceil().max(1.0))
        } else if !self.is_exact && self.value >= 1.0 {
            format!(">{}", (self.low * 100.0).floor().min(99.0))
        } else if hundredths < 1.0 {
            "<1".to_owned()
        } else if hundredths > 99.0 {
            ">99".to_owned()
        } else if !self.is_exact && (self.high - self.low) / 2.0 > COARSE {
            format!("≈{}", (self.value * 10.0).round().clamp(1.0, 9.0) * 10.0)
        } else {
            format!("{hundredths}")
        }
    }

    /// In percent, with the sign.
    pub(super) fn percent(self) -> String {
        let digits = self.digits();
        if self.is_impossible() { digits } else { digits + "%" }
    }
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// Decimals that means deserve: those that tell values of this size apart, and no more than their
/// intervals hold.
pub(super) fn decimals<'r>(readings: impl Iterator<Item = &'r Reading>) -> usize {
    let mut most = 2;
    for reading in readings {
        let size = reading.best().abs();
        most = most.min(if size >= 100.0 { 0 } else { 1 + usize::from(size < 10.0) });
        if reading.exact.is_none() {
            let width = 2.0 * reading.interval.half_width();
            let held = if width > 0.0 { (-width.log10()).floor().max(0.0) } else { 2.0 };
            most = most.min(held as usize);
        }
    }
    most
}

/// A number with this many decimals, a true minus sign and, from 10,000 on, commas.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_zero = text.chars().all(|c| c == '0' || c == '.');
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    let (whole, part) = text.find('.').map_or((text.as_str(), ""), |point| text.split_at(point));
    let whole = if whole.len() > 4 { with_commas(whole) } else { whole.to_owned() };
    format!("{sign}{whole}{part}")
}

/// A whole number with commas between thousands.
pub(super) fn grouped(value: u64) -> String {
    with_commas(&value.to_string())
}

fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_possible_is_never_0_and_the_uncertain_never_100() {
        let exact = |value| Chance::exact(value, 0.0).percent();
        assert_eq!(
            ["–", "<1%", "1%", "50%", "99%", ">99%", "100%"].map(str::to_owned),
            [exact(0.0), exact(1e-9), exact(0.006), exact(0.5), exact(0.994), exact(0.9999), exact(1.0)]
        );
        assert_eq!(Chance::exact(0.0, 1e-9).percent(), "<1%");
    }

    #[test]
    fn an_estimate_says_no_more_than_its_interval() {
        let sampled = |value, low, high| Chance { value, low, high, is_exact: false }.digits();
        assert_eq!(sampled(0.0, 0.0, 0.037), "<4");
        assert_eq!(sampled(1.0, 0.963, 1.0), ">96");
        assert_eq!(sampled(0.37, 0.28, 0.47), "≈40");
        assert_eq!(sampled(0.37, 0.36, 0.38), "37");
    }

    #[test]
    fn numbers_have_a_true_minus_and_thousands() {
        assert_eq!((fixed(-1.25, 1), fixed(-0.001, 2)), ("−1.2".to_owned(), "0.00".to_owned()));
        assert_eq!((fixed(12345.6, 1), fixed(-9999.0, 0)), ("12,345.6".to_owned(), "−9999".to_owned()));
        assert_eq!((grouped(1_000_000), grouped(999)), ("1,000,000".to_owned(), "999".to_owned()));
    }
}
