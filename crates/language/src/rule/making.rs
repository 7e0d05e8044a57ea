//! A rule in the making: parameters set, constants worked out, metrics laid out.

use std::sync::Arc;

use oddsmith_engine::chance::DiceText;

use super::{MetricDescription, RuleFile, SettingError};
use crate::compile::add_dice;
use crate::declare::{Parameter, ParameterType, Setting, fits};
use crate::machine::value::Value;
use crate::machine::{Machine, Manner, Pause, Program, Said, SetDice, places};

/// A rule in the making.
pub(super) struct Making<'f> {
    pub(super) file: &'f RuleFile,
    pub(super) program: Program,
}

impl Making<'_> {
    pub(super) fn parameter(&mut self, parameter: &Parameter, setting: &Setting) -> Result<(), SettingError> {
        if let Err((problem, help)) = fits(&parameter.kind, setting) {
            return Err(SettingError::Wrong { parameter: parameter.name.clone(), problem, help });
        }
        let value = self.value(&parameter.kind, setting);
        self.program.shared.push(value);
        Ok(())
    }

    pub(super) fn value(&mut self, kind: &ParameterType, setting: &Setting) -> Value {
        match (kind, setting) {
            (_, Setting::Whole(number)) => Value::Whole(*number),
            (_, Setting::YesNo(truth)) => Value::Truth(*truth),
            (_, Setting::Decimal(ratio)) => Value::decimal(*ratio),
            (ParameterType::Dice, Setting::Text(text)) => self.dice(text),
            (_, Setting::Text(text)) => self.text(text),
            (ParameterType::Entries { fields, .. }, Setting::Entries(entries)) => {
                Value::list(entries.iter().map(|entry| self.entry(fields, entry)).collect())
            }
            (_, Setting::Entries(_)) => Value::Nothing,
        }
    }

    pub(super) fn text(&mut self, text: &str) -> Value {
        let texts = &mut self.program.texts;
        let known = texts.iter().position(|known| known == text).unwrap_or_else(|| {
            texts.push(text.to_owned());
            texts.len() - 1
        });
        Value::Text(known as u32)
    }

    pub(super) fn dice(&mut self, text: &str) -> Value {
        let template = DiceText::read(text).unwrap_or_default();
        let dice = match template.explodes() {
            true => {
                let code = Arc::make_mut(&mut self.program.code);
                SetDice::Exploding(add_dice(&self.file.declarations, code, template))
            }
            false => SetDice::Plain(template),
        };
        self.program.dice.push(dice);
        Value::Dice(self.program.dice.len() as u32 - 1)
    }

    /// An entry has a place for each field name of the whole file; `name` is its own unless a field is called so.
    pub(super) fn entry(&mut self, fields: &[Parameter], entry: &crate::declare::Entry) -> Value {
        let names = self.file.code.fields.clone();
        let values = names.iter().map(|name| match fields.iter().position(|field| field.name == *name) {
            Some(i) => self.value(&fields[i].kind, &entry.fields[i]),
            None if name == "name" => self.text(&entry.name),
            None => Value::Nothing,
        });
        Value::Entry(values.collect::<Vec<_>>().into())
    }

    pub(super) fn constants(&mut self) -> Result<(), SettingError> {
        for (function, names) in self.file.code.shared.clone() {
            let value = self.evaluate(function)?;
            match (names, value) {
                (1, value) => self.program.shared.push(value),
                (_, Value::List(values)) if values.len() == names => self.program.shared.extend(values.iter().cloned()),
                (_, value) => return Err(self.unpacked(function, names, &value)),
            }
        }
        Ok(())
    }

    pub(super) fn unpacked(&self, function: usize, names: usize, value: &Value) -> SettingError {
        let problem = format!("{names} names for {}", value.show(&self.program.texts));
        let machine = Machine::new(&self.program, function);
        SettingError::Fault(machine.fault(
            &self.program,
            problem,
            "write as many names before the = as there are values",
        ))
    }

    /// Runs a function that asks nobody.
    pub(super) fn evaluate(&self, function: usize) -> Result<Value, SettingError> {
        let mut machine = Machine::new(&self.program, function);
        let pause = machine.run(&self.program, Manner::PLAIN, &mut Said::default()).map_err(SettingError::Fault)?;
        match pause {
            Pause::Returned(value) => Ok(value),
            _ => {
                let problem = "this asks chance or a player, and nothing is asked before a trial".to_owned();
                Err(SettingError::Fault(machine.fault(
                    &self.program,
                    problem,
                    "move it into def trial():, or into a function that the trial calls",
                )))
            }
        }
    }

    pub(super) fn metrics(&mut self) -> Result<Vec<MetricDescription>, SettingError> {
        let file = self.file;
        let mut steps = Vec::new();
        for metric in &file.code.metrics {
            steps.push(match metric.each {
                Some(each) => self.steps(each)?,
                None => (None, Vec::new()),
            });
        }
        self.program.places = places(&self.program.code, steps);
        Ok(file.declarations.metrics.iter().zip(0..).map(|(metric, i)| self.described(metric, i)).collect())
    }

    pub(super) fn described(&self, metric: &crate::declare::Metric, i: usize) -> MetricDescription {
        let place = &self.program.places.metrics[i];
        MetricDescription {
            name: metric.name.clone(),
            label: metric.label.clone(),
            kind: metric.kind.clone(),
            steps: place.steps,
            step_names: place.names.iter().map(|&text| self.program.texts[text as usize].clone()).collect(),
            step: metric.step.clone(),
            is_optional: self.program.code.metrics[i].optional,
            absent: metric.absent.clone(),
        }
    }

    /// A number of steps, or their names: texts, or entries, which are named.
    pub(super) fn steps(&mut self, each: usize) -> Result<(Option<u32>, Vec<u32>), SettingError> {
        let value = self.evaluate(each)?;
        let names = match &value {
            Value::List(values) => self.step_names(values),
            _ => Some(Vec::new()),
        };
        let count = value.as_list().map(|list| list.len() as i64).or(value.as_whole());
        match (count, names) {
            (Some(count @ 1..=10_000), Some(names)) => Ok((Some(count as u32), names)),
            _ => Err(self.bad_steps(each, &value)),
        }
    }

    pub(super) fn step_names(&self, values: &[Value]) -> Option<Vec<u32>> {
        let name = self.file.code.fields.iter().position(|field| field == "name");
        let text = |value: &Value| match (value, name) {
            (Value::Text(text), _) => Some(*text),
            (Value::Entry(fields), Some(name)) => match fields.get(name) {
                Some(Value::Text(text)) => Some(*text),
                _ => None,
            },
            _ => None,
        };
        values.iter().map(text).collect()
    }

    pub(super) fn bad_steps(&self, each: usize, value: &Value) -> SettingError {
        let problem = format!("{} is no number of steps", value.show(&self.program.texts));
        let mut machine = Machine::new(&self.program, each);
        machine.frame.at = 1;
        SettingError::Fault(machine.fault(
            &self.program,
            problem,
            "each = takes a whole number from 1 to 10,000, or a list of names",
        ))
    }
}
