//! What a file leaves to a player: its choices by name, and their options as numbers.

use crate::grammar::tree::{Binary, Expr, ExprKind};
use crate::source::Span;
use crate::value::Datum;

/// Answers that every choice has beside its own options: no option may be called so.
pub const ANSWERS: [&str; 3] = ["best", "uniform", "them"];
/// Keys of `[play]` that are no choices.
pub const NOT_CHOICES: [&str; 2] = ["aim", "minimise"];

/// Where the numbers of texts, of true and false begin: far below every number that a rule chooses.
const TEXTS: i64 = i64::MIN / 2;
const TRUTHS: i64 = TEXTS - 2;
/// Whole numbers from here on are options by themselves.
const LEAST: i64 = i64::MIN / 4;

/// A choice, as a file writes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChoiceCode {
    pub(crate) name: String,
    /// Where it is asked first.
    pub(crate) span: Span,
    /// Every option that any of its questions offers, by number; `None` where some are worked out in the trial.
    pub(crate) options: Option<Vec<i64>>,
}

impl ChoiceCode {
    /// One of its questions offers these options, or some that are worked out.
    pub(crate) fn add(&mut self, offered: Option<Vec<i64>>) {
        self.options = self.options.take().zip(offered).map(|(mut all, offered)| {
            offered.into_iter().for_each(|number| {
                if !all.contains(&number) {
                    all.push(number)
                }
            });
            all
        });
    }
}

/// A choice that a file leaves to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceDescription {
    /// Its name.
    pub name: String,
    /// Where it is asked first.
    pub span: Span,
    /// The words of its options; `None` where some are worked out in the trial.
    pub options: Option<Vec<String>>,
}

/// The number of an option: whole numbers are their own; `None` for what cannot be chosen by name.
pub(crate) fn number(option: &Datum) -> Option<i64> {
    match option {
        Datum::Whole(number) => (*number >= LEAST).then_some(*number),
        Datum::Truth(truth) => Some(TRUTHS + i64::from(*truth)),
        Datum::Text(text) => Some(TEXTS + i64::from(*text)),
        _ => None,
    }
}

/// What an option is called, of a rule with these texts.
pub fn option_name(number: i64, texts: &[String]) -> String {
    match number {
        LEAST.. => number.to_string(),
        TEXTS.. => texts.get((number - TEXTS) as usize).cloned().unwrap_or_default(),
        _ => (number != TRUTHS).to_string(),
    }
}

/// The number of the option that is called so, where a rule with these texts can have one.
pub fn option_number(name: &str, texts: &[String]) -> Option<i64> {
    if let Some(text) = texts.iter().position(|text| text == name) {
        return Some(TEXTS + text as i64);
    }
    match name {
        "true" | "false" => Some(TRUTHS + i64::from(name == "true")),
        _ => name.parse().ok().filter(|number| *number >= LEAST),
    }
}

/// The options that an expression may give, where it is written plainly: lists, one of two lists, lists joined.
pub(crate) fn written(options: &Expr) -> Option<Vec<&Expr>> {
    match &options.kind {
        ExprKind::List(items) => Some(items.iter().collect()),
        ExprKind::IfElse(parts) => both(&parts[0], &parts[2]),
        ExprKind::Binary(Binary::Add, left, right) => both(left, right),
        _ => None,
    }
}

fn both<'e>(one: &'e Expr, other: &'e Expr) -> Option<Vec<&'e Expr>> {
    let mut all = written(one)?;
    all.extend(written(other)?);
    Some(all)
}

/// Whether `[play]` can name a choice so: as it would name a parameter.
pub(crate) fn is_key(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_found_by_the_name_that_it_is_told_by() {
        let texts = ["roll".to_owned(), "7".to_owned()];
        for value in [Datum::Whole(-3), Datum::Whole(12), Datum::Truth(true), Datum::Truth(false), Datum::Text(0)] {
            let number = number(&value).unwrap();
            assert_eq!(option_number(&option_name(number, &texts), &texts), Some(number), "{value:?}");
        }
        assert_eq!(option_name(number(&Datum::Text(1)).unwrap(), &texts), "7");
        assert_eq!((option_number("keep", &texts), number(&Datum::list(Vec::new()))), (None, None));
    }
}
