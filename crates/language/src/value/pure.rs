//! The functions that do not ask anything.

use std::cmp::Ordering;
use std::sync::Arc;

use super::datum::{Allowed, Datum, Refusal};
use super::distance;
use super::operator::{binary, is_among, order};
use super::refusal::too_large;
use crate::builtin::Pure;
use crate::grammar::item::MAX_LIST_LENGTH;
use crate::grammar::tree::Binary;
use crate::ratio::Ratio;

pub(crate) fn too_long() -> Refusal {
    (
        format!("a list has more than {MAX_LIST_LENGTH} entries"),
        "use at most 10,000 entries",
    )
}

/// Calls a function.
pub(crate) fn call(function: Pure, arguments: &[Datum]) -> Allowed<Datum> {
    if let (Pure::Sum | Pure::Len | Pure::Min | Pure::Max, [cards]) = (function, arguments)
        && let Some(counts) = cards.as_cards()
    {
        return call(function, &[Datum::list(counts)]);
    }
    match function {
        Pure::RoundUp => round_up(&arguments[0], &arguments[1]),
        Pure::Min => extreme(arguments, "min", Ordering::is_lt),
        Pure::Max => extreme(arguments, "max", Ordering::is_gt),
        Pure::Abs => abs(&arguments[0]),
        Pure::Sum => sum(list_argument(&arguments[0], "sum")?),
        Pure::Len if arguments[0].as_cards().is_some() => Err((
            "`len` counts the kinds of cards, not the cards".to_owned(),
            "write sum(deck) for the number of cards",
        )),
        Pure::Len => Ok(Datum::Whole(
            list_argument(&arguments[0], "len")?.len() as i64
        )),
        Pure::Sorted => Ok(Datum::list(sorted(&arguments[0], "sorted")?)),
        Pure::Highest => kept_entries(arguments, "highest", true),
        Pure::Lowest => kept_entries(arguments, "lowest", false),
        Pure::Middle => middle(arguments),
        Pure::Median => median(&sorted(&arguments[0], "median")?),
        Pure::Distinct => distinct(list_argument(&arguments[0], "distinct")?),
        Pure::Any => {
            truth_values(&arguments[0], "any").map(|truths| Datum::Truth(truths.contains(&true)))
        }
        Pure::All => {
            truth_values(&arguments[0], "all").map(|truths| Datum::Truth(!truths.contains(&false)))
        }
        Pure::Range => range(arguments),
        Pure::Upto => number_range(1, whole_argument(&arguments[0], "upto")?.saturating_add(1)),
    }
}

/// Adds one entry to the running result of a function over a list. The result is `Nothing` before
/// the first entry. `kept` is the number of entries that count. For `median`, `middle` and
/// `distinct`, the running result is a list, of which they are computed at the end.
pub(crate) fn fold(
    function: Pure,
    so_far: Datum,
    item: Datum,
    kept: Option<&Datum>,
) -> Allowed<Datum> {
    // The most common cases need no temporary list.
    match (function, &so_far, &item) {
        (Pure::Sum, Datum::Whole(a), Datum::Whole(b)) => {
            return a.checked_add(*b).map(Datum::Whole).ok_or_else(too_large);
        }
        (Pure::Min, Datum::Whole(a), Datum::Whole(b)) => return Ok(Datum::Whole(*a.min(b))),
        (Pure::Max, Datum::Whole(a), Datum::Whole(b)) => return Ok(Datum::Whole(*a.max(b))),
        (Pure::Any, Datum::Truth(a), Datum::Truth(b)) => return Ok(Datum::Truth(*a || *b)),
        (Pure::All, Datum::Truth(a), Datum::Truth(b)) => return Ok(Datum::Truth(*a && *b)),
        _ => (),
    }
    let name = match function {
        Pure::Len => return Ok(Datum::Whole(so_far.as_whole().unwrap_or(0) + 1)),
        Pure::Sorted => "sorted",
        Pure::Highest => "highest",
        Pure::Lowest => "lowest",
        Pure::Middle => "middle",
        Pure::Median => "median",
        Pure::Distinct => return add_if_new(so_far, item),
        _ => {
            let entries = if so_far == Datum::Nothing {
                vec![item]
            } else {
                vec![so_far, item]
            };
            return call(function, &[Datum::list(entries)]);
        }
    };
    if item.as_ratio().is_none() {
        return Err(not_comparable(name, &item));
    }
    let mut list = match so_far {
        Datum::List(list) => list,
        _ => Arc::default(),
    };
    let sign = if function == Pure::Highest {
        Ordering::Greater
    } else {
        Ordering::Less
    };
    let entries = Arc::make_mut(&mut list);
    let index = entries.partition_point(|entry| {
        order(entry, &item).is_none_or(|ordering| ordering == sign || ordering == Ordering::Equal)
    });
    entries.insert(index, item);
    if let (Some(kept), Pure::Highest | Pure::Lowest) = (kept, function) {
        entries.truncate(kept_count(kept, name)?);
    }
    if entries.len() > MAX_LIST_LENGTH {
        Err(too_long())
    } else {
        Ok(Datum::List(list))
    }
}

