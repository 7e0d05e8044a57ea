//! Parses and compares bounds: `>= 0.6`, `0.55 to 0.65`, `< 10%`, `= 1/1296`.

use oddsmith_engine::question::Comparison;

use crate::diagnostic::Mistake;
use crate::grammar::parser::{Parsed, Parser};
use crate::grammar::token::TokenKind;

/// The tolerance of fractions and whole numbers: the last digits depend on the order of summation.
const TOLERANCE: f64 = 1e-12;

/// A bound on a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A comparison with a number.
    Is(Comparison, WrittenNumber),
    /// A range between two numbers, both included.
    Between(WrittenNumber, WrittenNumber),
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrittenNumber {
    /// The value.
    pub value: f64,
    /// The tolerance of an equality: half of the last digit of a decimal.
    pub tolerance: f64,
    /// Whether it was written in percent.
    pub is_percent: bool,
}

impl Bound {
    /// Checks whether the bound fits a probability.
    ///
    /// # Errors
    ///
    /// Returns a problem and advice if a number cannot be a probability.
    pub fn check_probability(&self) -> Result<(), (String, String)> {
        let numbers = match *self {
            Bound::Is(_, number) => [number, number],
            Bound::Between(low, high) => [low, high],
        };
        let Some(WrittenNumber {
            value, is_percent, ..
        }) = numbers
            .into_iter()
            .find(|number| !(0.0..=1.0).contains(&number.value))
        else {
            return Ok(());
        };
        if is_percent {
            let percent = (value * 1e9).round() / 1e7;
            return Err((
                format!("{percent}% is not a chance"),
                "use a chance from 0% to 100%".to_owned(),
            ));
        }
        let help = if (1.0..=100.0).contains(&value) {
            format!(
                "a chance is at most 1: write {value}%, or {}",
                (value * 1e7).round() / 1e9
            )
        } else {
            "use a chance from 0 to 1, such as 60% or 0.6".to_owned()
        };
        Err((format!("{value} is not a chance"), help))
    }

    /// Returns whether a number that violates the bound is too large.
    pub fn is_exceeded_by(&self, value: f64) -> bool {
        match self {
            Bound::Between(_, high) => value > high.value,
            Bound::Is(_, number) => value > number.value,
        }
    }

    /// Returns whether the bound allows only numbers between these two, so that both may violate it
    /// while a number between them does not.
    pub fn lies_within(&self, low: f64, high: f64) -> bool {
        match *self {
            Bound::Between(least, most) => low < least.value && most.value < high,
            Bound::Is(Comparison::Equal, number) => low <= number.value && number.value <= high,
            Bound::Is(..) => false,
        }
    }

    /// Returns the distance of a number from the bound; 0 if it satisfies the bound.
    pub fn miss(&self, value: f64) -> f64 {
        let above = |number: WrittenNumber| {
            (number.value - TOLERANCE * number.value.abs().max(1.0) - value).max(0.0)
        };
        let below = |number: WrittenNumber| {
            (value - number.value - TOLERANCE * number.value.abs().max(1.0)).max(0.0)
        };
        match *self {
            Bound::Between(low, high) => above(low).max(below(high)),
            Bound::Is(comparison, number) => {
                let off = (value - number.value).abs();
                let is_equal = off <= number.tolerance;
                match comparison {
                    Comparison::Equal if !is_equal => off,
                    Comparison::Unequal if is_equal => f64::MIN_POSITIVE,
                    Comparison::Equal | Comparison::Unequal => 0.0,
                    Comparison::AtLeast => above(number),
                    Comparison::AtMost => below(number),
                    // An equal number violates a strict bound, but by no measurable distance.
                    Comparison::Above if value <= number.value => off.max(f64::MIN_POSITIVE),
                    Comparison::Below if value >= number.value => off.max(f64::MIN_POSITIVE),
                    Comparison::Above | Comparison::Below => 0.0,
                }
            }
        }
    }
}

impl Parser<'_> {
    /// Parses a bound: an operator and a number, or two numbers with `to` between them.
    pub(super) fn bound(&mut self) -> Parsed<Bound> {
        if let Some(comparison) = self.comparison_sign() {
            return Ok(Bound::Is(comparison, self.bounding_number()?));
        }
        let start = self.span();
        let low = self.bounding_number()?;
        let low_span = start.to(self.previous());
        let is_to = matches!(self.peek(), TokenKind::Name(word) if word == "to");
        if is_to {
            self.advance();
        } else if !self.take_symbol("..") {
            return self.expected(
                "`to`",
                "write `0.55 to 0.65`, or a sign and a number: >= 0.6, < 10%, = 0.5",
            );
        }
        let start = self.span();
        let high = self.bounding_number()?;
        if high.value >= low.value {
            return Ok(Bound::Between(low, high));
        }
        let problem = "the second number is less than the first";
        self.report(if high.is_percent && !low.is_percent {
            Mistake::new(start, problem, "write both as percentages: 55% to 65%")
                .with_fix(low_span.end_point(), "%")
        } else {
            Mistake::new(start, problem, "write the lower number first: 0.55 to 0.65")
        })
    }

    /// Parses a number: a fraction, a decimal or a percentage.
    fn bounding_number(&mut self) -> Parsed<WrittenNumber> {
        const FORMS: &str = "write a number: 0.6, 60%, 3/5 or 12";
        let sign = if self.take_symbol("-") { -1.0 } else { 1.0 };
        let (value, places) = match self.peek() {
            TokenKind::Whole(number) => (*number as f64, 0),
            TokenKind::Decimal(digits) => {
                let places = digits
                    .split_once('.')
                    .map_or(0, |(_, decimals)| decimals.len() as i32);
                (digits.parse().unwrap_or(f64::NAN), places)
            }
            _ => return self.expected("a number", FORMS),
        };
        self.advance();
        if self.take_symbol("/") {
            let &TokenKind::Whole(below) = self.peek() else {
                return self.expected("a whole number", FORMS);
            };
            if below == 0 {
                return self.fail("a fraction cannot have 0 below the line", FORMS);
            }
            self.advance();
            let value = sign * value / below as f64;
            return Ok(WrittenNumber {
                value,
                tolerance: TOLERANCE * value.abs().max(1.0),
                is_percent: false,
            });
        }
        let is_percent = self.take_symbol("%");
        let scale = if is_percent { 0.01 } else { 1.0 };
        let value = sign * value * scale;
        // A whole number is exact; a decimal or a percentage may be rounded.
        let tolerance = match (places, is_percent) {
            (0, false) => TOLERANCE * value.abs().max(1.0),
            _ => 0.5 * 10f64.powi(-places) * scale + TOLERANCE,
        };
        Ok(WrittenNumber {
            value,
            tolerance,
            is_percent,
        })
    }
}
