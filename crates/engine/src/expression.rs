//! What is asked of a trial: a whole number computed from what its metrics show.

use crate::error::RuleError;

/// A whole number computed from what a trial shows. It is absent if the numbers that it needs are
/// absent.
///
/// Conditions are numbers too: 1 where they hold, 0 where they do not, and never absent. A
/// comparison with something absent does not hold.
///
/// ```
/// use oddsmith_engine::question::{Comparison, Expression};
///
/// // Slot 0 is at least 2, and slot 1 is absent.
/// let asked = Expression::All(vec![
///     Expression::compare(Comparison::AtLeast, Expression::Seen(0), Expression::Number(2)),
///     Expression::IsAbsent(Box::new(Expression::Seen(1))),
/// ]);
/// assert_eq!(asked.of(&mut |slot| (slot == 0).then_some(5)), Some(Some(1)));
/// assert_eq!(asked.slots(), [0, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// What the trial shows in a slot of the rule's [`Layout`](crate::Layout).
    Seen(u32),
    /// The sum of two; absent where one of them is.
    Plus(Box<[Expression; 2]>),
    /// The difference of two; absent where one of them is.
    Minus(Box<[Expression; 2]>),
    /// The product of two; absent where one of them is.
    Times(Box<[Expression; 2]>),
    /// A number without its sign.
    Abs(Box<Expression>),
    /// The sum of those that are there; 0 where none is.
    Sum(Vec<Expression>),
    /// The smallest of those that are there; absent where none is.
    Min(Vec<Expression>),
    /// The greatest of those that are there; absent where none is.
    Max(Vec<Expression>),
    /// The number of the first condition that holds; absent where none does.
    First(Vec<(i64, Expression)>),
    /// How two compare; it does not hold where one of them is absent.
    Compare(Comparison, Box<[Expression; 2]>),
    /// Whether a number is absent.
    IsAbsent(Box<Expression>),
    /// Whether a condition does not hold.
    Not(Box<Expression>),
    /// Whether all conditions hold.
    All(Vec<Expression>),
    /// Whether any condition holds.
    Any(Vec<Expression>),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// They are the same.
    Equal,
    /// They differ.
    Unequal,
    /// The first is smaller.
    Below,
    /// The first is not greater.
    AtMost,
    /// The first is greater.
    Above,
    /// The first is not smaller.
    AtLeast,
}

impl Comparison {
    /// Whether it holds of two numbers.
    ///
    /// ```
    /// assert!(oddsmith_engine::question::Comparison::AtMost.holds(&2, &2));
    /// ```
    pub fn holds<T: PartialOrd>(self, one: &T, other: &T) -> bool {
        match self {
            Comparison::Equal => one == other,
            Comparison::Unequal => one != other,
            Comparison::Below => one < other,
            Comparison::AtMost => one <= other,
            Comparison::Above => one > other,
            Comparison::AtLeast => one >= other,
        }
    }
}

impl Expression {
    /// A comparison of two.
    pub fn compare(comparison: Comparison, one: Expression, other: Expression) -> Expression {
        Expression::Compare(comparison, Box::new([one, other]))
    }

    /// Of how many numbers and conditions it is made.
    ///
    /// ```
    /// use oddsmith_engine::question::Expression;
    ///
    /// let twice = Expression::Plus(Box::new([Expression::Seen(0), Expression::Seen(0)]));
    /// assert_eq!(twice.size(), 3);
    /// ```
    pub fn size(&self) -> usize {
        let all = |list: &[Expression]| list.iter().map(Expression::size).sum::<usize>();
        1 + match self {
            Expression::Number(_) | Expression::Seen(_) => 0,
            Expression::Plus(two)
            | Expression::Minus(two)
            | Expression::Times(two)
            | Expression::Compare(_, two) => all(&two[..]),
            Expression::Abs(one) | Expression::IsAbsent(one) | Expression::Not(one) => one.size(),
            Expression::Sum(list)
            | Expression::Min(list)
            | Expression::Max(list)
            | Expression::All(list)
            | Expression::Any(list) => all(list),
            Expression::First(list) => list.iter().map(|(_, one)| one.size()).sum(),
        }
    }

    /// The slots that it looks at, each once, lowest first.
    pub fn slots(&self) -> Vec<u32> {
        slots_of([self])
    }

