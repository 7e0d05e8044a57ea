//! A parser of dice expressions: numbers, `NdS`, kept dice, and errors that point at the character.

use std::ops::Range;

use super::term::MOST_SORTED;
use super::written::{Amount, DiceParseError, DiceText, Kept, WrittenTerm};

/// The largest number in an expression.
pub const LARGEST_NUMBER: i64 = 1_000_000;
/// The maximal number of dice in an expression, whose exact distribution takes at most a tenth of a
/// second.
pub(super) const MOST_DICE: u64 = 1000;
/// The maximal number of values of an expression.
pub(super) const MOST_VALUES: u64 = 10_000;
/// The maximal number of faces if only some dice are kept. The distribution then costs faces² ·
/// kept³ operations.
const MOST_SORTED_SIDES: u64 = 100;

pub(super) fn too_many_error(span: Range<usize>, excess: String, help: String) -> DiceParseError {
    DiceParseError {
        span,
        problem: format!("these dice have {excess}"),
        help,
    }
}

impl DiceText {
    /// Parses sums and differences of numbers, names in braces and dice.
    ///
    /// # Errors
    /// Returns an error if the text is something else.
    pub fn read(text: &str) -> Result<DiceText, DiceParseError> {
        let mut reader = DiceReader::new(text, true);
        let mut terms = Vec::new();
        let mut sign = reader.read_sign().unwrap_or(1);
        loop {
            terms.extend(reader.read_terms(sign)?.0);
            match reader.read_next_sign()? {
                Some(next) => sign = next,
                None => {
                    return Ok(DiceText {
                        terms,
                        names: reader.names,
                    });
                }
            }
        }
    }
}

/// A parser that reads a text from left to right and skips blanks.
pub(super) struct DiceReader<'t> {
    text: &'t str,
    position: usize,
    /// Whether the text may contain names, exploding and rerolled dice, and dropped dice.
    allows_placeholders: bool,
    names: Vec<(String, Range<usize>)>,
}

type AmountAndSpan = Option<(Amount, Range<usize>)>;

/// Terms with their signs, and their byte range.
type TermsAndSpan = (Vec<(i64, WrittenTerm)>, Range<usize>);

