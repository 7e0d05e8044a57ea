//! Formats numbers for every table, chart, sentence and page. The text of a number depends on the
//! number alone.

mod numerals;
mod simulated;
#[cfg(test)]
mod tests;

use oddsmith_engine::question::Statistic;
use serde::{Deserialize, Serialize};

pub use numerals::Numerals;
pub use simulated::{Simulated, Spread, round_outward};
pub(crate) use simulated::{at_least, at_most};

/// The kind of a number, which decides how it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumberKind {
    /// A probability, printed in percent.
    Chance,
    /// A mean, or another computed number.
    Mean,
    /// A possible value of a trial, such as a median: printed unchanged.
    Outcome,
}

impl NumberKind {
    /// Returns the kind of the answer to a question.
    pub fn of(statistic: Statistic) -> NumberKind {
        match statistic {
            Statistic::Probability => NumberKind::Chance,
            Statistic::Percentile(_) | Statistic::Min | Statistic::Max => NumberKind::Outcome,
            Statistic::Mean | Statistic::Sd | Statistic::Covariance | Statistic::Correlation => {
                NumberKind::Mean
            }
        }
    }

    /// Returns whether it is a probability.
    pub fn is_chance(self) -> bool {
        self == NumberKind::Chance
    }
}

/// The text for an impossible event.
pub const IMPOSSIBLE_MARK: &str = "–";
/// A probability below this, or as near to 1, gets two significant digits.
const RARE_CHANCE: f64 = 0.01;
/// A probability below this is "1 in N", and one as near to 1 is ">99.9999%".
const MIN_PERCENT_CHANCE: f64 = 1e-6;
/// In sentences, a probability below this is "1 in N".
const MIN_SENTENCE_PERCENT_CHANCE: f64 = 1e-4;
/// The largest N of "1 in N".
const MAX_ONE_IN: f64 = 1e18;
/// The relative tolerance for recognising "1 in N" with a whole N. Larger N are always rounded.
const WHOLE_TOLERANCE: f64 = 1e-14;
const MAX_WHOLE_ONE_IN: f64 = 1e12;
/// A mean below this gets two significant digits.
const SMALL_MEAN: f64 = 0.1;
/// A mean of this size or more is printed as a whole number.
const LARGE_MEAN: f64 = 1000.0;
/// Computed numbers nearer to 0 than this are printed as 0: they are rounding errors.
const ZERO_TOLERANCE: f64 = 1e-12;
/// Differences of fewer percentage points than this are printed as 0: they are rounding errors.
const SAME_TOLERANCE: f64 = 1e-11;
/// A loss that would be printed as 0 is below this.
const MIN_LOSS: f64 = 0.0001;

impl Numerals {
    /// Returns a probability in percent: "12.5%", or "1 in 3,300,000" below 0.0001%.
    pub fn chance(self, chance: f64) -> String {
        self.one_in_or(MIN_PERCENT_CHANCE, chance, |text| self.percent(&text))
    }

    /// Returns a probability in percent without the percent sign.
    pub fn bare_chance(self, chance: f64) -> String {
        self.one_in_or(MIN_PERCENT_CHANCE, chance, |text| text)
    }

    /// Returns a probability for a sentence: in percent, or as "1 in N" below 0.01%.
    pub fn chance_in_sentence(self, chance: f64) -> String {
        self.one_in_or(MIN_SENTENCE_PERCENT_CHANCE, chance, |text| {
            self.percent(&text)
        })
    }

    fn one_in_or(self, limit: f64, chance: f64, text: impl Fn(String) -> String) -> String {
        if chance > 0.0 && chance < limit {
            self.one_in(chance)
        } else {
            text(self.hundredths(chance))
        }
    }

    /// Returns a probability of at least 0.0001% in percent, without the sign.
    fn hundredths(self, chance: f64) -> String {
        let (percent, rest) = (chance * 100.0, (1.0 - chance) * 100.0);
        match chance {
            _ if chance <= 0.0 => "0".to_owned(),
            _ if chance >= 1.0 => "100".to_owned(),
            _ if chance < RARE_CHANCE => self.fixed(percent, two_digits(percent)),
            _ if 1.0 - chance < MIN_PERCENT_CHANCE * (1.0 - 1e-9) => {
                format!(">{}", self.fixed(100.0 - MIN_PERCENT_CHANCE * 100.0, 4))
            }
            _ if chance > 1.0 - RARE_CHANCE => {
                let decimals = two_digits(rest);
                // The complement is rounded, because 100 has no digits to spare.
                self.fixed(100.0 - rounded(rest, decimals), decimals)
            }
            _ => self.fixed(percent, 1),
        }
    }

    /// Returns a small probability as "1 in 649,740". If N is not whole, it has two significant
    /// digits.
    fn one_in(self, chance: f64) -> String {
        let denominator = 1.0 / chance;
        if denominator > MAX_ONE_IN {
            return format!(
                "<1{}{}",
                self.one_in_word(),
                self.grouped(MAX_ONE_IN as u64)
            );
        }
        let is_whole = denominator < MAX_WHOLE_ONE_IN
            && (denominator - denominator.round()).abs()
                < (denominator * WHOLE_TOLERANCE).max(1e-9);
        let unit = if is_whole {
            1.0
        } else {
            10f64.powf((denominator.log10().floor() - 1.0).max(0.0))
        };
        format!(
            "1{}{}",
            self.one_in_word(),
            self.grouped(((denominator / unit).round() * unit) as u64)
        )
    }

