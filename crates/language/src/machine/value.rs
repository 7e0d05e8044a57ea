//! Values, and what the operators do with them.

use std::cmp::Ordering;
use std::sync::Arc;

use oddsmith_engine::question::Comparison;

use super::far::{self, Far};
use crate::grammar::tree::{Binary, Relation};
use crate::ratio::Ratio;

/// What a name can hold. Lists are values: a copy is as good as the list itself, and sharing is never seen.
///
/// The tag takes a word of its own, so that a value is moved as two words, whatever it holds.
#[repr(u64)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// A name that has no value yet, or whose value nobody needs any more.
    #[default]
    Nothing,
    Whole(i64),
    Truth(bool),
    /// A text, by its place in the program's table.
    Text(u32),
    /// A dice expression of a parameter, by its place in the program's table.
    Dice(u32),
    /// A whole number that is far out, above 0 or below.
    Far(Far),
    Deep(Far),
    Decimal(Box<Ratio>),
    List(Arc<Vec<Value>>),
    /// An entry of a parameter: a value for each field name of the whole file.
    Entry(Arc<Vec<Value>>),
}

/// The most entries of a list with all the lists in it, and how deep they may stand in each other.
const MAX_NESTED: usize = 100_000;
const MAX_DEPTH: usize = 16;

pub(crate) fn nested_too_deeply() -> Refusal {
    let help = "lists stand in each other up to 16 deep and hold up to 100,000 entries in all: keep numbers in them";
    ("lists in lists grow too large".to_owned(), help)
}

/// Why an operator has no result: what is wrong, and what to do.
pub(crate) type Refusal = (String, &'static str);

const TOO_LARGE: &str = "whole numbers reach to nine million million million, fractions to 18 digits";

impl Value {
    pub(crate) fn list(values: Vec<Value>) -> Value {
        Value::List(Arc::new(values))
    }

    /// A list of values that may be lists themselves.
    pub(crate) fn list_of(values: Vec<Value>) -> Result<Value, Refusal> {
        let list = Value::list(values);
        match list.measure(MAX_NESTED, MAX_DEPTH) {
            Some(_) => Ok(list),
            None => Err(nested_too_deeply()),
        }
    }

    /// How many entries it has, lists in it counted with theirs: `None` where there are more than so many, or lists
    /// deeper than so.
    pub(crate) fn measure(&self, most: usize, depth: usize) -> Option<usize> {
        let Value::List(values) = self else { return Some(1) };
        let mut entries = values.len();
        for value in values.iter().filter(|value| matches!(value, Value::List(_))) {
            let left = most.checked_sub(entries)?;
            entries += value.measure(left, depth.checked_sub(1)?)?;
        }
        (entries <= most).then_some(entries)
    }

    /// How many entries going through it takes: those of a list with all the lists in it, and none of anything else.
    pub(crate) fn entries(&self) -> usize {
        match self {
            Value::List(_) => self.measure(usize::MAX, MAX_DEPTH).unwrap_or(MAX_NESTED),
            _ => 0,
        }
    }

    pub(crate) fn decimal(ratio: Ratio) -> Value {
        Value::Decimal(Box::new(ratio))
    }

    /// Bytes that it takes beside itself: of a list that is shared, its share.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Value::List(values) | Value::Entry(values) => {
                let bytes = values.iter().map(|value| size_of::<Value>() + value.bytes()).sum::<usize>();
                bytes / Arc::strong_count(values)
            }
            Value::Decimal(_) => size_of::<Ratio>(),
            _ => 0,
        }
    }

    /// How messages name what it is.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Whole(_) | Value::Far(_) | Value::Deep(_) => "a whole number",
            Value::Truth(_) => "true or false",
            Value::Text(_) => "a text",
            Value::Dice(_) => "dice",
            Value::Decimal(_) => "a decimal",
            Value::List(_) => "a list",
            Value::Entry(_) => "an entry",
        }
    }

    /// Whether it is a number: true counts as 1.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Value::Far(_) | Value::Deep(_)) || self.as_ratio().is_some()
    }

    /// A whole number; true counts as 1.
    pub(crate) fn as_whole(&self) -> Option<i64> {
        match self {
            Value::Whole(number) => Some(*number),
            Value::Truth(truth) => Some((*truth).into()),
            _ => None,
        }
    }

    /// A number as a fraction.
    pub(crate) fn as_ratio(&self) -> Option<Ratio> {
        match self {
            Value::Decimal(ratio) => Some(**ratio),
            _ => self.as_whole().map(Ratio::whole),
        }
    }

    pub(crate) fn as_list(&self) -> Option<&Arc<Vec<Value>>> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// Writes it as it would be written in a rule.
    pub(crate) fn show(&self, texts: &[String]) -> String {
        match self {
            Value::Nothing => "nothing".to_owned(),
            Value::Whole(number) => number.to_string(),
            Value::Far(_) | Value::Deep(_) => "a number far out".to_owned(),
            Value::Truth(truth) => truth.to_string(),
            Value::Text(id) => format!("\"{}\"", texts.get(*id as usize).map_or("", String::as_str)),
            Value::Dice(_) => "dice".to_owned(),
            Value::Decimal(ratio) => ratio.to_string(),
            Value::List(values) => Self::show_all(values.iter(), texts),
            Value::Entry(values) => Self::show_all(values.iter().filter(|value| **value != Value::Nothing), texts),
        }
    }

    fn show_all<'v>(values: impl Iterator<Item = &'v Value>, texts: &[String]) -> String {
        format!("[{}]", values.map(|value| value.show(texts)).collect::<Vec<_>>().join(", "))
    }
}

