//! The records of a trial.
//!
//! If the settings ask for it, each metric has a bit for each of its steps. Exploration leaves this
//! to the engine, since the bits do not affect what follows. A metric that repeats its last value
//! stores its last recorded step and the value.

use oddsmith_engine::explore::Observation;

use super::fault::{Fault, Faulty};
use super::program::{MachineFlags, Program};
use super::record_layout::WORD_BITS;
use super::state::Machine;
use crate::code::MetricCode;
use crate::declare::Otherwise;
use crate::value::{Datum, too_large};

/// The limit of recorded values. It keeps the difference of two values within the range of a
/// number.
const MAX_RECORDED: u64 = 1 << 62;

impl Machine {
    /// Records a value.
    pub(crate) fn record(
        &mut self,
        program: &Program,
        flags: MachineFlags,
        metric: usize,
        value: &Datum,
        step: Option<&Datum>,
        out: &mut Vec<Observation>,
    ) -> Faulty {
        let value = self.metric_value(program, metric, value)?;
        let step = step.map_or(Ok(0), |step| self.step_number(program, metric, step))?;
        if flags.marks_records {
            self.mark(program, metric, step)?;
        }
        self.carry_forward(program, metric, step, value, out)?;
        out.push(Observation {
            metric,
            step,
            value,
        });
        Ok(())
    }

    /// Adds to an accumulator. All growth between two questions is one observation.
    pub(super) fn add_to_total(
        &self,
        program: &Program,
        metric: usize,
        value: &Datum,
        out: &mut Vec<Observation>,
    ) -> Faulty {
        let value = self.metric_value(program, metric, value)?;
        let Some(seen) = out.iter_mut().find(|seen| seen.metric == metric) else {
            out.push(Observation {
                metric,
                step: 0,
                value,
            });
            return Ok(());
        };
        let (problem, help) = too_large();
        seen.value = seen
            .value
            .checked_add(value)
            .ok_or_else(|| self.fault(program, problem, help))?;
        Ok(())
    }

    fn metric_value(&self, program: &Program, metric: usize, value: &Datum) -> Faulty<i64> {
        let code = &program.code.metrics[metric];
        let found = match (&code.outcomes, value) {
            (Some(outcomes), Datum::Text(text)) => outcomes
                .iter()
                .position(|outcome| outcome == text)
                .map(|code| code as i64),
            (Some(_), _) => None,
            (None, _) if code.is_flag => value.as_whole().filter(|number| (0..=1).contains(number)),
            (None, _) => value.as_whole(),
        };
        let found = found.ok_or_else(|| self.unrecordable_value(program, code, value))?;
        if found.unsigned_abs() >= MAX_RECORDED {
            let problem = format!(
                "`{}` cannot record {}",
                code.name,
                value.show(&program.texts)
            );
            return Err(self.fault(program, problem, "use numbers up to four quintillion"));
        }
        Ok(found)
    }

    fn unrecordable_value(
        &self,
        program: &Program,
        metric: &MetricCode,
        value: &Datum,
    ) -> Box<Fault> {
        let problem = format!(
            "`{}` cannot record {}",
            metric.name,
            value.show(&program.texts)
        );
        let help = match &metric.outcomes {
            Some(outcomes) => {
                let names: Vec<&str> = outcomes.iter().map(|&text| program.texts[text as usize].as_str()).collect();
                format!("its outcomes are \"{}\"", names.join("\", \""))
            }
            None if metric.is_flag => "record true or false".to_owned(),
            None if value.as_ratio().is_some_and(|ratio| ratio.denominator() == 1) => {
                "a metric records whole numbers, and a division made this a fraction: write // instead of /".to_owned()
            }
            None => "a metric records whole numbers: x // 1 rounds down, round_up(x, 1) rounds up".to_owned(),
        };
        self.fault(program, problem, &help)
    }

    /// Returns the step, counted from 1, from its number or its name.
    fn step_number(&self, program: &Program, metric: usize, step: &Datum) -> Faulty<u32> {
        let layout = &program.record_layout.metrics[metric];
        let steps = layout.steps.unwrap_or(0);
        let name = program.code.fields.iter().position(|field| field == "name");
        let step = match step {
            // The name of a step can be given as an entry.
            Datum::Entry(fields) => name.and_then(|name| fields.get(name)).unwrap_or(step),
            _ => step,
        };
        let found = match step {
            Datum::Text(text) => layout
                .step_names
                .iter()
                .position(|name| name == text)
                .map(|i| i as u32 + 1),
            _ => step
                .as_whole()
                .and_then(|step| u32::try_from(step).ok())
                .filter(|step| (1..=steps).contains(step)),
        };
        found.ok_or_else(|| {
            let problem = format!("`{}` has no step {}", program.code.metrics[metric].name, step.show(&program.texts));
            let help = format!(
                "its steps are 1 to {steps}. range counts from 0: use upto, or add 1 to the step that you record"
            );
            self.fault(program, problem, &help)
        })
    }

