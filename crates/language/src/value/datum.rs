//! Values.

use std::sync::Arc;

use super::level_offset::Far;
use super::unread::Unread;
use crate::ratio::Ratio;

/// The value of a name. Lists are values: a copy and the original cannot be distinguished, so they
/// may share memory.
///
/// The tag takes a whole word, so that every value is moved as two words.
#[repr(u64)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Datum {
    /// A name without a value, or with a dead value.
    #[default]
    Nothing,
    Whole(i64),
    Truth(bool),
    /// A text, by its index in the program's table.
    Text(u32),
    /// The dice of a parameter, by their index in the program's table.
    Dice(u32),
    /// A large abstract number: the level plus the offset.
    Far(Far),
    /// A large abstract number below 0: the offset minus the level.
    Deep(Far),
    Decimal(Box<Ratio>),
    List(Arc<Vec<Datum>>),
    /// An entry of a parameter: a value for each field name of the file.
    Entry(Arc<Vec<Datum>>),
    /// The counts of cards by kind, laid out like the fields of an entry.
    Cards(Arc<Vec<Datum>>),
    /// A choice, by the index of its name in the program's texts.
    Player(u32),
    /// A list whose entries are determined when they are first read.
    Unread(Arc<Unread<Datum>>),
    /// The answer that the machine waits for goes into this slot of the function.
    Into(u32),
}

/// The maximal number of entries of a list, including nested lists.
const MAX_NESTED: usize = 100_000;
/// The maximal depth of nested lists.
const MAX_DEPTH: usize = 16;

