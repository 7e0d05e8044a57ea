//! Records.

use super::{Place, Translator};
use crate::registers::general::step_of;
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
        if has_step && self.record_step(metric) {
            return;
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

    /// Records an integer at a step, if both are plain. Returns whether they are.
    fn record_step(&mut self, metric: usize) -> bool {
        let program = self.program();
        let layout = &program.record_layout.metrics[metric];
        let wanted = match &program.code.metrics[metric].outcomes {
            Some(_) => Form::Text,
            None => Form::Whole,
        };
        let [value, step] = &self.stack[self.stack.len() - 2..] else {
            return false;
        };
        let fits = match value.form {
            Some(Form::Truth) => wanted == Form::Whole,
            form => form == Some(wanted),
        };
        if !fits || layout.steps.is_none() || layout.repeats_last_value() {
            return false;
        }
        let entry = match &step.place {
            Place::Value(entry) => step_of(program, self.tables.name_field, metric, entry),
            _ => None,
        };
        let known = match step.form {
            Some(Form::Whole) => step.number().and_then(|step| u16::try_from(step).ok()),
            _ => entry.and_then(|step| u16::try_from(step).ok()),
        };
        let is_unknown_entry = matches!(step.place, Place::Stack | Place::Slot(_));
        if known.is_none()
            && step.form != Some(Form::Whole)
            && !(step.form.is_none() && is_unknown_entry)
        {
            return false;
        }
        let (step, step_depth) = self.pop();
        let (value, value_depth) = self.pop();
        let from = self.integer(&value, value_depth, wanted);
        let metric = metric as u16;
        let instruction = match known {
            Some(step) => Instruction::RecordStep { metric, from, step },
            None => {
                let step = match step.form {
                    Some(_) => self.integer(&step, step_depth, Form::Whole),
                    None => {
                        let entry = self.boxed(&step, step_depth);
                        let to = self.register_at(step_depth);
                        self.push(Instruction::StepOf { to, entry, metric });
                        to
                    }
                };
                Instruction::RecordAtStep { metric, from, step }
            }
        };
        self.push(instruction);
        true
    }
}
