//! What expressions come to in a trial: the file with each of them handed through a function that
//! shows what it is given.

use std::collections::BTreeSet;

use crate::builtin::{self, BuiltinRole};
use crate::declare::{Declarations, MetricDeclaration, MetricKind};
use crate::grammar::tree::{
    Argument, Call, Definition, Expr, ExprKind, Name, Statement, StatementKind,
};
use crate::source::Span;
use crate::types::{Kinds, WatchedKind};

/// An expression of a trial that may come to one number or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watchable {
    /// Where it stands.
    pub span: Span,
    /// What its values are.
    pub kind: WatchedKind,
    /// What it is to the line that it stands in.
    pub place: WatchedPlace,
    /// Whether chance is asked in it, not only before.
    pub asks_chance: bool,
    /// Whether it is computed from local values of its function.
    pub reads_locals: bool,
}

/// What an expression is to the line that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedPlace {
    /// What a name becomes.
    Named,
    /// What a `while` goes round by.
    Loop,
    /// A part of something else.
    Part,
}

/// The expressions of a file that can be watched, those within others after these.
pub(crate) fn watchable(declarations: &Declarations) -> Vec<Watchable> {
    let mut kinds = Kinds::infer(declarations);
    let asking = chance_functions(declarations);
    let mut found = Vec::new();
    for (function_index, function) in declarations
        .functions
        .iter()
        .enumerate()
        .filter(|(_, function)| !function.is_imported)
    {
        let locals: Vec<Name> = function.local_names().cloned().collect();
        for (expr, place) in expressions(&function.body) {
            expr.visit(&mut |part| {
                // One place is one expression.
                let is_new = found
                    .iter()
                    .all(|earlier: &Watchable| earlier.span != part.span);
                let Some(kind) = kinds.watched_kind(function_index, part).filter(|_| is_new) else {
                    return;
                };
                let place = if std::ptr::eq(part, expr) {
                    place
                } else {
                    WatchedPlace::Part
                };
                let (asks_chance, reads_locals) =
                    (calls_chance(part, &asking), part.reads(&locals));
                if asks_chance || reads_locals {
                    found.push(Watchable {
                        span: part.span,
                        kind,
                        place,
                        asks_chance,
                        reads_locals,
                    });
                }
            });
        }
    }
    found
}

/// The expressions that stand in statements themselves.
fn expressions(body: &[Statement]) -> Vec<(&Expr, WatchedPlace)> {
    let mut found = Vec::new();
    for statement in body {
        let place = match &statement.kind {
            StatementKind::Assign { targets, values } if targets.len() == values.len() => {
                WatchedPlace::Named
            }
            StatementKind::Change { .. } => WatchedPlace::Named,
            StatementKind::While { .. } => WatchedPlace::Loop,
            _ => WatchedPlace::Part,
        };
        found.extend(
            statement
                .expressions()
                .into_iter()
                .map(|expr| (expr, place)),
        );
        statement
            .blocks()
            .into_iter()
            .for_each(|block| found.extend(expressions(block)));
    }
    found
}

/// The functions that ask chance, and those that call one that does.
fn chance_functions(declarations: &Declarations) -> BTreeSet<String> {
    let mut asking = BTreeSet::new();
    loop {
        let asks_in = |function: &&Definition| {
            expressions(&function.body)
                .iter()
                .any(|(expr, _)| calls_chance(expr, &asking))
        };
        let more: Vec<String> = declarations
            .functions
            .iter()
            .filter(|function| !asking.contains(&function.name.text))
            .filter(asks_in)
            .map(|function| function.name.text.clone())
            .collect();
        if more.is_empty() {
            return asking;
        }
        asking.extend(more);
    }
}

fn calls_chance(expr: &Expr, asking: &BTreeSet<String>) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        if let ExprKind::Call(call) = &part.kind {
            let is_chance =
                |builtin: &builtin::Builtin| matches!(builtin.role, BuiltinRole::Chance(_));
            found |= builtin::find(&call.name.text).is_some_and(is_chance)
                || asking.contains(&call.name.text);
        }
    });
    found
}

/// The file with these expressions watched: behind its own metrics each has one, of which every
/// record counts by itself.
pub(crate) fn with_watched(declarations: &Declarations, watched: &[Watchable]) -> Declarations {
    let mut watching = declarations.clone();
    for (number, watchable) in watched.iter().enumerate() {
        let seen = WatchedExpression {
            number,
            kind: watchable.kind,
            span: watchable.span,
        };
        watching.metrics.push(seen.metric());
        watching
            .functions
            .iter_mut()
            .filter(|function| !function.is_imported)
            .for_each(|function| {
                function
                    .body
                    .iter_mut()
                    .for_each(|statement| seen.wrap_in_statement(statement));
            });
        watching.functions.push(seen.function());
    }
    watching
}

/// One expression that is watched. No word of a file begins with a digit.
struct WatchedExpression {
    number: usize,
    kind: WatchedKind,
    span: Span,
}

impl WatchedExpression {
    fn name(&self, suffix: &str) -> Name {
        Name {
            text: format!("{}_{suffix}", self.number),
            span: self.span,
        }
    }

    fn read(&self, suffix: &str) -> Expr {
        Expr::new(ExprKind::Name(self.name(suffix).text), self.span)
    }

    fn call(&self, name: Name, arguments: Vec<Expr>) -> Expr {
        let arguments = arguments
            .into_iter()
            .map(|value| Argument { name: None, value })
            .collect();
        Expr::new(ExprKind::Call(Call { name, arguments }), self.span)
    }

    fn metric(&self) -> MetricDeclaration {
        MetricDeclaration {
            is_watched: true,
            absent: Some(String::new()),
            ..MetricDeclaration::new(&self.name("value"), String::new(), MetricKind::Count)
        }
    }

    /// The function that an expression is handed through.
    fn function(&self) -> Definition {
        let span = self.span;
        let statement = |kind| Statement { kind, span };
        let built_in = |name: &str| Name {
            text: name.to_owned(),
            span,
        };
        let given = self.read("given");
        let shown = match self.kind {
            WatchedKind::List => self.call(built_in("sum"), vec![given.clone()]),
            WatchedKind::Whole | WatchedKind::Truth => given.clone(),
        };
        let record = self.call(built_in("record"), vec![self.read("value"), shown]);
        let body = vec![
            statement(StatementKind::Expression(record)),
            statement(StatementKind::Return(vec![given])),
        ];
        Definition {
            name: self.name("seen"),
            parameters: vec![self.name("given")],
            body,
            is_imported: true,
        }
    }

    fn wrap_in_statement(&self, statement: &mut Statement) {
        statement
            .expressions_mut()
            .into_iter()
            .for_each(|expr| self.wrap_in_expr(expr));
        statement
            .blocks_mut()
            .into_iter()
            .flatten()
            .for_each(|inner| self.wrap_in_statement(inner));
    }

    fn wrap_in_expr(&self, expr: &mut Expr) {
        if expr.span == self.span {
            let inner = Expr::new(expr.kind.clone(), expr.span);
            *expr = self.call(self.name("seen"), vec![inner]);
        } else {
            expr.children_mut()
                .into_iter()
                .for_each(|child| self.wrap_in_expr(child));
        }
    }
}
