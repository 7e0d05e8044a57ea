//! What a file declares at its top: parameters, metrics, constants, functions, tests.

mod metric;
mod parameter;

use crate::builtin::{self, Role};
use crate::diagnostic::Diagnostics;
use crate::grammar::tree::{AssignTarget, Call, Definition, Expr, ExprKind, Module, Statement, StatementKind};
use crate::ratio::Ratio;
use crate::source::Span;

pub use metric::MetricKind;
pub(crate) use metric::{Metric, Otherwise};
pub(crate) use parameter::fits;
pub use parameter::{Entry, Parameter, ParameterType, Setting};

/// A test that stands in the file: `expect("P(total = 4) = 1/1296")`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// What is expected, in the language of questions.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A value that is worked out once, before any trial.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) targets: Vec<AssignTarget>,
    pub(crate) values: Vec<Expr>,
}

/// All that a file declares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) title: Option<String>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) metrics: Vec<Metric>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) functions: Vec<Definition>,
    pub(crate) expectations: Vec<Expectation>,
}

/// Sorts a file's statements into what they declare.
pub(crate) fn declare(module: Module, diagnostics: &mut Diagnostics) -> Declarations {
    let mut declarations = Declarations { title: module.title, ..Declarations::default() };
    for statement in module.body {
        declarations.statement(statement, diagnostics);
    }
    declarations.check_trial(diagnostics);
    declarations
}

impl Declarations {
    /// Whether a name of the top stands for this.
    pub(crate) fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    pub(crate) fn metric(&self, name: &str) -> Option<usize> {
        self.metrics.iter().position(|metric| metric.name == name)
    }

    pub(crate) fn function(&self, name: &str) -> Option<usize> {
        self.functions.iter().position(|function| function.name.text == name)
    }

    /// The names of all constants, in order.
    pub(crate) fn constant_names(&self) -> impl Iterator<Item = &str> {
        self.constants.iter().flat_map(|constant| constant.targets.iter().map(|target| target.name.text.as_str()))
    }

    fn statement(&mut self, statement: Statement, diagnostics: &mut Diagnostics) {
        match statement.kind {
            StatementKind::Assign { targets, values } => self.assignment(targets, values, diagnostics),
            StatementKind::Define(function) => self.define(function, diagnostics),
            StatementKind::Expression(expr) => self.expression(expr, diagnostics),
            StatementKind::Pass => (),
            _ => {
                let help = "at the top stand parameters, metrics, constants and functions; what happens in a trial stands in def trial():";
                diagnostics.add(statement.span, "this step stands outside every function", help);
            }
        }
    }

    fn assignment(&mut self, targets: Vec<AssignTarget>, values: Vec<Expr>, diagnostics: &mut Diagnostics) {
        let role = declaring_role(&values);
        if let Some(target) = targets.iter().find(|target| !target.indices.is_empty()) {
            let help = "write the whole list at once, such as costs = [1, 2, 4]";
            return diagnostics.add(target.span, "a constant is not changed in places", help);
        }
        for target in &targets {
            self.check_new(&target.name.text, target.name.span, diagnostics);
        }
        match (role, targets.as_slice()) {
            (None, _) => self.constants.push(Constant { targets, values }),
            (Some(role), [target]) => self.declaration(role, target, values, diagnostics),
            (Some(_), _) => {
                let help = "give each parameter and each metric a line of its own";
                diagnostics.add(targets[0].span, "several names for one declaration", help);
            }
        }
    }

    fn declaration(&mut self, role: Role, target: &AssignTarget, mut values: Vec<Expr>, diagnostics: &mut Diagnostics) {
        let ExprKind::Call(call) = values.swap_remove(0).kind else { return };
        match role {
            Role::Parameter => self.parameters.extend(parameter::read(&target.name, &call, diagnostics)),
            _ => self.metrics.extend(metric::read(&target.name, call, diagnostics)),
        }
    }

