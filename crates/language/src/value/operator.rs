//! The operators on values.

use std::cmp::Ordering;
use std::sync::Arc;

use oddsmith_engine::question::Comparison;

use super::datum::{Allowed, Datum, Refusal};
use super::distance;
use super::power::{power_decimal, power_whole};
use super::refusal::{division_by_zero, too_large};
use crate::grammar::tree::{Binary, Relation};
use crate::ratio::Ratio;

/// Computes `left operator right`.
pub(crate) fn binary(operator: Binary, left: &Datum, right: &Datum) -> Allowed<Datum> {
    match (operator, left, right) {
        (Binary::Add, Datum::List(left), Datum::List(right)) => concatenate(left, right),
        _ => match (left.as_whole(), right.as_whole()) {
            (Some(left), Some(right)) => binary_whole(operator, left, right),
            _ => binary_decimal(operator, left, right),
        },
    }
}

fn concatenate(left: &Arc<Vec<Datum>>, right: &Arc<Vec<Datum>>) -> Allowed<Datum> {
    Datum::nested_list(left.iter().chain(right.iter()).cloned().collect())
}

fn binary_whole(operator: Binary, left: i64, right: i64) -> Allowed<Datum> {
    let result = match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide => {
            return binary_decimal(operator, &Datum::Whole(left), &Datum::Whole(right));
        }
        Binary::FloorDivide | Binary::Remainder if right == 0 => {
            return Err(division_by_zero(operator));
        }
        Binary::Power => return power_whole(left, right),
        Binary::FloorDivide => floor_div(left, right),
        Binary::Remainder => floor_div(left, right)
            .and_then(|quotient| left.checked_sub(quotient.checked_mul(right)?)),
    };
    result.map(Datum::Whole).ok_or_else(too_large)
}

/// Divides and rounds down, also below zero.
fn floor_div(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    Some(if left % right != 0 && (left < 0) != (right < 0) {
        quotient - 1
    } else {
        quotient
    })
}

fn binary_decimal(operator: Binary, left: &Datum, right: &Datum) -> Allowed<Datum> {
    if let Some(far) = distance::binary(operator, left, right) {
        return Ok(far);
    }
    let (Some(a), Some(b)) = (left.as_ratio(), right.as_ratio()) else {
        return Err(not_numbers(operator, left, right));
    };
    let decimal = |ratio: Option<Ratio>| ratio.map(Datum::decimal).ok_or_else(too_large);
    match operator {
        Binary::Add => decimal(a.plus(b)),
        Binary::Subtract => decimal(a.minus(b)),
        Binary::Multiply => decimal(a.times(b)),
        Binary::Divide | Binary::FloorDivide | Binary::Remainder if b.numerator() == 0 => {
            Err(division_by_zero(operator))
        }
        Binary::Divide => decimal(a.divided(b)),
        Binary::FloorDivide => a.floor_divided(b).map(Datum::Whole).ok_or_else(too_large),
        Binary::Remainder => decimal(
            a.floor_divided(b)
                .and_then(|quotient| a.minus(b.times(Ratio::whole(quotient))?)),
        ),
        Binary::Power => power_decimal(a, b, right.as_whole().is_some()),
    }
}

fn not_numbers(operator: Binary, left: &Datum, right: &Datum) -> Refusal {
    let problem = format!(
        "`{}` cannot combine {} and {}",
        operator.symbol(),
        left.kind(),
        right.kind()
    );
    (problem, "use numbers. + also joins two lists")
}

/// Computes `left relation right`.
pub(crate) fn compare(relation: Relation, left: &Datum, right: &Datum) -> Allowed<bool> {
    match relation {
        Relation::Is(Comparison::Equal) => equal(left, right),
        Relation::Is(Comparison::Unequal) => equal(left, right).map(|equal| !equal),
        Relation::In => contains(left, right),
        Relation::NotIn => contains(left, right).map(|found| !found),
        Relation::Is(comparison) => {
            let order = order(left, right).ok_or_else(|| not_comparable(relation, left, right))?;
            Ok(comparison.holds(&order, &Ordering::Equal))
        }
    }
}

