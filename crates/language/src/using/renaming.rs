//! Names of a statement that is taken from another file, called so that the file that takes it
//! cannot mean others by them.

use std::collections::{BTreeMap, BTreeSet};

use crate::builtin::dice;
use crate::grammar::tree::{Definition, Expr, ExprKind, Name, Statement, StatementKind};
use crate::source::Span;

/// Goes through a statement of the top: what it reads of the top is met, and called otherwise where
/// that is said; all of it stands where it is taken then.
pub(super) struct Renaming<'r> {
    calls: &'r BTreeMap<String, String>,
    span: Span,
    line: usize,
    pub(super) met: BTreeSet<String>,
    /// What a function calls its own names, so that no name of the file that takes it is meant.
    local_names: BTreeMap<String, String>,
}

impl<'r> Renaming<'r> {
    pub(super) fn new(
        calls: &'r BTreeMap<String, String>,
        span: Span,
        line: usize,
    ) -> Renaming<'r> {
        Renaming {
            calls,
            span,
            line,
            met: BTreeSet::new(),
            local_names: BTreeMap::new(),
        }
    }

    pub(super) fn of_the_top(&mut self, statement: &mut Statement) {
        statement.span = self.span;
        match &mut statement.kind {
            StatementKind::Define(function) => {
                function.is_taken = true;
                let given: Vec<String> = function
                    .parameters
                    .iter()
                    .map(|name| name.text.clone())
                    .collect();
                let mut locals = vec![
                    function
                        .local_names()
                        .map(|name| name.text.clone())
                        .collect::<Vec<_>>(),
                ];
                // Arguments may be named by who calls.
                let renamed_locals = locals[0].iter().filter(|name| !given.contains(name));
                self.local_names = renamed_locals
                    .map(|name| (name.clone(), format!("{}_{name}", self.line)))
                    .collect();
                self.name(&mut function.name);
                let Definition {
                    parameters, body, ..
                } = function;
                parameters.iter_mut().for_each(|name| name.span = self.span);
                body.iter_mut()
                    .for_each(|inner| self.statement(inner, &mut locals));
            }
            StatementKind::Assign { targets, values } => {
                for target in targets {
                    target.span = self.span;
                    self.name(&mut target.name);
                }
                values
                    .iter_mut()
                    .for_each(|value| self.expr(value, &mut Vec::new()));
            }
            _ => (),
        }
    }

    fn name(&mut self, name: &mut Name) {
        name.span = self.span;
        self.text(&mut name.text);
    }

    fn local(&self, name: &mut Name) {
        name.span = self.span;
        if let Some(called) = self.local_names.get(&name.text) {
            name.text.clone_from(called);
        }
    }

    fn text(&mut self, text: &mut String) {
        if let Some(called) = self.calls.get(text) {
            text.clone_from(called);
        }
    }

    fn statement(&mut self, statement: &mut Statement, locals: &mut Vec<Vec<String>>) {
        statement.span = self.span;
        match &mut statement.kind {
            StatementKind::Assign { targets, .. } => targets.iter_mut().for_each(|target| {
                target.span = self.span;
                self.local(&mut target.name);
            }),
            StatementKind::Change { target, .. } => {
                target.span = self.span;
                self.local(&mut target.name);
            }
            StatementKind::For { names, .. } => names.iter_mut().for_each(|name| self.local(name)),
            _ => (),
        }
        statement
            .expressions_mut()
            .into_iter()
            .for_each(|expr| self.expr(expr, locals));
        statement
            .blocks_mut()
            .into_iter()
            .flatten()
            .for_each(|inner| self.statement(inner, locals));
    }

    fn expr(&mut self, expr: &mut Expr, locals: &mut Vec<Vec<String>>) {
        expr.span = self.span;
        match &mut expr.kind {
            ExprKind::Name(name) => self.read(name, locals),
            ExprKind::Field(_, name) => name.span = self.span,
            ExprKind::Comprehension(of) => {
                let of = &mut **of;
                self.expr(&mut of.source, locals);
                of.names.iter_mut().for_each(|name| name.span = self.span);
                locals.push(of.names.iter().map(|name| name.text.clone()).collect());
                [&mut of.item]
                    .into_iter()
                    .chain(&mut of.condition)
                    .for_each(|inner| self.expr(inner, locals));
                locals.pop();
                return;
            }
            ExprKind::Call(call) => {
                // Functions are looked up by name alone, whatever else is called so.
                self.met.insert(call.name.text.clone());
                self.name(&mut call.name);
                let names = call
                    .arguments
                    .iter_mut()
                    .filter_map(|argument| argument.name.as_mut());
                names.for_each(|name| name.span = self.span);
                if let ("dice", Some(ExprKind::Text(text))) = (
                    call.name.text.as_str(),
                    call.arguments
                        .first_mut()
                        .map(|first| &mut first.value.kind),
                ) {
                    self.dice(text, locals);
                }
            }
            _ => (),
        }
        expr.children_mut()
            .into_iter()
            .for_each(|child| self.expr(child, locals));
    }

    fn read(&mut self, name: &mut String, locals: &[Vec<String>]) {
        match locals.iter().rposition(|names| names.contains(name)) {
            None => {
                self.met.insert(name.clone());
                self.text(name);
            }
            // The names of a list in the making hide those of the function.
            Some(0) => {
                if let Some(called) = self.local_names.get(name) {
                    name.clone_from(called);
                }
            }
            Some(_) => (),
        }
    }

    /// The names in the braces of dice.
    fn dice(&mut self, text: &mut String, locals: &[Vec<String>]) {
        let Ok(read) = dice::read(text, Span::default()) else {
            return;
        };
        for (name, at) in read.names.into_iter().rev() {
            let mut called = name;
            self.read(&mut called, locals);
            text.replace_range(at, &called);
        }
    }
}
