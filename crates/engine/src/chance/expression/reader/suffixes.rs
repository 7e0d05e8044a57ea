//! Reads what follows the faces of dice: exploding dice, rerolls and kept dice.

use std::ops::Range;

use super::super::term::MAX_SORTED;
use super::super::written::{Amount, DiceParseError, Kept, WrittenDie, WrittenTerm};
use super::{DiceReader, LARGEST_NUMBER};

/// The maximal number of faces if only some dice are kept. The distribution then costs faces² ·
/// kept³ operations.
const MAX_SORTED_SIDES: u64 = 100;

impl DiceReader<'_> {
    /// Reads the suffixes of dice, such as `!`, `r` and `kh`, in any order.
    pub(super) fn read_suffixes(
        &mut self,
        term: &mut WrittenTerm,
        sides_at: Range<usize>,
    ) -> Result<(), DiceParseError> {
        loop {
            if term.is_plain() && self.take(&['!']).is_some() {
                term.die = WrittenDie::Exploding(self.read_explosion(term.sides, &sides_at)?);
            } else if term.is_plain() && self.take(&['r']).is_some() {
                term.die = WrittenDie::Rerolled(self.read_reroll()?);
            } else if term.kept.is_none()
                && let Some(kept) = self.read_kept(term, &sides_at)?
            {
                term.kept = Some(kept);
            } else {
                return Ok(());
            }
        }
    }

    /// Reads the lowest face on which a die explodes, after the `!`: `>=9`, or nothing for the
    /// highest face.
    fn read_explosion(
        &mut self,
        sides: Option<Amount>,
        sides_at: &Range<usize>,
    ) -> Result<Option<Amount>, DiceParseError> {
        let mut lowest = None;
        let start = self.position;
        if self.take(&['>']).is_some() {
            if self.take(&['=']).is_none() {
                return Err(DiceParseError {
                    span: start..self.position,
                    problem: "`!>` is ambiguous".to_owned(),
                    help: "write !>=9 for dice that explode on 9 or more".to_owned(),
                });
            }
            let from =
                self.read_amount(1, LARGEST_NUMBER as u64, "the lowest face that explodes")?;
            let (from, _) =
                from.ok_or_else(|| self.unexpected_error("the lowest face that explodes"))?;
            lowest = Some(from);
        }
        let problem = match (sides, lowest.or(sides)) {
            (Some(Amount::Number(1)), _) => "a die with one face explodes forever",
            (_, Some(Amount::Number(1))) => "a die that explodes on every face explodes forever",
            (Some(Amount::Number(sides)), Some(Amount::Number(from))) if from > sides => {
                "no face of these dice explodes"
            }
            _ => return Ok(lowest),
        };
        let (span, help) = if lowest.is_some() {
            let highest =
                "write the lowest face that explodes: 2 or more, and at most the highest face";
            (start..self.position, highest)
        } else {
            (sides_at.clone(), "use 2 faces or more")
        };
        Err(DiceParseError {
            span,
            problem: problem.to_owned(),
            help: help.to_owned(),
        })
    }

    /// Reads the highest face that is rerolled, after the `r`: `1`, `o1` or `o<=2`.
    fn read_reroll(&mut self) -> Result<Amount, DiceParseError> {
        const FACE: &str = "the highest face to reroll";
        let start = self.position - 1;
        let is_once = self.take(&['o']).is_some();
        let has_comparison = self.take(&['<']).is_some();
        let has_equals = has_comparison && self.take(&['=']).is_some();
        if has_comparison && !(is_once && has_equals) {
            let span = start..self.position;
            let rest = &self.text[self.position..];
            let digits = rest.find(|c: char| !c.is_ascii_digit());
            let face = match &rest[..digits.unwrap_or(rest.len())] {
                face if has_equals && !face.is_empty() => face,
                _ => "2",
            };
            return Err(DiceParseError {
                problem: format!("`{}` is ambiguous", &self.text[span.clone()]),
                span,
                help: format!("write ro<={face} to reroll each {face} or less, once"),
            });
        }
        let low = self.read_amount(1, LARGEST_NUMBER as u64, FACE)?;
        let (low, _) = low.ok_or_else(|| self.unexpected_error(FACE))?;
        match low {
            Amount::Number(face) if is_once && !has_comparison && face > 1 => Err(DiceParseError {
                span: start..self.position,
                problem: format!("`ro{face}` is ambiguous"),
                help: format!("write ro<={face} to reroll the faces 1 to {face}, once"),
            }),
            low => Ok(low),
        }
    }

    /// Reads which of the dice are kept, if this is written here.
    fn read_kept(
        &mut self,
        term: &WrittenTerm,
        sides_at: &Range<usize>,
    ) -> Result<Option<(Kept, Amount)>, DiceParseError> {
        let start = self.position;
        let Some(letter) = self.take(&['k', 'd']) else {
            return Ok(None);
        };
        let is_dropped = letter == 'd';
        let end = match self.take(&['h', 'l']) {
            Some(end) => end,
            None if is_dropped => {
                self.position = start;
                return Ok(None);
            }
            None if self.peek().is_some_and(|c| c.is_ascii_digit() || c == '{') => 'h',
            None => {
                self.position = start;
                return Err(DiceParseError {
                    span: start..start + 1,
                    problem: "`k` does not say which dice to keep".to_owned(),
                    help: "write kh3 to keep the three highest, kl3 to keep the three lowest"
                        .to_owned(),
                });
            }
        };
        let kept = Kept {
            is_highest: (end == 'h') != is_dropped,
            is_dropped,
        };
        let most = match term.number {
            Amount::Number(n) if !self.allows_placeholders => {
                self.check_sorted(n, term, start..self.position, sides_at)?;
                if is_dropped { n.saturating_sub(1) } else { n }
            }
            _ => LARGEST_NUMBER as u64,
        };
        let least = if self.allows_placeholders || is_dropped {
            0
        } else {
            1
        };
        let subject = if is_dropped {
            "dice to drop"
        } else {
            "dice to keep"
        };
        let count = self.read_amount(least, most, subject)?;
        Ok(Some((
            kept,
            count.map_or(Amount::Number(1), |(count, _)| count),
        )))
    }

    /// Checks the limits of dice of which only some count.
    fn check_sorted(
        &self,
        n: u64,
        term: &WrittenTerm,
        kept_at: Range<usize>,
        sides_at: &Range<usize>,
    ) -> Result<(), DiceParseError> {
        let has_many_sides =
            matches!(term.sides, Some(Amount::Number(sides)) if sides > MAX_SORTED_SIDES);
        if n <= MAX_SORTED && !has_many_sides {
            return Ok(());
        }
        let help = format!(
            "to keep some dice, use at most {MAX_SORTED} dice with at most {MAX_SORTED_SIDES} faces"
        );
        let span = if n > MAX_SORTED {
            kept_at
        } else {
            sides_at.clone()
        };
        let faces = &self.text[sides_at.clone()];
        Err(DiceParseError {
            span,
            problem: format!("{n}d{faces} is too large to keep only some dice"),
            help,
        })
    }
}
