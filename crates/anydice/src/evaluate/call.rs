//! Calls functions.

use std::ops::Range;
use std::rc::Rc;

use num_bigint::BigUint;

use super::Evaluator;
use crate::builtin::{self, Builtin};
use crate::die::{Die, Mixture};
use crate::pool::{Multisets, Pool};
use crate::problem::{Problem, Stopped};
use crate::syntax::{Expression, Function, ParameterType, Signature};
use crate::value::Value;

/// The most dice that can be passed as a sequence.
const MAX_DICE_IN_ORDER: u64 = 500;

/// A function that can be called.
#[derive(Clone)]
pub(crate) enum Callee {
    Builtin(Builtin, &'static [ParameterType]),
    Defined(Rc<Function>),
}

impl Callee {
    pub(crate) fn parameter(&self, index: usize) -> ParameterType {
        match self {
            Self::Builtin(_, parameters) => parameters[index],
            Self::Defined(function) => function.parameters[index].1,
        }
    }
}

impl Evaluator<'_> {
    /// Finds the function with these words. A definition replaces a built-in function.
    pub(crate) fn callee(&self, signature: Signature) -> Option<Callee> {
        if let Some(function) = self.functions.get(&signature) {
            return Some(Callee::Defined(function.clone()));
        }
        builtin::find(&self.names.functions[signature])
            .map(|(builtin, parameters)| Callee::Builtin(builtin, parameters))
    }

