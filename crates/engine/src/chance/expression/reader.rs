//! Reads dice notation: numbers, `NdS`, kept dice, exploding dice, rerolls and lists of faces.
//! Errors have the position of the character.

mod suffixes;

use std::ops::Range;

use super::written::{Amount, DiceParseError, DiceText, WrittenDie, WrittenTerm};

/// The largest number in an expression.
pub const LARGEST_NUMBER: i64 = 1_000_000;
/// The maximal number of dice in an expression. The exact distribution of so many dice takes at
/// most a tenth of a second.
pub(super) const MAX_DICE: u64 = 1000;
/// The maximal number of values of an expression.
pub(super) const MAX_VALUES: u64 = 10_000;
/// The maximal number of faces in a list.
const MAX_LISTED_FACES: usize = 1000;

pub(super) fn too_many_error(span: Range<usize>, excess: String, help: String) -> DiceParseError {
    DiceParseError {
        span,
        problem: format!("these dice have {excess}"),
        help,
    }
}

impl DiceText {
    /// Reads sums and differences of numbers, names in braces and dice.
    ///
    /// # Errors
    /// Returns an error for any other text.
    pub fn read(text: &str) -> Result<DiceText, DiceParseError> {
        let mut reader = DiceReader::new(text, true);
        let mut terms = Vec::new();
        let mut sign = reader.read_sign().unwrap_or(1);
        loop {
            terms.extend(reader.read_terms(sign)?.0);
            match reader.read_next_sign()? {
                Some(next) => sign = next,
                None => {
                    return Ok(reader.into_text(terms));
                }
            }
        }
    }
}

/// Reads a text from left to right, and skips blanks.
pub(super) struct DiceReader<'t> {
    text: &'t str,
    position: usize,
    /// Whether names in braces can replace numbers.
    allows_placeholders: bool,
    names: Vec<(String, Range<usize>)>,
    faces: Vec<Vec<i64>>,
}

type AmountAndSpan = Option<(Amount, Range<usize>)>;

/// Terms with their signs, and their byte range.
type TermsAndSpan = (Vec<(i64, WrittenTerm)>, Range<usize>);

