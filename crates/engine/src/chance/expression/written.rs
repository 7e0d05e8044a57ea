//! Dice notation that has been read, before anything is rolled.

use std::ops::Range;

use super::term::KeptDice;

/// The error for a text that is not a dice expression.
///
/// ```
/// use oddsmith_engine::chance::DiceExpression;
///
/// let error = DiceExpression::parse("2d6 + ").unwrap_err();
/// assert_eq!(error.span, 6..6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceParseError {
    /// The byte range of the mistake. It is empty and at the end of the text if something is
    /// missing there.
    pub span: Range<usize>,
    /// The problem.
    pub problem: String,
    /// The allowed text, or the fix.
    pub help: String,
}

/// Parsed dice notation in which some numbers may be names in braces. It has the forms of a
/// [`DiceExpression`](super::DiceExpression), but with any number of dice.
///
/// ```
/// use oddsmith_engine::chance::{Amount, DiceText, WrittenDie};
///
/// let text = DiceText::read("3d6! + {bonus}").unwrap();
/// assert_eq!(text.terms[0].1.die, WrittenDie::Exploding(None));
/// assert_eq!((text.terms[1].1.number, text.names[0].0.as_str()), (Amount::Name(0), "bonus"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceText {
    /// The terms in order, each with its sign, 1 or -1.
    pub terms: Vec<(i64, WrittenTerm)>,
    /// The names in braces in order, each with its byte range.
    pub names: Vec<(String, Range<usize>)>,
    /// The lists of faces in braces, in order.
    pub faces: Vec<Vec<i64>>,
}

/// A number or dice as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenTerm {
    /// The number, or the number of dice.
    pub number: Amount,
    /// The number of faces of each die; `None` for a number.
    pub sides: Option<Amount>,
    /// How each die is rolled.
    pub die: WrittenDie,
    /// Which dice are kept, and the number in this suffix.
    pub kept: Option<(Kept, Amount)>,
}

/// How a die is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrittenDie {
    /// It is rolled once, and its faces are numbered from 1.
    Plain,
    /// It is rolled once, and has the list of faces with this index.
    Listed(usize),
    /// It adds another roll whenever it shows this face or a higher one; `None` is the highest face
    /// alone.
    Exploding(Option<Amount>),
    /// It is rolled again, once, if it shows this face or a lower one.
    Rerolled(Amount),
}

impl WrittenTerm {
    /// Returns whether each die is rolled once and shows a number from 1 to its number of faces.
    pub fn is_plain(&self) -> bool {
        self.die == WrittenDie::Plain
    }

    pub(super) fn number(number: Amount) -> WrittenTerm {
        WrittenTerm {
            number,
            sides: None,
            die: WrittenDie::Plain,
            kept: None,
        }
    }
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// A number in digits.
    Number(u64),
    /// A name in braces, by its index.
    Name(usize),
}

/// Which dice are kept, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kept {
    /// Whether the highest dice are kept.
    pub is_highest: bool,
    /// Whether the suffix drops dice instead of keeping them.
    pub is_dropped: bool,
}

impl Kept {
    /// Returns which of `n` dice are kept, if the suffix has this number.
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
    /// Returns whether all dice are plain: none explode, none are rerolled, and none have a list of
    /// faces.
    pub fn is_plain(&self) -> bool {
        self.terms.iter().all(|(_, term)| term.is_plain())
    }
}
