//! Formats simulated numbers: the estimate and its interval, rounded so that the printed interval
//! contains the computed one.

#[cfg(test)]
use super::fixed;
use super::{NumberKind, Numerals};

/// The largest ratio of the two sides of an interval for which "±" is used.
const MAX_EVEN_RATIO: f64 = 1.1;

/// The printed interval of a simulated number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spread {
    /// A half-width. The number minus and plus the half-width contains the interval.
    HalfWidth(String),
    /// Both ends, rounded outward.
    Ends(String, String),
}

/// A simulated number and its interval as text, without units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// The estimate, with as many decimals as its interval justifies.
    pub value: String,
    /// Its interval.
    pub spread: Spread,
}

impl Simulated {
    /// Formats a number with an interval of positive length.
    pub fn new(value: f64, low: f64, high: f64, numerals: Numerals) -> Simulated {
        let decimals = decimals((high - low) / 2.0);
        let text = |units: f64| units_text(units, decimals, numerals);
        let scaled = |number: f64| scale(number, decimals);
        let middle = round_half_away(scaled(value));
        let sides = [value - low, high - value];
        let spread = if sides[0].max(sides[1]) > MAX_EVEN_RATIO * sides[0].min(sides[1]) {
            Spread::Ends(text(scaled(low).floor()), text(scaled(high).ceil()))
        } else {
            Spread::HalfWidth(text(
                (scaled(high) - middle).max(middle - scaled(low)).ceil(),
            ))
        };
        Simulated {
            value: text(middle),
            spread,
        }
    }

    /// Returns the number and its interval in one text: "87.68% ±0.17", "0.411% (0.380 to 0.450%)".
    pub fn text(&self, is_chance: bool, numerals: Numerals) -> String {
        let with_sign = |text: &str| {
            if is_chance {
                numerals.percent(text)
            } else {
                text.to_owned()
            }
        };
        let value = with_sign(&self.value);
        match &self.spread {
            Spread::HalfWidth(width) => format!("{value} ±{width}"),
            Spread::Ends(low, high) => {
                format!("{value} ({})", with_sign(&numerals.range(low, high)))
            }
        }
    }
}

impl Numerals {
    /// Returns a simulated difference with its sign, its unit and its interval: "+11.2 pp ±1.4".
    pub fn simulated_change(
        self,
        by: f64,
        [low, high]: [f64; 2],
        kind: NumberKind,
        unit: &str,
    ) -> String {
        if low >= high {
            return self.signed(by, kind) + unit;
        }
        let scale = if kind.is_chance() { 100.0 } else { 1.0 };
        let Simulated { value, spread } =
            Simulated::new(by * scale, low * scale, high * scale, self);
        let sign = if by > 0.0 && value.contains(|c: char| matches!(c, '1'..='9')) {
            "+"
        } else {
            ""
        };
        match spread {
            Spread::HalfWidth(width) => format!("{sign}{value}{unit} ±{width}"),
            Spread::Ends(low, high) => format!("{sign}{value} ({}{unit})", self.range(&low, &high)),
        }
    }
}

/// Rounds both ends of an interval outward to two significant digits of its half-width. 0 and 100
/// stay exact.
pub fn round_outward(low: f64, high: f64, numerals: Numerals) -> [String; 2] {
    let decimals = decimals((high - low) / 2.0);
    let text = |end: f64, units: f64| match end {
        0.0 | 100.0 => numerals.with_separators(end, 0),
        _ => units_text(units, decimals, numerals),
    };
    [
        text(low, scale(low, decimals).floor()),
        text(high, scale(high, decimals).ceil()),
    ]
}

/// Returns how many decimals give a half-width two significant digits; negative if these are before
/// the decimal point.
fn decimals(half_width: f64) -> i32 {
    let text = format!("{half_width:.1e}");
    let exponent = text
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    1 - exponent.expect("the form of {:e}")
}

/// Rounds to a whole number, halves away from zero. A number slightly below a half in binary counts
/// as a half.
fn round_half_away(number: f64) -> f64 {
    let size = number.abs();
    let is_half = (size - size.floor() - 0.5).abs() < size * 1e-13;
    (if is_half { size.ceil() } else { size.round() }).copysign(number)
}

/// Converts a number to units of its last decimal.
fn scale(number: f64, decimals: i32) -> f64 {
    if decimals < 0 {
        number / 10f64.powi(-decimals)
    } else {
        number * 10f64.powi(decimals)
    }
}

/// Formats a number that is given in units of its last decimal.
fn units_text(units: f64, decimals: i32, numerals: Numerals) -> String {
    // A division by a power of ten is correctly rounded; a product with its inverse is not.
    let value = if decimals < 0 {
        units * 10f64.powi(-decimals)
    } else {
        units / 10f64.powi(decimals)
    };
    numerals.with_separators(value, decimals.max(0) as usize)
}

