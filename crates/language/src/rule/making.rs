//! Builds a rule: sets parameters, computes constants, and lays out metrics.

use std::sync::Arc;

use oddsmith_engine::Policy;
use oddsmith_engine::chance::DiceText;

use super::model::{MetricDescription, SetRule};
use crate::builtin::Chance;
use crate::code::{Code, Op};
use crate::compile::add_dice;
use crate::declare::{
    Declarations, DeclaredParameter, DeclaredType, Entry, MetricDeclaration, Setting, check_setting,
};
use crate::machine::{
    Fault, Machine, MachineFlags, Pause, Program, RunLog, SetDice, record_layout,
};
use crate::registers::Translation;
use crate::value::Datum;

/// The reason why a rule cannot be built with some settings.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingError {
    /// A setting is invalid.
    Wrong {
        /// The parameter.
        parameter: String,
        /// The problem.
        problem: String,
        /// The allowed values.
        help: String,
    },
    /// A constant or a number of steps cannot be computed with these settings.
    Fault(Box<Fault>),
}

type BuildResult<T = ()> = Result<T, SettingError>;

/// A rule that is being built.
pub(super) struct RuleBuilder<'f> {
    declarations: &'f Declarations,
    code: &'f Code,
    program: Program,
}

impl RuleBuilder<'_> {
    pub(super) fn new<'f>(declarations: &'f Declarations, code: &'f Arc<Code>) -> RuleBuilder<'f> {
        let (shared, dice, dice_texts, layout) = Default::default();
        let program = Program {
            code: code.clone(),
            shared_values: shared,
            texts: code.texts.clone(),
            dice,
            dice_texts,
            record_layout: layout,
        };
        RuleBuilder {
            declarations,
            code,
            program,
        }
    }

    /// Builds the rule after its parameters have been set.
    pub(super) fn build(mut self) -> BuildResult<SetRule> {
        let players = self
            .code
            .choices
            .iter()
            .map(|choice| Datum::Player(choice.text));
        self.program.shared_values.extend(players);
        self.register_dice_texts();
        self.compute_constants()?;
        let described = self.lay_out_metrics()?;
        // If there are players, lists are asked as a whole. A player sees everything that has been
        // rolled, even if the rule does not read it.
        let by_index = self.program.code.choices.is_empty()
            && self
                .program
                .trial_functions()
                .into_iter()
                .any(|function| self.program.code.functions[function].rolls_lists());
        let flags = MachineFlags {
            reads_by_index: by_index,
            ..MachineFlags::EXPLORED
        };
        Ok(SetRule {
            program: self.program,
            translation: Translation::default(),
            state_tables: Arc::default(),
            metric_descriptions: described,
            policy: Policy::default(),
            flags,
            slices: None,
        })
    }

    pub(super) fn set_parameter(
        &mut self,
        parameter: &DeclaredParameter,
        setting: &Setting,
    ) -> BuildResult {
        if let Err((problem, help)) = check_setting(&parameter.kind, setting) {
            return Err(SettingError::Wrong {
                parameter: parameter.name.clone(),
                problem,
                help,
            });
        }
        let value = self.value(&parameter.kind, setting);
        self.program.shared_values.push(value);
        Ok(())
    }

    fn value(&mut self, kind: &DeclaredType, setting: &Setting) -> Datum {
        match (kind, setting) {
            (_, Setting::Whole(number)) => Datum::Whole(*number),
            (_, Setting::YesNo(truth)) => Datum::Truth(*truth),
            (_, Setting::Decimal(ratio)) => Datum::decimal(*ratio),
            (DeclaredType::Dice, Setting::Text(text)) => self.dice(text),
            (_, Setting::Text(text)) => self.text(text),
            (DeclaredType::Entries { fields, .. }, Setting::Entries(entries)) => Datum::list(
                entries
                    .iter()
                    .map(|entry| self.entry(fields, entry))
                    .collect(),
            ),
            (_, Setting::Entries(_)) => Datum::Nothing,
        }
    }

    fn text(&mut self, text: &str) -> Datum {
        let texts = &mut self.program.texts;
        let known = texts
            .iter()
            .position(|known| known == text)
            .unwrap_or_else(|| {
                texts.push(text.to_owned());
                texts.len() - 1
            });
        Datum::Text(known as u32)
    }

    fn dice(&mut self, text: &str) -> Datum {
        Datum::Dice(self.add_dice(DiceText::read(text).unwrap_or_default()))
    }

    fn add_dice(&mut self, text: DiceText) -> u32 {
        let dice = if text.is_plain() {
            SetDice::Plain(text)
        } else {
            SetDice::Rolled(add_dice(
                self.declarations,
                Arc::make_mut(&mut self.program.code),
                &text,
            ))
        };
        self.program.dice.push(dice);
        self.program.dice.len() as u32 - 1
    }

    /// Registers every text that describes dice, if the program rolls dice that a value describes.
    fn register_dice_texts(&mut self) {
        let rolls = |op: &Op| {
            matches!(
                op,
                Op::Ask {
                    function: Chance::Dice,
                    ..
                }
            )
        };
        if !self
            .code
            .functions
            .iter()
            .any(|function| function.ops.iter().any(rolls))
        {
            return;
        }
        for text in self.program.texts.clone() {
            let dice = DiceText::read(&text)
                .ok()
                .filter(|dice| dice.names.is_empty());
            let dice_index = dice.map(|dice| self.add_dice(dice));
            self.program.dice_texts.push(dice_index);
        }
    }

    /// Returns an entry as a value: it has a value for each field name of the file. `name` is the
    /// entry's name unless a field has this name.
    fn entry(&mut self, fields: &[DeclaredParameter], entry: &Entry) -> Datum {
        let values = self.code.fields.iter().map(|name| {
            match fields.iter().position(|field| field.name == *name) {
                Some(i) => self.value(&fields[i].kind, &entry.fields[i]),
                None if name == "name" => self.text(&entry.name),
                None => Datum::Nothing,
            }
        });
        Datum::Entry(values.collect::<Vec<_>>().into())
    }

    fn compute_constants(&mut self) -> BuildResult {
        for &(function, names) in &self.code.constant_functions {
            let value = self.evaluate(function)?;
            match (names, value) {
                (1, value) => self.program.shared_values.push(value),
                (_, Datum::List(values)) if values.len() == names => {
                    self.program.shared_values.extend(values.iter().cloned())
                }
                (_, value) => {
                    let problem = format!(
                        "expected {names} values, found {}",
                        value.show(&self.program.texts)
                    );
                    let help = "write one name before = for each value";
                    return Err(self.fault(&Machine::new(&self.program, function), problem, help));
                }
            }
        }
        Ok(())
    }

    fn fault(&self, machine: &Machine, problem: String, help: &str) -> SettingError {
        SettingError::Fault(machine.fault(&self.program, problem, help))
    }

    /// Runs a function that asks nothing.
    fn evaluate(&self, function: usize) -> BuildResult<Datum> {
        let mut machine = Machine::new(&self.program, function);
        let pause = machine
            .run(&self.program, MachineFlags::PLAIN, &mut RunLog::default())
            .map_err(SettingError::Fault)?;
        if let Pause::Returned(value) = pause {
            return Ok(value);
        }
        let problem = "dice and choices are only possible inside `trial()`".to_owned();
        let help = "move it into def trial():, or into a function that the trial calls";
        Err(self.fault(&machine, problem, help))
    }

    fn lay_out_metrics(&mut self) -> BuildResult<Vec<MetricDescription>> {
        let each = self.code.metrics.iter().map(|metric| {
            metric
                .steps_function
                .map_or(Ok((None, Vec::new())), |each| self.steps(each))
        });
        let steps = each.collect::<BuildResult<Vec<_>>>()?;
        self.program.record_layout = record_layout(&self.program.code, steps);
        Ok(self
            .declarations
            .metrics
            .iter()
            .zip(0..)
            .map(|(metric, i)| self.describe_metric(metric, i))
            .collect())
    }

    fn describe_metric(&self, metric: &MetricDeclaration, i: usize) -> MetricDescription {
        let layout = &self.program.record_layout.metrics[i];
        MetricDescription {
            name: metric.name.clone(),
            label: metric.label.clone(),
            kind: metric.kind.clone(),
            steps: layout.steps,
            step_names: layout
                .step_names
                .iter()
                .map(|&text| self.program.texts[text as usize].clone())
                .collect(),
            step: metric.step.clone(),
            is_optional: self.program.code.metrics[i].is_optional,
            absent: metric.absent.clone(),
            wording: metric.wording.clone(),
            part: 0,
        }
    }

    /// Returns the number of steps, or their names: texts or entries.
    fn steps(&self, each: usize) -> BuildResult<(Option<u32>, Vec<u32>)> {
        let value = self.evaluate(each)?;
        let names = value
            .as_list()
            .map_or_else(|| Some(Vec::new()), |values| self.step_names(values));
        let count = value
            .as_list()
            .map(|list| list.len() as i64)
            .or(value.as_whole());
        if let (Some(count @ 1..=10_000), Some(names)) = (count, names) {
            return Ok((Some(count as u32), names));
        }
        let problem = format!(
            "the number of steps cannot be {}",
            value.show(&self.program.texts)
        );
        let mut machine = Machine::new(&self.program, each);
        machine.frame.next_op = 1;
        Err(self.fault(
            &machine,
            problem,
            "give each = a whole number from 1 to 10,000, or a list of names",
        ))
    }

    fn step_names(&self, values: &[Datum]) -> Option<Vec<u32>> {
        let name = self.code.fields.iter().position(|field| field == "name");
        let text = |value: &Datum| match value {
            Datum::Text(text) => Some(*text),
            Datum::Entry(fields) => match fields.get(name?) {
                Some(Datum::Text(text)) => Some(*text),
                _ => None,
            },
            _ => None,
        };
        values.iter().map(text).collect()
    }
}
