//! What the functions that ask nobody do.

use super::Pure;
use crate::grammar::item::MAX_LENGTH;
use crate::machine::far;
use crate::machine::value::{Refusal, Value, order, too_large};
use crate::ratio::Ratio;

pub(crate) fn too_long() -> Refusal {
    (format!("a list of more than {MAX_LENGTH} entries"), "lists hold up to 10,000 entries")
}

type Result<T> = std::result::Result<T, Refusal>;

/// Calls a function.
pub(crate) fn call(function: Pure, arguments: &[Value]) -> Result<Value> {
    match function {
        Pure::RoundUp => round_up(&arguments[0], &arguments[1]),
        Pure::Min => extreme(arguments, "min", std::cmp::Ordering::is_lt),
        Pure::Max => extreme(arguments, "max", std::cmp::Ordering::is_gt),
        Pure::Abs => abs(&arguments[0]),
        Pure::Sum => sum(list(&arguments[0], "sum")?),
        Pure::Len => Ok(Value::Whole(list(&arguments[0], "len")?.len() as i64)),
        Pure::Sorted => Ok(Value::list(sorted(&arguments[0], "sorted")?)),
        Pure::Highest => kept(arguments, "highest", true),
        Pure::Lowest => kept(arguments, "lowest", false),
        Pure::Any => truths(&arguments[0], "any").map(|truths| Value::Truth(truths.contains(&true))),
        Pure::All => truths(&arguments[0], "all").map(|truths| Value::Truth(!truths.contains(&false))),
        Pure::Range => range(arguments),
        Pure::Upto => numbers(1, whole(&arguments[0], "upto")?.saturating_add(1)),
    }
}

fn list<'v>(value: &'v Value, name: &str) -> Result<&'v [Value]> {
    let list = value.as_list().map(|list| list.as_slice());
    list.ok_or_else(|| {
        (format!("`{name}` works on a list, and this is {}", value.kind()), "lists are written [1, 2, 3]")
    })
}

fn whole(value: &Value, name: &str) -> Result<i64> {
    value.as_whole().ok_or_else(|| {
        (format!("`{name}` counts in whole numbers, and this is {}", value.kind()), "give a whole number")
    })
}

fn ratio(value: &Value, name: &str) -> Result<Ratio> {
    value
        .as_ratio()
        .ok_or_else(|| (format!("`{name}` works on numbers, and this is {}", value.kind()), "give a number"))
}

fn round_up(a: &Value, b: &Value) -> Result<Value> {
    let (a, b) = (ratio(a, "round_up")?, ratio(b, "round_up")?);
    if b.numerator() == 0 {
        return Err(("`round_up` divides by 0".to_owned(), "check it first, such as: if n > 0:"));
    }
    let negated = Ratio::whole(0).minus(a).and_then(|a| a.floor_divided(b));
    negated.and_then(i64::checked_neg).map(Value::Whole).ok_or_else(too_large)
}

fn extreme(arguments: &[Value], name: &str, wins: impl Fn(std::cmp::Ordering) -> bool) -> Result<Value> {
    let values = match arguments {
        [Value::List(list)] => list.as_slice(),
        _ => arguments,
    };
    let Some((mut best, rest)) = values.split_first() else { return Err(empty(name)) };
    if !best.is_number() {
        return Err(no_order(name, best));
    }
    for value in rest {
        best = if wins(order(value, best).ok_or_else(|| no_order(name, value))?) { value } else { best };
    }
    Ok(best.clone())
}

fn empty(name: &str) -> Refusal {
    (format!("`{name}` of an empty list"), "ask before: if len(list) > 0")
}

fn no_order(name: &str, value: &Value) -> Refusal {
    (format!("`{name}` works on numbers, and this is {}", value.kind()), "give numbers")
}

fn abs(value: &Value) -> Result<Value> {
    match value {
        Value::Decimal(ratio) if ratio.numerator() < 0 => {
            Ratio::whole(0).minus(**ratio).map(Value::decimal).ok_or_else(too_large)
        }
        Value::Decimal(_) => Ok(value.clone()),
        Value::Far(_) | Value::Deep(_) => far::abs(value).ok_or_else(|| no_order("abs", value)),
        _ => whole(value, "abs")?.checked_abs().map(Value::Whole).ok_or_else(too_large),
    }
}

fn sum(values: &[Value]) -> Result<Value> {
    let add = |total: Value, value| crate::machine::value::binary(crate::grammar::tree::Binary::Add, &total, value);
    values.iter().try_fold(Value::Whole(0), |total, value| {
        ratio(value, "sum")?;
        add(total, value)
    })
}

/// Lowest first.
fn sorted(value: &Value, name: &str) -> Result<Vec<Value>> {
    let mut values = list(value, name)?.to_vec();
    if let Some(other) = values.iter().find(|value| value.as_ratio().is_none()) {
        return Err(no_order(name, other));
    }
    values.sort_by(|a, b| order(a, b).unwrap_or(std::cmp::Ordering::Equal));
    Ok(values)
}

fn kept(arguments: &[Value], name: &str, highest: bool) -> Result<Value> {
    let mut values = sorted(&arguments[0], name)?;
    if highest {
        values.reverse();
    }
    let Some(n) = arguments.get(1) else { return values.into_iter().next().ok_or_else(|| empty(name)) };
    let n = usize::try_from(whole(n, name)?)
        .map_err(|_| (format!("`{name}` keeps a negative number"), "keep 0 or more"))?;
    values.truncate(n);
    Ok(Value::list(values))
}

fn truths(value: &Value, name: &str) -> Result<Vec<bool>> {
    let truth = |value: &Value| match value {
        Value::Truth(truth) => Ok(*truth),
        other => Err((
            format!("`{name}` asks for true or false, and this is {}", other.kind()),
            "write a condition, such as any(x > 3 for x in list)",
        )),
    };
    list(value, name)?.iter().map(truth).collect()
}

fn range(arguments: &[Value]) -> Result<Value> {
    match arguments {
        [end] => numbers(0, whole(end, "range")?),
        [start, end, ..] => numbers(whole(start, "range")?, whole(end, "range")?),
        [] => Ok(Value::list(Vec::new())),
    }
}

fn numbers(start: i64, end: i64) -> Result<Value> {
    if end.saturating_sub(start) > MAX_LENGTH as i64 {
        return Err((
            format!("a list of {} entries is too long", end.saturating_sub(start)),
            "lists hold up to 10,000 entries",
        ));
    }
    Ok(Value::list((start..end).map(Value::Whole).collect()))
}
