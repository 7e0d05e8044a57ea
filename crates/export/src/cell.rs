//! The content of a table cell, and how CSV and JSON write it.

use std::borrow::Cow;
use std::io::Write;

use serde::{Serialize, Serializer};

use oddsmith_model::number::{ESTIMATE_DIGITS, EXACT_DIGITS, round_significant, write_significant};
use oddsmith_model::report::Value;
use oddsmith_model::table::csv_text;

/// The content of a table cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell<'a> {
    /// No number exists, or none applies.
    Nothing,
    /// A count.
    Count(u64),
    /// A whole number.
    Whole(i64),
    /// A number with this many significant digits.
    Number(f64, usize),
    /// A fraction.
    Fraction(i64, i64),
    /// A name or a text.
    Text(Cow<'a, str>),
    /// The value of a parameter.
    Value(&'a Value),
}

impl<'a> TableCell<'a> {
    /// Returns a cell with a text.
    pub fn text(text: impl Into<Cow<'a, str>>) -> TableCell<'a> {
        TableCell::Text(text.into())
    }

    /// Returns a cell with an estimate, or with an end of an interval.
    pub fn estimate(number: impl Into<Option<f64>>) -> TableCell<'a> {
        TableCell::number(number.into(), ESTIMATE_DIGITS)
    }

    /// Returns a cell with a computed number.
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

    /// Returns a cell with a whole number; empty without one.
    pub fn whole(number: Option<i64>) -> TableCell<'a> {
        number.map_or(TableCell::Nothing, TableCell::Whole)
    }

    /// Returns a cell with a count; empty without one.
    pub fn count(number: Option<u64>) -> TableCell<'a> {
        number.map_or(TableCell::Nothing, TableCell::Count)
    }

    /// Returns a cell with a fraction; empty without one.
    pub fn fraction(fraction: Option<(i64, i64)>) -> TableCell<'a> {
        fraction.map_or(TableCell::Nothing, |(n, d)| TableCell::Fraction(n, d))
    }

    /// Returns the number of a [`TableCell::Number`], rounded as in CSV.
    pub fn rounded(&self) -> Option<f64> {
        match self {
            TableCell::Number(number, digits) => Some(round_significant(*number, *digits)),
            _ => None,
        }
    }

    /// Returns the text of the cell in CSV.
    pub(super) fn to_csv_text(&self) -> String {
        let mut text = Vec::new();
        self.push_csv_text(&mut text);
        String::from_utf8(text).expect("numbers and text")
    }

    /// Appends the text of the cell in CSV. A text that a spreadsheet would read as a formula gets
    /// an apostrophe in front.
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

/// JSON has the same number as CSV, with the same digits.
impl Serialize for TableCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TableCell::Nothing => serializer.serialize_none(),
            TableCell::Count(count) => serializer.serialize_u64(*count),
            TableCell::Whole(number) => serializer.serialize_i64(*number),
            TableCell::Number(number, digits) => match round_significant(*number, *digits) {
                // CSV writes whole numbers without a decimal point as well.
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
