//! Dice expressions as written, before numbers are put in for names.

use std::ops::Range;

use super::term::KeptDice;

/// The reason why a text is not a dice expression.
///
/// ```
/// use oddsmith_engine::chance::DiceExpression;
///
/// let error = DiceExpression::parse("2d6 + ").unwrap_err();
/// assert_eq!(error.span, 6..6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceParseError {
    /// The byte range of the mistake; empty at the end of the text if something is missing.
    pub span: Range<usize>,
    /// The problem.
    pub problem: String,
    /// What is allowed, or what to do.
    pub help: String,
}

/// A dice expression whose numbers may be open. It allows what a
/// [`DiceExpression`](super::DiceExpression) allows, any number of dice, names in braces in place
/// of numbers, and dice that are dropped, that explode or that are rerolled.
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
    /// The terms in order, each with the sign 1 or -1.
    pub terms: Vec<(i64, WrittenTerm)>,
    /// The names in braces in order, each with its byte range.
    pub names: Vec<(String, Range<usize>)>,
}

/// A number or dice as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenTerm {
    /// The number, or the number of dice.
    pub number: Amount,
    /// For dice, the number of faces.
    pub sides: Option<Amount>,
    /// For dice, which of them are kept, and the number after `kh`, `kl`, `dh` or `dl`.
    pub kept: Option<(Kept, Amount)>,
    /// Whether a die that shows its highest face is rolled again and added.
    pub explodes: bool,
    /// For dice, the highest face that is rerolled once.
    pub rerolled: Option<Amount>,
}

impl WrittenTerm {
    /// Returns whether each die is rolled once.
    pub fn is_plain(&self) -> bool {
        !self.explodes && self.rerolled.is_none()
    }

    pub(super) fn number(number: Amount) -> WrittenTerm {
        WrittenTerm {
            number,
            sides: None,
            kept: None,
            explodes: false,
            rerolled: None,
        }
    }
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// A number in digits.
    Number(u64),
    /// A name in braces, by its index in [`DiceText::names`].
    Name(usize),
}

/// Which dice are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kept {
    /// Whether the highest dice are kept.
    pub is_highest: bool,
    /// Whether the number counts the dropped dice.
    pub is_dropped: bool,
}

impl Kept {
    /// Returns which of `n` dice count if the number in the text is `count`.
    pub fn resolve(self, n: u64, count: u64) -> KeptDice {
        let kept = if self.is_dropped {
            n - count.min(n)
        } else {
            count.min(n)
        };
        if kept == n {
            KeptDice::All
        } else if self.is_highest {
            KeptDice::Highest(kept)
        } else {
            KeptDice::Lowest(kept)
        }
    }
}

impl DiceText {
    /// Returns whether each die is rolled once: none explodes and none is rerolled.
    pub fn is_plain(&self) -> bool {
        self.terms.iter().all(|(_, term)| term.is_plain())
    }
}
