//! Reads a dice expression: numbers, `NdS`, what of it is kept, and errors that point at the character.

use std::ops::Range;

/// The largest number that may be written in an expression.
pub const LARGEST: i64 = 1_000_000;
/// Dice that an expression may roll, and values that it may have: so many have their exact law in a
/// tenth of a second.
pub(super) const MOST_DICE: u64 = 1000;
pub(super) const MOST_VALUES: u64 = 10_000;
/// Dice, and faces of a die, of which some can be kept: their law costs faces^2 x kept^3.
const MOST_SORTED: u64 = 20;
const MOST_SORTED_SIDES: u64 = 100;

/// Why a text is no dice expression.
///
/// ```
/// use oddsmith_engine::chance::Expression;
///
/// let error = Expression::parse("2d6 + ").unwrap_err();
/// assert_eq!(error.at, 6..6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The bytes of the text that are at fault; empty at its end where something is missing.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What is allowed, or what to do.
    pub help: String,
}

pub(super) fn too_many(at: Range<usize>, what: String, help: String) -> Unreadable {
    Unreadable { at, problem: format!("these dice make {what}"), help }
}

/// What an expression adds or takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Number(i64),
    Dice { n: u64, sides: u64, keep: Keep },
}

/// Which of the dice count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    All,
    Highest(u64),
    Lowest(u64),
}

impl Term {
    pub(super) fn dice(self) -> u64 {
        match self {
            Term::Number(_) => 0,
            Term::Dice { n, .. } => n,
        }
    }

    /// The least and the greatest that it adds with this sign.
    pub(super) fn range(self, sign: i64) -> (i64, i64) {
        let (least, most) = match self {
            Term::Number(number) => (number, number),
            Term::Dice { n, sides, keep } => {
                let counted = match keep {
                    Keep::All => n,
                    Keep::Highest(kept) | Keep::Lowest(kept) => kept,
                };
                (counted as i64, (counted * sides) as i64)
            }
        };
        if sign > 0 { (least, most) } else { (-most, -least) }
    }

    pub(super) fn values(self) -> u64 {
        match self {
            Term::Number(_) => 1,
            Term::Dice { n, sides, keep: Keep::All } => n * (sides - 1) + 1,
            Term::Dice { sides, keep: Keep::Highest(kept) | Keep::Lowest(kept), .. } => kept * (sides - 1) + 1,
        }
    }
}

/// Reads a text from left to right; blanks are passed over.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl Reader<'_> {
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at == self.text.len()
    }

    /// Takes one of these letters, in either case.
    pub(super) fn take(&mut self, letters: &[char]) -> Option<char> {
        let letter = self.peek()?.to_ascii_lowercase();
        letters.contains(&letter).then(|| {
            self.at += 1;
            letter
        })
    }

    pub(super) fn sign(&mut self) -> Option<i64> {
        self.skip_blanks();
        self.take(&['+', '-']).map(|sign| if sign == '-' { -1 } else { 1 })
    }

    /// The digits here, if there are any, as a number from `least` to `most`, and where they stand.
    pub(super) fn number(
        &mut self,
        least: u64,
        most: u64,
        what: &str,
    ) -> Result<Option<(u64, Range<usize>)>, Unreadable> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let at = self.at..self.at + digits;
        if digits == 0 {
            return Ok(None);
        }
        self.at = at.end;
        match self.text[at.clone()].parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some((number, at))),
            _ => {
                let problem = format!("{} is out of range", &self.text[at.clone()]);
                Err(Unreadable { at, problem, help: format!("{what}: {least} to {most}") })
            }
        }
    }

    /// A number or dice, and where it stands.
    pub(super) fn term(&mut self) -> Result<(Term, Range<usize>), Unreadable> {
        self.skip_blanks();
        let start = self.at;
        let number = self.number(0, LARGEST as u64, "a number")?;
        let term = if self.take(&['d']).is_some() {
            self.dice(number)?
        } else {
            let (number, _) = number.ok_or_else(|| self.unexpected("a number or dice such as `2d6`"))?;
            Term::Number(number as i64)
        };
        Ok((term, start..self.at))
    }

    /// What stands after the `d`, the number before it being read.
    pub(super) fn dice(&mut self, number: Option<(u64, Range<usize>)>) -> Result<Term, Unreadable> {
        let n = match number {
            Some((n, at)) if n == 0 || n > MOST_DICE => {
                let help = format!("dice: 1 to {MOST_DICE}");
                return Err(Unreadable { at, problem: format!("{n} dice cannot be rolled"), help });
            }
            Some((n, _)) => n,
            None => 1,
        };
        let sides = self.number(1, MOST_VALUES, "faces of a die")?;
        let (sides, sides_at) = sides.ok_or_else(|| self.unexpected("the die's number of faces"))?;
        let keep_at = self.at;
        if self.take(&['k']).is_none() {
            return Ok(Term::Dice { n, sides, keep: Keep::All });
        }
        let highest = self.take(&['h', 'l']).ok_or_else(|| self.unexpected("`kh` or `kl`"))? == 'h';
        if n > MOST_SORTED || sides > MOST_SORTED_SIDES {
            let help = format!("some are kept of at most {MOST_SORTED} dice with at most {MOST_SORTED_SIDES} faces");
            let at = if n > MOST_SORTED { keep_at..self.at } else { sides_at };
            return Err(Unreadable { at, problem: format!("{n}d{sides} are too many to keep some"), help });
        }
        let kept = self.number(1, n, "dice kept")?;
        let (kept, _) = kept.ok_or_else(|| self.unexpected("how many dice are kept"))?;
        Ok(Term::Dice { n, sides, keep: if highest { Keep::Highest(kept) } else { Keep::Lowest(kept) } })
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Unreadable {
        let help = "write numbers and dice with + and - between, such as 2d6, 1d3+1 or 4d6kh3".to_owned();
        let (problem, length) = match self.peek() {
            Some(found) => (format!("expected {wanted}, found `{found}`"), found.len_utf8()),
            None => (format!("expected {wanted}, found the end"), 0),
        };
        Unreadable { at: self.at..self.at + length, problem, help }
    }
}
