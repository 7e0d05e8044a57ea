//! What a trial has recorded so far: kept at the bottom of the machine's stack, so that it is part of its state.
//!
//! Each metric has a bit for each of its steps, where the manner is to remember them: a trial that is explored leaves that to
//! the engine, since what was recorded bears on nothing that comes. A metric that goes on with the value of the step before
//! has the last step recorded and its value.

use std::ops::Range;

use oddsmith_engine::explore::Observation;

use super::value::{self, Value};
use super::{Fault, Machine, Manner, Program};
use crate::code::{Code, MetricCode};
use crate::declare::Otherwise;

/// Where each metric keeps what it has recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) metrics: Vec<MetricPlace>,
    /// Words of bits, which stand first.
    words: usize,
    slots: usize,
}

/// Where one metric does.
#[derive(Clone, Debug)]
pub(crate) struct MetricPlace {
    /// How many steps it has; `None` for a value of the whole trial.
    pub(crate) steps: Option<u32>,
    /// The texts that name its steps.
    pub(crate) names: Vec<u32>,
    first_bit: usize,
    /// For a metric that goes on: the slot of its last step, and in the next one that of its value.
    last: Option<usize>,
}

const BITS: usize = 64;

/// Lays out the records of metrics with these steps and names of steps.
pub(crate) fn places(code: &Code, steps: Vec<(Option<u32>, Vec<u32>)>) -> Places {
    let mut bits = 0;
    let mut metrics = Vec::new();
    for (steps, names) in steps {
        metrics.push(MetricPlace { steps, names, first_bit: bits, last: None });
        bits += steps.unwrap_or(1) as usize;
    }
    let words = bits.div_ceil(BITS);
    let mut slots = words;
    let before = |metric: &MetricCode| metric.otherwise == Some(Otherwise::Before);
    for (place, _) in metrics.iter_mut().zip(&code.metrics).filter(|(_, metric)| before(metric)) {
        place.last = Some(slots);
        slots += 2;
    }
    Places { metrics, words, slots }
}

impl Places {
    /// Where on the stack stands what bears on what comes: what metrics go on from.
    pub(crate) fn bearing(&self) -> Range<usize> {
        self.words..self.slots
    }

    /// Nothing recorded yet.
    pub(crate) fn start(&self) -> Vec<Value> {
        vec![Value::Whole(0); self.slots]
    }
}

type Recorded = Result<(), (String, String)>;

fn too_large() -> (String, String) {
    let (problem, help) = value::too_large();
    (problem, help.to_owned())
}

impl Program {
    /// Records a value.
    pub(crate) fn record(
        &self,
        manner: Manner,
        machine: &mut Machine,
        metric: usize,
        value: &Value,
        step: Option<&Value>,
        out: &mut Vec<Observation>,
    ) -> Recorded {
        let value = self.coded(metric, value)?;
        let step = step.map_or(Ok(0), |step| self.step(metric, step))?;
        if manner.marks {
            self.mark(machine, metric, step)?;
        }
        self.fill(machine, metric, step, value, out)?;
        out.push(Observation { metric, step, value });
        Ok(())
    }

    /// A running total grows; what is added to one between two questions is told once.
    pub(crate) fn add_to_total(&self, metric: usize, value: &Value, out: &mut Vec<Observation>) -> Recorded {
        let value = self.coded(metric, value)?;
        match out.iter_mut().find(|seen| seen.metric == metric) {
            Some(seen) => seen.value = seen.value.checked_add(value).ok_or_else(too_large)?,
            None => out.push(Observation { metric, step: 0, value }),
        }
        Ok(())
    }

    fn coded(&self, metric: usize, value: &Value) -> Result<i64, (String, String)> {
        let code = &self.code.metrics[metric];
        let found = match (&code.outcomes, value) {
            (Some(outcomes), Value::Text(text)) => {
                outcomes.iter().position(|outcome| outcome == text).map(|code| code as i64)
            }
            (Some(_), _) => None,
            (None, _) if code.is_flag => value.as_whole().filter(|number| (0..=1).contains(number)),
            (None, _) => value.as_whole(),
        };
        found.ok_or_else(|| self.not_coded(code, value))
    }

    fn not_coded(&self, metric: &MetricCode, value: &Value) -> (String, String) {
        let problem = format!("`{}` cannot record {}", metric.name, value.show(&self.texts));
        let help = match &metric.outcomes {
            Some(outcomes) => {
                let names: Vec<&str> = outcomes.iter().map(|&text| self.texts[text as usize].as_str()).collect();
                format!("its outcomes are \"{}\"", names.join("\", \""))
            }
            None if metric.is_flag => "record true or false".to_owned(),
            None => "only whole numbers are recorded: x // 1 rounds down, round_up(x, 1) up".to_owned(),
        };
        (problem, help)
    }

    /// The step, counted from 1, by its number or by its name.
    fn step(&self, metric: usize, step: &Value) -> Result<u32, (String, String)> {
        let place = &self.places.metrics[metric];
        let steps = place.steps.unwrap_or(0);
        let found = match step {
            Value::Text(text) => place.names.iter().position(|name| name == text).map(|i| i as u32 + 1),
            _ => step.as_whole().and_then(|step| u32::try_from(step).ok()).filter(|step| (1..=steps).contains(step)),
        };
        found.ok_or_else(|| {
            let problem = format!("`{}` has no step {}", self.code.metrics[metric].name, step.show(&self.texts));
            (
                problem,
                format!("its steps are 1 to {steps}: a loop over upto({steps}) counts so; in a loop over range, add 1"),
            )
        })
    }