/// Returns the upper bound of a probability whose event was never seen, in percent: two digits,
/// rounded up.
pub(crate) fn at_most(high: f64, numerals: Numerals) -> String {
    let percent = (high * 100.0).min(100.0);
    let decimals = decimals(percent);
    units_text((scale(percent, decimals) - 1e-9).ceil(), decimals, numerals)
}

/// Returns the lower bound of a probability whose event was always seen, in percent: the complement
/// has two digits, rounded up.
pub(crate) fn at_least(low: f64, numerals: Numerals) -> String {
    let missing = ((1.0 - low) * 100.0).min(100.0);
    let decimals = decimals(missing);
    let units = (scale(missing, decimals) - 1e-9).ceil();
    units_text(scale(100.0, decimals) - units, decimals, numerals)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Numerals = Numerals::ENGLISH;

    fn text(value: f64, low: f64, high: f64) -> String {
        Simulated::new(value, low, high, ENGLISH).text(false, ENGLISH)
    }

    #[test]
    fn a_value_has_the_decimals_of_its_half_width() {
        assert_eq!(text(2.4191, 2.4098, 2.4284), "2.4191 ±0.0093");
        assert_eq!(text(2.277_83, 2.264_13, 2.291_53), "2.278 ±0.014");
        assert_eq!(text(-1.5, -2.7, -0.3), "−1.5 ±1.2");
        assert_eq!(
            text(3_827_159.0, 3_251_845.0, 4_402_473.0),
            "3,830,000 ±580,000"
        );
        assert_eq!(text(0.0996, 0.0, 0.1992), "0.10 ±0.10");
        assert_eq!(text(1234.5, 1222.2, 1246.8), "1,235 ±13");
        // Some halves are slightly smaller in binary.
        assert_eq!(text(0.6265 * 100.0, 60.5, 64.8), "62.7 ±2.2");
        assert_eq!(text(-(0.7515 * 100.0), -77.0, -73.3), "−75.2 ±1.9");
    }

    #[test]
    fn lopsided_intervals_print_both_ends() {
        let printed = Simulated::new(0.411_1, 0.380_4, 0.449_9, ENGLISH).text(true, ENGLISH);
        assert_eq!(printed, "0.411% (0.380 to 0.450%)");
        let german = Numerals {
            decimal: ',',
            range: Some('–'),
            ..ENGLISH
        };
        let printed = Simulated::new(0.411_1, 0.380_4, 0.449_9, german).text(true, german);
        assert_eq!(printed, "0,411% (0,380–0,450%)");
    }

    #[test]
    fn one_sided_bounds_are_rounded_outward() {
        assert_eq!(
            [at_most(3.84145e-6, ENGLISH), at_most(0.0370, ENGLISH)],
            ["0.00039", "3.7"]
        );
        assert_eq!(
            [
                at_least(1.0 - 3.84145e-6, ENGLISH),
                at_least(0.963, ENGLISH)
            ],
            ["99.99961", "96.3"]
        );
        assert_eq!(
            [at_most(1.0, ENGLISH), at_least(0.0, ENGLISH)],
            ["100", "0"]
        );
    }

    /// For many intervals of all sizes, the printed interval contains the computed one.
    #[test]
    fn every_printed_interval_contains_the_unrounded_one() {
        let mut state = 7u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let number = |text: &str| ENGLISH.parse(text).expect("a number");
        for _ in 0..20_000 {
            let size = 10f64.powf(next() * 12.0 - 6.0);
            let value = (next() - 0.5) * 10f64.powf(next() * 8.0 - 4.0);
            let low = value - size * next();
            let high = if next() < 0.5 {
                2.0 * value - low
            } else {
                value + size * next()
            };
            let printed = Simulated::new(value, low, high, ENGLISH);
            let (printed_low, printed_high) = match &printed.spread {
                Spread::HalfWidth(width) => (
                    number(&printed.value) - number(width),
                    number(&printed.value) + number(width),
                ),
                Spread::Ends(low, high) => (number(low), number(high)),
            };
            let slack = 1e-12 * (1.0 + value.abs() + size);
            let holds = printed_low <= low + slack && printed_high >= high - slack;
            assert!(holds, "{value} in {low} to {high} is {printed:?}");
            let unit = 10f64.powi(-decimals((high - low) / 2.0));
            assert!(
                (number(&printed.value) - value).abs() <= unit * 0.51,
                "{value}: {printed:?}"
            );
            let ends = [low - printed_low, printed_high - high];
            let widest = if matches!(printed.spread, Spread::Ends(..)) {
                1.0
            } else {
                4.0
            };
            assert!(
                ends[0].min(ends[1]) < unit * 1.000_001
                    && ends[0].max(ends[1]) < (widest + 0.1) * unit + 0.1 * size,
                "{printed:?}"
            );
        }
        assert_eq!(fixed(-0.04, 1), "0.0");
    }
}