    pub(super) fn mark(&mut self, program: &Program, metric: usize, step: u32) -> Faulty {
        if self.is_marked(program, metric, step) {
            let MetricCode {
                name,
                is_optional: optional,
                ..
            } = &program.code.metrics[metric];
            let problem = format!("`{name}` is recorded twice{}", step_suffix(step));
            let help = if *optional {
                // Recording the value at the end would also record something in trials where the
                // event never happens.
                "record it only the first time: set a name when you record it, and check that name"
            } else {
                "record it once, at the end: keep the value in a name until it is final"
            };
            return Err(self.fault(program, problem, help));
        }
        let bit = program.record_layout.bit(metric, step);
        if let Datum::Whole(word) = &mut self.stack[bit / WORD_BITS] {
            *word |= 1i64 << (bit % WORD_BITS);
        }
        Ok(())
    }

    fn is_marked(&self, program: &Program, metric: usize, step: u32) -> bool {
        let bit = program.record_layout.bit(metric, step);
        matches!(&self.stack[bit / WORD_BITS], Datum::Whole(word) if *word >> (bit % WORD_BITS) & 1 == 1)
    }

    /// Repeats the last value of a metric at every step since it was recorded.
    fn carry_forward(
        &mut self,
        program: &Program,
        metric: usize,
        step: u32,
        value: i64,
        out: &mut Vec<Observation>,
    ) -> Faulty {
        let Some(slot) = program.record_layout.metrics[metric].last_step_slot else {
            return Ok(());
        };
        let last = self.last_step(slot);
        if step < last {
            let name = &program.code.metrics[metric].name;
            let problem = format!("step {step} of `{name}` is recorded after step {last}");
            let help = "with otherwise = \"before\", record the steps in order";
            return Err(self.fault(program, problem, help));
        }
        self.repeat_last_value(metric, slot, step, out);
        self.stack[slot] = Datum::Whole(step.into());
        self.stack[slot + 1] = Datum::Whole(value);
        Ok(())
    }

    /// Returns the last recorded step of a metric that repeats its last value; 0 before the first.
    fn last_step(&self, slot: usize) -> u32 {
        self.stack[slot].as_whole().unwrap_or(0) as u32
    }

    /// Repeats the last value at the steps between the last recorded one and `before`.
    fn repeat_last_value(
        &self,
        metric: usize,
        slot: usize,
        before: u32,
        out: &mut Vec<Observation>,
    ) {
        let (last, value) = (
            self.last_step(slot),
            self.stack[slot + 1].as_whole().unwrap_or(0),
        );
        if last > 0 {
            out.extend((last + 1..before).map(|step| Observation {
                metric,
                step,
                value,
            }));
        }
    }

    /// Ends a trial: fills in the values of metrics that were not recorded.
    pub(crate) fn finish(
        &self,
        program: &Program,
        flags: MachineFlags,
        out: &mut Vec<Observation>,
    ) -> Faulty {
        for metric in 0..program.code.metrics.len() {
            self.finish_metric(program, flags, metric, out)?;
        }
        Ok(())
    }

    fn finish_metric(
        &self,
        program: &Program,
        flags: MachineFlags,
        metric: usize,
        out: &mut Vec<Observation>,
    ) -> Faulty {
        let layout = &program.record_layout.metrics[metric];
        if let (Some(slot), Some(steps)) = (layout.last_step_slot, layout.steps) {
            self.repeat_last_value(metric, slot, steps + 1, out);
        }
        let is_summed = flags.sums_totals && program.code.metrics[metric].is_total;
        if !flags.marks_records && !is_summed {
            return Ok(());
        }
        let last = layout.last_step_slot.map_or(0, |slot| self.last_step(slot));
        for step in layout.steps.map_or(0..=0, |steps| 1..=steps) {
            if !self.is_marked(program, metric, step) && (last == 0 || step < last) {
                self.fill_unrecorded(program, metric, step, out)?;
            }
        }
        Ok(())
    }

    /// Fills in the value of a step for which nothing was recorded. A metric that repeats its last
    /// value has already been filled.
    fn fill_unrecorded(
        &self,
        program: &Program,
        metric: usize,
        step: u32,
        out: &mut Vec<Observation>,
    ) -> Faulty {
        let code = &program.code.metrics[metric];
        match code.otherwise {
            Some(Otherwise::Value(value)) => out.push(Observation {
                metric,
                step,
                value,
            }),
            Some(Otherwise::Before)
                if (1..step).any(|earlier| self.is_marked(program, metric, earlier)) => {}
            _ if code.is_optional => (),
            _ => return Err(self.missing_record(program, code, step)),
        }
        Ok(())
    }

    fn missing_record(&self, program: &Program, code: &MetricCode, step: u32) -> Box<Fault> {
        let problem = format!(
            "the trial ends without a record of `{}`{}",
            code.name,
            step_suffix(step)
        );
        let help = match code.otherwise {
            Some(Otherwise::Before) => {
                "record the first step, or allow missing values: absent = \"none\""
            }
            _ => {
                "record it on every path, or add otherwise = 0 or absent = \"none\" to its declaration"
            }
        };
        Box::new(Fault {
            span: code.span,
            ..*self.fault(program, problem, help)
        })
    }
}

fn step_suffix(step: u32) -> String {
    if step > 0 {
        format!(" at step {step}")
    } else {
        String::new()
    }
}