/// Returns whether two values are equal. Numbers are compared by value, not by notation.
fn equal(left: &Datum, right: &Datum) -> Allowed<bool> {
    match (left, right) {
        (Datum::List(a), Datum::List(b)) if a.len() == b.len() => all_equal(a, b),
        (Datum::Far(_) | Datum::Deep(_), other) | (other, Datum::Far(_) | Datum::Deep(_))
            if other.as_whole().is_some() || matches!(other, Datum::Far(_) | Datum::Deep(_)) =>
        {
            Ok(order(left, right)
                .ok_or_else(|| not_comparable(Relation::Is(Comparison::Equal), left, right))?
                .is_eq())
        }
        _ => Ok(match (left.as_ratio(), right.as_ratio()) {
            (Some(a), Some(b)) => a == b,
            _ => left == right,
        }),
    }
}

fn all_equal(left: &[Datum], other: &[Datum]) -> Allowed<bool> {
    for (a, b) in left.iter().zip(other) {
        if !equal(a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn contains(value: &Datum, list: &Datum) -> Allowed<bool> {
    let Datum::List(values) = list else {
        let problem = format!("`in` needs a list, not {}", list.kind());
        return Err((problem, "write a list after in: x in [1, 2]"));
    };
    is_among(value, values)
}

/// Returns whether one of the values is equal to this one.
pub(super) fn is_among(value: &Datum, values: &[Datum]) -> Allowed<bool> {
    for other in values {
        if equal(value, other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn not_comparable(relation: Relation, left: &Datum, right: &Datum) -> Refusal {
    let problem = format!(
        "`{}` cannot compare {} and {}",
        relation.symbol(),
        left.kind(),
        right.kind()
    );
    (problem, "compare numbers. == and != compare all values")
}

/// Returns the order of two numbers.
pub(crate) fn order(left: &Datum, right: &Datum) -> Option<Ordering> {
    match (left, right) {
        (Datum::Whole(a), Datum::Whole(b)) => Some(a.cmp(b)),
        (Datum::Far(_) | Datum::Deep(_), _) | (_, Datum::Far(_) | Datum::Deep(_)) => {
            distance::order(left, right)
        }
        _ => Some(left.as_ratio()?.cmp(&right.as_ratio()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_below_zero() {
        let divide =
            |a, b| binary(Binary::FloorDivide, &Datum::Whole(a), &Datum::Whole(b)).unwrap();
        assert_eq!(
            (divide(7, 2), divide(-7, 2), divide(7, -2)),
            (Datum::Whole(3), Datum::Whole(-4), Datum::Whole(-4))
        );
        let rest = binary(Binary::Remainder, &Datum::Whole(-7), &Datum::Whole(3)).unwrap();
        assert_eq!(rest, Datum::Whole(2));
    }

    #[test]
    fn integer_overflow_is_an_error() {
        assert!(binary(Binary::Add, &Datum::Whole(i64::MAX), &Datum::Whole(1)).is_err());
        assert!(
            binary(
                Binary::FloorDivide,
                &Datum::Whole(i64::MIN),
                &Datum::Whole(-1)
            )
            .is_err()
        );
        assert!(
            binary(
                Binary::Remainder,
                &Datum::Whole(i64::MIN),
                &Datum::Whole(-1)
            )
            .is_err()
        );
    }

    #[test]
    fn numbers_are_equal_by_value() {
        let half = Datum::decimal(Ratio::parse("1.0").unwrap());
        assert_eq!(equal(&half, &Datum::Whole(1)), Ok(true));
        assert_eq!(equal(&Datum::Truth(true), &Datum::Whole(1)), Ok(true));
    }
}
