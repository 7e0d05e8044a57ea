//! Returns replacements for calls that other languages allow.

use crate::grammar::tree::{Argument, Binary, Call, Expr, ExprKind, Relation};
use crate::grammar::unused_index_name;
use crate::source::Span;

/// Returns the combined argument if several values are given to a function that takes one, and the
/// span up to the closing bracket.
pub(super) fn combined_argument(call: &Call) -> Option<(String, Span)> {
    let given: Vec<&Expr> = call
        .arguments
        .iter()
        .filter(|argument| argument.name.is_none())
        .map(|argument| &argument.value)
        .collect();
    let span = call.name.span.to(given.last()?.span);
    match (call.name.text.as_str(), &given[..]) {
        _ if given.len() < call.arguments.len() => None,
        (
            "dice",
            [
                Expr {
                    kind: ExprKind::Whole(n),
                    ..
                },
                Expr {
                    kind: ExprKind::Whole(faces),
                    ..
                },
            ],
        ) => Some((format!("dice(\"{n}d{faces}\")"), span)),
        (name @ ("sum" | "len" | "any" | "all" | "sorted"), given) => {
            let values: Vec<String> = given.iter().map(|value| value.to_source()).collect();
            Some((format!("{name}([{}])", values.join(", ")), span))
        }
        _ => None,
    }
}

/// Replaces `count(...)` over a list by a sum. There is no replacement if it would compute a value
/// with a roll anew for each entry.
pub(super) fn count_as_sum(call: &Call) -> Option<String> {
    let given = call
        .arguments
        .iter()
        .map(|argument| Some(&argument.value).filter(|_| argument.name.is_none()));
    match &given.collect::<Option<Vec<&Expr>>>()?[..] {
        [
            Expr {
                kind: ExprKind::Comprehension(comprehension),
                ..
            },
        ] => {
            let names: Vec<&str> = comprehension
                .names
                .iter()
                .map(|name| name.text.as_str())
                .collect();
            let (names, source) = (names.join(", "), comprehension.source.to_source());
            let only = comprehension
                .condition
                .as_ref()
                .map_or_else(String::new, |condition| {
                    format!(" if {}", condition.to_source())
                });
            match comprehension.item.kind {
                ExprKind::Compare(..) | ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_) => {
                    Some(format!(
                        "sum({} for {names} in {source}{only})",
                        comprehension.item.to_source()
                    ))
                }
                ExprKind::Name(_) | ExprKind::Whole(_) if !only.is_empty() => {
                    Some(format!("sum(1 for {names} in {source}{only})"))
                }
                _ => None,
            }
        }
        [list, value] => matching_count(list, "==", value),
        [
            Expr {
                kind: ExprKind::Compare(list, rest),
                ..
            },
        ] => match &rest[..] {
            [(relation @ Relation::Is(_), value)] => matching_count(list, relation.symbol(), value),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the sum that counts the entries of a named list for which a comparison is true.
fn matching_count(list: &Expr, sign: &str, value: &Expr) -> Option<String> {
    let ExprKind::Name(list) = &list.kind else {
        return None;
    };
    let mut has_calls = false;
    value.visit(&mut |part| has_calls |= matches!(part.kind, ExprKind::Call(_)));
    let each = unused_index_name(&format!("{list} {}", value.to_source()));
    (!has_calls).then(|| {
        format!(
            "sum({each} {sign} {} for {each} in {list})",
            value.operand_source()
        )
    })
}

/// Replaces `cards("silk", "tea", "tea")` by the count of each kind.
pub(super) fn cards_by_count(call: &Call) -> Option<String> {
    let texts = call
        .arguments
        .iter()
        .map(|argument| argument.value.as_text().filter(|_| argument.name.is_none()));
    let texts: Vec<&str> = texts.collect::<Option<_>>()?;
    let is_name = |text: &&str| {
        text.starts_with(char::is_alphabetic)
            && text.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let mut kinds: Vec<&str> = texts.clone();
    kinds.sort_by_key(|kind| texts.iter().position(|text| text == kind));
    kinds.dedup();
    let count = |kind: &&str| {
        format!(
            "{kind} = {}",
            texts.iter().filter(|text| *text == kind).count()
        )
    };
    texts
        .iter()
        .all(is_name)
        .then(|| kinds.iter().map(count).collect::<Vec<_>>().join(", "))
}

/// Returns help for a named argument of another language.
pub(super) fn argument_help(call: &Call, argument: &str) -> Option<String> {
    let list = call
        .arguments
        .first()
        .map(|argument| &argument.value)
        .filter(|list| list.is_plain());
    let list = list.map_or_else(|| "list".to_owned(), Expr::to_source);
    let name = &call.name.text;
    match (name.as_str(), argument) {
        ("sorted", "reverse") => Some(format!(
            "write highest({list}, len({list})) for highest first"
        )),
        ("max" | "min", "default") => {
            let value = call.argument(argument, None)?.to_source();
            Some(format!(
                "write {name}({list}) if len({list}) > 0 else {value}"
            ))
        }
        ("choose_at_once", "sees") => Some(
            "ask one player after the other with choose(..., sees = [...]): neither knows what \
                the other one chooses unless `sees` lists it"
                .to_owned(),
        ),
        ("max" | "min" | "sorted", "key") => Some(format!(
            "functions cannot be arguments: write {name}([f(x) for x in {list}])"
        )),
        _ => None,
    }
}

/// Replaces `range(9, -1, -1)` by a range that counts up to the same numbers.
pub(super) fn range_with_step(call: &Call) -> Option<String> {
    let [from, end, step] = &call.arguments[..] else {
        return None;
    };
    let (from, end) = (&from.value, &end.value);
    let step = step.value.as_ratio()?.numerator();
    let i = unused_index_name(&format!("{} {}", from.to_source(), end.to_source()));
    let (first, end_of) = (from.to_source(), end.factor_source());
    let how_far = match (step > 0, &from.kind, &end.kind) {
        (true, ExprKind::Whole(0), _) => end.to_source(),
        (true, ..) => format!("{} - {}", end.to_source(), from.factor_source()),
        // Counting down from the last index to 0 visits all entries.
        (false, ExprKind::Binary(Binary::Subtract, length, right), ExprKind::Whole(-1))
            if matches!(right.kind, ExprKind::Whole(1)) =>
        {
            length.to_source()
        }
        (false, _, ExprKind::Whole(below @ ..0)) => format!("{first} + {}", -below),
        (false, ..) => format!("{first} - {end_of}"),
    };
    let sign = if step > 0 { "+" } else { "-" };
    Some(match step.unsigned_abs() {
        0 => return None,
        1 => format!("[{first} {sign} {i} for {i} in range({how_far})]"),
        size => {
            format!("[{first} {sign} {size} * {i} for {i} in range(round_up({how_far}, {size}))]")
        }
    })
}

/// Returns whether the argument at this index is a number of faces.
pub(super) fn is_face_count(function: &str, index: usize) -> bool {
    matches!(
        (function, index),
        ("roll", 0) | ("pool" | "tally" | "successes", 1)
    )
}

/// Returns whether the argument is a function that is passed to another one, as in `max(list, key =
/// f)`.
pub(super) fn is_function_argument(call: &Call, argument: &Argument) -> bool {
    argument.is_called("key") && matches!(call.name.text.as_str(), "max" | "min" | "sorted")
}
