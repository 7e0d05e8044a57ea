//! Renames the names in imported statements, so that they do not clash with names of the importing
//! file.

use std::collections::{BTreeMap, BTreeSet};

use crate::builtin::dice;
use crate::grammar::tree::{Definition, Expr, ExprKind, Name, Statement, StatementKind};
use crate::source::Span;

/// Visits an imported top-level statement: collects the top-level names that it refers to, renames
/// them, and sets all spans to that of the import.
pub(super) struct Renaming<'r> {
    new_names: &'r BTreeMap<String, String>,
    span: Span,
    line: usize,
    pub(super) referenced_names: BTreeSet<String>,
    /// The new names of a function's local names.
    local_names: BTreeMap<String, String>,
}

impl<'r> Renaming<'r> {
    pub(super) fn new(
        calls: &'r BTreeMap<String, String>,
        span: Span,
        line: usize,
    ) -> Renaming<'r> {
        Renaming {
            new_names: calls,
            span,
            line,
            referenced_names: BTreeSet::new(),
            local_names: BTreeMap::new(),
        }
    }

    pub(super) fn rename_top_level(&mut self, statement: &mut Statement) {
        statement.span = self.span;
        match &mut statement.kind {
            StatementKind::Define(function) => {
                function.is_imported = true;
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
                // Named arguments use the names of parameters.
                let renamed_locals = locals[0].iter().filter(|name| !given.contains(name));
                self.local_names = renamed_locals
                    .map(|name| (name.clone(), format!("{}_{name}", self.line)))
                    .collect();
                self.rename_name(&mut function.name);
                let Definition {
                    parameters, body, ..
                } = function;
                parameters.iter_mut().for_each(|name| name.span = self.span);
                body.iter_mut()
                    .for_each(|inner| self.rename_in_statement(inner, &mut locals));
            }
            StatementKind::Assign { targets, values } => {
                for target in targets {
                    target.span = self.span;
                    self.rename_name(&mut target.name);
                }
                values
                    .iter_mut()
                    .for_each(|value| self.rename_in_expr(value, &mut Vec::new()));
            }
            _ => (),
        }
    }

    fn rename_name(&mut self, name: &mut Name) {
        name.span = self.span;
        self.rename_text(&mut name.text);
    }

    fn rename_local(&self, name: &mut Name) {
        name.span = self.span;
        if let Some(called) = self.local_names.get(&name.text) {
            name.text.clone_from(called);
        }
    }

    fn rename_text(&mut self, text: &mut String) {
        if let Some(called) = self.new_names.get(text) {
            text.clone_from(called);
        }
    }

    fn rename_in_statement(&mut self, statement: &mut Statement, locals: &mut Vec<Vec<String>>) {
        statement.span = self.span;
        match &mut statement.kind {
            StatementKind::Assign { targets, .. } => targets.iter_mut().for_each(|target| {
                target.span = self.span;
                self.rename_local(&mut target.name);
            }),
            StatementKind::Change { target, .. } => {
                target.span = self.span;
                self.rename_local(&mut target.name);
            }
            StatementKind::For { names, .. } => {
                names.iter_mut().for_each(|name| self.rename_local(name))
            }
            _ => (),
        }
        statement
            .expressions_mut()
            .into_iter()
            .for_each(|expr| self.rename_in_expr(expr, locals));
        statement
            .blocks_mut()
            .into_iter()
            .flatten()
            .for_each(|inner| self.rename_in_statement(inner, locals));
    }

    fn rename_in_expr(&mut self, expr: &mut Expr, locals: &mut Vec<Vec<String>>) {
        expr.span = self.span;
        match &mut expr.kind {
            ExprKind::Name(name) => self.rename_reference(name, locals),
            ExprKind::Field(_, name) => name.span = self.span,
            ExprKind::Comprehension(comprehension) => {
                let comprehension = &mut **comprehension;
                self.rename_in_expr(&mut comprehension.source, locals);
                comprehension
                    .names
                    .iter_mut()
                    .for_each(|name| name.span = self.span);
                locals.push(
                    comprehension
                        .names
                        .iter()
                        .map(|name| name.text.clone())
                        .collect(),
                );
                [&mut comprehension.item]
                    .into_iter()
                    .chain(&mut comprehension.condition)
                    .for_each(|inner| self.rename_in_expr(inner, locals));
                locals.pop();
                return;
            }
            ExprKind::Call(call) => {
                // Functions are looked up by name alone, even if another name is equal.
                self.referenced_names.insert(call.name.text.clone());
                self.rename_name(&mut call.name);
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
                    self.rename_in_dice(text, locals);
                }
            }
            _ => (),
        }
        expr.children_mut()
            .into_iter()
            .for_each(|child| self.rename_in_expr(child, locals));
    }

    fn rename_reference(&mut self, name: &mut String, locals: &[Vec<String>]) {
        match locals.iter().rposition(|names| names.contains(name)) {
            None => {
                self.referenced_names.insert(name.clone());
                self.rename_text(name);
            }
            // The names of a comprehension hide those of the function.
            Some(0) => {
                if let Some(called) = self.local_names.get(name) {
                    name.clone_from(called);
                }
            }
            Some(_) => (),
        }
    }

    /// Renames the names in the braces of a dice text.
    fn rename_in_dice(&mut self, text: &mut String, locals: &[Vec<String>]) {
        let Ok(read) = dice::read(text, Span::default()) else {
            return;
        };
        for (name, range) in read.names.into_iter().rev() {
            let mut called = name;
            self.rename_reference(&mut called, locals);
            text.replace_range(range, &called);
        }
    }
}