impl DiceReader<'_> {
    pub(super) fn new(text: &str, allows_placeholders: bool) -> DiceReader<'_> {
        DiceReader {
            text,
            position: 0,
            allows_placeholders,
            names: Vec::new(),
            faces: Vec::new(),
        }
    }

    /// Returns the lists of faces that have been read.
    pub(super) fn faces(&self) -> &[Vec<i64>] {
        &self.faces
    }

    /// Returns the text with these terms.
    pub(super) fn into_text(self, terms: Vec<(i64, WrittenTerm)>) -> DiceText {
        DiceText {
            terms,
            names: self.names,
            faces: self.faces,
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.position..].chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.position..];
        self.position += rest.len() - rest.trim_start().len();
    }

    /// Reads one of these letters, in either case.
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

    /// Reads the sign before the next term. Returns `None` at the end.
    pub(super) fn read_next_sign(&mut self) -> Result<Option<i64>, DiceParseError> {
        match self.read_sign() {
            None if self.position < self.text.len() => {
                Err(self.unexpected_error("`+`, `-` or the end"))
            }
            sign => Ok(sign),
        }
    }

    /// Reads a number from `least` to `most`, if there is one. Also returns its byte range.
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

    /// Reads a number or dice with this sign. Also returns the byte range. A Fudge die is read as a
    /// die with the faces 1 to 3, minus 2.
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

    /// Reads the text after the `d`. The number before it has been read already.
    fn read_dice(
        &mut self,
        number: AmountAndSpan,
        is_fudge: bool,
    ) -> Result<WrittenTerm, DiceParseError> {
        let number = match number {
            Some((Amount::Number(n), span))
                if !self.allows_placeholders && (n == 0 || n > MAX_DICE) =>
            {
                let help = format!("dice: 1 to {MAX_DICE}");
                return Err(DiceParseError {
                    span,
                    problem: format!("{n} dice are not allowed"),
                    help,
                });
            }
            Some((number, _)) => number,
            None => Amount::Number(1),
        };
        let mut term = WrittenTerm::number(number);
        let start = self.position;
        if is_fudge {
            term.sides = Some(Amount::Number(3));
            return Ok(term);
        }
        if self.starts_face_list() {
            let faces = self.read_face_list()?;
            term.sides = Some(Amount::Number(faces.len() as u64));
            term.die = WrittenDie::Listed(self.faces.len());
            self.faces.push(faces);
        } else if self.take(&['%']).is_some() {
            term.sides = Some(Amount::Number(100));
        } else {
            let most = if self.allows_placeholders {
                LARGEST_NUMBER as u64
            } else {
                MAX_VALUES
            };
            let sides = self.read_amount(1, most, "faces of a die")?;
            let (sides, _) =
                sides.ok_or_else(|| self.unexpected_error("the die's number of faces"))?;
            term.sides = Some(sides);
        }
        self.read_suffixes(&mut term, start..self.position)?;
        Ok(term)
    }

    /// Returns whether a list of faces starts here, and not a name in braces.
    fn starts_face_list(&self) -> bool {
        let Some(rest) = self.text[self.position..].strip_prefix('{') else {
            return false;
        };
        let inside = rest.split('}').next().unwrap_or(rest);
        inside.contains(|c: char| c.is_ascii_digit())
            && inside
                .chars()
                .all(|c| c.is_ascii_digit() || " \t,.-".contains(c))
    }

    /// Reads a list of faces: `{1, 1, 4..6}`.
    fn read_face_list(&mut self) -> Result<Vec<i64>, DiceParseError> {
        let start = self.position;
        let mut faces = Vec::new();
        self.position += 1;
        loop {
            let first = self.read_face()?;
            self.skip_blanks();
            let last = if self.text[self.position..].starts_with("..") {
                self.position += 2;
                self.read_face()?
            } else {
                first
            };
            let is_long = last < first || (last - first) as usize >= MAX_LISTED_FACES;
            if is_long || faces.len() + (last - first) as usize >= MAX_LISTED_FACES {
                return Err(DiceParseError {
                    span: start..self.position,
                    problem: "this list of faces is empty or too long".to_owned(),
                    help: format!("list 1 to {MAX_LISTED_FACES} faces: d{{1, 1, 2}} or d{{0..9}}"),
                });
            }
            faces.extend(first..=last);
            self.skip_blanks();
            if self.take(&['}']).is_some() {
                return Ok(faces);
            }
            if self.take(&[',']).is_none() {
                return Err(self.unexpected_error("`,` or `}`"));
            }
        }
    }

    fn read_face(&mut self) -> Result<i64, DiceParseError> {
        self.skip_blanks();
        let start = self.position;
        let is_negative = self.take(&['-']).is_some();
        let length = self.text[self.position..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        self.position += length;
        if length == 0 {
            return Err(self.unexpected_error("a face, which is a whole number"));
        }
        let digits = &self.text[self.position - length..self.position];
        match digits.parse::<i64>() {
            Ok(face) if face <= LARGEST_NUMBER => Ok(if is_negative { -face } else { face }),
            _ => Err(DiceParseError {
                span: start..self.position,
                problem: format!("{} is out of range", &self.text[start..self.position]),
                help: format!("a face: -{LARGEST_NUMBER} to {LARGEST_NUMBER}"),
            }),
        }
    }

    fn unexpected_error(&self, wanted: &str) -> DiceParseError {
        let open = if self.allows_placeholders {
            ", d20+{bonus}"
        } else {
            ""
        };
        let forms = format!(
            "2d6+1, d%, 4dF{open}, 4d6kh3 (keep the three highest), 3d6! (sixes explode) or 2d6r1 \
             (reroll ones once)"
        );
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
