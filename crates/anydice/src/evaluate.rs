//! Runs the statements of a program.

mod call;
pub(crate) mod memory;
mod sequence;

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::Output;
use crate::builtin::BUILTINS;
use crate::die::{Die, Distribution};
use crate::environment::Environment;
use crate::meter::Meter;
use crate::operators::Context;
use crate::problem::{Problem, Stopped};
use crate::suggestion::nearest;
use crate::syntax::{
    Binary, Expression, ExpressionKind, Function, Names, Setting, Signature, Statement,
    StatementKind, Text, TextPart, Unary, Variable,
};
use crate::value::Value;

/// The most levels of statements, expressions and calls within each other.
const MAX_LEVELS: usize = 600;

/// The most outputs of a program.
const MAX_OUTPUTS: usize = 1_000;

/// Runs a program.
pub(crate) struct Evaluator<'a> {
    pub(crate) names: &'a Names,
    pub(crate) outputs: Vec<Output>,
    /// Warnings for the reader of the program, without repetitions.
    pub(crate) warnings: Vec<Problem>,
    pub(crate) environment: Environment,
    pub(crate) functions: FxHashMap<Signature, Rc<Function>>,
    pub(crate) meter: Meter<'a>,
    pub(crate) settings: Settings,
    memory: memory::Memory,
    /// Whether a call was left out because of the maximum function depth.
    pub(crate) limit_hit: bool,
    /// The number of functions that are being called.
    depth: usize,
    levels: usize,
}

