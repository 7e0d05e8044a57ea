//! Probes record the values of expressions in a trial. Each probed expression is wrapped in a call
//! of a function that records its argument.

use std::collections::BTreeSet;

use crate::builtin::{self, BuiltinRole};
use crate::declare::{Declarations, MetricDeclaration, MetricKind};
use crate::grammar::tree::{
    Argument, Call, Definition, Expr, ExprKind, Name, Statement, StatementKind,
};
use crate::source::Span;
use crate::types::{Kinds, WatchedKind};

/// An expression of a trial that has a number as its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watchable {
    /// Its span.
    pub span: Span,
    /// The type of its values.
    pub kind: WatchedKind,
    /// Its role in the line.
    pub place: WatchedPlace,
    /// Whether evaluating it asks chance.
    pub asks_chance: bool,
    /// Whether it reads local names of its function.
    pub reads_locals: bool,
}

/// The role of an expression in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedPlace {
    /// The value of an assignment.
    Named,
    /// The condition of a `while` loop.
    Loop,
    /// A part of another expression.
    Part,
}

/// Returns the expressions of a file that can be probed; subexpressions come after the expressions
/// that contain them.
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
                // Each span is added once.
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

/// Returns the expressions of all statements with their roles, but not the parts of these
/// expressions.
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

/// Returns the functions that ask chance, directly or through a call.
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

/// Returns the file with probes for these expressions. Each has a metric after the file's metrics,
/// and every record of it counts separately.
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

/// A probed expression. Its names begin with a digit, so that they do not clash with names of the
/// file.
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

    /// Returns the function that records the value of an expression.
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
