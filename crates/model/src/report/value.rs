//! Values of parameters, with their type and their original notation.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::messages::{Messages, Word};

/// A value of a parameter, or of a part of a situation. Its type is passed on to every output, so
/// that no code has to guess whether a text is a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// A decimal, and its original notation.
    Decimal(f64, String),
    /// `true` or `false`.
    Flag(bool),
    /// A word or a text.
    Text(String),
    /// A list.
    List(Vec<Value>),
}

impl Value {
    /// Returns the number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Whole(number) => Some(*number as f64),
            Value::Decimal(number, _) => Some(*number).filter(|number| number.is_finite()),
            Value::Flag(_) | Value::Text(_) | Value::List(_) => None,
        }
    }

    /// Returns the whole number, if it is one.
    pub fn whole(&self) -> Option<i64> {
        match self {
            Value::Whole(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the label for charts.
    pub fn label(&self, messages: &Messages) -> String {
        match self {
            Value::Flag(flag) => messages
                .text(if *flag { Word::True } else { Word::False })
                .to_owned(),
            value if value.number().is_some() => {
                messages.numerals().localize(&value.printed_text())
            }
            value => value.printed_text(),
        }
    }

    /// Returns the text for people: numbers have a true minus sign.
    pub fn printed_text(&self) -> String {
        if let Value::Whole(number) = self {
            return crate::figures::fixed(*number as f64, 0);
        }
        let text = self.to_string();
        if self.number().is_some() {
            text.replace('-', "−")
        } else {
            text
        }
    }
}

/// Writes the original notation.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => number.fmt(f),
            Value::Decimal(_, digits) => f.write_str(digits),
            Value::Flag(flag) => flag.fmt(f),
            Value::Text(text) => f.write_str(text),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}

/// Writes the JSON value.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Whole(number) => serializer.serialize_i64(*number),
            Value::Decimal(number, _) => serializer.serialize_f64(*number),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(values) => serializer.collect_seq(values),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Whole(number)
    }
}

#[cfg(test)]
impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Whole(number.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

/// Returns these numbers if all exist and they increase.
pub fn rising_numbers(numbers: impl IntoIterator<Item = Option<f64>>) -> Option<Vec<f64>> {
    let numbers: Vec<f64> = numbers.into_iter().collect::<Option<_>>()?;
    numbers
        .windows(2)
        .all(|pair| pair[0] < pair[1])
        .then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_like_text_stays_text() {
        let cases = [
            (Value::Whole(-7), Some(-7.0), "-7", "−7", "-7"),
            (
                Value::Decimal(0.5, "0.50".to_owned()),
                Some(0.5),
                "0.50",
                "0.50",
                "0.5",
            ),
            (Value::from("1e3"), None, "1e3", "1e3", "\"1e3\""),
            (Value::from("007"), None, "007", "007", "\"007\""),
            (Value::Flag(true), None, "true", "true", "true"),
            (Value::from("true"), None, "true", "true", "\"true\""),
            (
                Value::List(vec![3.into(), "a".into()]),
                None,
                "[3, a]",
                "[3, a]",
                "[3,\"a\"]",
            ),
        ];
        for (value, number, text, print, json) in cases {
            assert_eq!((value.number(), value.to_string().as_str()), (number, text));
            assert_eq!(
                (
                    value.printed_text().as_str(),
                    serde_json::to_string(&value).unwrap().as_str()
                ),
                (print, json)
            );
        }
    }

    #[test]
    fn only_rising_numbers_have_an_order() {
        assert_eq!(rising_numbers([Some(1.0), Some(2.5)]), Some(vec![1.0, 2.5]));
        assert_eq!(
            (
                rising_numbers([Some(1.0), None]),
                rising_numbers([Some(2.0), Some(2.0)])
            ),
            (None, None)
        );
    }
}
