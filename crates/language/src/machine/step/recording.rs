//! What a trial says: records, running totals, notes.

use super::{Done, Step};
use crate::grammar::tree::Binary;
use crate::machine::value::{self, Value};

impl Step<'_> {
    #[inline]
    pub(super) fn grow(&mut self, slot: u16, negative: bool) -> Done {
        let value = self.pop();
        let grown = match (&*self.slot(slot), &value) {
            (Value::Whole(a), Value::Whole(b)) if negative => a.checked_sub(*b).map(Value::Whole),
            (Value::Whole(a), Value::Whole(b)) => a.checked_add(*b).map(Value::Whole),
            (Value::Nothing, _) => return self.no_value(slot),
            _ => None,
        };
        match grown {
            Some(grown) => *self.slot(slot) = grown,
            None => {
                let operator = if negative { Binary::Subtract } else { Binary::Add };
                let before = self.slot(slot).clone();
                self.slow_binary(operator, &before, &value)?;
                self.store(slot);
            }
        }
        Ok(())
    }

    /// A total begins: where it is told as it grows, it holds nothing itself.
    pub(super) fn begin_total(&mut self, slot: u16, metric: u16) -> Done {
        if !self.manner.sums {
            self.store(slot);
            return Ok(());
        }
        let value = self.pop();
        self.add_to_total(metric, &value)
    }

    pub(super) fn grow_total(&mut self, slot: u16, metric: u16, negative: bool) -> Done {
        if !self.manner.sums {
            return self.grow(slot, negative);
        }
        let value = self.pop();
        match negative {
            false => self.add_to_total(metric, &value),
            true => {
                let negated = self.check(value::binary(Binary::Subtract, &Value::Whole(0), &value))?;
                self.add_to_total(metric, &negated)
            }
        }
    }

    fn add_to_total(&mut self, metric: u16, value: &Value) -> Done {
        let result = self.program.add_to_total(metric.into(), value, &mut self.said.observations);
        result.map_err(|(problem, help)| self.machine.fault(self.program, problem, &help))
    }

    pub(super) fn load_total(&mut self, slot: u16) -> Done {
        match self.manner.sums {
            true => self.push(Value::Nothing),
            false => return self.load(slot),
        }
        Ok(())
    }

    pub(super) fn record_total(&mut self, metric: usize) -> Done {
        if !self.manner.sums {
            return self.record(metric, false);
        }
        drop(self.pop());
        let result = self.program.mark(self.machine, metric, 0);
        result.map_err(|(problem, help)| self.machine.fault(self.program, problem, &help))
    }

    pub(super) fn record(&mut self, metric: usize, stepped: bool) -> Done {
        let step = if stepped { Some(self.pop()) } else { None };
        let value = self.pop();
        let out = &mut self.said.observations;
        let result = self.program.record(self.manner, self.machine, metric, &value, step.as_ref(), out);
        result.map_err(|(problem, help)| self.machine.fault(self.program, problem, &help))
    }

    pub(super) fn skip_note(&mut self, to: u32) {
        if !self.manner.tells {
            self.machine.frame.at = to;
        }
    }

    pub(super) fn note(&mut self, values: usize) {
        let values = self.machine.take(values);
        let texts = &self.program.texts;
        let words = values.iter().map(|value| match value {
            Value::Text(id) => texts[*id as usize].clone(),
            other => other.show(texts),
        });
        let span = self.machine.span(self.program);
        self.said.notes.push((span, words.collect::<Vec<_>>().join(" ")));
    }
}