/// `left operator right`.
pub(crate) fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, Refusal> {
    match (operator, left, right) {
        (Binary::Add, Value::List(left), Value::List(right)) => joined(left, right),
        _ => match (left.as_whole(), right.as_whole()) {
            (Some(left), Some(right)) => wholes(operator, left, right),
            _ => decimals(operator, left, right),
        },
    }
}

fn joined(left: &Arc<Vec<Value>>, right: &Arc<Vec<Value>>) -> Result<Value, Refusal> {
    Value::list_of(left.iter().chain(right.iter()).cloned().collect())
}

fn wholes(operator: Binary, left: i64, right: i64) -> Result<Value, Refusal> {
    let result = match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide | Binary::Remainder if right == 0 => return Err(by_zero(operator)),
        Binary::Divide => floor_div(left, right),
        Binary::Remainder => floor_div(left, right).and_then(|quotient| left.checked_sub(quotient.checked_mul(right)?)),
    };
    result.map(Value::Whole).ok_or_else(too_large)
}

pub(crate) fn too_large() -> Refusal {
    ("the number grows too large".to_owned(), TOO_LARGE)
}

fn by_zero(operator: Binary) -> Refusal {
    (format!("`{}` divides by 0", operator.symbol()), "check it first, such as: if n > 0:")
}