/// The settings that `set` has changed.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) explode_depth: usize,
    pub(crate) function_depth: usize,
    pub(crate) lowest_first: bool,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(names: &'a Names, keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        Self {
            names,
            outputs: Vec::new(),
            warnings: Vec::new(),
            environment: Environment::new(),
            functions: FxHashMap::default(),
            meter: Meter::new(keep_going),
            settings: Settings {
                explode_depth: 2,
                function_depth: 10,
                lowest_first: false,
            },
            memory: memory::Memory::default(),
            limit_hit: false,
            depth: 0,
            levels: 0,
        }
    }

    /// Runs the statements of the program.
    pub(crate) fn run(&mut self, statements: &[Statement]) -> Result<(), Stopped> {
        self.statements(statements)?;
        Ok(())
    }

    /// Makes the context of an operator or a built-in function.
    pub(crate) fn context(&mut self, span: &Range<usize>) -> Context<'_, 'a> {
        Context {
            span: span.clone(),
            lowest_first: self.settings.lowest_first,
            meter: &mut self.meter,
        }
    }

    /// Enters a level. [`Self::leave`] leaves it.
    fn enter(&mut self, span: &Range<usize>) -> Result<(), Stopped> {
        self.levels += 1;
        if self.levels > MAX_LEVELS {
            return Err(too_deep(span));
        }
        self.meter.spend(1)
    }

    fn leave(&mut self) {
        self.levels -= 1;
    }

    /// Runs statements up to a `result`, and returns its value.
    fn statements(&mut self, statements: &[Statement]) -> Result<Option<Value>, Stopped> {
        for statement in statements {
            self.enter(&statement.span)?;
            let result = self.statement(statement)?;
            self.leave();
            if result.is_some() {
                return Ok(result);
            }
        }
        Ok(None)
    }

    /// Runs one statement.
    pub(crate) fn statement(&mut self, statement: &Statement) -> Result<Option<Value>, Stopped> {
        match &statement.kind {
            StatementKind::Assign(variable, value) => {
                let value = self.value(value)?;
                self.environment.set(*variable, value);
            }
            StatementKind::Function(function) => {
                self.memory.forget();
                self.functions.insert(function.signature, function.clone());
            }
            StatementKind::Output(value, name) => {
                self.check_top_level("output", &statement.span)?;
                self.output(value, name.as_ref(), &statement.span)?;
            }
            StatementKind::Print(value) => {
                self.value(value)?;
                let span = statement.span.start..statement.span.start + "print".len();
                if self.warnings.iter().all(|known| known.span != span) {
                    self.warnings.push(
                        Problem::new("`print` shows nothing here", span)
                            .with_help("write `output` to show the odds of a value"),
                    );
                }
            }
            StatementKind::Result(value) => {
                self.check_function(&statement.span)?;
                return self.value(value).map(Some);
            }
            StatementKind::Loop(variable, values, body) => {
                return self.repeat(*variable, values, body);
            }
            StatementKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    if self.condition(condition)? {
                        return self.statements(body);
                    }
                }
                return self.statements(otherwise);
            }
            StatementKind::Set(setting) => {
                self.check_top_level("set", &statement.span)?;
                self.memory.forget();
                self.change(*setting);
            }
        }
        Ok(None)
    }

    pub(crate) fn change(&mut self, setting: Setting) {
        match setting {
            Setting::ExplodeDepth(depth) => self.settings.explode_depth = depth,
            Setting::FunctionDepth(depth) => self.settings.function_depth = depth,
            Setting::LowestFirst(lowest_first) => self.settings.lowest_first = lowest_first,
        }
    }

    fn check_function(&self, span: &Range<usize>) -> Result<(), Problem> {
        if self.depth > 0 {
            return Ok(());
        }
        Err(Problem::new(
            "`result` ends a function, and this is not in one",
            span.clone(),
        )
        .with_help("write `output` to show the odds of a value"))
    }

    fn check_top_level(&self, word: &str, span: &Range<usize>) -> Result<(), Problem> {
        if self.depth == 0 {
            return Ok(());
        }
        Err(Problem::new(
            format!("a function cannot contain `{word}`"),
            span.start..span.start + word.len(),
        )
        .with_help(format!("move `{word}` out of the function")))
    }

    fn output(
        &mut self,
        value: &Expression,
        name: Option<&Text>,
        span: &Range<usize>,
    ) -> Result<(), Stopped> {
        if self.outputs.len() == MAX_OUTPUTS {
            return Err(Problem::new(
                format!("a program may have at most {MAX_OUTPUTS} outputs"),
                span.clone(),
            )
            .with_help("loop over fewer values")
            .into());
        }
        let result = self.value(value)?;
        let die = self.shown(&result, &value.span)?;
        let name = self.output_name(name)?;
        self.outputs.push(Output {
            name,
            span: span.clone(),
            distribution: Distribution::from(&*die),
        });
        Ok(())
    }

    /// Returns the name of the next output.
    pub(crate) fn output_name(&self, name: Option<&Text>) -> Result<String, Problem> {
        name.map_or_else(
            || Ok(format!("output {}", self.outputs.len() + 1)),
            |name| self.filled_in(name),
        )
    }

    /// Returns the distribution that an output shows. The values of a sequence are equally
    /// likely.
    pub(crate) fn shown(&mut self, value: &Value, span: &Range<usize>) -> Result<Rc<Die>, Stopped> {
        match value {
            Value::Number(number) => Ok(Rc::new(Die::constant(*number))),
            Value::Sequence(values) => Ok(Rc::new(Die::from_values(values))),
            Value::Pool(pool) if pool.die.is_empty() => Ok(pool.die.clone()),
            Value::Pool(pool) => pool.sum(span, &mut self.meter),
        }
    }

    /// Fills in the values of variables.
    fn filled_in(&self, text: &Text) -> Result<String, Problem> {
        let mut filled_in = String::new();
        for part in &text.parts {
            match part {
                TextPart::Plain(plain) => filled_in.push_str(plain),
                TextPart::Variable(variable) => match self.environment.get(*variable) {
                    Some(value) => filled_in.push_str(&value.to_text()),
                    None => return Err(self.no_value(*variable, &text.span)),
                },
            }
        }
        Ok(filled_in)
    }

    fn no_value(&self, variable: Variable, span: &Range<usize>) -> Problem {
        let name = &self.names.variables[variable];
        let problem = Problem::new(format!("the variable `{name}` has no value"), span.clone());
        let known = self
            .environment
            .known()
            .map(|known| self.names.variables[known].as_str());
        match nearest(name, known) {
            Some(meant) => problem.with_help(format!("did you mean `{meant}`?")),
            None => problem.with_help(format!("give it a value first: {name}: 3")),
        }
    }

    fn repeat(
        &mut self,
        variable: Variable,
        values: &Expression,
        body: &[Statement],
    ) -> Result<Option<Value>, Stopped> {
        let sequence = self.value(values)?;
        let sequence = self.loop_values(&sequence, values)?;
        for value in sequence.iter() {
            self.environment.set(variable, Value::Number(*value));
            self.meter.spend(1)?;
            if let Some(result) = self.statements(body)? {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    /// Returns the values of a loop's variable.
    pub(crate) fn loop_values(
        &self,
        value: &Value,
        expression: &Expression,
    ) -> Result<Rc<[i64]>, Problem> {
        match value {
            Value::Sequence(values) => Ok(values.clone()),
            other => Err(Problem::new(
                format!("a loop goes over a sequence, not {}", other.type_name()),
                expression.span.clone(),
            )
            .with_help("write a sequence in curly brackets, such as {1..6}")),
        }
    }

    pub(crate) fn condition(&mut self, condition: &Expression) -> Result<bool, Stopped> {
        let value = self.value(condition)?;
        if let Value::Number(number) = value {
            return Ok(number != 0);
        }
        Err(no_condition(&value, condition).into())
    }

    /// Computes an expression. After a problem, the evaluator can go on.
    pub(crate) fn try_value(&mut self, expression: &Expression) -> Result<Value, Stopped> {
        let (depth, levels) = (self.depth, self.levels);
        let frames = self.environment.depth();
        let result = self.value(expression);
        if result.is_err() {
            (self.depth, self.levels) = (depth, levels);
            while self.environment.depth() > frames {
                self.environment.leave();
            }
        }
        result
    }

    /// Sets a variable of the program to a number.
    pub(crate) fn set(&mut self, variable: Variable, number: i64) {
        self.environment.set(variable, Value::Number(number));
    }

    /// Computes an expression.
    pub(crate) fn value(&mut self, expression: &Expression) -> Result<Value, Stopped> {
        match &expression.kind {
            ExpressionKind::Number(number) => return Ok(Value::Number(*number)),
            ExpressionKind::Variable(variable) => {
                let value = self.environment.get(*variable).cloned();
                return value.ok_or_else(|| self.no_value(*variable, &expression.span).into());
            }
            _ => {}
        }
        self.enter(&expression.span)?;
        let value = self.compound(expression)?;
        self.leave();
        Ok(value)
    }

    fn compound(&mut self, expression: &Expression) -> Result<Value, Stopped> {
        match &expression.kind {
            ExpressionKind::Unary(operator, operand) => {
                let operand = self.value(operand)?;
                self.unary(*operator, &operand, &expression.span)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                self.binary(*operator, &left, &right, &expression.span)
            }
            ExpressionKind::Sequence(items) => self.sequence(items, &expression.span),
            ExpressionKind::Call(signature, arguments) => {
                self.call(*signature, arguments, &expression.span)
            }
            ExpressionKind::Number(_) | ExpressionKind::Variable(_) => Ok(Value::empty_die()),
        }
    }

    fn unary(
        &mut self,
        operator: Unary,
        operand: &Value,
        span: &Range<usize>,
    ) -> Result<Value, Stopped> {
        self.context(span).unary(operator, operand)
    }

    fn binary(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
        span: &Range<usize>,
    ) -> Result<Value, Stopped> {
        self.context(span).binary(operator, left, right)
    }

    /// Returns the problem of a call whose function is not defined.
    pub(crate) fn unknown_function(&self, signature: Signature, span: &Range<usize>) -> Problem {
        let words = &self.names.functions[signature];
        let known = self
            .functions
            .keys()
            .map(|known| self.names.functions[*known].as_str())
            .chain(BUILTINS.into_iter().map(|(_, words, _)| words));
        let problem = Problem::new(
            format!("there is no function `{}`", placeholders(words)),
            span.clone(),
        );
        if let Some(word) = words
            .split(' ')
            .find(|word| ["output", "function", "loop", "print", "set"].contains(word))
        {
            return problem.with_help(format!("if the call ends before `{word}`, write `]` there"));
        }
        // Two arguments without a word between them may have been read as one.
        let only_words = |words: &str| {
            let words: Vec<&str> = words.split(' ').filter(|word| *word != "?").collect();
            words.join(" ")
        };
        let arguments = |words: &str| words.split(' ').filter(|word| *word == "?").count();
        if let Some(meant) = known
            .clone()
            .find(|known| only_words(known) == only_words(words) && known.contains("? ?"))
            && arguments(meant) > arguments(words)
        {
            return problem.with_help(format!(
                "`[{}]` has more arguments: put each one in parentheses, as `d6 d8` is a d6 of d8",
                placeholders(meant)
            ));
        }
        match nearest(words, known) {
            Some(meant) => problem.with_help(format!("did you mean `[{}]`?", placeholders(meant))),
            None => problem.with_help("define it with `function:` before this line"),
        }
    }
}

/// Returns the problem of a condition that is not a number.
fn no_condition(value: &Value, condition: &Expression) -> Problem {
    let problem = Problem::new(
        format!(
            "the condition of an `if` is a number, not {}",
            value.type_name()
        ),
        condition.span.clone(),
    );
    if let Value::Sequence(_) = value {
        return problem.with_help("compare it with something, as in `if #X > 2 { ... }`");
    }
    problem.with_help(
        "pass the die to a function with a parameter such as X:n, and write the `if` there",
    )
}

fn too_deep(span: &Range<usize>) -> Stopped {
    Problem::new(
        "functions, loops and brackets are nested too deeply here",
        span.clone(),
    )
    .with_help("set \"maximum function depth\" to a smaller number")
    .into()
}

/// Returns the words of a function with letters for its arguments.
fn placeholders(words: &str) -> String {
    let mut letters = ('A'..='Z').cycle();
    words
        .split(' ')
        .map(|word| match word {
            "?" => letters.next().unwrap_or('X').to_string(),
            word => word.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(" ")
}
