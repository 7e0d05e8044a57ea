//! Operators on numbers, sequences and dice.

use std::ops::Range;
use std::rc::Rc;

use crate::die::{Die, Mixture};
use crate::meter::{MAX_OUTCOMES, Meter, check_size};
use crate::pool::{Pool, keep, overflow};
use crate::problem::{Problem, Stopped};
use crate::syntax::{Binary, Unary};
use crate::value::Value;

/// The context of an operation, apart from its operands.
pub(crate) struct Context<'a, 'b> {
    /// The expression, for messages.
    pub(crate) span: Range<usize>,
    /// Whether the lowest die and the last digit come first.
    pub(crate) lowest_first: bool,
    pub(crate) meter: &'a mut Meter<'b>,
}

impl Context<'_, '_> {
    fn overflow(&self) -> Stopped {
        overflow(self.span.clone()).into()
    }

    /// Returns the sum of a sequence.
    pub(crate) fn sum(&mut self, values: &[i64]) -> Result<i64, Stopped> {
        self.meter.spend(values.len() as u64)?;
        let sum: i128 = values.iter().map(|value| i128::from(*value)).sum();
        i64::try_from(sum).map_err(|_| self.overflow())
    }

    /// Returns the distribution of a value. A sequence counts as its sum.
    pub(crate) fn summed(&mut self, value: &Value) -> Result<Rc<Die>, Stopped> {
        Ok(match value {
            Value::Number(number) => Rc::new(Die::constant(*number)),
            Value::Sequence(values) => Rc::new(Die::constant(self.sum(values)?)),
            Value::Pool(pool) => pool.sum(&self.span, self.meter)?,
        })
    }

    /// Applies a function to a number, to the sum of a sequence, or to each outcome of dice.
    pub(crate) fn map(
        &mut self,
        value: &Value,
        image: impl Fn(i64) -> Option<i64>,
    ) -> Result<Value, Stopped> {
        let span = self.span.clone();
        let image = |value| image(value).ok_or_else(|| Stopped::from(overflow(span.clone())));
        Ok(match value {
            Value::Number(number) => Value::Number(image(*number)?),
            Value::Sequence(values) => Value::Number(image(self.sum(values)?)?),
            Value::Pool(pool) => {
                let die = pool.sum(&self.span, self.meter)?;
                Value::die(die.map(self.meter, image)?)
            }
        })
    }

    pub(crate) fn unary(&mut self, operator: Unary, operand: &Value) -> Result<Value, Stopped> {
        match operator {
            Unary::Minus => self.map(operand, i64::checked_neg),
            Unary::Not => self.map(operand, |value| Some(i64::from(value == 0))),
            Unary::Length => Ok(Value::Number(match operand {
                Value::Number(number) => digits(*number).len() as i64,
                Value::Sequence(values) => values.len() as i64,
                Value::Pool(pool) => pool.count as i64,
            })),
            Unary::Die => self.dice(&Value::Number(1), operand),
        }
    }