/// Rounds down, below zero too.
fn floor_div(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    Some(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
}

fn decimals(operator: Binary, left: &Value, right: &Value) -> Result<Value, Refusal> {
    if let Some(far) = far::binary(operator, left, right) {
        return Ok(far);
    }
    let (Some(a), Some(b)) = (left.as_ratio(), right.as_ratio()) else { return Err(no_numbers(operator, left, right)) };
    let decimal = |ratio: Option<Ratio>| ratio.map(Value::decimal).ok_or_else(too_large);
    match operator {
        Binary::Add => decimal(a.plus(b)),
        Binary::Subtract => decimal(a.minus(b)),
        Binary::Multiply => decimal(a.times(b)),
        Binary::Divide | Binary::Remainder if b.numerator() == 0 => Err(by_zero(operator)),
        Binary::Divide => a.floor_divided(b).map(Value::Whole).ok_or_else(too_large),
        Binary::Remainder => decimal(a.floor_divided(b).and_then(|quotient| a.minus(b.times(Ratio::whole(quotient))?))),
    }
}

fn no_numbers(operator: Binary, left: &Value, right: &Value) -> Refusal {
    let problem = format!("`{}` between {} and {}", operator.symbol(), left.kind(), right.kind());
    (problem, "numbers can be added and multiplied, and + joins two lists")
}

/// `left relation right`.
pub(crate) fn compare(relation: Relation, left: &Value, right: &Value) -> Result<bool, Refusal> {
    match relation {
        Relation::Is(Comparison::Equal) => equal(left, right),
        Relation::Is(Comparison::Unequal) => equal(left, right).map(|equal| !equal),
        Relation::In => contains(left, right),
        Relation::NotIn => contains(left, right).map(|found| !found),
        Relation::Is(comparison) => {
            let order = order(left, right).ok_or_else(|| no_order(relation, left, right))?;
            Ok(comparison.holds(&order, &Ordering::Equal))
        }
    }
}

/// Numbers are equal by value, whatever they are written as.
fn equal(left: &Value, right: &Value) -> Result<bool, Refusal> {
    match (left, right) {
        (Value::List(a), Value::List(b)) if a.len() == b.len() => all_equal(a, b),
        (Value::Far(_) | Value::Deep(_), other) | (other, Value::Far(_) | Value::Deep(_))
            if other.as_whole().is_some() || matches!(other, Value::Far(_) | Value::Deep(_)) =>
        {
            Ok(order(left, right).ok_or_else(|| no_order(Relation::Is(Comparison::Equal), left, right))?.is_eq())
        }
        _ => Ok(match (left.as_ratio(), right.as_ratio()) {
            (Some(a), Some(b)) => a == b,
            _ => left == right,
        }),
    }
}

fn all_equal(one: &[Value], other: &[Value]) -> Result<bool, Refusal> {
    for (a, b) in one.iter().zip(other) {
        if !equal(a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn contains(value: &Value, list: &Value) -> Result<bool, Refusal> {
    let Value::List(values) = list else {
        return Err((
            format!("`in` looks into a list, and this is {}", list.kind()),
            "write a list, such as x in [1, 2]",
        ));
    };
    for other in values.iter() {
        if equal(value, other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn no_order(relation: Relation, left: &Value, right: &Value) -> Refusal {
    let problem = format!("`{}` between {} and {}", relation.symbol(), left.kind(), right.kind());
    (problem, "numbers can be compared with each other; == and != compare everything")
}

/// The order of two numbers.
pub(crate) fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Whole(a), Value::Whole(b)) => Some(a.cmp(b)),
        (Value::Far(_) | Value::Deep(_), _) | (_, Value::Far(_) | Value::Deep(_)) => far::order(left, right),
        _ => Some(left.as_ratio()?.cmp(&right.as_ratio()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_two_words() {
        assert_eq!(size_of::<Value>(), 16);
    }

    #[test]
    fn division_rounds_down_below_zero() {
        let divide = |a, b| binary(Binary::Divide, &Value::Whole(a), &Value::Whole(b)).unwrap();
        assert_eq!((divide(7, 2), divide(-7, 2), divide(7, -2)), (Value::Whole(3), Value::Whole(-4), Value::Whole(-4)));
        let rest = binary(Binary::Remainder, &Value::Whole(-7), &Value::Whole(3)).unwrap();
        assert_eq!(rest, Value::Whole(2));
    }

    #[test]
    fn the_largest_number_does_not_overflow_in_silence() {
        assert!(binary(Binary::Add, &Value::Whole(i64::MAX), &Value::Whole(1)).is_err());
        assert!(binary(Binary::Divide, &Value::Whole(i64::MIN), &Value::Whole(-1)).is_err());
        assert!(binary(Binary::Remainder, &Value::Whole(i64::MIN), &Value::Whole(-1)).is_err());
    }

    #[test]
    fn numbers_are_equal_by_value() {
        let half = Value::decimal(Ratio::parse("1.0").unwrap());
        assert_eq!(equal(&half, &Value::Whole(1)), Ok(true));
        assert_eq!(equal(&Value::Truth(true), &Value::Whole(1)), Ok(true));
    }
}