    fn gather(&self, slots: &mut Vec<u32>) {
        match self {
            Expression::Number(_) => {}
            Expression::Seen(slot) => slots.push(*slot),
            Expression::Plus(two)
            | Expression::Minus(two)
            | Expression::Times(two)
            | Expression::Compare(_, two) => two.iter().for_each(|one| one.gather(slots)),
            Expression::Abs(one) | Expression::IsAbsent(one) | Expression::Not(one) => {
                one.gather(slots)
            }
            Expression::Sum(list)
            | Expression::Min(list)
            | Expression::Max(list)
            | Expression::All(list)
            | Expression::Any(list) => list.iter().for_each(|one| one.gather(slots)),
            Expression::First(list) => list.iter().for_each(|(_, one)| one.gather(slots)),
        }
    }

    /// What it is in a trial that shows these values, slot by slot: a number or absent; `None`
    /// where it grows past 64 bits.
    pub fn of(&self, shown: &mut impl FnMut(u32) -> Option<i64>) -> Option<Option<i64>> {
        let value = match self {
            Expression::Number(number) => Some(*number),
            Expression::Seen(slot) => shown(*slot),
            Expression::Plus(two) => return both(two, shown, i64::checked_add),
            Expression::Minus(two) => return both(two, shown, i64::checked_sub),
            Expression::Times(two) => return both(two, shown, i64::checked_mul),
            Expression::Abs(one) => match one.of(shown)? {
                Some(value) => Some(value.checked_abs()?),
                None => None,
            },
            Expression::Sum(list) => {
                let mut sum = 0i64;
                for one in list {
                    sum = sum.checked_add(one.of(shown)?.unwrap_or(0))?;
                }
                Some(sum)
            }
            Expression::Min(list) => present(list, shown)?.into_iter().min(),
            Expression::Max(list) => present(list, shown)?.into_iter().max(),
            Expression::First(list) => {
                for (number, condition) in list {
                    if condition.holds(shown)? {
                        return Some(Some(*number));
                    }
                }
                None
            }
            Expression::Compare(comparison, two) => {
                let holds = match (two[0].of(shown)?, two[1].of(shown)?) {
                    (Some(one), Some(other)) => comparison.holds(&one, &other),
                    _ => false,
                };
                Some(holds.into())
            }
            Expression::IsAbsent(one) => Some(one.of(shown)?.is_none().into()),
            Expression::Not(one) => Some((!one.holds(shown)?).into()),
            Expression::All(list) => Some(i64::from(!any(list, shown, false)?)),
            Expression::Any(list) => Some(i64::from(any(list, shown, true)?)),
        };
        Some(value)
    }

    /// Whether a condition holds.
    pub fn holds(&self, shown: &mut impl FnMut(u32) -> Option<i64>) -> Option<bool> {
        Some(self.of(shown)? == Some(1))
    }
}

/// The slots that several look at, each once, lowest first.
pub(crate) fn slots_of<'e>(all: impl IntoIterator<Item = &'e Expression>) -> Vec<u32> {
    let mut slots = Vec::new();
    all.into_iter().for_each(|one| one.gather(&mut slots));
    slots.sort_unstable();
    slots.dedup();
    slots
}

fn both(
    two: &[Expression; 2],
    shown: &mut impl FnMut(u32) -> Option<i64>,
    work_out: fn(i64, i64) -> Option<i64>,
) -> Option<Option<i64>> {
    match (two[0].of(shown)?, two[1].of(shown)?) {
        (Some(one), Some(other)) => Some(Some(work_out(one, other)?)),
        _ => Some(None),
    }
}

fn present(list: &[Expression], shown: &mut impl FnMut(u32) -> Option<i64>) -> Option<Vec<i64>> {
    let mut values = Vec::with_capacity(list.len());
    for one in list {
        values.extend(one.of(shown)?);
    }
    Some(values)
}

/// Whether any of these conditions holds, or does not.
fn any(
    list: &[Expression],
    shown: &mut impl FnMut(u32) -> Option<i64>,
    holds: bool,
) -> Option<bool> {
    for one in list {
        if one.holds(shown)? == holds {
            return Some(true);
        }
    }
    Some(false)
}

/// What is wrong with a question whose numbers grow past 64 bits.
pub fn overgrown() -> RuleError {
    RuleError::new(
        "this question needs numbers beyond 64 bits",
        "use smaller numbers, or fewer products",
    )
}
