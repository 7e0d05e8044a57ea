//! A rule file read and checked, and the rule that it is with its parameters set.

use std::sync::Arc;

use oddsmith_engine::explore::{Leaves, Model};
use oddsmith_engine::{Ask, Fold, Metric, Parts, RuleError};

use crate::code::{Code, MetricCode};
use crate::compile::{add_dice, compile};
use crate::declare::{Declarations, Expectation, MetricKind, Parameter, ParameterType, Setting, declare, fits};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::explore::{self, Reading, Scratch, State};
use crate::machine::value::Value;
use crate::machine::{Fault, Machine, Manner, Pause, Program, Said, SetDice, places};
use crate::player::{self, Line};
use crate::policy::{Policies, Policy};
use crate::token::{Token, TokenKind};
use crate::{kinds, lex, names, parse};

/// A rule file, read and checked.
#[derive(Clone, Debug)]
pub struct RuleFile {
    declarations: Declarations,
    code: Arc<Code>,
}

/// A rule: a file with its parameters set.
#[derive(Clone, Debug)]
pub struct Rule {
    pub(crate) program: Program,
    described: Vec<MetricDescription>,
    policies: Policies,
    /// How it is explored; the tests leave out one saving or another.
    pub(crate) manner: Manner,
}

/// What a metric is, for those who show it.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricDescription {
    /// Its name in the file.
    pub name: String,
    /// Its label.
    pub label: String,
    /// What its values are.
    pub kind: MetricKind,
    /// How many steps it has, for one with a value each step.
    pub steps: Option<u32>,
    /// The names of the steps, where they have names.
    pub step_names: Vec<String>,
    /// What a step is called, where the file says so.
    pub step: Option<String>,
    /// Whether a trial may leave it out.
    pub is_optional: bool,
    /// How a table names its absence, where the file says so.
    pub absent: Option<String>,
}

/// Why a rule cannot be made with these settings.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingError {
    /// A setting is wrong: of which parameter, what is wrong, what is allowed.
    Wrong {
        /// The parameter.
        parameter: String,
        /// What is wrong.
        problem: String,
        /// What is allowed.
        help: String,
    },
    /// A constant, or a number of steps, cannot be worked out with these settings.
    Fault(Box<Fault>),
}

impl RuleFile {
    /// Reads a file.
    ///
    /// # Errors
    /// All mistakes that can be found at once, in the order of the text.
    pub fn read(text: &str) -> Result<RuleFile, Vec<Diagnostic>> {
        let mut diagnostics = Diagnostics::default();
        let tokens = lex::lex(text, &mut diagnostics);
        let module = parse::parse(&tokens, &mut diagnostics);
        // What could not be read would be missed everywhere else: names and kinds wait until it is.
        let declarations = stop_at_errors(diagnostics, |diagnostics| declare(module, diagnostics))?;
        let declarations = stop_at_errors(Diagnostics::default(), |diagnostics| {
            names::check(&declarations, diagnostics);
            declarations
        })?;
        let declarations = stop_at_errors(Diagnostics::default(), |diagnostics| {
            kinds::check(&declarations, diagnostics);
            declarations
        })?;
        let code = compile(&declarations, rolls_exploding_dice(&tokens, &declarations));
        let file = RuleFile { code: Arc::new(code), declarations };
        file.check_defaults()?;
        Ok(file)
    }

    /// What holds at the default parameters is checked before anything runs.
    fn check_defaults(&self) -> Result<(), Vec<Diagnostic>> {
        match self.rule(&[]) {
            Err(SettingError::Fault(fault)) => Err(vec![Diagnostic::new(fault.span, fault.problem, fault.help)]),
            _ => Ok(()),
        }
    }

    /// The file's title, where it has one.
    pub fn title(&self) -> Option<&str> {
        self.declarations.title.as_deref()
    }

    /// What can be set.
    pub fn parameters(&self) -> &[Parameter] {
        &self.declarations.parameters
    }

    /// The file's own tests.
    pub fn expectations(&self) -> &[Expectation] {
        &self.declarations.expectations
    }

    /// The names of the choices that it leaves to a player.
    pub fn choices(&self) -> &[String] {
        &self.code.choices
    }

    /// The rule with these settings, all others at their defaults.
    ///
    /// # Errors
    /// When a setting does not fit, or a constant cannot be worked out with them.
    pub fn rule(&self, settings: &[(&str, Setting)]) -> Result<Rule, SettingError> {
        for (name, _) in settings {
            if self.declarations.parameter(name).is_none() {
                return Err(self.unknown(name));
            }
        }
        let mut making = Making { file: self, program: self.unset() };
        for parameter in &self.declarations.parameters {
            let set = settings.iter().rev().find(|(name, _)| *name == parameter.name);
            making.parameter(parameter, set.map_or(&parameter.default, |(_, setting)| setting))?;
        }
        making.constants()?;
        let described = making.metrics()?;
        Ok(Rule { program: making.program, described, policies: Policies::default(), manner: Manner::EXPLORED })
    }

    fn unset(&self) -> Program {
        let (shared, dice, places) = Default::default();
        Program { code: self.code.clone(), shared, texts: self.code.texts.clone(), dice, places }
    }

    fn unknown(&self, name: &str) -> SettingError {
        let known = self.declarations.parameters.iter().map(|parameter| parameter.name.as_str());
        let help = match crate::nearest::nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its parameters are {}", known.collect::<Vec<_>>().join(", ")),
        };
        SettingError::Wrong { parameter: name.to_owned(), problem: format!("the rule has no parameter `{name}`"), help }
    }
}

