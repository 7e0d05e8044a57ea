//! Expressions over the metrics of a trial.

use crate::error::RuleError;

/// A whole number computed from what a trial records. It is absent if the numbers that it needs are
/// absent.
///
/// Conditions are numbers too: 1 if true, 0 if false, and never absent. A comparison with an absent
/// number is false.
///
/// ```
/// use oddsmith_engine::question::{Comparison, Expression};
///
/// // Slot 0 is at least 2, and slot 1 is absent.
/// let asked = Expression::All(vec![
///     Expression::compare(Comparison::AtLeast, Expression::Seen(0), Expression::Number(2)),
///     Expression::IsAbsent(Box::new(Expression::Seen(1))),
/// ]);
/// assert_eq!(asked.evaluate(&mut |slot| (slot == 0).then_some(5)), Some(Some(1)));
/// assert_eq!(asked.slots(), [0, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// The value of a slot of the rule's [`Layout`](crate::Layout).
    Seen(u32),
    /// The sum of two numbers; absent if one of them is.
    Plus(Box<[Expression; 2]>),
    /// The difference of two numbers; absent if one of them is.
    Minus(Box<[Expression; 2]>),
    /// The product of two numbers; absent if one of them is.
    Times(Box<[Expression; 2]>),
    /// The absolute value of a number.
    Abs(Box<Expression>),
    /// The sum of the numbers that are not absent; 0 if all are.
    Sum(Vec<Expression>),
    /// The smallest of the numbers that are not absent; absent if all are.
    Min(Vec<Expression>),
    /// The greatest of the numbers that are not absent; absent if all are.
    Max(Vec<Expression>),
    /// The number of the first condition that is true; absent if none is.
    First(Vec<(i64, Expression)>),
    /// A comparison of two numbers; false if one of them is absent.
    Compare(Comparison, Box<[Expression; 2]>),
    /// Whether a number is absent.
    IsAbsent(Box<Expression>),
    /// Whether a condition is false.
    Not(Box<Expression>),
    /// Whether all conditions are true.
    All(Vec<Expression>),
    /// Whether any condition is true.
    Any(Vec<Expression>),
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// They are equal.
    Equal,
    /// They differ.
    Unequal,
    /// The first is smaller.
    Below,
    /// The first is smaller or equal.
    AtMost,
    /// The first is greater.
    Above,
    /// The first is greater or equal.
    AtLeast,
}

impl Comparison {
    /// Returns whether the comparison is true of two numbers.
    ///
    /// ```
    /// assert!(oddsmith_engine::question::Comparison::AtMost.holds(&2, &2));
    /// ```
    pub fn holds<T: PartialOrd>(self, first: &T, other: &T) -> bool {
        match self {
            Comparison::Equal => first == other,
            Comparison::Unequal => first != other,
            Comparison::Below => first < other,
            Comparison::AtMost => first <= other,
            Comparison::Above => first > other,
            Comparison::AtLeast => first >= other,
        }
    }
}

impl Expression {
    /// Returns a comparison of two expressions.
    pub fn compare(comparison: Comparison, first: Expression, other: Expression) -> Expression {
        Expression::Compare(comparison, Box::new([first, other]))
    }

    /// Returns the number of nodes of the expression tree.
    ///
    /// ```
    /// use oddsmith_engine::question::Expression;
    ///
    /// let twice = Expression::Plus(Box::new([Expression::Seen(0), Expression::Seen(0)]));
    /// assert_eq!(twice.size(), 3);
    /// ```
    pub fn size(&self) -> usize {
        let total_size = |list: &[Expression]| list.iter().map(Expression::size).sum::<usize>();
        1 + match self {
            Expression::Number(_) | Expression::Seen(_) => 0,
            Expression::Plus(two)
            | Expression::Minus(two)
            | Expression::Times(two)
            | Expression::Compare(_, two) => total_size(&two[..]),
            Expression::Abs(operand) | Expression::IsAbsent(operand) | Expression::Not(operand) => {
                operand.size()
            }
            Expression::Sum(list)
            | Expression::Min(list)
            | Expression::Max(list)
            | Expression::All(list)
            | Expression::Any(list) => total_size(list),
            Expression::First(list) => list.iter().map(|(_, condition)| condition.size()).sum(),
        }
    }

    /// Returns the slots that the expression reads, in ascending order without repetition.
    pub fn slots(&self) -> Vec<u32> {
        slots_of([self])
    }