/// The reason why an operator has no result: the problem and the advice.
pub(crate) type Refusal = (String, &'static str);

/// The result of an operator or function, or the reason why it is not allowed.
pub(crate) type Allowed<T> = Result<T, Refusal>;

impl Datum {
    pub(crate) fn list(values: Vec<Datum>) -> Datum {
        Datum::List(Arc::new(values))
    }

    /// Returns a list of values that may be lists themselves.
    pub(crate) fn nested_list(values: Vec<Datum>) -> Allowed<Datum> {
        let help =
            "use lists of numbers: lists can be nested 16 deep and hold 100,000 entries in all";
        let list = Datum::list(values);
        let is_small = list.bounded_entry_count(MAX_NESTED, MAX_DEPTH).is_some();
        if is_small {
            Ok(list)
        } else {
            Err(("the nested lists are too large".to_owned(), help))
        }
    }

    /// Returns the number of entries, including those of nested lists. Returns `None` if there are
    /// more than `most`, or if lists are nested deeper than `depth`.
    fn bounded_entry_count(&self, most: usize, depth: usize) -> Option<usize> {
        let Datum::List(values) = self else {
            return Some(1);
        };
        let mut entries = values.len();
        for value in values
            .iter()
            .filter(|value| matches!(value, Datum::List(_)))
        {
            let left = most.checked_sub(entries)?;
            entries += value.bounded_entry_count(left, depth.checked_sub(1)?)?;
        }
        (entries <= most).then_some(entries)
    }

    /// Returns how many entries an iteration visits: those of a list including nested lists, and
    /// none for other values.
    pub(crate) fn entry_count(&self) -> usize {
        match self {
            Datum::List(_) => self
                .bounded_entry_count(usize::MAX, MAX_DEPTH)
                .unwrap_or(MAX_NESTED),
            _ => 0,
        }
    }

    /// Returns a clone. This is quick for a value without heap memory.
    #[inline]
    pub(crate) fn copied(&self) -> Datum {
        match self {
            Datum::Whole(number) => Datum::Whole(*number),
            Datum::Nothing => Datum::Nothing,
            Datum::Truth(truth) => Datum::Truth(*truth),
            Datum::Text(text) => Datum::Text(*text),
            Datum::Player(name) => Datum::Player(*name),
            other => other.clone(),
        }
    }

    /// Replaces the value. This is quick if the old value is a number, a truth, or nothing.
    #[inline(always)]
    pub(crate) fn set(&mut self, value: Datum) {
        match self {
            // These have no memory to free.
            Datum::Nothing | Datum::Whole(_) | Datum::Truth(_) => {
                std::mem::forget(std::mem::replace(self, value));
            }
            _ => *self = value,
        }
    }

    pub(crate) fn decimal(ratio: Ratio) -> Datum {
        Datum::Decimal(Box::new(ratio))
    }

    /// Returns the bytes that the value takes outside its struct. For a shared list, this is its
    /// share.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Datum::List(values) | Datum::Entry(values) | Datum::Cards(values) => {
                let bytes = values
                    .iter()
                    .map(|value| size_of::<Datum>() + value.bytes())
                    .sum::<usize>();
                bytes / Arc::strong_count(values)
            }
            Datum::Decimal(_) => size_of::<Ratio>(),
            Datum::Unread(unread) => unread.bytes(),
            _ => 0,
        }
    }

    /// Returns the type as messages name it.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Datum::Nothing | Datum::Into(_) => "nothing",
            Datum::Whole(_) | Datum::Far(_) | Datum::Deep(_) => "a whole number",
            Datum::Truth(_) => "true or false",
            Datum::Text(_) => "text",
            Datum::Dice(_) => "dice",
            Datum::Decimal(_) => "a decimal number",
            Datum::List(_) | Datum::Unread(_) => "a list",
            Datum::Entry(_) => "an entry",
            Datum::Cards(_) => "cards",
            Datum::Player(_) => "a player",
        }
    }

    /// Returns whether the value is a number. A truth counts as a number.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Datum::Far(_) | Datum::Deep(_)) || self.as_ratio().is_some()
    }

    /// Returns a whole number; true counts as 1.
    pub(crate) fn as_whole(&self) -> Option<i64> {
        match self {
            Datum::Whole(number) => Some(*number),
            Datum::Truth(truth) => Some((*truth).into()),
            _ => None,
        }
    }

    /// Returns a number as a fraction.
    pub(crate) fn as_ratio(&self) -> Option<Ratio> {
        match self {
            Datum::Decimal(ratio) => Some(**ratio),
            _ => self.as_whole().map(Ratio::whole),
        }
    }

    /// Returns the counts of cards, for the kinds that the cards have.
    pub(crate) fn as_cards(&self) -> Option<Vec<Datum>> {
        match self {
            Datum::Cards(kinds) => Some(
                kinds
                    .iter()
                    .filter(|count| **count != Datum::Nothing)
                    .cloned()
                    .collect(),
            ),
            _ => None,
        }
    }

    pub(crate) fn as_list(&self) -> Option<&Arc<Vec<Datum>>> {
        match self {
            Datum::List(list) => Some(list),
            _ => None,
        }
    }

    /// Returns the value as a rule would write it.
    pub(crate) fn show(&self, texts: &[String]) -> String {
        match self {
            Datum::Nothing | Datum::Into(_) => "nothing".to_owned(),
            Datum::Unread(unread) => {
                let entry = |index| {
                    unread
                        .value_at(index)
                        .map_or_else(|| "?".to_owned(), |value| value.show(texts))
                };
                format!(
                    "[{}]",
                    (0..unread.len()).map(entry).collect::<Vec<_>>().join(", ")
                )
            }
            Datum::Whole(number) => number.to_string(),
            Datum::Far(_) | Datum::Deep(_) => "a very large number".to_owned(),
            Datum::Truth(truth) => truth.to_string(),
            Datum::Text(id) => {
                format!("\"{}\"", texts.get(*id as usize).map_or("", String::as_str))
            }
            Datum::Dice(_) => "dice".to_owned(),
            Datum::Decimal(ratio) => ratio.to_string(),
            Datum::List(values) => Self::show_all(values.iter(), texts),
            Datum::Entry(values) | Datum::Cards(values) => Self::show_all(
                values.iter().filter(|value| **value != Datum::Nothing),
                texts,
            ),
            Datum::Player(name) => texts.get(*name as usize).cloned().unwrap_or_default(),
        }
    }

    fn show_all<'v>(values: impl Iterator<Item = &'v Datum>, texts: &[String]) -> String {
        format!(
            "[{}]",
            values
                .map(|value| value.show(texts))
                .collect::<Vec<_>>()
                .join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_sixteen_bytes() {
        assert_eq!(size_of::<Datum>(), 16);
    }
}