/// Whether dice may explode, which takes functions of their own: in a text, or in a parameter.
fn rolls_exploding_dice(tokens: &[Token], declarations: &Declarations) -> bool {
    let is_dice = |parameter: &Parameter| match &parameter.kind {
        ParameterType::Entries { fields, .. } => fields.iter().any(|field| field.kind == ParameterType::Dice),
        kind => *kind == ParameterType::Dice,
    };
    let is_exploding = |token: &Token| matches!(&token.kind, TokenKind::Text(text) if text.contains('!'));
    declarations.parameters.iter().any(is_dice) || tokens.iter().any(is_exploding)
}

fn stop_at_errors<T>(
    mut diagnostics: Diagnostics,
    work: impl FnOnce(&mut Diagnostics) -> T,
) -> Result<T, Vec<Diagnostic>> {
    let was_wrong = !diagnostics.is_empty();
    if was_wrong {
        return Err(diagnostics.sorted());
    }
    let result = work(&mut diagnostics);
    if diagnostics.is_empty() { Ok(result) } else { Err(diagnostics.sorted()) }
}

/// A rule in the making.
struct Making<'f> {
    file: &'f RuleFile,
    program: Program,
}

impl Making<'_> {
    fn parameter(&mut self, parameter: &Parameter, setting: &Setting) -> Result<(), SettingError> {
        if let Err((problem, help)) = fits(&parameter.kind, setting) {
            return Err(SettingError::Wrong { parameter: parameter.name.clone(), problem, help });
        }
        let value = self.value(&parameter.kind, setting);
        self.program.shared.push(value);
        Ok(())
    }

    fn value(&mut self, kind: &ParameterType, setting: &Setting) -> Value {
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

    fn text(&mut self, text: &str) -> Value {
        let texts = &mut self.program.texts;
        let known = texts.iter().position(|known| known == text).unwrap_or_else(|| {
            texts.push(text.to_owned());
            texts.len() - 1
        });
        Value::Text(known as u32)
    }

    fn dice(&mut self, text: &str) -> Value {
        let template = crate::builtin::dice::parse(text, Default::default()).unwrap_or_default();
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
    fn entry(&mut self, fields: &[Parameter], entry: &crate::declare::Entry) -> Value {
        let names = self.file.code.fields.clone();
        let values = names.iter().map(|name| match fields.iter().position(|field| field.name == *name) {
            Some(i) => self.value(&fields[i].kind, &entry.fields[i]),
            None if name == "name" => self.text(&entry.name),
            None => Value::Nothing,
        });
        Value::Entry(values.collect::<Vec<_>>().into())
    }

    fn constants(&mut self) -> Result<(), SettingError> {
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

    fn unpacked(&self, function: usize, names: usize, value: &Value) -> SettingError {
        let problem = format!("{names} names for {}", value.show(&self.program.texts));
        let machine = Machine::new(&self.program, function);
        SettingError::Fault(machine.fault(
            &self.program,
            problem,
            "write as many names before the = as there are values",
        ))
    }

    /// Runs a function that asks nobody.
    fn evaluate(&self, function: usize) -> Result<Value, SettingError> {
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

    fn metrics(&mut self) -> Result<Vec<MetricDescription>, SettingError> {
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

    fn described(&self, metric: &crate::declare::Metric, i: usize) -> MetricDescription {
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
    fn steps(&mut self, each: usize) -> Result<(Option<u32>, Vec<u32>), SettingError> {
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

    fn step_names(&self, values: &[Value]) -> Option<Vec<u32>> {
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

    fn bad_steps(&self, each: usize, value: &Value) -> SettingError {
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

impl Rule {
    /// What each metric is, in the order of [`Model::metrics`].
    pub fn described(&self) -> &[MetricDescription] {
        &self.described
    }

    /// The same rule with a choice answered by this policy; `None` where it has no such choice.
    pub fn with_policy(mut self, choice: &str, policy: Policy) -> Option<Rule> {
        let choices = &self.program.code.choices;
        let place = choices.iter().position(|known| known == choice)?;
        self.policies.0.resize(choices.len(), Policy::First);
        self.policies.0[place] = policy;
        Some(self)
    }

    /// Plays a trial and tells it: every question with its answer, and every note.
    ///
    /// # Errors
    /// When the rule is at fault.
    pub fn tell<A: Ask>(&self, ask: &mut A) -> Result<Vec<Line>, RuleError> {
        let mut lines = Vec::new();
        let tell = |span, text| lines.push(Line { span, text });
        player::play(&self.program, &self.policies, Manner::TOLD, ask, tell).map_err(|fault| player::error(*fault))?;
        Ok(lines)
    }

    fn reading(&self) -> Reading<'_> {
        Reading { program: &self.program, manner: self.manner, policies: &self.policies }
    }
}

impl Model for Rule {
    type State = State;
    type Scratch = Scratch;

    fn metrics(&self) -> Vec<Metric> {
        let metric = |(described, code): (&MetricDescription, &MetricCode)| {
            let metric = match described.steps {
                Some(steps) => Metric::steps(&described.name, 1, steps),
                None if code.is_total && self.manner.sums => Metric::whole(&described.name).fold(Fold::Sum),
                None => Metric::whole(&described.name),
            };
            if described.is_optional { metric.optional() } else { metric }
        };
        self.described.iter().zip(&self.program.code.metrics).map(metric).collect()
    }

    fn start(&self, parts: &Parts) -> State {
        explore::start(&self.program, parts)
    }

    fn expand(&self, state: &State, scratch: &mut Scratch, leaves: &mut Leaves<State>) -> Result<(), RuleError> {
        explore::expand(self.reading(), state, scratch, leaves).map_err(|fault| player::error(*fault))
    }

    fn play<A: Ask>(&self, ask: &mut A) -> Result<(), RuleError> {
        let played = player::play(&self.program, &self.policies, Manner::PLAIN, ask, |_, _| ());
        played.map_err(|fault| player::error(*fault))
    }
}