/// Returns whether the running result of a function is a list, of which the function is computed at
/// the end.
pub(crate) fn is_folded_to_list(function: Pure) -> bool {
    matches!(function, Pure::Middle | Pure::Median | Pure::Distinct)
}

/// Adds an entry to a list of different values. Numbers are sorted, lowest first, so that their
/// order does not make several states.
fn add_if_new(so_far: Datum, item: Datum) -> Allowed<Datum> {
    let mut list = match so_far {
        Datum::List(list) => list,
        _ => Arc::default(),
    };
    if !is_among(&item, &list)? {
        let is_before = |entry: &Datum| order(entry, &item).is_none_or(Ordering::is_lt);
        let index = list.partition_point(is_before);
        Arc::make_mut(&mut list).insert(index, item);
    }
    Ok(Datum::List(list))
}

/// Returns how many entries `highest`, `lowest` or `middle` keeps.
fn kept_count(n: &Datum, name: &str) -> Allowed<usize> {
    usize::try_from(whole_argument(n, name)?).map_err(|_| {
        (
            format!("`{name}` cannot keep a negative number of entries"),
            "use 0 or more",
        )
    })
}

fn expect_argument<T>(
    found: Option<T>,
    value: &Datum,
    name: &str,
    expected: &str,
    help: &'static str,
) -> Allowed<T> {
    found.ok_or_else(|| {
        (
            format!("`{name}` expected {expected}, found {}", value.kind()),
            help,
        )
    })
}

fn list_argument<'v>(value: &'v Datum, name: &str) -> Allowed<&'v [Datum]> {
    let found = value.as_list().map(|list| list.as_slice());
    expect_argument(found, value, name, "a list", "write a list as [1, 2, 3]")
}

fn whole_argument(value: &Datum, name: &str) -> Allowed<i64> {
    expect_argument(
        value.as_whole(),
        value,
        name,
        "a whole number",
        "use a whole number: x // 1 rounds down",
    )
}

fn ratio_argument(value: &Datum, name: &str) -> Allowed<Ratio> {
    expect_argument(value.as_ratio(), value, name, "a number", "use a number")
}

fn round_up(a: &Datum, b: &Datum) -> Allowed<Datum> {
    let (a, b) = (
        ratio_argument(a, "round_up")?,
        ratio_argument(b, "round_up")?,
    );
    if b.numerator() == 0 {
        return Err((
            "`round_up` divides by 0".to_owned(),
            "check the divisor first: if n > 0:",
        ));
    }
    let negated = Ratio::whole(0).minus(a).and_then(|a| a.floor_divided(b));
    negated
        .and_then(i64::checked_neg)
        .map(Datum::Whole)
        .ok_or_else(too_large)
}

fn extreme(arguments: &[Datum], name: &str, wins: impl Fn(Ordering) -> bool) -> Allowed<Datum> {
    let values = match arguments {
        [Datum::List(list)] => list.as_slice(),
        _ => arguments,
    };
    let Some((mut best, rest)) = values.split_first() else {
        return Err(empty_list(name));
    };
    if !best.is_number() {
        return Err(not_comparable(name, best));
    }
    for value in rest {
        best = if wins(order(value, best).ok_or_else(|| not_comparable(name, value))?) {
            value
        } else {
            best
        };
    }
    Ok(best.clone())
}

fn empty_list(name: &str) -> Refusal {
    (
        format!("`{name}` needs at least one entry, and this list is empty"),
        "check the list first: if len(list) > 0:",
    )
}

fn not_comparable(name: &str, value: &Datum) -> Refusal {
    (
        format!("`{name}` expected numbers, found {}", value.kind()),
        "use numbers",
    )
}

