//! The choices that a file leaves to players, and the numbers that encode their options.

use crate::grammar::tree::{Binary, Expr, ExprKind};
use crate::source::Span;
use crate::value::Datum;

/// Answers that every choice accepts in addition to its options. No option may have one of these
/// names.
pub const COMMON_ANSWERS: [&str; 4] = ["best", "uniform", "them", "worst"];
/// Returns whether a text is an answer of players of a certain skill, such as "best 90%" or
/// "short-sighted 2". No option may have such a name.
pub(crate) fn is_skilled_answer(text: &str) -> bool {
    let Some((first, rest)) = text.split_once(' ') else {
        return false;
    };
    let has_number = rest.ends_with(|c: char| c.is_ascii_digit() || c == '%');
    match first {
        "best" | "short-sighted" => has_number,
        "them" => has_number || rest == "worst",
        _ => false,
    }
}

/// Keys of `[play]` that are not choices.
pub const RESERVED_PLAY_KEYS: [&str; 4] = ["aim", "minimise", "then", "their_aim"];

/// The first option number of a text. It is far below every number that a rule would use, as are
/// the following two.
const FIRST_TEXT: i64 = i64::MIN / 2;
/// The option number of false; the next one is that of true.
const FIRST_TRUTH: i64 = FIRST_TEXT - 2;
/// The first option number of a list.
const FIRST_LIST: i64 = FIRST_TEXT + (1 << 40);
/// Whole numbers of at least this value are option numbers as they are.
const MIN_WHOLE: i64 = i64::MIN / 4;

/// A choice in a compiled program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChoiceCode {
    pub(crate) name: String,
    /// The label that the file gives to the decision.
    pub(crate) label: String,
    /// The index of its name in the table of texts.
    pub(crate) text: u32,
    /// The span of its declaration.
    pub(crate) span: Span,
    /// Whether the choice is passed as a value, so that any function with a player parameter may
    /// ask it.
    pub(crate) is_passed: bool,
    /// The numbers of all options that its questions offer, or `None` if some are computed in the
    /// trial.
    pub(crate) options: Option<Vec<i64>>,
    /// The wording of options in sentences, if the file sets it.
    pub(crate) says: Vec<(String, String)>,
}

impl ChoiceCode {
    /// Adds the options that one question offers; `None` means that some are computed.
    pub(crate) fn add(&mut self, offered: Option<&[i64]>) {
        self.options = self
            .options
            .take()
            .zip(offered)
            .map(|(mut options, offered)| {
                for number in offered {
                    if !options.contains(number) {
                        options.push(*number)
                    }
                }
                options
            });
    }
}

/// A choice that a file leaves to a player, for other crates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceDescription {
    /// The name.
    pub name: String,
    /// The label that the file gives to the decision.
    pub label: String,
    /// The span of its declaration.
    pub span: Span,
    /// The names of its options, or `None` if some are computed in the trial.
    pub options: Option<Vec<String>>,
    /// Pairs of an option and its wording in sentences, if the file sets them.
    pub says: Vec<(String, String)>,
}

/// Returns the number of an option. The number of a whole number is the number itself. Values that
/// cannot be named return `None`.
pub(crate) fn number(option: &Datum) -> Option<i64> {
    match option {
        Datum::Whole(number) => (*number >= MIN_WHOLE).then_some(*number),
        Datum::Truth(truth) => Some(FIRST_TRUTH + i64::from(*truth)),
        Datum::Text(text) => Some(FIRST_TEXT + i64::from(*text)),
        Datum::List(entries) => short_list::number(entries).map(|number| FIRST_LIST + number),
        _ => None,
    }
}

/// Packs short lists of small numbers, or of true and false, into one number: the length, the type,
/// the bits of an entry, and the entries.
mod short_list {
    use crate::value::Datum;

    /// The bits for all entries together, and the bits for the width of one entry.
    const ENTRIES: u32 = 48;
    const WIDTH: u32 = 6;

    /// Returns the number of a list, or `None` if it is too long or has entries of another type.
    pub(super) fn number(entries: &[Datum]) -> Option<i64> {
        let are_truths =
            !entries.is_empty() && entries.iter().all(|entry| matches!(entry, Datum::Truth(_)));
        let numbers: Option<Vec<i64>> = entries
            .iter()
            .map(|entry| match entry {
                Datum::Whole(number) => (*number >= 0).then_some(*number),
                Datum::Truth(truth) if are_truths => Some(i64::from(*truth)),
                _ => None,
            })
            .collect();
        let numbers = numbers?;
        let width = numbers
            .iter()
            .map(|number| 64 - number.leading_zeros())
            .max()
            .unwrap_or(0)
            .max(1);
        if width as usize * numbers.len() > ENTRIES as usize {
            return None;
        }
        let packed = numbers
            .iter()
            .fold(0, |packed, number| packed << width | number);
        let head = (numbers.len() as i64) << 1 | i64::from(are_truths);
        Some((head << WIDTH | i64::from(width)) << ENTRIES | packed)
    }

