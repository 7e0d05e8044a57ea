//! Translates expressions.

use std::rc::Rc;

use super::code::{Code, Kind, Piece, Strength, list};
use super::dice::{constant, plain_sides};
use super::function::{Local, Scope};
use super::operators::condition;
use super::{Failure, Translator};
use crate::die::Die;
use crate::pool::Pool;
use crate::problem::Stopped;
use crate::syntax::{Binary, Expression, ExpressionKind, Item, Unary, Variable};
use crate::value::Value;

impl Translator<'_> {
    /// Returns the code that an output records.
    pub(super) fn output_code(&mut self, value: &Expression) -> Result<Piece, Failure> {
        let mut scope = Scope::default();
        let code = self.code(value, &mut scope)?;
        Ok(match &code {
            // The values of a sequence are equally likely.
            Code::Sequence(values) if values.len() == 1 => constant(values[0]),
            Code::Sequence(values) if values.len() <= 1_000 => {
                Piece::atom(format!("roll({})", list(values)), Kind::Number, true)
            }
            Code::Piece(piece) if piece.kind == Kind::Truth => piece.clone(),
            code => self.number(code)?,
        })
    }

    /// Computes an expression that has no variables of functions.
    pub(super) fn closed_value(&mut self, expression: &Expression) -> Result<Value, Failure> {
        match self.evaluator.try_value(expression) {
            Ok(value) => Ok(value),
            Err(Stopped::Problem(_)) => Err(Failure::Untranslatable),
            Err(stopped) => Err(stopped.into()),
        }
    }

    /// Returns whether an expression can be computed without the variables of functions.
    pub(super) fn is_closed(&self, expression: &Expression, scope: &Scope) -> bool {
        match &expression.kind {
            ExpressionKind::Number(_) => true,
            ExpressionKind::Variable(variable) => !scope.hides(*variable),
            ExpressionKind::Unary(_, operand) => self.is_closed(operand, scope),
            ExpressionKind::Binary(_, left, right) => {
                self.is_closed(left, scope) && self.is_closed(right, scope)
            }
            ExpressionKind::Sequence(items) => items.iter().all(|item| {
                [Some(&item.first), item.last.as_ref(), item.repeat.as_ref()]
                    .into_iter()
                    .flatten()
                    .all(|part| self.is_closed(part, scope))
            }),
            ExpressionKind::Call(signature, arguments) => {
                (scope.is_top_level || !self.evaluator.functions.contains_key(signature))
                    && arguments
                        .iter()
                        .all(|argument| self.is_closed(argument, scope))
            }
        }
    }

    /// Returns whether an expression may yield a number or a sequence that is known.
    fn may_be_known(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Number(_) | ExpressionKind::Call(..) | ExpressionKind::Sequence(_) => {
                true
            }
            ExpressionKind::Variable(variable) => !matches!(
                self.evaluator.environment.get(*variable),
                Some(Value::Pool(_))
            ),
            ExpressionKind::Unary(Unary::Length, _) => true,
            ExpressionKind::Unary(Unary::Die, _) | ExpressionKind::Binary(Binary::Dice, ..) => {
                false
            }
            ExpressionKind::Unary(_, operand) => self.may_be_known(operand),
            ExpressionKind::Binary(_, left, right) => {
                self.may_be_known(left) && self.may_be_known(right)
            }
        }
    }

    /// Translates an expression.
    pub(super) fn code(
        &mut self,
        expression: &Expression,
        scope: &mut Scope,
    ) -> Result<Code, Failure> {
        if self.is_closed(expression, scope) && self.may_be_known(expression) {
            match self.closed_value(expression)? {
                Value::Number(number) => return Ok(Code::Number(number)),
                Value::Sequence(values) => return Ok(Code::Sequence(values)),
                Value::Pool(pool) if pool.die.is_empty() => return Err(Failure::Untranslatable),
                Value::Pool(pool) => {
                    if pool.count == 1 && pool.die.faces().len() == 1 {
                        return Ok(Code::Number(pool.die.faces()[0].0));
                    }
                }
            }
        }
        match &expression.kind {
            ExpressionKind::Number(number) => Ok(Code::Number(*number)),
            ExpressionKind::Variable(variable) => self.variable(*variable, scope),
            ExpressionKind::Sequence(items) => self.items(items, scope),
            ExpressionKind::Unary(operator, operand) => {
                self.unary(expression, *operator, operand, scope)
            }
            ExpressionKind::Binary(operator, left, right) => match operator {
                Binary::Dice => self.dice(expression, left, right, scope),
                Binary::At => {
                    let positions = self.code(left, scope)?;
                    let from = self.code(right, scope)?;
                    self.at(&positions, &from)
                }
                _ => {
                    let left = self.operand(*operator, left, scope)?;
                    let right = self.operand(*operator, right, scope)?;
                    self.binary(*operator, &left, &right)
                }
            },
            ExpressionKind::Call(signature, arguments) => {
                if self.evaluator.functions.contains_key(signature) {
                    self.call(*signature, arguments, scope)
                } else {
                    self.builtin(expression, *signature, arguments, scope)
                }
            }
        }
    }

    /// Translates an operand. The empty die counts as 0 in it.
    fn operand(
        &mut self,
        operator: Binary,
        operand: &Expression,
        scope: &mut Scope,
    ) -> Result<Code, Failure> {
        let is_sum = matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply);
        self.is_operand = is_sum && matches!(operand.kind, ExpressionKind::Call(..));
        let code = self.code(operand, scope);
        self.is_operand = false;
        code
    }

    fn variable(&mut self, variable: Variable, scope: &mut Scope) -> Result<Code, Failure> {
        if let Some(local) = scope.locals.get(&variable) {
            let is_random = scope.random.contains(&variable);
            let code = match local {
                Local::Constant(number) => Code::Number(*number),
                Local::Dice(pool) => Code::Dice(pool.clone()),
                Local::Number { name, range } => Code::Piece(
                    Piece::atom(name.clone(), Kind::Number, is_random).with_range(*range),
                ),
                Local::List { name, length } => Code::Piece(
                    Piece::atom(name.clone(), Kind::List, is_random).with_length(*length),
                ),
            };
            if is_random {
                scope.random_reads.push(variable);
            }
            return Ok(code);
        }
        if scope.hides(variable) {
            return Err(Failure::Untranslatable);
        }
        if let Some(definition) = self.definitions.get(&variable).cloned() {
            return self.code(&definition, &mut Scope::default());
        }
        match self.evaluator.environment.get(variable) {
            Some(Value::Pool(pool)) if !pool.die.is_empty() => Ok(Code::Dice(pool.clone())),
            _ => Err(Failure::Untranslatable),
        }
    }

    /// Translates a sequence whose values are not all known.
    fn items(&mut self, items: &[Item], scope: &mut Scope) -> Result<Code, Failure> {
        let mut lists: Vec<String> = Vec::new();
        let mut open: Vec<String> = Vec::new();
        let mut known: Option<Vec<i64>> = Some(Vec::new());
        for item in items {
            if item.repeat.is_some() {
                return Err(Failure::Untranslatable);
            }
            let first = self.code(&item.first, scope)?;
            if let Some(last) = &item.last {
                let last = self.code(last, scope)?;
                lists.extend(brackets(&mut open));
                lists.push(self.span_list(&first, &last)?);
                known = match (known, first, last) {
                    (Some(mut known), Code::Number(first), Code::Number(last))
                        if last.saturating_sub(first) < 1_000 =>
                    {
                        known.extend(first..=last);
                        Some(known)
                    }
                    _ => None,
                };
                continue;
            }
            match &first {
                Code::Number(number) => open.push(number.to_string()),
                Code::Sequence(values) => open.extend(values.iter().map(i64::to_string)),
                Code::Piece(piece) if !piece.is_random && piece.kind == Kind::List => {
                    lists.extend(brackets(&mut open));
                    lists.push(piece.text.clone());
                }
                Code::Piece(piece) if !piece.is_random => open.push(piece.clone().number().text),
                _ => return Err(Failure::Untranslatable),
            }
            match (&mut known, first) {
                (Some(known), Code::Number(number)) => known.push(number),
                (Some(known), Code::Sequence(values)) => known.extend(values.iter()),
                _ => known = None,
            }
        }
        if let Some(known) = known {
            return Ok(Code::Sequence(known.into()));
        }
        lists.extend(brackets(&mut open));
        let strength = if lists.len() > 1 {
            Strength::Sum
        } else {
            Strength::Atom
        };
        if lists.is_empty() {
            lists.push("[]".to_owned());
        }
        Ok(Code::Piece(Piece::new(
            lists.join(" + "),
            strength,
            Kind::List,
            false,
        )))
    }

    /// Returns the list of the numbers from one to another.
    fn span_list(&mut self, first: &Code, last: &Code) -> Result<String, Failure> {
        if first.is_random() || last.is_random() {
            return Err(Failure::Untranslatable);
        }
        let (first, last) = (self.number(first)?, self.number(last)?);
        if first.text == "1" {
            return Ok(format!("range(1, {} + 1)", last.at(Strength::Sum)));
        }
        Ok(format!(
            "range({}, {} + 1)",
            first.text,
            last.at(Strength::Sum)
        ))
    }

    fn unary(
        &mut self,
        expression: &Expression,
        operator: Unary,
        operand: &Expression,
        scope: &mut Scope,
    ) -> Result<Code, Failure> {
        if operator == Unary::Die {
            let one = Expression::new(ExpressionKind::Number(1), operand.span.clone());
            return self.dice(expression, &one, operand, scope);
        }
        let operand = self.code(operand, scope)?;
        if operator == Unary::Length {
            return match &operand {
                Code::Piece(piece) if piece.kind == Kind::List && !piece.is_random => {
                    Ok(piece.length.map_or_else(
                        || {
                            Code::Piece(Piece::atom(
                                format!("len({})", piece.text),
                                Kind::Number,
                                false,
                            ))
                        },
                        Code::Number,
                    ))
                }
                Code::Dice(pool) => Ok(Code::Number(pool.count as i64)),
                _ => Err(Failure::Untranslatable),
            };
        }
        let piece = self.number(&operand)?;
        let is_random = piece.is_random;
        Ok(Code::Piece(if operator == Unary::Minus {
            let range = piece
                .range
                .and_then(|(low, high)| Some((high.checked_neg()?, low.checked_neg()?)));
            let text = format!("-{}", piece.at(Strength::Atom));
            Piece::new(text, Strength::Negative, Kind::Number, is_random).with_range(range)
        } else {
            let condition = condition(&operand, &piece);
            let is_truth = matches!(&operand, Code::Piece(piece) if piece.kind == Kind::Truth);
            let (text, strength) = if is_truth {
                (
                    format!("not {}", condition.at(Strength::Comparison)),
                    Strength::Not,
                )
            } else {
                (
                    format!("{} == 0", piece.at(Strength::Sum)),
                    Strength::Comparison,
                )
            };
            Piece::new(text, strength, Kind::Truth, is_random)
        }))
    }

    /// Translates dice.
    fn dice(
        &mut self,
        expression: &Expression,
        count: &Expression,
        sides: &Expression,
        scope: &mut Scope,
    ) -> Result<Code, Failure> {
        if self.is_closed(expression, scope) {
            if let Some(code) = self.successes(count, sides)? {
                return Ok(code);
            }
            if let Value::Number(_) = self.closed_value(count)?
                && let Value::Pool(pool) = self.closed_value(expression)?
            {
                return if pool.die.is_empty() {
                    Err(Failure::Untranslatable)
                } else {
                    Ok(Code::Dice(pool))
                };
            }
        }
        let count = self.code(count, scope)?;
        let sides = self.code(sides, scope)?;
        if let Some(pool) = known_pool(&count, &sides) {
            return Ok(Code::Dice(pool));
        }
        let count = self.number(&count)?;
        let die = match &sides {
            Code::Number(sides) if *sides > 0 => format!("roll({sides})"),
            Code::Sequence(values) if !values.is_empty() && values.len() <= 1_000 => {
                format!("roll({})", list(values))
            }
            Code::Dice(_) | Code::Notation(..) => self.number(&sides)?.text,
            Code::Piece(piece) if piece.is_random => piece.clone().number().text,
            Code::Piece(piece) if piece.length.is_some_and(|length| length > 0) => {
                format!("roll({})", piece.text)
            }
            // A number of sides that is not known may be 0 or less.
            _ => return Err(Failure::Untranslatable),
        };
        if count.text == "1" {
            return Ok(Code::Piece(Piece::atom(die, Kind::Number, true)));
        }
        if !count
            .range
            .is_some_and(|(low, high)| low >= 0 && high <= 10_000)
        {
            return Err(Failure::Untranslatable);
        }
        let text = format!("sum({die} for i in range({}))", count.text);
        Ok(Code::Piece(Piece::atom(text, Kind::Number, true)))
    }

    /// Translates dice that count successes, such as `5d(d6 >= 4)`.
    fn successes(
        &mut self,
        count: &Expression,
        sides: &Expression,
    ) -> Result<Option<Code>, Failure> {
        let ExpressionKind::Binary(operator, die, least) = &sides.kind else {
            return Ok(None);
        };
        let (Value::Number(count), Value::Pool(pool), Value::Number(least)) = (
            self.closed_value(count)?,
            self.closed_value(die)?,
            self.closed_value(least)?,
        ) else {
            return Ok(None);
        };
        let least = match operator {
            Binary::GreaterOrEqual => least,
            Binary::Greater => least.saturating_add(1),
            _ => return Ok(None),
        };
        Ok(match plain_sides(&pool.die) {
            Some(sides)
                if pool.count == 1
                    && (1..=10_000).contains(&count)
                    && (2..=sides as i64).contains(&least) =>
            {
                let text = format!("successes({count}, {sides}, {least})");
                let piece = Piece::atom(text, Kind::Number, true);
                Some(Code::Piece(piece.with_range(Some((0, count)))))
            }
            _ => None,
        })
    }
}

/// Returns the pool of a known number of known dice.
fn known_pool(count: &Code, sides: &Code) -> Option<Pool> {
    let Code::Number(count @ 1..=10_000) = count else {
        return None;
    };
    let count = *count as u64;
    match sides {
        Code::Number(sides @ 1..=10_000) => {
            let faces: Vec<i64> = (1..=*sides).collect();
            Some(Pool::new(count, Rc::new(Die::from_values(&faces))))
        }
        Code::Sequence(values) if !values.is_empty() => {
            Some(Pool::new(count, Rc::new(Die::from_values(values))))
        }
        Code::Dice(pool) => Some(Pool::new(pool.count.checked_mul(count)?, pool.die.clone())),
        _ => None,
    }
}

fn brackets(open: &mut Vec<String>) -> Option<String> {
    (!open.is_empty()).then(|| format!("[{}]", std::mem::take(open).join(", ")))
}
