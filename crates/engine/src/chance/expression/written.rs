//! Dice as they are written, before anything is rolled.

use std::ops::Range;

use super::term::KeptDice;

/// Why a text is no dice expression.
///
/// ```
/// use oddsmith_engine::chance::DiceExpression;
///
/// let error = DiceExpression::parse("2d6 + ").unwrap_err();
/// assert_eq!(error.span, 6..6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceParseError {
    /// The bytes of the text that are at fault; empty at its end where something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What is allowed, or what to do.
    pub help: String,
}

/// Parsed dice notation in which some numbers may be names: the forms of a
/// [`DiceExpression`](super::DiceExpression), with names in braces in place of numbers, and with
/// any number of dice.
///
/// ```
/// use oddsmith_engine::chance::{Amount, DiceText};
///
/// let text = DiceText::read("3d6! + {bonus}").unwrap();
/// assert!(text.terms[0].1.explodes);
/// assert_eq!((text.terms[1].1.number, text.names[0].0.as_str()), (Amount::Name(0), "bonus"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceText {
    /// What is added (1) or taken off (-1), in order.
    pub terms: Vec<(i64, WrittenTerm)>,
    /// The names in braces, in order, and where each stands in the text.
    pub names: Vec<(String, Range<usize>)>,
    /// The lists of faces in braces, in order.
    pub faces: Vec<Vec<i64>>,
}

/// A number or dice as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenTerm {
    /// The number, or how many dice.
    pub number: Amount,
    /// Of dice, how many faces each has.
    pub sides: Option<Amount>,
    /// Of dice with a list of faces, the index of the list.
    pub faces: Option<usize>,
    /// Of dice, which are kept, and the number that says so.
    pub kept: Option<(Kept, Amount)>,
    /// Whether a die that shows its highest face brings another one.
    pub explodes: bool,
    /// The lowest face that explodes; `None` for the highest face alone.
    pub explodes_from: Option<Amount>,
    /// Of dice, the face up to which one is rolled again, once.
    pub rerolled: Option<Amount>,
}

impl WrittenTerm {
    /// Whether each die is rolled once and shows a number from 1 to the number of its faces.
    pub fn is_plain(&self) -> bool {
        !self.explodes && self.rerolled.is_none() && self.faces.is_none()
    }

    pub(super) fn number(number: Amount) -> WrittenTerm {
        WrittenTerm {
            number,
            sides: None,
            faces: None,
            kept: None,
            explodes: false,
            explodes_from: None,
            rerolled: None,
        }
    }
}

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// In digits.
    Number(u64),
    /// As a name in braces: which of them.
    Name(usize),
}

/// Which dice are kept, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kept {
    /// Whether it is the highest of them.
    pub is_highest: bool,
    /// Whether the number says how many of the others are dropped.
    pub is_dropped: bool,
}

impl Kept {
    /// What is kept of `n` dice where it is said of so many of them.
    pub fn resolve(self, n: u64, count: u64) -> KeptDice {
        let kept = if self.is_dropped {
            n - count.min(n)
        } else {
            count.min(n)
        };
        match self.is_highest {
            _ if kept == n => KeptDice::All,
            true => KeptDice::Highest(kept),
            false => KeptDice::Lowest(kept),
        }
    }
}

impl DiceText {
    /// Whether all dice are plain: none explode, none are rerolled, and none have a list of faces.
    pub fn is_plain(&self) -> bool {
        self.terms.iter().all(|(_, term)| term.is_plain())
    }
}
