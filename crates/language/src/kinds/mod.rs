//! Kinds of values: what every name can hold, found by going through the file until nothing changes,
//! and then the places where a value of a wrong kind is certain.

mod call;
mod expression;
mod kind;
mod statement;

use std::collections::BTreeMap;

use crate::declare::{Declarations, ParameterType};
use crate::diagnostic::Diagnostics;
use crate::grammar::tree::{Definition, Expr, Statement, StatementKind};
use crate::source::Span;
use kind::Kind;

#[derive(Clone, Debug, Default)]
struct Known {
    arguments: Vec<Kind>,
    locals: BTreeMap<String, Kind>,
    result: Kind,
}

/// Checks every value of a file whose names are right.
pub(crate) fn check(declarations: &Declarations, diagnostics: &mut Diagnostics) {
    let known =
        |function: &Definition| Known { arguments: vec![Kind::Unknown; function.parameters.len()], ..Known::default() };
    let mut checker = Checker {
        declarations,
        functions: declarations.functions.iter().map(known).collect(),
        shared: parameters(declarations),
        current: None,
        changed: true,
        told: None,
    };
    // Kinds only ever widen, so that this ends by itself; the bound is for lists of lists of lists.
    for _ in 0..20 {
        if std::mem::take(&mut checker.changed) {
            checker.file();
        }
    }
    checker.told = Some(diagnostics);
    checker.file();
}

fn parameters(declarations: &Declarations) -> BTreeMap<String, Kind> {
    let kinds =
        declarations.parameters.iter().map(|parameter| (parameter.name.clone(), parameter_kind(&parameter.kind)));
    kinds.collect()
}

fn parameter_kind(kind: &ParameterType) -> Kind {
    match kind {
        ParameterType::Whole { .. } => Kind::Whole,
        ParameterType::YesNo => Kind::Truth,
        ParameterType::Decimal { .. } => Kind::Decimal,
        ParameterType::OneOf(_) => Kind::Text,
        ParameterType::Dice => Kind::Dice,
        ParameterType::Entries { .. } => Kind::list(Kind::Entry),
    }
}

struct Checker<'d> {
    declarations: &'d Declarations,
    functions: Vec<Known>,
    /// Parameters and constants.
    shared: BTreeMap<String, Kind>,
    /// The function that is being read.
    current: Option<usize>,
    changed: bool,
    /// Where mistakes are told, once all kinds are known.
    told: Option<&'d mut Diagnostics>,
}

impl Checker<'_> {
    fn error(&mut self, span: Span, problem: impl Into<String>, help: impl Into<String>) {
        if let Some(diagnostics) = &mut self.told {
            diagnostics.add(span, problem, help);
        }
    }

    fn file(&mut self) {
        let declarations = self.declarations;
        self.current = None;
        for constant in &declarations.constants {
            self.assign(&constant.targets, &constant.values);
        }
        for each in declarations.metrics.iter().filter_map(|metric| metric.each.as_ref()) {
            self.each(each);
        }
        for (i, function) in declarations.functions.iter().enumerate() {
            self.current = Some(i);
            self.function(i, function);
        }
    }

    fn each(&mut self, expr: &Expr) {
        let kind = self.expr(expr);
        if !kind.can_be_whole() && !kind.can_be_list() {
            self.error(
                expr.span,
                format!("the number of steps is {}", kind.words()),
                "each = takes a whole number, or a list of names",
            );
        }
    }

    fn function(&mut self, i: usize, function: &Definition) {
        for (name, kind) in function.parameters.iter().zip(self.functions[i].arguments.clone()) {
            self.widen(&name.text, &kind);
        }
        self.block(&function.body);
        if self.functions[i].result == Kind::Unknown && !returns(&function.body) {
            self.widen_result(&Kind::Nothing);
        }
    }

    /// A name can hold this, too.
    fn widen(&mut self, name: &str, kind: &Kind) {
        let names = match self.current {
            Some(i) => &mut self.functions[i].locals,
            None => &mut self.shared,
        };
        let known = names.entry(name.to_owned()).or_default();
        let joined = known.join(kind);
        self.changed |= joined != *known;
        *known = joined;
    }

    fn widen_result(&mut self, kind: &Kind) {
        let Some(i) = self.current else { return };
        let joined = self.functions[i].result.join(kind);
        self.changed |= joined != self.functions[i].result;
        self.functions[i].result = joined;
    }

    fn widen_argument(&mut self, function: usize, i: usize, kind: &Kind) {
        let Some(known) = self.functions[function].arguments.get_mut(i) else { return };
        let joined = known.join(kind);
        self.changed |= joined != *known;
        *known = joined;
    }
}

/// Whether there is a `return` anywhere.
fn returns(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { branches, otherwise } => {
            branches.iter().any(|(_, body)| returns(body)) || returns(otherwise)
        }
        StatementKind::While { body, .. } | StatementKind::For { body, .. } => returns(body),
        _ => false,
    })
}