    pub(super) fn call(
        &mut self,
        signature: Signature,
        arguments: &[Expression],
        span: &Range<usize>,
    ) -> Result<Value, Stopped> {
        let Some(callee) = self.callee(signature) else {
            return Err(self.unknown_function(signature, span).into());
        };
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.value(argument)?;
            values.push(self.adapt(value, callee.parameter(index), &argument.span)?);
        }
        self.call_with_values(&callee, values, span)
    }

    /// Calls a function with arguments that have been adapted to its parameters.
    pub(crate) fn call_with_values(
        &mut self,
        callee: &Callee,
        mut values: Vec<Value>,
        span: &Range<usize>,
    ) -> Result<Value, Stopped> {
        if let Callee::Defined(_) = callee
            && self.depth >= self.settings.function_depth
        {
            self.limit_hit = true;
            return Ok(Value::empty_die());
        }
        let unrolled: Vec<(usize, Pool)> = values
            .iter()
            .enumerate()
            .filter_map(|(index, value)| match (callee.parameter(index), value) {
                (ParameterType::Number | ParameterType::Sequence, Value::Pool(pool)) => {
                    Some((index, pool.clone()))
                }
                _ => None,
            })
            .collect();
        if unrolled.is_empty() {
            return self.invoke(callee, &values, span);
        }
        if let Callee::Builtin(builtin, _) = callee
            && let Some(result) =
                builtin::call_with_dice(*builtin, &values, &mut self.context(span))?
        {
            return Ok(result);
        }
        check_dice(callee, &unrolled, span)?;
        let mut mixture = Mixture::new();
        self.for_each_roll(
            callee,
            &mut values,
            &unrolled,
            &BigUint::from(1_u32),
            &mut mixture,
            span,
        )?;
        Ok(Value::die(mixture.finish()))
    }

    /// Calls a function for each result of its dice.
    fn for_each_roll(
        &mut self,
        callee: &Callee,
        values: &mut Vec<Value>,
        unrolled: &[(usize, Pool)],
        ways: &BigUint,
        mixture: &mut Mixture,
        span: &Range<usize>,
    ) -> Result<(), Stopped> {
        let Some(((index, pool), rest)) = unrolled.split_first() else {
            let result = self.invoke(callee, values, span)?;
            return self.collect(&result, ways, mixture, span);
        };
        if callee.parameter(*index) == ParameterType::Number {
            for (value, weight) in pool.die.faces() {
                self.meter.spend_bits(ways.bits() + weight.bits())?;
                values[*index] = Value::Number(*value);
                self.for_each_roll(callee, values, rest, &(ways * weight), mixture, span)?;
            }
            return Ok(());
        }
        let mut multisets = Multisets::new(pool);
        while let Some((mut faces, weight)) = multisets.next() {
            self.meter
                .spend_bits(ways.bits() + weight.bits() + 64 * pool.count)?;
            if self.settings.lowest_first {
                faces.reverse();
            }
            values[*index] = Value::Sequence(faces.into());
            self.for_each_roll(callee, values, rest, &(ways * weight), mixture, span)?;
        }
        Ok(())
    }

    /// Adds the result of one call. The empty die is left out; a sequence counts as its sum.
    fn collect(
        &mut self,
        result: &Value,
        ways: &BigUint,
        mixture: &mut Mixture,
        span: &Range<usize>,
    ) -> Result<(), Stopped> {
        match result {
            Value::Number(number) => {
                mixture.add_value(*number, ways);
                Ok(())
            }
            Value::Sequence(values) => {
                let sum = self.context(span).sum(values)?;
                mixture.add_value(sum, ways);
                Ok(())
            }
            Value::Pool(pool) if pool.die.is_empty() => Ok(()),
            Value::Pool(pool) => {
                let die: Rc<Die> = pool.sum(span, &mut self.meter)?;
                mixture.add(&die, ways, span, &mut self.meter)
            }
        }
    }

    /// Turns an argument into the type of its parameter. Dice stay dice, but those for a number
    /// are added up.
    pub(crate) fn adapt(
        &mut self,
        value: Value,
        parameter: ParameterType,
        span: &Range<usize>,
    ) -> Result<Value, Stopped> {
        Ok(match (value, parameter) {
            (Value::Sequence(values), ParameterType::Number) => {
                Value::Number(self.context(span).sum(&values)?)
            }
            (Value::Pool(pool), ParameterType::Number) => {
                let sum = pool.sum(span, &mut self.meter)?;
                Value::Pool(Pool::new(1, sum))
            }
            (Value::Number(number), ParameterType::Sequence) => Value::Sequence(Rc::from([number])),
            (Value::Number(number), ParameterType::Die) => Value::die(Die::constant(number)),
            (Value::Sequence(values), ParameterType::Die) => Value::Pool(Pool::rolled(
                1,
                Rc::new(Die::from_values(&values)),
                span,
                &mut self.meter,
            )?),
            (value, _) => value,
        })
    }

    /// Calls a function once.
    fn invoke(
        &mut self,
        callee: &Callee,
        values: &[Value],
        span: &Range<usize>,
    ) -> Result<Value, Stopped> {
        self.meter.spend(5)?;
        let function = match callee {
            Callee::Builtin(builtin, _) => {
                let depth = self.settings.explode_depth;
                return builtin::call(*builtin, values, depth, &mut self.context(span));
            }
            Callee::Defined(function) => function.clone(),
        };
        let key = self.memory.key(
            &function,
            values,
            self.depth,
            &self.functions,
            &self.environment,
        );
        if let Some((result, limit_hit)) = self.memory.get(&key) {
            self.limit_hit |= limit_hit;
            return Ok(result);
        }
        let hit_before = std::mem::take(&mut self.limit_hit);
        self.environment.enter();
        for ((variable, _), value) in function.parameters.iter().zip(values) {
            self.environment.set(*variable, value.clone());
        }
        self.depth += 1;
        let result = self.statements(&function.body)?;
        self.depth -= 1;
        self.environment.leave();
        let result = result.unwrap_or_else(|| {
            self.warn_of_no_result(&function);
            Value::empty_die()
        });
        self.memory.insert(key, result.clone(), self.limit_hit);
        self.limit_hit |= hit_before;
        Ok(result)
    }

    fn warn_of_no_result(&mut self, function: &Function) {
        if self
            .warnings
            .iter()
            .any(|known| known.span == function.span)
        {
            return;
        }
        let problem = "this function can end without `result:`; such rolls are left out, and the others count for more, as in AnyDice";
        self.warnings.push(
            Problem::new(problem, function.span.clone())
                .with_help("end the function with a line such as `result: 0`"),
        );
    }
}

/// Checks that not too many dice are passed as a sequence.
fn check_dice(
    callee: &Callee,
    unrolled: &[(usize, Pool)],
    span: &Range<usize>,
) -> Result<(), Problem> {
    let too_many = unrolled.iter().any(|(index, pool)| {
        callee.parameter(*index) == ParameterType::Sequence && pool.count > MAX_DICE_IN_ORDER
    });
    if !too_many {
        return Ok(());
    }
    Err(Problem::new(
        format!("at most {MAX_DICE_IN_ORDER} dice can be passed to a function as a sequence"),
        span.clone(),
    )
    .with_help("roll fewer dice"))
}