    fn define(&mut self, function: Definition, diagnostics: &mut Diagnostics) {
        if let Some(builtin) = builtin::find(&function.name.text) {
            let problem = format!("`{}` is a function of the language", builtin.name);
            diagnostics.add(function.name.span, problem, "choose another name");
        }
        if self.function(&function.name.text).is_some() {
            let problem = format!("there are two functions called `{}`", function.name.text);
            diagnostics.add(function.name.span, problem, "give one of them another name");
        } else {
            self.check_new(&function.name.text, function.name.span, diagnostics);
        }
        self.functions.push(function);
    }

    fn check_new(&self, name: &str, span: Span, diagnostics: &mut Diagnostics) {
        let taken = self.parameter(name).is_some() || self.metric(name).is_some() || self.function(name).is_some();
        if taken || self.constant_names().any(|constant| constant == name) {
            let help = "every name stands for one thing at the top: choose another";
            diagnostics.add(span, format!("`{name}` is declared twice"), help);
        }
    }

    fn expression(&mut self, expr: Expr, diagnostics: &mut Diagnostics) {
        let span = expr.span;
        match expr.kind {
            ExprKind::Call(call) if call.name.text == "expect" => self.expectation(call, span, diagnostics),
            ExprKind::Call(call) if builtin::find(&call.name.text).is_some_and(|found| found.declares()) => {
                let usage = builtin::find(&call.name.text).map_or("", |found| found.usage);
                diagnostics.add(span, "this declaration has no name", format!("give it one: {usage}"));
            }
            _ => {
                let help = "at the top stand parameters, metrics, constants and functions; what happens in a trial stands in def trial():";
                diagnostics.add(span, "this step stands outside every function", help);
            }
        }
    }

    fn expectation(&mut self, call: Call, span: Span, diagnostics: &mut Diagnostics) {
        match call.arguments.first().map(|argument| &argument.value.kind) {
            Some(ExprKind::Text(text)) if call.arguments.len() == 1 => {
                self.expectations.push(Expectation { text: text.clone(), span });
            }
            _ => diagnostics.add(span, "`expect` takes one text", "write expect(\"P(total = 4) = 1/1296\")"),
        }
    }

    fn check_trial(&self, diagnostics: &mut Diagnostics) {
        match self.functions.iter().find(|function| function.name.text == "trial") {
            None => diagnostics.add(
                Span::default(),
                "the file has no trial",
                "write what happens in one trial under def trial():",
            ),
            Some(trial) if !trial.parameters.is_empty() => {
                diagnostics.add(
                    trial.name.span,
                    "`trial` takes no arguments",
                    "write def trial(): what it needs is declared at the top",
                );
            }
            Some(_) => (),
        }
    }
}

/// The names of all fields of all entries, each once, and `name` first where there are entries at all.
pub(crate) fn field_names(parameters: &[Parameter]) -> Vec<&str> {
    let mut names = Vec::new();
    for parameter in parameters {
        if let ParameterType::Entries { fields, .. } = &parameter.kind {
            names.push("name");
            names.extend(fields.iter().map(|field| field.name.as_str()));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
}

/// Whether these values are a single call that declares something.
fn declaring_role(values: &[Expr]) -> Option<Role> {
    let [Expr { kind: ExprKind::Call(call), .. }] = values else { return None };
    let role = builtin::find(&call.name.text)?.role;
    matches!(role, Role::Parameter | Role::Metric).then_some(role)
}

/// A number as it is written.
fn ratio(expr: &Expr) -> Option<Ratio> {
    match &expr.kind {
        ExprKind::Whole(number) => Some(Ratio::whole(*number)),
        ExprKind::Decimal(ratio) => Some(*ratio),
        ExprKind::Negative(inner) => Ratio::whole(0).minus(ratio(inner)?),
        _ => None,
    }
}

/// A text as it is written.
fn text(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Text(text) => Some(text),
        _ => None,
    }
}