    fn collect_slots(&self, slots: &mut Vec<u32>) {
        match self {
            Expression::Number(_) => {}
            Expression::Seen(slot) => slots.push(*slot),
            Expression::Plus(two)
            | Expression::Minus(two)
            | Expression::Times(two)
            | Expression::Compare(_, two) => {
                two.iter().for_each(|operand| operand.collect_slots(slots))
            }
            Expression::Abs(operand) | Expression::IsAbsent(operand) | Expression::Not(operand) => {
                operand.collect_slots(slots)
            }
            Expression::Sum(list)
            | Expression::Min(list)
            | Expression::Max(list)
            | Expression::All(list)
            | Expression::Any(list) => list.iter().for_each(|operand| operand.collect_slots(slots)),
            Expression::First(list) => list
                .iter()
                .for_each(|(_, condition)| condition.collect_slots(slots)),
        }
    }

    /// Computes the expression from the values of the slots, where `value_of` returns `None` for an
    /// absent value. Returns `Some(None)` if the result is absent, and `None` if a number overflows
    /// 64 bits.
    pub fn evaluate(&self, value_of: &mut impl FnMut(u32) -> Option<i64>) -> Option<Option<i64>> {
        let value = match self {
            Expression::Number(number) => Some(*number),
            Expression::Seen(slot) => value_of(*slot),
            Expression::Plus(two) => return evaluate_pair(two, value_of, i64::checked_add),
            Expression::Minus(two) => return evaluate_pair(two, value_of, i64::checked_sub),
            Expression::Times(two) => return evaluate_pair(two, value_of, i64::checked_mul),
            Expression::Abs(operand) => match operand.evaluate(value_of)? {
                Some(value) => Some(value.checked_abs()?),
                None => None,
            },
            Expression::Sum(list) => {
                let mut sum = 0i64;
                for operand in list {
                    sum = sum.checked_add(operand.evaluate(value_of)?.unwrap_or(0))?;
                }
                Some(sum)
            }
            Expression::Min(list) => present_values(list, value_of)?.into_iter().min(),
            Expression::Max(list) => present_values(list, value_of)?.into_iter().max(),
            Expression::First(list) => {
                for (number, condition) in list {
                    if condition.holds(value_of)? {
                        return Some(Some(*number));
                    }
                }
                None
            }
            Expression::Compare(comparison, two) => {
                let holds = match (two[0].evaluate(value_of)?, two[1].evaluate(value_of)?) {
                    (Some(first), Some(other)) => comparison.holds(&first, &other),
                    _ => false,
                };
                Some(holds.into())
            }
            Expression::IsAbsent(operand) => Some(operand.evaluate(value_of)?.is_none().into()),
            Expression::Not(condition) => Some((!condition.holds(value_of)?).into()),
            Expression::All(list) => Some(i64::from(!any_condition_is(list, value_of, false)?)),
            Expression::Any(list) => Some(i64::from(any_condition_is(list, value_of, true)?)),
        };
        Some(value)
    }

    /// Returns whether the condition is true; `None` if a number overflows 64 bits.
    pub fn holds(&self, value_of: &mut impl FnMut(u32) -> Option<i64>) -> Option<bool> {
        Some(self.evaluate(value_of)? == Some(1))
    }
}

/// Returns the slots that several expressions read, in ascending order without repetition.
pub(crate) fn slots_of<'e>(expressions: impl IntoIterator<Item = &'e Expression>) -> Vec<u32> {
    let mut slots = Vec::new();
    expressions
        .into_iter()
        .for_each(|expression| expression.collect_slots(&mut slots));
    slots.sort_unstable();
    slots.dedup();
    slots
}

fn evaluate_pair(
    two: &[Expression; 2],
    value_of: &mut impl FnMut(u32) -> Option<i64>,
    work_out: fn(i64, i64) -> Option<i64>,
) -> Option<Option<i64>> {
    match (two[0].evaluate(value_of)?, two[1].evaluate(value_of)?) {
        (Some(first), Some(other)) => Some(Some(work_out(first, other)?)),
        _ => Some(None),
    }
}

fn present_values(
    list: &[Expression],
    value_of: &mut impl FnMut(u32) -> Option<i64>,
) -> Option<Vec<i64>> {
    let mut values = Vec::with_capacity(list.len());
    for operand in list {
        values.extend(operand.evaluate(value_of)?);
    }
    Some(values)
}

/// Returns whether any condition equals `holds`; `None` if a number overflows 64 bits.
fn any_condition_is(
    list: &[Expression],
    value_of: &mut impl FnMut(u32) -> Option<i64>,
    holds: bool,
) -> Option<bool> {
    for condition in list {
        if condition.holds(value_of)? == holds {
            return Some(true);
        }
    }
    Some(false)
}

/// Returns the error for a question whose numbers overflow 64 bits.
pub fn overflow_error() -> RuleError {
    RuleError::new(
        "this question needs numbers beyond 64 bits",
        "use smaller numbers, or fewer products",
    )
}
