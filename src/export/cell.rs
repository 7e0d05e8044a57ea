//! A cell of a table: what it says, as CSV and as JSON have it.

use std::borrow::Cow;
use std::io::Write;

use serde::{Serialize, Serializer};

use crate::report::Value;
use oddsmith_model::number::{ESTIMATE_DIGITS, EXACT_DIGITS, round_significant, write_significant};
use oddsmith_model::table::csv_text;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell<'a> {
    /// Nothing: there is no such number, or it does not apply.
    Nothing,
    /// A count.
    Count(u64),
    /// A whole number.
    Whole(i64),
    /// A number with so many digits that count.
    Number(f64, usize),
    /// A fraction.
    Fraction(i64, i64),
    /// A name or a text.
    Text(Cow<'a, str>),
    /// The value of a parameter.
    Value(&'a Value),
}

impl<'a> TableCell<'a> {
    /// A text.
    pub fn text(text: impl Into<Cow<'a, str>>) -> TableCell<'a> {
        TableCell::Text(text.into())
    }

    /// An estimate, or an end of an interval.
    pub fn estimate(number: impl Into<Option<f64>>) -> TableCell<'a> {
        TableCell::number(number.into(), ESTIMATE_DIGITS)
    }

    /// A number that was computed.
    pub fn exact(number: impl Into<Option<f64>>) -> TableCell<'a> {
        TableCell::number(number.into(), EXACT_DIGITS)
    }

    fn number(number: Option<f64>, digits: usize) -> TableCell<'a> {
        number
            .filter(|number| number.is_finite())
            .map_or(TableCell::Nothing, |number| {
                TableCell::Number(number, digits)
            })
    }

    /// A whole number, if there is one.
    pub fn whole(number: Option<i64>) -> TableCell<'a> {
        number.map_or(TableCell::Nothing, TableCell::Whole)
    }

    /// A count, if there is one.
    pub fn count(number: Option<u64>) -> TableCell<'a> {
        number.map_or(TableCell::Nothing, TableCell::Count)
    }

    /// A fraction, if there is one.
    pub fn fraction(fraction: Option<(i64, i64)>) -> TableCell<'a> {
        fraction.map_or(TableCell::Nothing, |(n, d)| TableCell::Fraction(n, d))
    }

    /// Its text as CSV has it: one that begins like a formula has an apostrophe before it.
    pub(super) fn to_csv_text(&self) -> String {
        let mut text = Vec::new();
        self.push_csv_text(&mut text);
        String::from_utf8(text).expect("numbers and text")
    }

    /// Adds its text. A spreadsheet takes no text for a formula: one that begins like it gets an
    /// apostrophe.
    pub(super) fn push_csv_text(&self, text: &mut Vec<u8>) {
        let written = match self {
            TableCell::Nothing => Ok(()),
            TableCell::Count(count) => write!(text, "{count}"),
            TableCell::Whole(number) => write!(text, "{number}"),
            TableCell::Number(number, digits) => {
                write_significant(text, *number, *digits);
                Ok(())
            }
            TableCell::Fraction(n, d) => write!(text, "{n}/{d}"),
            TableCell::Text(content) => text.write_all(csv_text(content).as_bytes()),
            TableCell::Value(Value::Text(content)) => text.write_all(csv_text(content).as_bytes()),
            TableCell::Value(value) => write!(text, "{value}"),
        };
        written.expect("in memory");
    }
}

/// As JSON has it: the number that CSV tells, no digit more.
impl Serialize for TableCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TableCell::Nothing => serializer.serialize_none(),
            TableCell::Count(count) => serializer.serialize_u64(*count),
            TableCell::Whole(number) => serializer.serialize_i64(*number),
            TableCell::Number(number, digits) => match round_significant(*number, *digits) {
                // A whole number has no point in CSV either.
                number if number.fract() == 0.0 && number.abs() < 1e15 => {
                    serializer.serialize_i64(number as i64)
                }
                number => serializer.serialize_f64(number),
            },
            TableCell::Fraction(n, d) => serializer.collect_str(&format_args!("{n}/{d}")),
            TableCell::Text(text) if text.is_empty() => serializer.serialize_none(),
            TableCell::Text(text) => serializer.serialize_str(text),
            TableCell::Value(value) => value.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_and_json_have_the_same_values() {
        let value = Value::from("1e3");
        let cases = [
            (TableCell::Nothing, "", "null"),
            (TableCell::Count(3), "3", "3"),
            (TableCell::estimate(1.0 / 3.0), "0.333333333", "0.333333333"),
            (TableCell::estimate(2.0), "2", "2"),
            (TableCell::exact(1.5e-10), "1.5e-10", "1.5e-10"),
            (TableCell::exact(f64::NAN), "", "null"),
            (TableCell::Fraction(1, 8), "1/8", "\"1/8\""),
            (TableCell::text(""), "", "null"),
            (TableCell::text("007"), "007", "\"007\""),
            (TableCell::Value(&value), "1e3", "\"1e3\""),
        ];
        for (cell, csv, json) in cases {
            assert_eq!(
                (
                    cell.to_csv_text().as_str(),
                    serde_json::to_string(&cell).unwrap().as_str()
                ),
                (csv, json)
            );
        }
    }

    #[test]
    fn only_texts_like_formulas_get_an_apostrophe() {
        for text in ["=1+1", "@SUM(A1)", "-2+3", "+1d6", "-1d6", "-inf", "\t=1"] {
            assert_eq!(TableCell::text(text).to_csv_text(), format!("'{text}"));
        }
        for text in ["-1", "+1", "-0.5", "never", "2d6-1", ""] {
            assert_eq!(TableCell::text(text).to_csv_text(), text);
        }
        assert_eq!(TableCell::Whole(-1).to_csv_text(), "-1");
        assert_eq!(TableCell::exact(-1e-9).to_csv_text(), "-1e-9");
    }
}
