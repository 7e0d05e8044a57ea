//! Records.

use super::Translator;
use crate::registers::instruction::{GeneralRecord, Instruction};
use crate::registers::kind::Form;
use crate::value::Datum;

impl Translator<'_, '_> {
    pub(super) fn record(&mut self, metric: usize, has_step: bool) {
        let layout = &self.program().record_layout.metrics[metric];
        let code = &self.program().code.metrics[metric];
        let is_plain = !has_step && layout.steps.is_none() && !layout.repeats_last_value();
        let value = self.stack[self.stack.len() - 1 - usize::from(has_step)].clone();
        match (&code.outcomes, value.known_value()) {
            (None, _) if is_plain && value.is_whole() => {
                let (value, depth) = self.pop();
                let from = self.integer(&value, depth, Form::Whole);
                let metric = metric as u16;
                self.push(Instruction::Record { metric, from });
                return;
            }
            (Some(outcomes), Some(Datum::Text(text))) if is_plain => {
                if let Some(outcome) = outcomes.iter().position(|&outcome| outcome == text) {
                    self.pop();
                    let (metric, outcome) = (metric as u16, outcome as u16);
                    self.push(Instruction::RecordOutcome { metric, outcome });
                    return;
                }
            }
            (Some(_), None) if is_plain && value.form == Some(Form::Text) => {
                let (value, depth) = self.pop();
                let from = self.integer(&value, depth, Form::Text);
                let metric = metric as u16;
                self.push(Instruction::RecordText { metric, from });
                return;
            }
            _ => (),
        }
        let mut sources = self.take_sources(1 + usize::from(has_step));
        let step = if has_step { sources.pop() } else { None };
        let Some(value) = sources.pop() else {
            return;
        };
        self.code.records.push(GeneralRecord {
            metric,
            value,
            step,
        });
        let index = (self.code.records.len() - 1) as u16;
        self.push(Instruction::RecordAt { index });
    }
}
