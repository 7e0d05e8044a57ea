//! Checks a value that contains no other values against a type: a number, a flag, a word or a dice
//! expression.

use oddsmith_engine::chance::{DiceExpression, DiceParseError, LARGEST_EXPRESSION, Probability};
use oddsmith_language::Ratio;

use super::diagnostic::{Diagnostic, nearest};
use super::habits;
use super::marked::place_within;
use super::tree::{Node, Tree};
use crate::rule::nearest::Help;
use crate::rule::parameter::ParameterType;
use crate::rule::values::ParameterValue;

/// Returns a number, a flag or a text of this type.
///
/// # Errors
/// Fails with the problem of any other value.
pub(super) fn single_value(node: &Node, shape: &ParameterType) -> Result<ParameterValue, String> {
    let out_of_range = || {
        let problem = format!("{} is out of range", node.brief());
        Err(node.place.invalid(&problem))
    };
    match (shape, &node.tree) {
        (ParameterType::Whole { from, to }, Tree::Whole(number)) => {
            if (from..=to).contains(&number) {
                Ok(ParameterValue::Whole(*number))
            } else {
                out_of_range()
            }
        }
        (ParameterType::Dice, Tree::Whole(number)) => {
            if (0..=LARGEST_EXPRESSION).contains(number) {
                Ok(ParameterValue::Dice(DiceExpression::constant(*number)))
            } else {
                out_of_range()
            }
        }
        (ParameterType::Decimal { from, to }, Tree::Whole(_) | Tree::Decimal(_)) => {
            match ratio(&node.brief()) {
                Some(number) if (from..=to).contains(&&number) => {
                    Ok(ParameterValue::Decimal(number))
                }
                _ => out_of_range(),
            }
        }
        (ParameterType::Probability, Tree::Whole(_) | Tree::Decimal(_)) => {
            probability(&node.brief())
                .map(ParameterValue::Probability)
                .map_err(|problem| node.place.invalid(&problem))
        }
        (ParameterType::Flag, Tree::Flag(flag)) => Ok(ParameterValue::Flag(*flag)),
        (ParameterType::Choice(_), Tree::Text(text)) => Ok(ParameterValue::Text(text.clone())),
        (ParameterType::Text, Tree::Text(text)) => {
            if text.contains(['\n', '\r']) {
                Err(node.place.invalid("the text has more than one line"))
            } else {
                Ok(ParameterValue::Text(text.clone()))
            }
        }
        (ParameterType::DiceText, Tree::Text(_) | Tree::Whole(_)) => {
            Ok(ParameterValue::Text(node.brief()))
        }
        (ParameterType::Records { .. }, Tree::List(nodes)) => {
            Err(format!("found {} entries", nodes.len()))
        }
        _ => Err(node.mismatch(&shape.short_description())),
    }
}

/// Describes a text that is not one of the words allowed.
pub(super) fn unknown_choice(
    node: &Node,
    text: &str,
    words: &[&str],
    shape: &ParameterType,
) -> Diagnostic {
    let unknown = if node.place.source.is_command_line() {
        "it".to_owned()
    } else {
        format!("\"{text}\"")
    };
    let problem = node
        .place
        .invalid(&format!("{unknown} is not one of the allowed values"));
    Diagnostic::at(
        &node.place,
        problem,
        suggestion_or_allowed(text, words, &shape.allowed()),
    )
}

/// Returns what is allowed. If the text is a range in the place of one number, it also shows the
/// syntax of ranges.
pub(super) fn allowed_text(node: &Node, shape: &ParameterType) -> String {
    let is_number = matches!(
        shape,
        ParameterType::Whole { .. } | ParameterType::Decimal { .. } | ParameterType::Probability
    );
    let is_single = is_number
        || matches!(
            shape,
            ParameterType::Flag | ParameterType::Choice(_) | ParameterType::Dice
        );
    let several = if is_single && matches!(node.tree, Tree::List(_)) {
        ". To use several values, write the list in [sweep]".to_owned()
    } else if !is_number {
        String::new()
    } else if node.get("from").is_some() && node.get("to").is_some() {
        ". To use a range of values, write it in [sweep] or [balance]".to_owned()
    } else if let Some((from, to)) = node.text().and_then(habits::range_ends) {
        format!(
            ". For all values from {from} to {to} use --sweep KEY={from}..{to}, or {{ from = {from}, \
                to = {to} }} in [sweep]"
        )
    } else {
        String::new()
    };
    format!("allowed: {}{several}", shape.allowed())
}

/// Parses a dice expression.
pub(super) fn dice(
    node: &Node,
    text: &str,
    problems: &mut Vec<Diagnostic>,
) -> Option<ParameterValue> {
    match DiceExpression::parse(text) {
        Ok(expression) => Some(ParameterValue::Dice(expression)),
        Err(DiceParseError {
            span: range,
            problem,
            help,
        }) => {
            problems.push(Diagnostic::at(
                &place_within(node, text, range),
                format!("\"{text}\": {problem}"),
                help,
            ));
            None
        }
    }
}

/// Parses a probability. The error says what is wrong.
fn probability(written: &str) -> Result<Probability, String> {
    let is_one = || {
        written
            .parse()
            .is_ok_and(|number: f64| (0.0..=1.0).contains(&number))
    };
    Probability::parse(written).ok_or_else(|| {
        if is_one() {
            format!("{written} has too many decimal places")
        } else {
            format!("{written} is not a probability")
        }
    })
}

/// Returns what is allowed, after the word that was probably meant.
pub(super) fn suggestion_or_allowed(text: &str, words: &[&str], allowed: &str) -> Help {
    let near = nearest(text, words);
    match near.typo() {
        Some(_) => near.with_more(&format!(" allowed: {allowed}")),
        None => format!("allowed: {allowed}").into(),
    }
}

/// Parses a TOML number exactly: `0.15`, `+2`, `1.5e-3`. Returns `None` if it has too many digits.
fn ratio(written: &str) -> Option<Ratio> {
    let written = written.strip_prefix('+').unwrap_or(written);
    let Some((digits, exponent)) = written.split_once(['e', 'E']) else {
        return Ratio::parse(written);
    };
    let (number, exponent) = (Ratio::parse(digits)?, exponent.parse::<i32>().ok()?);
    let power = 10i128.checked_pow(exponent.unsigned_abs())?;
    let (above, below) = (
        i128::from(number.numerator()),
        i128::from(number.denominator()),
    );
    if exponent < 0 {
        Ratio::new(above, below.checked_mul(power)?)
    } else {
        Ratio::new(above.checked_mul(power)?, below)
    }
}
