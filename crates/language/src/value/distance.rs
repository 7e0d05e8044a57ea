//! Arithmetic on large abstract numbers.

use std::cmp::Ordering;

use super::datum::Datum;
use super::level_offset::Far;
use crate::grammar::tree::Binary;

/// A multiple of the unknown number, plus a constant.
struct Linear {
    times: i64,
    constant: i64,
    least: i64,
}

impl Linear {
    fn of(value: &Datum) -> Option<Linear> {
        match value {
            Datum::Far(far) => Some(Linear {
                times: 1,
                constant: far.offset(),
                least: far.least(),
            }),
            Datum::Deep(far) => Some(Linear {
                times: -1,
                constant: far.offset(),
                least: far.least(),
            }),
            _ => Some(Linear {
                times: 0,
                constant: value.as_whole()?,
                least: 0,
            }),
        }
    }

    fn into_datum(self) -> Option<Datum> {
        match self.times {
            0 => Some(Datum::Whole(self.constant)),
            1 => Far::new(self.least, self.constant).map(Datum::Far),
            -1 => Far::new(self.least, self.constant).map(Datum::Deep),
            _ => None,
        }
    }
}

/// Returns both numbers in linear form if one of them is abstract.
fn linear_pair(left: &Datum, right: &Datum) -> Option<(Linear, Linear)> {
    let is_far = |value: &Datum| matches!(value, Datum::Far(_) | Datum::Deep(_));
    if is_far(left) || is_far(right) {
        Some((Linear::of(left)?, Linear::of(right)?))
    } else {
        None
    }
}

/// Returns the result of an operator on two numbers, if one of them and the result are abstract.
pub(super) fn binary(operator: Binary, left: &Datum, right: &Datum) -> Option<Datum> {
    let (a, b) = linear_pair(left, right)?;
    let least = a.least.max(b.least);
    let (times, constant) = match operator {
        Binary::Add => (a.times + b.times, a.constant.checked_add(b.constant)?),
        Binary::Subtract => (a.times - b.times, a.constant.checked_sub(b.constant)?),
        Binary::Multiply if a.times == 0 => (
            b.times.checked_mul(a.constant)?,
            b.constant.checked_mul(a.constant)?,
        ),
        Binary::Multiply if b.times == 0 => (
            a.times.checked_mul(b.constant)?,
            a.constant.checked_mul(b.constant)?,
        ),
        Binary::Multiply
        | Binary::Divide
        | Binary::FloorDivide
        | Binary::Remainder
        | Binary::Power => return None,
    };
    Linear {
        times,
        constant,
        least,
    }
    .into_datum()
}

/// Returns the absolute value of an abstract number, or `None` if its sign is unknown.
pub(super) fn abs(value: &Datum) -> Option<Datum> {
    let nothing = Datum::Whole(0);
    match order(value, &nothing)? {
        Ordering::Less => binary(Binary::Subtract, &nothing, value),
        Ordering::Equal | Ordering::Greater => Some(value.clone()),
    }
}

/// Returns the order of two numbers, one of which is abstract, if it is the same for all levels.
pub(super) fn order(left: &Datum, right: &Datum) -> Option<Ordering> {
    let (a, b) = linear_pair(left, right)?;
    let (times, constant, least) = (
        a.times - b.times,
        a.constant.checked_sub(b.constant)?,
        a.least.max(b.least),
    );
    let nearest = times.checked_mul(least)?.checked_add(constant)?;
    match times {
        0 => Some(constant.cmp(&0)),
        1.. if nearest > 0 => Some(Ordering::Greater),
        ..0 if nearest < 0 => Some(Ordering::Less),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_at(value: &Datum, level: i64) -> i64 {
        match value {
            Datum::Far(far) => level + far.offset(),
            Datum::Deep(far) => far.offset() - level,
            other => other.as_whole().expect("a number"),
        }
    }

    #[test]
    fn far_number_arithmetic_holds_at_every_level() {
        let far = |offset| Datum::Far(Far::new(64, offset).expect("it fits"));
        let deep = |offset| Datum::Deep(Far::new(64, offset).expect("it fits"));
        let wholes = [-100, -63, -1, 0, 1, 2, 40, 63, 64, 65, 100].map(Datum::Whole);
        let values: Vec<Datum> = wholes
            .into_iter()
            .chain([far(0), far(5), far(-30), deep(0), deep(7)])
            .collect();
        let (mut known, mut unknown) = (0, 0);
        for left in &values {
            for right in &values {
                for level in [64, 65, 70, 1000] {
                    let (a, b) = (value_at(left, level), value_at(right, level));
                    if let Some(size) = abs(left) {
                        assert_eq!(value_at(&size, level), a.abs(), "{left:?} at {level}");
                    }
                    match order(left, right) {
                        Some(order) => {
                            assert_eq!(order, a.cmp(&b), "{left:?} {right:?} at {level}")
                        }
                        None => unknown += 1,
                    }
                    for (operator, result) in [
                        (Binary::Add, a + b),
                        (Binary::Subtract, a - b),
                        (Binary::Multiply, a * b),
                    ] {
                        if let Some(value) = binary(operator, left, right) {
                            assert_eq!(
                                value_at(&value, level),
                                result,
                                "{left:?} {operator:?} {right:?} at {level}"
                            );
                            known += 1;
                        }
                    }
                }
            }
        }
        assert!(known > 500 && unknown > 100, "{known} {unknown}");
    }
}
