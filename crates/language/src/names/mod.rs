//! Names: what each stands for, and what may be done with it. Locals are the names that a function assigns.

mod call;
mod expression;
mod statement;

use std::collections::BTreeSet;

use crate::declare::Declarations;
use crate::diagnostic::Diagnostics;
use crate::grammar::tree::{AssignTarget, Definition, Name, Statement, StatementKind};
use crate::source::Span;

/// Checks every name of a file.
pub(crate) fn check(declarations: &Declarations, diagnostics: &mut Diagnostics) {
    let mut recorded = BTreeSet::new();
    check_constants(declarations, diagnostics);
    for function in &declarations.functions {
        let mut checker = Checker::new(declarations, Where::Function, diagnostics);
        checker.function(function);
        recorded.append(&mut checker.recorded);
    }
    for metric in declarations.metrics.iter().filter(|metric| !recorded.contains(&metric.name)) {
        let help = format!("write record({}, value) where the trial knows it", metric.name);
        diagnostics.add(metric.span, format!("`{}` is never recorded", metric.name), help);
    }
    // Of a misspelt declaration it would be told before its cause.
    if declarations.metrics.is_empty() && diagnostics.is_empty() {
        diagnostics.add(
            Span::default(),
            "the file records nothing",
            "declare what comes out, such as hits = count(\"Hits\"), and record it: record(hits, n)",
        );
    }
}

fn check_constants(declarations: &Declarations, diagnostics: &mut Diagnostics) {
    let mut known: Vec<&str> = Vec::new();
    for constant in &declarations.constants {
        let mut checker = Checker::new(declarations, Where::Constant(known.clone()), diagnostics);
        constant.values.iter().for_each(|value| checker.expr(value));
        known.extend(constant.targets.iter().map(|target| target.name.text.as_str()));
    }
    for each in declarations.metrics.iter().filter_map(|metric| metric.each.as_ref()) {
        Checker::new(declarations, Where::Constant(known.clone()), diagnostics).expr(each);
    }
}

/// Where an expression stands.
enum Where<'d> {
    Function,
    /// At the top, after these constants.
    Constant(Vec<&'d str>),
    /// Inside a `note`, which may not ask.
    Note,
}

struct Checker<'d> {
    declarations: &'d Declarations,
    place: Where<'d>,
    locals: BTreeSet<String>,
    /// Names of lists in the making.
    scopes: Vec<Vec<String>>,
    loops: usize,
    recorded: BTreeSet<String>,
    diagnostics: &'d mut Diagnostics,
}

impl<'d> Checker<'d> {
    fn new(declarations: &'d Declarations, place: Where<'d>, diagnostics: &'d mut Diagnostics) -> Checker<'d> {
        let (locals, scopes, recorded) = Default::default();
        Checker { declarations, place, locals, scopes, loops: 0, recorded, diagnostics }
    }

    fn error(&mut self, span: Span, problem: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.add(span, problem, help);
    }

    fn function(&mut self, function: &Definition) {
        self.check_parameters(&function.parameters);
        self.locals.extend(function.parameters.iter().map(|name| name.text.clone()));
        self.collect(&function.body);
        self.block(&function.body);
    }

    fn check_parameters(&mut self, names: &[Name]) {
        for (i, name) in names.iter().enumerate() {
            if names[..i].iter().any(|other| other.text == name.text) {
                self.error(
                    name.span,
                    format!("two arguments are called `{}`", name.text),
                    "give one of them another name",
                );
            }
        }
    }

    /// Every name that the function assigns is its own.
    fn collect(&mut self, body: &[Statement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Assign { targets, .. } => targets.iter().for_each(|target| self.own_target(target)),
                StatementKind::Change { target, .. } => self.own_target(target),
                StatementKind::For { names, body, .. } => {
                    names.iter().for_each(|name| self.own(name));
                    self.collect(body);
                }
                StatementKind::While { body, .. } => self.collect(body),
                StatementKind::If { branches, otherwise } => {
                    branches.iter().for_each(|(_, body)| self.collect(body));
                    self.collect(otherwise);
                }
                _ => (),
            }
        }
    }

    fn own_target(&mut self, target: &AssignTarget) {
        self.own(&target.name);
    }

    fn own(&mut self, name: &Name) {
        let shared = self.declarations.parameter(&name.text).is_some();
        let constant = self.declarations.constant_names().any(|constant| constant == name.text);
        if !self.locals.contains(&name.text) && shared {
            let help = format!(
                "parameters keep their value in a trial; copy it under another name first, such as left = {}",
                name.text
            );
            self.error(name.span, format!("`{}` is a parameter and cannot be assigned to", name.text), help);
        } else if !self.locals.contains(&name.text) && constant {
            let help = "a function changes nothing outside itself: copy it under another name first, or give the new value back with return";
            self.error(name.span, format!("`{}` is a constant and cannot be assigned to", name.text), help);
        }
        self.locals.insert(name.text.clone());
    }
}