impl DiceReader<'_> {
    pub(super) fn new(text: &str, is_open: bool) -> DiceReader<'_> {
        DiceReader {
            text,
            position: 0,
            allows_placeholders: is_open,
            names: Vec::new(),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.position..].chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.position..];
        self.position += rest.len() - rest.trim_start().len();
    }

    /// Consumes one of these letters, in upper or lower case.
    fn take(&mut self, letters: &[char]) -> Option<char> {
        let letter = self.peek()?.to_ascii_lowercase();
        letters.contains(&letter).then(|| {
            self.position += 1;
            letter
        })
    }

    pub(super) fn read_sign(&mut self) -> Option<i64> {
        self.skip_blanks();
        self.take(&['+', '-'])
            .map(|sign| if sign == '-' { -1 } else { 1 })
    }

    /// Reads the sign before the next term; returns `None` at the end.
    pub(super) fn read_next_sign(&mut self) -> Result<Option<i64>, DiceParseError> {
        match self.read_sign() {
            None if self.position < self.text.len() => {
                Err(self.unexpected_error("`+`, `-` or the end"))
            }
            sign => Ok(sign),
        }
    }

    /// Reads a number from `least` to `most`, if there is one here, and returns it with its byte
    /// range.
    fn read_amount(
        &mut self,
        least: u64,
        most: u64,
        subject: &str,
    ) -> Result<AmountAndSpan, DiceParseError> {
        if self.allows_placeholders && self.take(&['{']).is_some() {
            return self.read_name().map(Some);
        }
        let digits = self.text[self.position..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let span = self.position..self.position + digits;
        if digits == 0 {
            return Ok(None);
        }
        self.position = span.end;
        match self.text[span.clone()].parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => {
                Ok(Some((Amount::Number(number), span)))
            }
            _ => {
                let problem = format!("{} is out of range", &self.text[span.clone()]);
                Err(DiceParseError {
                    span,
                    problem,
                    help: format!("{subject}: {least} to {most}"),
                })
            }
        }
    }

    /// Reads a name up to its closing brace.
    fn read_name(&mut self) -> Result<(Amount, Range<usize>), DiceParseError> {
        let rest = &self.text[self.position..];
        let length = rest.find('}');
        let span = self.position..self.position + length.unwrap_or(rest.len());
        let name = self.text[span.clone()].trim();
        if length.is_none()
            || name.is_empty()
            || !name.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            let help =
                "write dice(\"d20+{bonus}\"), and give a computed value a name first".to_owned();
            return Err(DiceParseError {
                span,
                problem: "braces contain only one name".to_owned(),
                help,
            });
        }
        self.names.push((name.to_owned(), span.clone()));
        self.position = span.end + 1;
        Ok((Amount::Name(self.names.len() - 1), span))
    }

    /// Reads a number or dice, and returns the terms with this sign and their byte range. A Fudge
    /// die is a three-sided die minus 2.
    pub(super) fn read_terms(&mut self, sign: i64) -> Result<TermsAndSpan, DiceParseError> {
        self.skip_blanks();
        let start = self.position;
        let number = self.read_amount(0, LARGEST_NUMBER as u64, "a number")?;
        let terms = if self.take(&['d']).is_some() {
            let is_fudge = self.take(&['f']).is_some();
            let dice = self.read_dice(number, is_fudge)?;
            let less = is_fudge.then(|| WrittenTerm::number(dice.number));
            std::iter::once((sign, dice))
                .chain(less.into_iter().flat_map(|less| [(-sign, less); 2]))
                .collect()
        } else {
            let (number, _) =
                number.ok_or_else(|| self.unexpected_error("a number or dice such as `2d6`"))?;
            vec![(sign, WrittenTerm::number(number))]
        };
        Ok((terms, start..self.position))
    }

    /// Reads the dice after the `d`. `number` was read before it.
    fn read_dice(
        &mut self,
        number: AmountAndSpan,
        is_fudge: bool,
    ) -> Result<WrittenTerm, DiceParseError> {
        let number = match number {
            Some((Amount::Number(n), span))
                if !self.allows_placeholders && (n == 0 || n > MOST_DICE) =>
            {
                let help = format!("dice: 1 to {MOST_DICE}");
                return Err(DiceParseError {
                    span,
                    problem: format!("{n} dice are not allowed"),
                    help,
                });
            }
            Some((number, _)) => number,
            None => Amount::Number(1),
        };
        let most = if self.allows_placeholders {
            LARGEST_NUMBER as u64
        } else {
            MOST_VALUES
        };
        let sides = match (is_fudge, self.peek()) {
            (true, _) => Some((Amount::Number(3), self.position..self.position)),
            (false, Some('%')) => {
                self.position += 1;
                Some((Amount::Number(100), self.position - 1..self.position))
            }
            _ => self.read_amount(1, most, "faces of a die")?,
        };
        let (sides, sides_at) =
            sides.ok_or_else(|| self.unexpected_error("the die's number of faces"))?;
        let mut term = WrittenTerm {
            sides: Some(sides),
            ..WrittenTerm::number(number)
        };
        if is_fudge {
            return Ok(term);
        }
        loop {
            if self.allows_placeholders && term.is_plain() && self.take(&['!']).is_some() {
                term.explodes = true;
            } else if self.allows_placeholders && term.is_plain() && self.take(&['r']).is_some() {
                let low =
                    self.read_amount(1, LARGEST_NUMBER as u64, "the highest face to reroll")?;
                term.rerolled = Some(
                    low.ok_or_else(|| self.unexpected_error("the highest face to reroll"))?
                        .0,
                );
            } else if term.kept.is_none()
                && let Some(kept) = self.read_kept(number, sides, &sides_at)?
            {
                term.kept = Some(kept);
            } else {
                break;
            }
        }
        if term.explodes && sides == Amount::Number(1) {
            let problem = "a die with one face explodes forever".to_owned();
            return Err(DiceParseError {
                span: sides_at,
                problem,
                help: "use 2 faces or more".to_owned(),
            });
        }
        Ok(term)
    }

    /// Reads which of the dice are kept, if the text says it here.
    fn read_kept(
        &mut self,
        number: Amount,
        sides: Amount,
        sides_at: &Range<usize>,
    ) -> Result<Option<(Kept, Amount)>, DiceParseError> {
        let start = self.position;
        let Some(letter) = self.take(if self.allows_placeholders {
            &['k', 'd']
        } else {
            &['k']
        }) else {
            return Ok(None);
        };
        let dropped = letter == 'd';
        let Some(end) = self.take(&['h', 'l']) else {
            let span = start..std::mem::replace(&mut self.position, start);
            let help =
                "write kh3 to keep the three highest, kl3 to keep the three lowest".to_owned();
            let problem = "`k` does not say which dice to keep".to_owned();
            return if dropped {
                Ok(None)
            } else {
                Err(DiceParseError {
                    span,
                    problem,
                    help,
                })
            };
        };
        let kept = Kept {
            is_highest: (end == 'h') != dropped,
            is_dropped: dropped,
        };
        if self.allows_placeholders {
            let count = self.read_amount(0, LARGEST_NUMBER as u64, "dice to keep or drop")?;
            return Ok(Some((
                kept,
                count.map_or(Amount::Number(1), |(count, _)| count),
            )));
        }
        let (Amount::Number(n), Amount::Number(sides)) = (number, sides) else {
            return Ok(None);
        };
        if n > MOST_SORTED || sides > MOST_SORTED_SIDES {
            let help = format!(
                "to keep some dice, use at most {MOST_SORTED} dice with at most {MOST_SORTED_SIDES} faces"
            );
            let span = if n > MOST_SORTED {
                start..self.position
            } else {
                sides_at.clone()
            };
            return Err(DiceParseError {
                span,
                problem: format!("{n}d{sides} is too large to keep only some dice"),
                help,
            });
        }
        let count = self.read_amount(1, n, "dice to keep")?;
        let (count, _) =
            count.ok_or_else(|| self.unexpected_error("the number of dice to keep"))?;
        Ok(Some((kept, count)))
    }

    fn unexpected_error(&self, wanted: &str) -> DiceParseError {
        let forms = if self.allows_placeholders {
            "2d6, d%, 4dF, d20+{bonus}, 4d6kh3 (keep the three highest), 3d6! (sixes explode) or \
                    2d6r1 (reroll ones once)"
        } else {
            "2d6, 1d3+1 or 4d6kh3"
        };
        let help = format!("write numbers and dice with + and - between them, such as {forms}");
        let (problem, length) = match self.peek() {
            Some(found) => (
                format!("expected {wanted}, found `{found}`"),
                found.len_utf8(),
            ),
            None => (format!("expected {wanted}, found the end"), 0),
        };
        DiceParseError {
            span: self.position..self.position + length,
            problem,
            help,
        }
    }
}
