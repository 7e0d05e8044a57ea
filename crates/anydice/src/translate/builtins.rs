//! Translates calls of built-in functions.

use super::code::{Code, Kind, Piece, Strength, list};
use super::dice::{notation, plain_sides};
use super::function::Scope;
use super::{Failure, Translator};
use crate::builtin::{self, Builtin};
use crate::pool::Pool;
use crate::syntax::{Expression, Signature};
use crate::value::Value;

impl Translator<'_> {
    /// Returns code that lists the dice of a pool in the position order.
    pub(super) fn passed_pool(&self, pool: &Pool) -> Result<Piece, Failure> {
        let piece = self.listed_pool(pool)?;
        if !self.evaluator.settings.lowest_first || pool.count < 2 {
            return Ok(piece);
        }
        Ok(Piece {
            text: format!("sorted({})", piece.text),
            ..piece
        })
    }

    /// Translates a call of a built-in function.
    pub(super) fn builtin(
        &mut self,
        expression: &Expression,
        signature: Signature,
        arguments: &[Expression],
        scope: &mut Scope,
    ) -> Result<Code, Failure> {
        let words = self.evaluator.names.functions[signature].clone();
        let Some((builtin, _)) = builtin::find(&words) else {
            return Err(Failure::Untranslatable);
        };
        if builtin == Builtin::Explode {
            return self.explode(expression, &arguments[0], scope);
        }
        let mut codes = Vec::new();
        for argument in arguments {
            codes.push(self.code(argument, scope)?);
        }
        let closed = self.is_closed(expression, scope);
        let translated = match (builtin, codes.as_slice()) {
            (Builtin::HighestOf, [left, right]) => self.extreme("max", left, right),
            (Builtin::LowestOf, [left, right]) => self.extreme("min", left, right),
            (Builtin::Absolute, [value]) => {
                let piece = self.number(value)?;
                let text = format!("abs({})", piece.text);
                Ok(Code::Piece(Piece::atom(
                    text,
                    Kind::Number,
                    piece.is_random,
                )))
            }
            (Builtin::Highest | Builtin::Lowest | Builtin::Middle, [number, dice]) => {
                self.keep(builtin, number, dice)
            }
            (Builtin::Count, [needles, values]) => self.count(needles, values),
            (Builtin::Contains, [values, number]) => self.contains(values, number),
            (Builtin::Reverse | Builtin::Sort, [values]) => self.reordered(builtin, values),
            _ => Err(Failure::Untranslatable),
        };
        match translated {
            // Small dice may be listed instead.
            Err(Failure::Untranslatable) if closed => match self.closed_value(expression)? {
                Value::Pool(pool) if (1..=30).contains(&pool.die.faces().len()) => {
                    Ok(Code::Dice(pool))
                }
                _ => Err(Failure::Untranslatable),
            },
            translated => translated,
        }
    }

    fn extreme(&mut self, name: &str, left: &Code, right: &Code) -> Result<Code, Failure> {
        if let (Code::Number(left), Code::Number(right)) = (left, right) {
            let highest = name == "max";
            return Ok(Code::Number(*if highest {
                left.max(right)
            } else {
                left.min(right)
            }));
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        let text = format!("{name}({}, {})", left.text, right.text);
        let range = match (left.range, right.range) {
            (Some((a, b)), Some((c, d))) if name == "max" => Some((a.max(c), b.max(d))),
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.min(d))),
            _ => None,
        };
        let is_random = left.is_random || right.is_random;
        Ok(Code::Piece(
            Piece::atom(text, Kind::Number, is_random).with_range(range),
        ))
    }

    fn explode(
        &mut self,
        expression: &Expression,
        die: &Expression,
        scope: &Scope,
    ) -> Result<Code, Failure> {
        if !self.is_closed(expression, scope) {
            return Err(Failure::Untranslatable);
        }
        let depth = self.evaluator.settings.explode_depth;
        if let Value::Pool(pool) = self.closed_value(die)?
            && pool.count == 1
            && let Some(sides) = plain_sides(&pool.die)
            && sides > 1
            && depth <= 20
            && scope.is_top_level
        {
            self.helpers.insert("exploding");
            let text = format!("exploding({sides}, {depth})");
            return Ok(Code::Piece(Piece::atom(text, Kind::Number, true)));
        }
        match self.closed_value(expression)? {
            Value::Pool(pool) if !pool.die.is_empty() => Ok(Code::Dice(pool)),
            _ => Err(Failure::Untranslatable),
        }
    }

    fn keep(&mut self, builtin: Builtin, number: &Code, dice: &Code) -> Result<Code, Failure> {
        let (Code::Number(number), Code::Dice(pool)) = (number, dice) else {
            return Err(Failure::Untranslatable);
        };
        let number = u64::try_from(*number).map_err(|_| Failure::Untranslatable)?;
        if number >= pool.count {
            return Ok(dice.clone());
        }
        if number == 0 {
            return Ok(Code::Number(0));
        }
        if builtin == Builtin::Middle {
            let first = (pool.count - number) / 2;
            let pool = self.listed_pool(pool)?.text;
            let text = if number == 1 {
                format!("{pool}[{first}]")
            } else {
                self.helpers.extend(["picked", "item"]);
                format!(
                    "picked({pool}, range({}, {}))",
                    first + 1,
                    first + number + 1
                )
            };
            return Ok(Code::Piece(Piece::atom(text, Kind::Number, true)));
        }
        let is_highest = builtin == Builtin::Highest;
        if let Some(notation) = notation(pool) {
            let keep = if is_highest { "kh" } else { "kl" };
            let faces = pool.die.faces();
            let range = Some((number as i64, number as i64 * faces.len() as i64));
            return Ok(Code::Notation(format!("{notation}{keep}{number}"), range));
        }
        let pool = self.listed_pool(pool)?.text;
        let text = match (is_highest, number) {
            (true, 1) => format!("max({pool})"),
            (false, 1) => format!("min({pool})"),
            (true, _) => format!("sum(highest({pool}, {number}))"),
            (false, _) => format!("sum(lowest({pool}, {number}))"),
        };
        Ok(Code::Piece(Piece::atom(text, Kind::Number, true)))
    }

    fn count(&mut self, needles: &Code, values: &Code) -> Result<Code, Failure> {
        let needles = match needles {
            Code::Sequence(needles) => needles.to_vec(),
            Code::Number(number) => vec![*number],
            Code::Piece(piece) if !piece.is_random && piece.kind == Kind::Number => {
                let Code::Piece(list) = values else {
                    return Err(Failure::Untranslatable);
                };
                if list.kind != Kind::List || list.is_random || piece.text.contains(" for ") {
                    return Err(Failure::Untranslatable);
                }
                let text = format!(
                    "sum(face == {} for face in {})",
                    piece.at(Strength::Sum),
                    list.at(Strength::Sum)
                );
                return Ok(Code::Piece(Piece::atom(text, Kind::Number, false)));
            }
            _ => return Err(Failure::Untranslatable),
        };
        let mut sorted = needles;
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        if !distinct || sorted.is_empty() {
            return Err(Failure::Untranslatable);
        }
        match values {
            Code::Dice(pool) => {
                if let Some(sides) = plain_sides(&pool.die)
                    && sorted[0] >= 2
                    && sorted.last() == Some(&(sides as i64))
                    && sorted.len() as i64 == sides as i64 - sorted[0] + 1
                    && pool.count <= 10_000
                {
                    let text = format!("successes({}, {sides}, {})", pool.count, sorted[0]);
                    return Ok(Code::Piece(Piece::atom(text, Kind::Number, true)));
                }
                let hits = pool.die.map(&mut self.evaluator.meter, |value| {
                    Ok(i64::from(sorted.contains(&value)))
                })?;
                Ok(Code::Dice(Pool::new(pool.count, std::rc::Rc::new(hits))))
            }
            Code::Piece(piece) if piece.kind == Kind::List && !piece.is_random => {
                let values = piece.at(Strength::Sum);
                let text = if let [needle] = sorted.as_slice() {
                    format!("sum(face == {needle} for face in {values})")
                } else {
                    format!("sum(face in {} for face in {values})", list(&sorted))
                };
                Ok(Code::Piece(Piece::atom(text, Kind::Number, false)))
            }
            _ => Err(Failure::Untranslatable),
        }
    }

    fn contains(&mut self, values: &Code, number: &Code) -> Result<Code, Failure> {
        let values = match values {
            Code::Sequence(values) => Piece::atom(list(values), Kind::List, false),
            Code::Dice(pool) => self.listed_pool(pool)?,
            Code::Piece(piece) if piece.kind == Kind::List => piece.clone(),
            _ => return Err(Failure::Untranslatable),
        };
        let number = self.number(number)?;
        let is_random = values.is_random || number.is_random;
        let text = format!(
            "{} in {}",
            number.at(Strength::Sum),
            values.at(Strength::Sum)
        );
        Ok(Code::Piece(Piece::new(
            text,
            Strength::Comparison,
            Kind::Truth,
            is_random,
        )))
    }

    fn reordered(&mut self, builtin: Builtin, values: &Code) -> Result<Code, Failure> {
        match values {
            // The order of dice makes no difference to their sum.
            Code::Dice(_) | Code::Notation(..) => self.number(values).map(Code::Piece),
            Code::Piece(piece) if piece.kind != Kind::List => Ok(values.clone()),
            Code::Piece(piece) if builtin == Builtin::Sort && !piece.is_random => {
                let text = if self.evaluator.settings.lowest_first {
                    format!("sorted({})", piece.text)
                } else {
                    format!("highest({0}, len({0}))", piece.text)
                };
                let sorted = Piece::atom(text, Kind::List, false).with_length(piece.length);
                Ok(Code::Piece(sorted))
            }
            _ => Err(Failure::Untranslatable),
        }
    }
}
