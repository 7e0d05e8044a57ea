//! Reads printed numbers: which unrounded values can have this text.

/// A printed number: the least and the greatest value that it can represent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::tests::titles) struct Printed {
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) is_percent: bool,
    /// The interval of a simulated number.
    interval: Option<(f64, f64)>,
}

impl Printed {
    /// Returns whether an unrounded value can be printed like this.
    pub(in crate::tests::titles) fn can_be_printed_for(&self, value: f64) -> bool {
        let slack = 1e-9 * (1.0 + value.abs());
        let is_within = |(low, high): (f64, f64)| (low - slack..=high + slack).contains(&value);
        is_within((self.least, self.most)) && self.interval.is_none_or(is_within)
    }

    /// Parses a number; `None` if the text is not one.
    pub(in crate::tests::titles) fn read(text: &str, is_german: bool) -> Option<Printed> {
        let plain = if is_german {
            to_english(text)
        } else {
            text.to_owned()
        };
        let (number, interval) = match plain.split_once(" ±") {
            Some((number, half)) => (number, Some(Interval::Half(parse_decimal(half)?))),
            None => match plain
                .strip_suffix(')')
                .and_then(|plain| plain.split_once(" ("))
            {
                Some((number, ends)) => {
                    let ends = ends.trim_end_matches('%');
                    let (low, high) = ends.split_once(" to ").or(ends.split_once('–'))?;
                    (
                        number,
                        Some(Interval::Ends(parse_decimal(low)?, parse_decimal(high)?)),
                    )
                }
                None => (plain.as_str(), None),
            },
        };
        let mut printed = Printed::read_without_interval(number)?;
        let scale = if printed.is_percent { 0.01 } else { 1.0 };
        let middle = (printed.least + printed.most) / 2.0;
        printed.interval = interval.map(|interval| match interval {
            Interval::Half(half) => (middle - half * scale, middle + half * scale),
            Interval::Ends(low, high) => (low * scale, high * scale),
        });
        Some(printed)
    }

    fn read_without_interval(text: &str) -> Option<Printed> {
        let printed = |least: f64, most: f64, is_percent: bool| {
            Some(Printed {
                least,
                most,
                is_percent,
                interval: None,
            })
        };
        if let Some(denominator) = text.strip_prefix("1 in ").or(text.strip_prefix("1:")) {
            let denominator = parse_decimal(denominator)?;
            return printed(0.95 / denominator, 1.05 / denominator, true);
        }
        if let Some(denominator) = text.strip_prefix("<1 in ").or(text.strip_prefix("<1:")) {
            return printed(f64::MIN_POSITIVE, 1.0 / parse_decimal(denominator)?, true);
        }
        if let Some(percent) = text.strip_suffix('%') {
            if let Some(bound) = percent.strip_prefix('<') {
                return printed(0.0, parse_decimal(bound)? / 100.0, true);
            }
            if let Some(bound) = percent.strip_prefix('>') {
                return printed(parse_decimal(bound)? / 100.0, 1.0, true);
            }
            let (value, unit) = (
                parse_decimal(percent)? / 100.0,
                last_digit_unit(percent) / 100.0,
            );
            // Only a certain or impossible event is 100% or 0%.
            return match percent {
                "0" | "100" => printed(value, value, true),
                _ => printed(value - unit / 2.0, value + unit / 2.0, true),
            };
        }
        let (value, unit) = (parse_decimal(text)?, last_digit_unit(text));
        printed(value - unit / 2.0, value + unit / 2.0, false)
    }
}

enum Interval {
    Half(f64),
    Ends(f64, f64),
}

/// Converts a German number to the English format.
fn to_english(text: &str) -> String {
    let swapped = text.chars().filter(|c| *c != '.' && *c != '\u{202f}');
    swapped.map(|c| if c == ',' { '.' } else { c }).collect()
}

fn parse_decimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('−').unwrap_or(text);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits
            .chars()
            .all(|c| c.is_ascii_digit() || c == ',' || c == '.');
    let value: f64 = digits.replace(',', "").parse().ok().filter(|_| is_number)?;
    Some(if text.len() > digits.len() {
        -value
    } else {
        value
    })
}

/// Returns the unit of the last printed digit.
fn last_digit_unit(text: &str) -> f64 {
    10f64.powi(
        -text
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len() as i32),
    )
}

#[test]
fn printed_numbers_match_values_that_round_to_them() {
    let holds = |text: &str, value: f64| {
        Printed::read(text, false).is_some_and(|printed| printed.can_be_printed_for(value))
    };
    assert!(
        holds("12.5%", 0.1254) && !holds("12.5%", 0.1256) && holds("1 in 649,740", 1.0 / 649_740.0)
    );
    assert!(
        holds("100%", 1.0)
            && !holds("100%", 0.9999)
            && holds("−1,235", -1234.6)
            && !holds("0.50", 0.6)
    );
    assert!(
        holds("87.68% ±0.17", 0.8768)
            && !holds("87.68% ±0.17", 0.88)
            && holds("0.41% (0.38 to 0.45%)", 0.0041)
    );
    assert!(
        Printed::read("12,5\u{202f}%", true)
            .is_some_and(|printed| printed.can_be_printed_for(0.125))
    );
    assert_eq!(
        [
            Printed::read("5%)", false),
            Printed::read("", false),
            Printed::read("QV", true)
        ],
        [None; 3]
    );
}
