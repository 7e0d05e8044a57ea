//! Finds dice in quotation marks where a function takes a list or numbers.

use crate::builtin::dice;
use crate::diagnostic::Edit;
use crate::grammar::tree::{Call, Expr, ExprKind};

/// Returns the help and the edit for a call that has dice as a text.
pub(super) fn dice_replacement(call: &Call, value: &Expr) -> Option<(String, Edit)> {
    let text = as_dice_text(value)?;
    let (name, plain, is_alone) = (
        call.name.text.as_str(),
        plain_dice(text),
        call.arguments.len() == 1,
    );
    // The closing bracket of the call is not replaced.
    let whole = call.name.span.to(value.span);
    let edit = |span, text: String| Edit { span, text };
    Some(match (name, plain) {
        ("max" | "min", Some((count, sides))) if is_alone && count > 1 => {
            let (keep, end) = if name == "max" {
                ("kh1", "high")
            } else {
                ("kl1", "low")
            };
            let phrase = if count == 2 {
                format!("{end}er of two")
            } else {
                format!("{end}est of {count}")
            };
            let dice = format!("dice(\"{count}d{sides}{keep}\")");
            (
                format!("the {phrase} d{sides} is {dice}"),
                edit(whole, dice.trim_end_matches(')').to_owned()),
            )
        }
        ("max" | "min" | "sum", _) if is_alone => (
            format!("write dice(\"{text}\") to roll it"),
            edit(call.name.span, "dice".to_owned()),
        ),
        ("pool", Some((count, sides))) if is_alone => (
            format!("write pool({count}, {sides})"),
            edit(value.span, format!("{count}, {sides}")),
        ),
        (
            "highest" | "lowest" | "sorted" | "len" | "middle" | "median" | "distinct",
            Some((count, sides)),
        ) => {
            let pool = format!("pool({count}, {sides})");
            let keep = if name == "highest" { "kh" } else { "kl" };
            let sum = match call.arguments.get(1).map(|argument| &argument.value.kind) {
                Some(ExprKind::Whole(kept)) if name != "middle" => {
                    format!("; for their sum, dice(\"{text}{keep}{kept}\")")
                }
                _ => String::new(),
            };
            (
                format!("for a list of these dice write {pool}{sum}"),
                edit(value.span, pool),
            )
        }
        ("max" | "min" | "abs" | "round_up", _) => {
            let dice = format!("dice(\"{text}\")");
            (format!("write {dice} to roll it"), edit(value.span, dice))
        }
        _ => return None,
    })
}

/// Returns the text of a value that is dice.
pub(super) fn as_dice_text(value: &Expr) -> Option<&str> {
    value
        .as_text()
        .filter(|text| text.contains('d') && dice::read(text, value.span).is_ok())
}

/// Returns the number of dice and their faces, if the text contains nothing else.
fn plain_dice(text: &str) -> Option<(u32, u32)> {
    let (count, sides) = text.split_once('d')?;
    let count = if count.is_empty() {
        1
    } else {
        count.parse().ok()?
    };
    Some((count, sides.parse().ok()?))
}
