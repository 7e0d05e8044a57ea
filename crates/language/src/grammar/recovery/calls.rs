//! Recognises calls of other languages for which the arguments determine the fix.

use super::words::{Form, find_fix};
use crate::grammar::tree::{Argument, Binary, Expr, ExprKind};
use crate::grammar::unused_name;
use crate::ratio::Ratio;

/// Returns the roll for a random whole number between bounds that are written as numbers.
fn random_range_roll(name: &str, given: &[String]) -> Option<String> {
    let number = |text: &str| text.parse::<i64>().ok();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let (from, end) = match (name, &given[..]) {
        ("randint", ["1", sides]) => return Some(format!("roll({sides})")),
        ("randrange", [sides]) => return Some(format!("roll({sides}) - 1")),
        ("randint", [from, to]) => (number(from)?, number(to)?.checked_add(1)?),
        ("randrange", [from, end]) => (number(from)?, number(end)?),
        _ => return None,
    };
    match from {
        _ if end <= from => None,
        1 => Some(format!("roll({})", end - 1)),
        0 => Some(format!("roll({end}) - 1")),
        _ => Some(format!("roll(range({from}, {end}))")),
    }
}

/// Returns the replacement for a call of another language, if the arguments determine it.
pub(crate) fn call_replacement(name: &str, arguments: &[Argument]) -> Option<String> {
    let unnamed = arguments
        .iter()
        .take_while(|argument| argument.name.is_none())
        .count();
    let (given, named) = arguments.split_at(unnamed);
    if name == "choices" {
        return choices(given, named);
    }
    let given: Vec<&Expr> = given.iter().map(|argument| &argument.value).collect();
    match (name, &given[..]) {
        _ if !named.is_empty() => None,
        ("choice", [list]) => Some(format!("roll({})", list.to_source())),
        ("floor" | "int" | "trunc", [x]) => Some(match quotient(x) {
            Some((a, b)) => format!("({} // {})", a.factor_source(), b.atom_source()),
            None => format!("({} // 1)", x.factor_source()),
        }),
        ("d" | "die", [sides]) => Some(format!("roll({})", sides.to_source())),
        ("ceil", [x]) => Some(match quotient(x) {
            Some((a, b)) => format!("round_up({}, {})", a.to_source(), b.to_source()),
            None => format!("round_up({}, 1)", x.to_source()),
        }),
        ("pow", [x, exponent]) => Some(format!(
            "({} ** {})",
            x.atom_source(),
            exponent.atom_source()
        )),
        _ => random_range_roll(
            name,
            &given
                .iter()
                .map(|value| value.to_source())
                .collect::<Vec<_>>(),
        ),
    }
}

/// Replaces `choices(list, weights, k = 2)`. It returns a list of `k` items; the replacement
/// returns one of them.
fn choices(given: &[Argument], named: &[Argument]) -> Option<String> {
    let by_name = |name: &str| {
        let argument = named.iter().find(|argument| argument.is_called(name));
        argument.map(|argument| &argument.value)
    };
    let list = &given.first()?.value;
    let weights = given
        .get(1)
        .map(|argument| &argument.value)
        .or_else(|| by_name("weights"));
    let weights = weights
        .map(|weights| format!(", weights = {}", weights.to_source()))
        .unwrap_or_default();
    let roll = format!("roll({}{weights})", list.to_source());
    match by_name("k") {
        _ if given.len() > 2 || by_name("cum_weights").is_some() => None,
        None
        | Some(Expr {
            kind: ExprKind::Whole(1),
            ..
        }) => Some(roll),
        Some(k) => Some(format!(
            "[{roll} for {} in range({})]",
            unused_name(&(roll.clone() + &k.to_source())),
            k.to_source()
        )),
    }
}

/// Returns both sides of a division.
fn quotient(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(Binary::Divide, a, b) => Some((a, b)),
        _ => None,
    }
}

/// Returns `chance(...)` for the comparison of a uniform number from 0 to 1 with `p`.
pub(crate) fn chance_below(p: &Expr, is_above: bool) -> String {
    let rest = p.as_ratio().and_then(|p| Ratio::whole(1).minus(p));
    match (is_above, rest) {
        (false, _) => format!("chance({})", p.to_source()),
        (true, Some(rest)) => format!("chance({rest})"),
        (true, None) => format!("chance(1 - {})", p.factor_source()),
    }
}

/// Returns help for a function of another language. Its first argument may be a list.
pub(crate) fn function_help(name: &str, arguments: &[Argument]) -> Option<String> {
    if let ("round", [Argument { name: None, value }]) = (name, arguments) {
        let (x, down) = (value.factor_source(), call_replacement("floor", arguments)?);
        let up = call_replacement("ceil", arguments)?;
        return Some(format!(
            "write {down} to round down, {up} to round up, or ({x} + 0.5) // 1 to round to the nearest"
        ));
    }
    if let ("zip", Some((lengths, places))) = (name, zipped_lists(arguments)) {
        return Some(format!(
            "write `for i in range(min({lengths})):` and use {places}"
        ));
    }
    let list = arguments
        .first()
        .map(|argument| &argument.value)
        .filter(|list| list.is_plain());
    Some(fill_list(
        find_fix(Form::Function, name)?,
        list.map(Expr::to_source).as_deref(),
    ))
}

/// Returns the smallest of the lengths of lists that are iterated together, and an entry of each.
fn zipped_lists(lists: &[Argument]) -> Option<(String, String)> {
    let plain = lists
        .iter()
        .map(|list| list.value.is_plain().then(|| list.value.to_source()));
    let lists: Vec<String> = plain.collect::<Option<_>>()?;
    let each = |form: fn(&String) -> String| lists.iter().map(form).collect::<Vec<_>>().join(", ");
    (lists.len() > 1).then(|| {
        (
            each(|list| format!("len({list})")),
            each(|list| format!("{list}[i]")),
        )
    })
}

/// Returns the fix for a call of a method or of a function of a module.
pub(crate) fn method_help(receiver: &str, name: &str, arguments: &[Argument]) -> Option<String> {
    let is_module = matches!(
        receiver,
        "random" | "math" | "np" | "statistics" | "itertools" | "collections"
    );
    match find_fix(Form::Method, name) {
        Some(fix) => Some(fill_list(fix, Some(receiver).filter(|_| !is_module))),
        None if is_module => function_help(name, arguments),
        None => find_fix(Form::Function, name).map(|fix| fill_list(fix, Some(receiver))),
    }
}

/// Replaces `{list}` in a fix by the list of the line.
fn fill_list(fix: &str, list: Option<&str>) -> String {
    fix.replace("{list}", list.unwrap_or("list"))
}
