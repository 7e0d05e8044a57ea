//! Translates operators.

use rustc_hash::FxHashSet;

use super::code::{Code, Kind, Piece, Strength, list};
use super::dice::{notation, range};
use super::{Failure, Translator};
use crate::syntax::Binary;

impl Translator<'_> {
    /// Translates `@`.
    pub(super) fn at(&mut self, positions: &Code, from: &Code) -> Result<Code, Failure> {
        if positions.is_random() {
            return Err(Failure::Untranslatable);
        }
        let lowest_first = self.evaluator.settings.lowest_first;
        let source = match from {
            Code::Dice(pool) => {
                if let Code::Sequence(values) = positions
                    && let Some(notation) = notation(pool)
                    && let Some(keep) = kept(values, pool.count, lowest_first)
                {
                    return Ok(Code::Notation(format!("{notation}{keep}"), None));
                }
                self.passed_pool(pool)?
            }
            Code::Sequence(values) => {
                Piece::atom(list(values), Kind::List, false).with_length(Some(values.len() as i64))
            }
            Code::Piece(piece) if piece.kind == Kind::List => piece.clone(),
            _ => return Err(Failure::Untranslatable),
        };
        let is_random = source.is_random;
        if positions.is_list() {
            let positions = match positions {
                Code::Sequence(values) => list(values),
                Code::Piece(piece) => piece.text.clone(),
                _ => return Err(Failure::Untranslatable),
            };
            self.helpers.extend(["picked", "item"]);
            let text = format!("picked({}, {positions})", source.text);
            return Ok(Code::Piece(Piece::atom(text, Kind::Number, is_random)));
        }
        let position = self.number(positions)?;
        let is_within = position.range.is_some_and(|(low, high)| {
            low >= 1 && source.length.is_some_and(|length| high <= length)
        });
        let text = if let (true, Code::Number(number)) = (is_within, positions) {
            format!("{}[{}]", source.at(Strength::Atom), number - 1)
        } else if is_within {
            format!(
                "{}[{} - 1]",
                source.at(Strength::Atom),
                position.at(Strength::Sum)
            )
        } else {
            self.helpers.insert("item");
            format!("item({}, {})", source.text, position.text)
        };
        Ok(Code::Piece(Piece::atom(text, Kind::Number, is_random)))
    }

    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: &Code,
        right: &Code,
    ) -> Result<Code, Failure> {
        if let (Code::Number(left), Code::Number(right)) = (left, right)
            && let Some(number) = known(operator, *left, *right)
        {
            return Ok(Code::Number(number));
        }
        if let Binary::And | Binary::Or = operator {
            return self.logic(operator, left, right);
        }
        match operator {
            Binary::Add | Binary::Subtract => {
                if let Some(code) = joined(operator, left, right) {
                    return Ok(code);
                }
            }
            Binary::Equal
            | Binary::Unequal
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual => return self.comparison(operator, left, right),
            _ => {}
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        let is_random = left.is_random || right.is_random;
        let range = combined(operator, left.range, right.range);
        let number = |text, strength| {
            Code::Piece(Piece::new(text, strength, Kind::Number, is_random).with_range(range))
        };
        Ok(match operator {
            Binary::Add => number(
                format!(
                    "{} + {}",
                    left.at(Strength::Sum),
                    right.at(Strength::Product)
                ),
                Strength::Sum,
            ),
            Binary::Subtract => number(
                format!(
                    "{} - {}",
                    left.at(Strength::Sum),
                    right.at(Strength::Product)
                ),
                Strength::Sum,
            ),
            Binary::Multiply => number(
                format!(
                    "{} * {}",
                    left.at(Strength::Product),
                    right.at(Strength::Negative)
                ),
                Strength::Product,
            ),
            Binary::Divide => {
                let is_low =
                    |range: Option<(i64, i64)>, least| range.is_some_and(|(low, _)| low >= least);
                if is_low(left.range, 0) && is_low(right.range, 1) {
                    number(
                        format!(
                            "{} // {}",
                            left.at(Strength::Product),
                            right.at(Strength::Negative)
                        ),
                        Strength::Product,
                    )
                } else {
                    self.helpers.insert("divide");
                    number(
                        format!("divide({}, {})", left.text, right.text),
                        Strength::Atom,
                    )
                }
            }
            Binary::Power => {
                self.helpers.insert("power");
                number(
                    format!("power({}, {})", left.text, right.text),
                    Strength::Atom,
                )
            }
            _ => return Err(Failure::Untranslatable),
        })
    }

    fn logic(&mut self, operator: Binary, left: &Code, right: &Code) -> Result<Code, Failure> {
        let (word, strength) = if operator == Binary::And {
            ("and", Strength::And)
        } else {
            ("or", Strength::Or)
        };
        let left = condition(left, &self.number(left)?);
        let right = condition(right, &self.number(right)?);
        let text = format!(
            "{} {word} {}",
            left.at(Strength::Not),
            right.at(Strength::Not)
        );
        let is_random = left.is_random || right.is_random;
        Ok(Code::Piece(Piece::new(
            text,
            strength,
            Kind::Truth,
            is_random,
        )))
    }

    fn comparison(&mut self, operator: Binary, left: &Code, right: &Code) -> Result<Code, Failure> {
        let sign = match operator {
            Binary::Equal => "==",
            Binary::Unequal => "!=",
            Binary::Less => "<",
            Binary::LessOrEqual => "<=",
            Binary::Greater => ">",
            _ => ">=",
        };
        let is_random = left.is_random() || right.is_random();
        if !is_random && left.is_list() && right.is_list() {
            if !matches!(operator, Binary::Equal | Binary::Unequal) {
                return Err(Failure::Untranslatable);
            }
            let (left, right) = (list_text(left)?, list_text(right)?);
            let text = format!("{left} {sign} {right}");
            return Ok(Code::Piece(Piece::new(
                text,
                Strength::Comparison,
                Kind::Truth,
                false,
            )));
        }
        if !is_random && (left.is_list() || right.is_list()) {
            let values = list_text(if left.is_list() { left } else { right })?;
            let other = self.number(if left.is_list() { right } else { left })?;
            if other.text.contains(" for ") {
                return Err(Failure::Untranslatable);
            }
            let other = other.at(Strength::Sum);
            let condition = if left.is_list() {
                format!("face {sign} {other}")
            } else {
                format!("{other} {sign} face")
            };
            let text = format!("sum({condition} for face in {values})");
            return Ok(Code::Piece(Piece::atom(text, Kind::Number, false)));
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        let text = format!(
            "{} {sign} {}",
            left.at(Strength::Sum),
            right.at(Strength::Sum)
        );
        Ok(Code::Piece(Piece::new(
            text,
            Strength::Comparison,
            Kind::Truth,
            is_random,
        )))
    }
}

/// Returns the text of a list or a sequence.
fn list_text(code: &Code) -> Result<String, Failure> {
    match code {
        Code::Sequence(values) => Ok(list(values)),
        Code::Piece(piece) => Ok(piece.at(Strength::Sum)),
        _ => Err(Failure::Untranslatable),
    }
}

/// Returns a condition that is true if a value is not 0. `number` is the value as a number.
pub(super) fn condition(code: &Code, number: &Piece) -> Piece {
    if let Code::Piece(piece) = code
        && piece.kind == Kind::Truth
    {
        return piece.clone();
    }
    let text = format!("{} != 0", number.at(Strength::Sum));
    Piece::new(text, Strength::Comparison, Kind::Truth, number.is_random)
}

/// Returns the result of an operation on two known numbers, if it is a simple one.
fn known(operator: Binary, left: i64, right: i64) -> Option<i64> {
    match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide => left.checked_div(right),
        _ => None,
    }
}

