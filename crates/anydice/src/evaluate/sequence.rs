//! Computes sequences.

use std::ops::Range;

use super::Evaluator;
use crate::meter::MAX_VALUES;
use crate::problem::{Problem, Stopped};
use crate::syntax::{Expression, Item};
use crate::value::Value;

impl Evaluator<'_> {
    pub(super) fn sequence(
        &mut self,
        items: &[Item],
        span: &Range<usize>,
    ) -> Result<Value, Stopped> {
        let mut values = Vec::new();
        for item in items {
            let start = values.len();
            self.item(item, &mut values, span)?;
            let Some(repeat) = &item.repeat else {
                continue;
            };
            let times = self.whole_number(repeat, "The number after `:`")?;
            let length = values.len() - start;
            let times = usize::try_from(times).unwrap_or(0);
            check_length(length.saturating_mul(times).saturating_add(start), span)?;
            if times == 0 {
                values.truncate(start);
            }
            for _ in 1..times {
                values.extend_from_within(start..start + length);
            }
        }
        check_length(values.len(), span)?;
        self.meter.spend(values.len() as u64)?;
        Ok(Value::Sequence(values.into()))
    }

    fn item(
        &mut self,
        item: &Item,
        values: &mut Vec<i64>,
        span: &Range<usize>,
    ) -> Result<(), Stopped> {
        let Some(last) = &item.last else {
            match self.value(&item.first)? {
                Value::Number(number) => values.push(number),
                Value::Sequence(inner) => values.extend(inner.iter()),
                Value::Pool(pool) if pool.die.is_empty() => {}
                Value::Pool(pool) => {
                    let die = pool.sum(&item.first.span, &mut self.meter)?;
                    values.extend(die.faces().iter().map(|(value, _)| *value));
                }
            }
            return check_length(values.len(), span).map_err(Stopped::from);
        };
        let first = self.whole_number(&item.first, "The start of a range")?;
        let last = self.whole_number(last, "The end of a range")?;
        let length = i128::from(last) - i128::from(first) + 1;
        let length = usize::try_from(length.max(0)).unwrap_or(usize::MAX);
        check_length(length.saturating_add(values.len()), span)?;
        values.extend(first..=last);
        Ok(())
    }

    fn whole_number(&mut self, expression: &Expression, what: &str) -> Result<i64, Stopped> {
        match self.value(expression)? {
            Value::Number(number) => Ok(number),
            other => Err(Problem::new(
                format!("{what} is a number, not {}", other.type_name()),
                expression.span.clone(),
            )
            .with_help("write a number or a variable that holds one")
            .into()),
        }
    }
}

fn check_length(length: usize, span: &Range<usize>) -> Result<(), Problem> {
    if length <= MAX_VALUES {
        return Ok(());
    }
    Err(Problem::new(
        format!("a sequence may have at most {MAX_VALUES} values"),
        span.clone(),
    )
    .with_help("make the sequence shorter"))
}