    pub(crate) fn binary(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stopped> {
        match operator {
            Binary::Dice => self.dice(left, right),
            Binary::At => self.at(left, right),
            Binary::Equal
            | Binary::Unequal
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual => self.comparison(operator, left, right),
            _ => self.arithmetic(operator, left, right),
        }
    }

    fn arithmetic(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stopped> {
        let span = self.span.clone();
        let operation = |left, right| compute(operator, left, right, &span);
        if let (Value::Pool(_), _) | (_, Value::Pool(_)) = (left, right) {
            let (left, right) = (self.summed(left)?, self.summed(right)?);
            return Ok(Value::die(
                left.combine(&right, &span, self.meter, operation)?,
            ));
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        Ok(Value::Number(operation(left, right)?))
    }

    /// Returns a number, or the sum of a sequence.
    fn number(&mut self, value: &Value) -> Result<i64, Stopped> {
        match value {
            Value::Number(number) => Ok(*number),
            Value::Sequence(values) => self.sum(values),
            Value::Pool(_) => Ok(0),
        }
    }

    fn comparison(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stopped> {
        let is_true = |left: &i64, right: &i64| compare(operator, left, right);
        Ok(match (left, right) {
            (Value::Number(left), Value::Number(right)) => {
                Value::Number(i64::from(is_true(left, right)))
            }
            (Value::Sequence(left), Value::Sequence(right)) => {
                self.meter.spend(left.len().min(right.len()) as u64)?;
                Value::Number(i64::from(compare(operator, left, right)))
            }
            (Value::Sequence(left), Value::Number(right)) => {
                self.meter.spend(left.len() as u64)?;
                let count = left.iter().filter(|left| is_true(left, right)).count();
                Value::Number(count as i64)
            }
            (Value::Number(left), Value::Sequence(right)) => {
                self.meter.spend(right.len() as u64)?;
                let count = right.iter().filter(|right| is_true(left, right)).count();
                Value::Number(count as i64)
            }
            _ => {
                let (left, right) = (self.summed(left)?, self.summed(right)?);
                Value::die(left.combine(&right, &self.span, self.meter, |left, right| {
                    Ok(i64::from(is_true(&left, &right)))
                })?)
            }
        })
    }

    /// Returns the die with the faces that a value gives.
    fn faces(&mut self, sides: &Value) -> Result<Rc<Die>, Stopped> {
        Ok(Rc::new(match sides {
            Value::Number(0) => Die::constant(0),
            Value::Number(sides) => {
                let count = usize::try_from(sides.unsigned_abs()).unwrap_or(usize::MAX);
                if count > MAX_OUTCOMES {
                    return Err(Problem::new(
                        format!("this die has more than {MAX_OUTCOMES} faces"),
                        self.span.clone(),
                    )
                    .with_help("use a die with fewer faces")
                    .into());
                }
                self.meter.spend(count as u64)?;
                let faces: Vec<i64> = if *sides > 0 {
                    (1..=*sides).collect()
                } else {
                    (*sides..0).collect()
                };
                Die::from_values(&faces)
            }
            Value::Sequence(values) => {
                self.meter.spend(values.len() as u64)?;
                Die::from_values(values)
            }
            Value::Pool(pool) => return pool.sum(&self.span, self.meter),
        }))
    }

    /// Rolls a number of dice.
    fn dice(&mut self, count: &Value, sides: &Value) -> Result<Value, Stopped> {
        let count = match count {
            Value::Number(count) => *count,
            Value::Sequence(values) => self.sum(values)?,
            Value::Pool(counts) => return self.unknown_number_of_dice(counts, sides),
        };
        if let Value::Pool(pool) = sides {
            // Twice 3d6 is 6d6.
            let span = self.span.clone();
            let dice = i64::try_from(pool.count)
                .ok()
                .and_then(|dice| dice.checked_mul(count))
                .ok_or_else(|| self.overflow())?;
            return Ok(Value::Pool(Pool::rolled(
                dice,
                pool.die.clone(),
                &span,
                self.meter,
            )?));
        }
        let die = self.faces(sides)?;
        Ok(Value::Pool(Pool::rolled(
            count, die, &self.span, self.meter,
        )?))
    }

    /// Rolls dice whose number is the result of other dice.
    fn unknown_number_of_dice(&mut self, counts: &Pool, sides: &Value) -> Result<Value, Stopped> {
        let span = self.span.clone();
        let counts = counts.sum(&span, self.meter)?;
        let die = self.faces(sides)?;
        let mut mixture = Mixture::new();
        for (count, weight) in counts.faces() {
            let pool = Pool::rolled(*count, die.clone(), &span, self.meter)?;
            mixture.add(&*pool.sum(&span, self.meter)?, weight, &span, self.meter)?;
        }
        Ok(Value::die(mixture.finish()))
    }

    /// Returns the sum of the values at some positions, from 1 on. Positions that do not exist
    /// count as 0.
    fn at(&mut self, positions: &Value, from: &Value) -> Result<Value, Stopped> {
        let single;
        let positions: &[i64] = match positions {
            Value::Number(position) => {
                single = [*position];
                &single
            }
            Value::Sequence(positions) => positions,
            Value::Pool(_) => {
                return Err(Problem::new(
                    "the position before @ is a number or a sequence, not a die",
                    self.span.clone(),
                )
                .with_help("pass the die to a function with a parameter such as N:n")
                .into());
            }
        };
        self.meter.spend(positions.len() as u64)?;
        let values: Vec<i64> = match from {
            Value::Number(number) => {
                let mut digits = digits(*number);
                if self.lowest_first {
                    digits.reverse();
                }
                digits
            }
            Value::Sequence(values) => return self.pick(positions, values),
            Value::Pool(pool) => return self.at_pool(positions, pool),
        };
        self.pick(positions, &values)
    }

    fn pick(&mut self, positions: &[i64], values: &[i64]) -> Result<Value, Stopped> {
        let picked: Vec<i64> = positions
            .iter()
            .filter_map(|position| usize::try_from(*position).ok()?.checked_sub(1))
            .filter_map(|index| values.get(index).copied())
            .collect();
        Ok(Value::Number(self.sum(&picked)?))
    }

    fn at_pool(&mut self, positions: &[i64], pool: &Pool) -> Result<Value, Stopped> {
        check_size(pool.count as usize, 64, &self.span)?;
        let dice = pool.count as usize;
        let mut factors = vec![0; dice];
        for position in positions {
            if let Ok(position @ 1..) = usize::try_from(*position)
                && position <= dice
            {
                let index = if self.lowest_first {
                    dice - position
                } else {
                    position - 1
                };
                factors[index] += 1;
            }
        }
        Ok(Value::die(keep(pool, &factors, &self.span, self.meter)?))
    }
}

/// Returns the digits of a number. They have its sign.
fn digits(number: i64) -> Vec<i64> {
    number
        .unsigned_abs()
        .to_string()
        .bytes()
        .map(|digit| i64::from(digit - b'0') * number.signum())
        .collect()
}

fn compare<T: PartialOrd + ?Sized>(operator: Binary, left: &T, right: &T) -> bool {
    match operator {
        Binary::Equal => left == right,
        Binary::Unequal => left != right,
        Binary::Less => left < right,
        Binary::LessOrEqual => left <= right,
        Binary::Greater => left > right,
        _ => left >= right,
    }
}

fn compute(operator: Binary, left: i64, right: i64, span: &Range<usize>) -> Result<i64, Stopped> {
    let result = match operator {
        Binary::Add => left.checked_add(right),
        Binary::Subtract => left.checked_sub(right),
        Binary::Multiply => left.checked_mul(right),
        Binary::Divide if right == 0 => {
            return Err(
                Problem::new(format!("this divides {left} by 0"), span.clone())
                    .with_help("make sure that the divisor is never 0")
                    .into(),
            );
        }
        Binary::Divide => left.checked_div(right),
        Binary::Power if right < 0 => {
            return Err(Problem::new(
                format!("this raises {left} to the negative power {right}"),
                span.clone(),
            )
            .with_help("use a power of 0 or more")
            .into());
        }
        Binary::Power => power(left, right),
        Binary::And => Some(i64::from(left != 0 && right != 0)),
        _ => Some(i64::from(left != 0 || right != 0)),
    };
    result.ok_or_else(|| overflow(span.clone()).into())
}

fn power(base: i64, exponent: i64) -> Option<i64> {
    match (base, exponent) {
        (_, 0) | (1, _) => Some(1),
        (0, _) => Some(0),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}