    /// Returns the list of this number as a rule would write it.
    pub(super) fn name(number: i64) -> String {
        let packed = number & ((1 << ENTRIES) - 1);
        let head = number >> ENTRIES;
        let (width, length) = (head & ((1 << WIDTH) - 1), head >> (WIDTH + 1));
        let are_truths = head >> WIDTH & 1 == 1;
        let entry = |index: i64| packed >> (width * (length - 1 - index)) & ((1 << width) - 1);
        let written = |entry: i64| {
            if are_truths {
                (entry == 1).to_string()
            } else {
                entry.to_string()
            }
        };
        format!(
            "[{}]",
            (0..length)
                .map(|index| written(entry(index)))
                .collect::<Vec<_>>()
                .join(", ")
        )
    }

    /// Returns the number of a list from its text.
    pub(super) fn parse_number(name: &str) -> Option<i64> {
        let inner = name.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
        let entry = |word: &str| match word.trim() {
            "true" => Some(Datum::Truth(true)),
            "false" => Some(Datum::Truth(false)),
            word => word.parse().ok().map(Datum::Whole),
        };
        let entries: Option<Vec<Datum>> = if inner.is_empty() {
            Some(Vec::new())
        } else {
            inner.split(',').map(entry).collect()
        };
        number(&entries?)
    }
}

/// Returns the name of an option, given the texts of the rule.
pub fn option_name(number: i64, texts: &[String]) -> String {
    match number {
        MIN_WHOLE.. => number.to_string(),
        FIRST_LIST.. => short_list::name(number - FIRST_LIST),
        FIRST_TEXT.. => texts
            .get((number - FIRST_TEXT) as usize)
            .cloned()
            .unwrap_or_default(),
        _ => (number != FIRST_TRUTH).to_string(),
    }
}

/// Returns the number of the option with this name, if a rule with these texts can have one.
pub fn option_number(name: &str, texts: &[String]) -> Option<i64> {
    if let Some(text) = texts.iter().position(|text| text == name) {
        return Some(FIRST_TEXT + text as i64);
    }
    match name {
        "true" | "false" => Some(FIRST_TRUTH + i64::from(name == "true")),
        _ if name.starts_with('[') => {
            short_list::parse_number(name).map(|number| FIRST_LIST + number)
        }
        _ => name.parse().ok().filter(|number| *number >= MIN_WHOLE),
    }
}

/// Returns the options in an expression that lists them literally: a list, a condition with a list
/// on both sides, or a sum of lists.
pub(crate) fn literal_options(options: &Expr) -> Option<Vec<&Expr>> {
    match &options.kind {
        ExprKind::List(items) => Some(items.iter().collect()),
        ExprKind::IfElse(parts) => combined_options(&parts[0], &parts[2]),
        ExprKind::Binary(Binary::Add, left, right) => combined_options(left, right),
        _ => None,
    }
}

fn combined_options<'e>(first: &'e Expr, other: &'e Expr) -> Option<Vec<&'e Expr>> {
    let mut options = literal_options(first)?;
    options.extend(literal_options(other)?);
    Some(options)
}

/// Returns whether a name can be a key of `[play]`: it has the form of a parameter's name.
pub(crate) fn is_play_key(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_names_round_trip_to_numbers() {
        let texts = ["roll".to_owned(), "7".to_owned()];
        let list = |entries: &[i64]| {
            Datum::list(entries.iter().map(|&entry| Datum::Whole(entry)).collect())
        };
        let truths = Datum::list(vec![Datum::Truth(false), Datum::Truth(true)]);
        let lists = [
            list(&[]),
            list(&[0]),
            list(&[0, 0]),
            list(&[6, 6, 1]),
            list(&[1, 1 << 23]),
            truths,
        ];
        let scalars = [
            Datum::Whole(-3),
            Datum::Whole(12),
            Datum::Truth(true),
            Datum::Truth(false),
            Datum::Text(0),
        ];
        let mut seen = Vec::new();
        for value in scalars.into_iter().chain(lists) {
            assert!(!seen.contains(&number(&value)), "{value:?}");
            seen.push(number(&value));
            let number = number(&value).unwrap();
            assert_eq!(
                option_number(&option_name(number, &texts), &texts),
                Some(number),
                "{value:?}"
            );
        }
        assert_eq!(option_name(number(&Datum::Text(1)).unwrap(), &texts), "7");
        assert_eq!(
            (option_number("keep", &texts), number(&list(&[-1]))),
            (None, None)
        );
        assert_eq!(number(&list(&[1; 49])), None);
    }
}