/// Returns the dice notation that keeps the dice at some positions.
fn kept(positions: &[i64], count: u64, lowest_first: bool) -> Option<String> {
    let distinct: FxHashSet<i64> = positions.iter().copied().collect();
    let number = positions.len() as i64;
    if distinct.len() != positions.len() || number == 0 || number >= count as i64 {
        return None;
    }
    let lowest = *positions.iter().min()?;
    let highest = *positions.iter().max()?;
    if highest - lowest + 1 != number {
        return None;
    }
    let (first, last) = if lowest_first {
        ("kl", "kh")
    } else {
        ("kh", "kl")
    };
    if lowest == 1 {
        Some(format!("{first}{number}"))
    } else if highest == count as i64 {
        Some(format!("{last}{number}"))
    } else {
        None
    }
}

/// Joins sums and differences of plain dice to one text in dice notation.
fn joined(operator: Binary, left: &Code, right: &Code) -> Option<Code> {
    let terms = |code: &Code| match code {
        Code::Number(number) if (0..=1_000_000_000).contains(number) => {
            Some((number.to_string(), Some((*number, *number))))
        }
        Code::Dice(pool) => Some((notation(pool)?, range(pool))),
        Code::Notation(terms, range) => Some((terms.clone(), *range)),
        _ => None,
    };
    let ((left, left_range), (right, right_range)) = (terms(left)?, terms(right)?);
    if left.len() + right.len() > 60 {
        return None;
    }
    let sign = if operator == Binary::Add { '+' } else { '-' };
    if sign == '-' && right.contains(['+', '-']) {
        return None;
    }
    let range = combined(operator, left_range, right_range);
    Some(Code::Notation(format!("{left}{sign}{right}"), range))
}

/// Returns the range of a result.
fn combined(
    operator: Binary,
    left: Option<(i64, i64)>,
    right: Option<(i64, i64)>,
) -> Option<(i64, i64)> {
    let ((a, b), (c, d)) = (left?, right?);
    match operator {
        Binary::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
        Binary::Subtract => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
        Binary::Multiply => {
            let products = [
                a.checked_mul(c)?,
                a.checked_mul(d)?,
                b.checked_mul(c)?,
                b.checked_mul(d)?,
            ];
            Some((*products.iter().min()?, *products.iter().max()?))
        }
        Binary::Divide if a >= 0 && c >= 1 => Some((a / d, b / c)),
        _ => None,
    }
}
