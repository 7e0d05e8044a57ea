//! The output of a trial: records, accumulators, notes.

use super::base::MachineStep;
use crate::grammar::tree::Binary;
use crate::machine::fault::Faulty;
use crate::value::{Datum, binary};

impl MachineStep<'_> {
    #[inline]
    pub(super) fn grow(&mut self, slot: u16, negative: bool) -> Faulty {
        let Some(number) = self.pop_whole() else {
            let value = self.pop();
            return self.slow_grow(slot, negative, &value);
        };
        if let Datum::Whole(total) = self.slot(slot) {
            let grown = if negative {
                total.checked_sub(number)
            } else {
                total.checked_add(number)
            };
            if let Some(grown) = grown {
                *total = grown;
                return Ok(());
            }
        }
        self.slow_grow(slot, negative, &Datum::Whole(number))
    }

    #[cold]
    fn slow_grow(&mut self, slot: u16, negative: bool, value: &Datum) -> Faulty {
        let operator = if negative {
            Binary::Subtract
        } else {
            Binary::Add
        };
        let before = self.slot(slot).clone();
        if before == Datum::Nothing {
            return self.fail_no_value(slot);
        }
        self.slow_binary(operator, &before, value)?;
        self.store(slot);
        Ok(())
    }

    /// Begins an accumulator. If its growth is observed as it happens, its slot stays empty.
    pub(super) fn begin_total(&mut self, slot: u16, metric: u16) -> Faulty {
        if !self.flags.sums_totals {
            self.store(slot);
            return Ok(());
        }
        let value = self.pop();
        self.add_to_total(metric, &value)
    }

    pub(super) fn grow_total(&mut self, slot: u16, metric: u16, negative: bool) -> Faulty {
        if !self.flags.sums_totals {
            return self.grow(slot, negative);
        }
        let mut value = self.pop();
        if negative {
            value = self.check(binary(Binary::Subtract, &Datum::Whole(0), &value))?;
        }
        self.add_to_total(metric, &value)
    }

    fn add_to_total(&mut self, metric: u16, value: &Datum) -> Faulty {
        self.machine.add_to_total(
            self.program,
            metric.into(),
            value,
            &mut self.log.observations,
        )
    }

    pub(super) fn load_total(&mut self, slot: u16) -> Faulty {
        if !self.flags.sums_totals {
            return self.load(slot);
        }
        self.push(Datum::Nothing);
        Ok(())
    }

    pub(super) fn record_total(&mut self, metric: usize) -> Faulty {
        if !self.flags.sums_totals {
            return self.record(metric, false);
        }
        drop(self.pop());
        self.machine.mark(self.program, metric, 0)
    }

    pub(super) fn record(&mut self, metric: usize, stepped: bool) -> Faulty {
        let step = if stepped { Some(self.pop()) } else { None };
        let value = self.pop();
        let out = &mut self.log.observations;
        self.machine
            .record(self.program, self.flags, metric, &value, step.as_ref(), out)
    }

    pub(super) fn skip_note(&mut self, to: u32) {
        if !self.flags.shows_notes {
            self.machine.frame.next_op = to;
        }
    }

    pub(super) fn note(&mut self, values: usize) {
        let values = self.machine.take_arguments(values);
        let words = values.iter().map(|value| match value {
            Datum::Text(id) => self.program.texts[*id as usize].clone(),
            other => self.program.value_text(other),
        });
        let span = self.machine.span(self.program);
        self.log
            .notes
            .push((span, words.collect::<Vec<_>>().join(" ")));
    }
}