    /// Returns a mean, a standard deviation, or another computed number that is not a probability.
    pub fn mean(self, mean: f64) -> String {
        match mean.abs() {
            ..ZERO_TOLERANCE => "0".to_owned(),
            size @ ..SMALL_MEAN => self.fixed(mean, two_digits(size)),
            ..LARGE_MEAN => self.with_separators(mean, 2),
            _ => self.with_separators(mean, 0),
        }
    }

    /// Returns the absolute difference of two probabilities in percentage points, or of two means.
    pub fn difference(self, by: f64, kind: NumberKind) -> String {
        match kind {
            NumberKind::Mean => self.mean(by.abs()),
            NumberKind::Outcome => self.fixed(by.abs(), 0),
            NumberKind::Chance => match by.abs() * 100.0 {
                ..SAME_TOLERANCE => "0".to_owned(),
                size @ ..1.0 => self.fixed(size, two_digits(size)),
                size => self.fixed(size, 1),
            },
        }
    }

    /// Returns a loss that is known not to be a rounding error: "1.7", or "<0.0001" instead of "0".
    pub fn loss(self, by: f64, kind: NumberKind) -> String {
        match self.difference(by, kind) {
            text if text != "0" || by == 0.0 => text,
            _ => format!("<{}", self.fixed(MIN_LOSS, 4)),
        }
    }

    /// Returns a loss that is known not to be a rounding error, with its sign and unit, for tables:
    /// "−1.7 pp". A loss such as "<0.0001" has no sign.
    pub fn lost(self, by: f64, kind: NumberKind) -> String {
        let unit = if kind.is_chance() { " pp" } else { "" };
        match self.loss(by, kind) {
            text if text == "0" || text.starts_with('<') => text + unit,
            text => format!("−{text}{unit}"),
        }
    }

    /// Returns a difference with its sign: "+1.7", "−20.0".
    pub fn signed(self, by: f64, kind: NumberKind) -> String {
        let size = self.difference(by, kind);
        match size.as_str() {
            "0" => size,
            _ if by > 0.0 => format!("+{size}"),
            _ => format!("−{size}"),
        }
    }

    /// Returns a difference with its unit, for tables: "+1.7 pp".
    pub fn change(self, by: f64, kind: NumberKind) -> String {
        self.signed(by, kind) + if kind.is_chance() { " pp" } else { "" }
    }

    /// Returns an absolute difference with its unit, for sentences: "1.7 percentage points".
    pub fn distance(self, by: f64, kind: NumberKind) -> String {
        self.difference(by, kind)
            + if kind.is_chance() {
                " percentage points"
            } else {
                ""
            }
    }

    /// Returns a number with this many decimals and separators from 1,000 on.
    fn with_separators(self, value: f64, decimals: usize) -> String {
        self.localize(&separated(fixed(value, decimals)))
    }
}

/// Returns the number of decimals that give a number below 10 two significant digits.
fn two_digits(size: f64) -> usize {
    let decimals = |size: f64| (1.0 - size.log10().floor()).max(0.0) as usize;
    // Rounding can add a digit: 0.0996 becomes 0.10.
    decimals(rounded(size, decimals(size)).max(size))
}

/// Rounds a number to this many decimals.
fn rounded(value: f64, decimals: usize) -> f64 {
    let unit = 10f64.powi(decimals as i32);
    (value * unit).round() / unit
}

/// Returns a number with commas between thousands, even where `fixed` puts none.
fn separated(text: String) -> String {
    let (sign, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(0));
    let (whole, part) = digits
        .find('.')
        .map_or((digits, ""), |point| digits.split_at(point));
    if whole.len() == 4 {
        format!("{sign}{}{part}", with_commas(whole))
    } else {
        text
    }
}

/// Returns a number with this many decimals, a true minus sign and, from 10,000 on, commas.
pub fn fixed(value: f64, decimals: usize) -> String {
    // Halves are rounded away from zero. So are values that rounding errors put slightly below a
    // half.
    let unit = 10f64.powi(decimals as i32);
    let near = value.abs() * unit;
    let is_half = near < 1e12 && (near - near.floor() - 0.5).abs() < near * 1e-13;
    let size = match near {
        _ if is_half => near.ceil() / unit,
        ..1e15 => near.round() / unit,
        _ => value.abs(),
    };
    let text = format!("{size:.decimals$}");
    let is_zero = text.chars().all(|c| c == '0' || c == '.');
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    let (whole, part) = text
        .find('.')
        .map_or((text.as_str(), ""), |point| text.split_at(point));
    let whole = if whole.len() > 4 {
        with_commas(whole)
    } else {
        whole.to_owned()
    };
    format!("{sign}{whole}{part}")
}

/// Returns a whole number with commas between thousands: 1,000,000.
pub fn grouped(value: u64) -> String {
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