    pub(super) fn mark(&self, machine: &mut Machine, metric: usize, step: u32) -> Recorded {
        let bit = self.bit(metric, step);
        let Value::Whole(word) = &mut machine.stack[bit / BITS] else { return Ok(()) };
        if *word >> (bit % BITS) & 1 == 1 {
            let name = &self.code.metrics[metric].name;
            let step = if step > 0 { format!(" at step {step}") } else { String::new() };
            let help = "each value is recorded once: count or keep it in a name, and record it where it is final";
            return Err((format!("`{name}` is recorded twice{step}"), help.to_owned()));
        }
        *word |= 1i64 << (bit % BITS);
        Ok(())
    }

    fn bit(&self, metric: usize, step: u32) -> usize {
        self.places.metrics[metric].first_bit + step.saturating_sub(1) as usize
    }

    fn is_marked(&self, machine: &Machine, metric: usize, step: u32) -> bool {
        let bit = self.bit(metric, step);
        matches!(&machine.stack[bit / BITS], Value::Whole(word) if *word >> (bit % BITS) & 1 == 1)
    }

    /// A metric that goes on has the last value at every step since.
    fn fill(
        &self,
        machine: &mut Machine,
        metric: usize,
        step: u32,
        value: i64,
        out: &mut Vec<Observation>,
    ) -> Recorded {
        let Some(slot) = self.places.metrics[metric].last else { return Ok(()) };
        let last = machine.stack[slot].as_whole().unwrap_or(0) as u32;
        if step < last {
            let problem = format!("step {step} of `{}` is recorded after step {last}", self.code.metrics[metric].name);
            return Err((
                problem,
                "where each step goes on from the one before, steps are recorded in order".to_owned(),
            ));
        }
        self.go_on(machine, metric, slot, step, out);
        machine.stack[slot] = Value::Whole(step.into());
        machine.stack[slot + 1] = Value::Whole(value);
        Ok(())
    }

    /// The steps after the last recorded one and before this.
    fn go_on(&self, machine: &Machine, metric: usize, slot: usize, before: u32, out: &mut Vec<Observation>) {
        let (last, value) = (machine.stack[slot].as_whole().unwrap_or(0) as u32, machine.stack[slot + 1].as_whole());
        if last > 0 {
            let value = value.unwrap_or(0);
            out.extend((last + 1..before).map(|step| Observation { metric, step, value }));
        }
    }

    /// At the end of a trial: what stands for what was not recorded.
    pub(crate) fn finish(
        &self,
        manner: Manner,
        machine: &Machine,
        out: &mut Vec<Observation>,
    ) -> Result<(), Box<Fault>> {
        for metric in 0..self.code.metrics.len() {
            self.finish_metric(manner, machine, metric, out)?;
        }
        Ok(())
    }

    fn finish_metric(
        &self,
        manner: Manner,
        machine: &Machine,
        metric: usize,
        out: &mut Vec<Observation>,
    ) -> Result<(), Box<Fault>> {
        let place = &self.places.metrics[metric];
        if let (Some(slot), Some(steps)) = (place.last, place.steps) {
            self.go_on(machine, metric, slot, steps + 1, out);
        }
        let is_summed = manner.sums && self.code.metrics[metric].is_total;
        if !manner.marks && !is_summed {
            return Ok(());
        }
        let last = place.last.map_or(0, |slot| machine.stack[slot].as_whole().unwrap_or(0) as u32);
        for step in place.steps.map_or(0..=0, |steps| 1..=steps) {
            if !self.is_marked(machine, metric, step) && (last == 0 || step < last) {
                self.unrecorded(machine, metric, step, last, out)?;
            }
        }
        Ok(())
    }

    /// What a step was that nothing was recorded for; where another goes on from it, it has been filled.
    fn unrecorded(
        &self,
        machine: &Machine,
        metric: usize,
        step: u32,
        last: u32,
        out: &mut Vec<Observation>,
    ) -> Result<(), Box<Fault>> {
        let code = &self.code.metrics[metric];
        match code.otherwise {
            Some(Otherwise::Value(value)) => out.push(Observation { metric, step, value }),
            Some(Otherwise::Before) if (1..step).any(|earlier| self.is_marked(machine, metric, earlier)) => (),
            _ if code.optional => (),
            _ => return Err(self.missing(machine, metric, step, last)),
        }
        Ok(())
    }

    fn missing(&self, machine: &Machine, metric: usize, step: u32, last: u32) -> Box<Fault> {
        let code = &self.code.metrics[metric];
        let step = if step > 0 { format!(" at step {step}") } else { String::new() };
        let problem = format!("this trial ends, and `{}` was not recorded{step}", code.name);
        let help = match (last, code.otherwise) {
            (_, Some(Otherwise::Before)) => {
                "record its first step, or say how a table names its absence: absent = \"none\""
            }
            _ => {
                "record it on every way to the end, or say where it is declared what stands for it: otherwise = 0, or absent = \"none\""
            }
        };
        let mut fault = machine.fault(self, problem, help);
        fault.span = code.span;
        fault
    }
}