fn abs(value: &Datum) -> Allowed<Datum> {
    match value {
        Datum::Decimal(ratio) if ratio.numerator() < 0 => Ratio::whole(0)
            .minus(**ratio)
            .map(Datum::decimal)
            .ok_or_else(too_large),
        Datum::Decimal(_) => Ok(value.clone()),
        Datum::Far(_) | Datum::Deep(_) => {
            distance::abs(value).ok_or_else(|| not_comparable("abs", value))
        }
        _ => whole_argument(value, "abs")?
            .checked_abs()
            .map(Datum::Whole)
            .ok_or_else(too_large),
    }
}

fn sum(values: &[Datum]) -> Allowed<Datum> {
    values.iter().try_fold(Datum::Whole(0), |total, value| {
        ratio_argument(value, "sum")?;
        binary(Binary::Add, &total, value)
    })
}

/// Sorts numbers, lowest first.
fn sorted(value: &Datum, name: &str) -> Allowed<Vec<Datum>> {
    let mut values = list_argument(value, name)?.to_vec();
    if let Some(other) = values.iter().find(|value| value.as_ratio().is_none()) {
        return Err(not_comparable(name, other));
    }
    values.sort_by(|a, b| order(a, b).unwrap_or(Ordering::Equal));
    Ok(values)
}

fn kept_entries(arguments: &[Datum], name: &str, highest: bool) -> Allowed<Datum> {
    let mut values = sorted(&arguments[0], name)?;
    if highest {
        values.reverse();
    }
    values.truncate(kept_count(&arguments[1], name)?);
    Ok(Datum::list(values))
}

/// Returns the middle entries, highest first. Of an odd number of further entries, one more is left
/// out below them than above.
fn middle(arguments: &[Datum]) -> Allowed<Datum> {
    let mut values = sorted(&arguments[0], "middle")?;
    values.reverse();
    let kept = kept_count(&arguments[1], "middle")?.min(values.len());
    let above = (values.len() - kept) / 2;
    values.truncate(above + kept);
    Ok(Datum::list(values.split_off(above)))
}

/// Returns the middle one of sorted values, or the mean of the two middle ones.
fn median(values: &[Datum]) -> Allowed<Datum> {
    let half = values.len() / 2;
    let Some(upper) = values.get(half) else {
        return Err(empty_list("median"));
    };
    let lower = &values[values.len() - 1 - half];
    if order(lower, upper) == Some(Ordering::Equal) {
        return Ok(upper.as_whole().map_or_else(|| upper.clone(), Datum::Whole));
    }
    let total = binary(Binary::Add, lower, upper)?;
    let mean = binary(Binary::Divide, &total, &Datum::Whole(2))?;
    Ok(match mean.as_ratio() {
        Some(mean) if mean.denominator() == 1 => Datum::Whole(mean.numerator()),
        _ => mean,
    })
}

/// Counts the different values.
fn distinct(values: &[Datum]) -> Allowed<Datum> {
    let wholes: Option<Vec<i64>> = values.iter().map(Datum::as_whole).collect();
    if let Some(mut wholes) = wholes {
        wholes.sort_unstable();
        wholes.dedup();
        return Ok(Datum::Whole(wholes.len() as i64));
    }
    let mut found: Vec<Datum> = Vec::new();
    for value in values {
        if !is_among(value, &found)? {
            found.push(value.clone());
        }
    }
    Ok(Datum::Whole(found.len() as i64))
}

fn truth_values(value: &Datum, name: &str) -> Allowed<Vec<bool>> {
    let help = "write a condition, such as any(x > 3 for x in list)";
    let truth = |value: &Datum| match value {
        Datum::Truth(truth) => Ok(*truth),
        other => expect_argument(None, other, name, "true or false", help),
    };
    list_argument(value, name)?.iter().map(truth).collect()
}

fn range(arguments: &[Datum]) -> Allowed<Datum> {
    match arguments {
        [end] => number_range(0, whole_argument(end, "range")?),
        [start, end, ..] => number_range(
            whole_argument(start, "range")?,
            whole_argument(end, "range")?,
        ),
        [] => Ok(Datum::list(Vec::new())),
    }
}

fn number_range(start: i64, end: i64) -> Allowed<Datum> {
    let count = end.saturating_sub(start);
    if count > MAX_LIST_LENGTH as i64 {
        return Err((
            format!("a list of {count} entries is too long"),
            "use at most 10,000 entries",
        ));
    }
    Ok(Datum::list((start..end).map(Datum::Whole).collect()))
}
