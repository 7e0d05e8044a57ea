//! The names in statements, and what is recorded.

use super::{Checker, Where};
use crate::builtin;
use crate::declare::Constant;
use crate::grammar::tree::{AssignTarget, Call, Expr, ExprKind, Statement, StatementKind};
use crate::nearest::nearest;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values } => self.assign(targets, values, statement.span),
            StatementKind::Change { target, value, .. } => self.change(target, value),
            StatementKind::If { branches, otherwise } => self.branches(branches, otherwise),
            StatementKind::While { condition, body } => {
                self.expr(condition);
                self.looped(body);
            }
            StatementKind::For { source, body, .. } => {
                self.source(source);
                self.looped(body);
            }
            StatementKind::Define(function) => {
                self.error(
                    function.name.span,
                    "a function inside a function",
                    "write it at the left edge of the file, and give it what it needs as arguments",
                );
            }
            StatementKind::Return(values) => values.iter().for_each(|value| self.expr(value)),
            StatementKind::Expression(expr) => self.lone(expr),
            StatementKind::Break | StatementKind::Continue if self.loops == 0 => {
                self.error(
                    statement.span,
                    "this stands outside every loop",
                    "break and continue belong into while or for",
                );
            }
            StatementKind::Break | StatementKind::Continue | StatementKind::Pass => (),
        }
    }

    pub(super) fn assign(&mut self, targets: &[AssignTarget], values: &[Expr], span: Span) {
        for target in targets {
            target.indices.iter().for_each(|index| self.expr(index));
        }
        values.iter().for_each(|value| self.expr(value));
        if values.len() > 1 && values.len() != targets.len() {
            let problem = format!("{} names for {} values", targets.len(), values.len());
            self.error(span, problem, "write as many names before the = as values after it");
        }
    }

    pub(super) fn change(&mut self, target: &AssignTarget, value: &Expr) {
        target.indices.iter().for_each(|index| self.expr(index));
        self.expr(value);
    }

    pub(super) fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        for (condition, body) in branches {
            self.expr(condition);
            self.block(body);
        }
        self.block(otherwise);
    }

    pub(super) fn looped(&mut self, body: &[Statement]) {
        self.loops += 1;
        self.block(body);
        self.loops -= 1;
    }

    pub(super) fn source(&mut self, source: &Expr) {
        if let ExprKind::Whole(number) = source.kind {
            let help = format!("write range({number}) for 0 to {}, or upto({number}) for 1 to {number}", number - 1);
            return self.error(source.span, "a loop runs over a list, and this is a number", help);
        }
        self.expr(source);
    }

    /// An expression on a line of its own does something only if it is a call.
    pub(super) fn lone(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) if call.name.text == "record" => self.record(call, expr.span),
            ExprKind::Call(call) if call.name.text == "note" => self.note(call),
            ExprKind::Call(_) => self.expr(expr),
            ExprKind::Compare(first, rest) if matches!(first.kind, ExprKind::Name(_)) && rest.len() == 1 => {
                self.error(expr.span, "this comparison goes nowhere", "to give a name its value, write a single =");
            }
            _ => self.error(expr.span, "this value goes nowhere", "give it a name: x = ..., or record it"),
        }
    }

    pub(super) fn note(&mut self, call: &Call) {
        let place = std::mem::replace(&mut self.place, Where::Note);
        call.arguments.iter().for_each(|argument| self.expr(&argument.value));
        self.place = place;
    }

    pub(super) fn record(&mut self, call: &Call, span: Span) {
        let Some(builtin) = builtin::find("record") else { return };
        self.arity(call, builtin);
        match call.arguments.first().map(|argument| &argument.value) {
            Some(Expr { kind: ExprKind::Name(name), span }) => self.metric(name, *span, call),
            Some(other) => {
                self.error(other.span, "the first thing that `record` takes is a metric's name", builtin.usage)
            }
            None => self.error(span, "`record` lacks its metric", format!("write {}", builtin.usage)),
        }
        call.arguments.iter().skip(1).for_each(|argument| self.expr(&argument.value));
    }

    pub(super) fn metric(&mut self, name: &str, span: Span, call: &Call) {
        let Some(index) = self.declarations.metric(name) else {
            if !self.is_misspelt(name) {
                self.no_metric(name, span);
            }
            return;
        };
        self.recorded.insert(name.to_owned());
        let steps = self.declarations.metrics[index].each.is_some();
        if steps && call.arguments.len() == 2 {
            self.error(
                call.name.span,
                format!("`{name}` has a value for each step, and no step is given"),
                format!("write record({name}, value, step)"),
            );
        } else if !steps && call.arguments.len() == 3 {
            self.error(
                call.name.span,
                format!("`{name}` has no steps, and one is given"),
                format!("write record({name}, value), or give it steps where it is declared: each = n"),
            );
        }
    }

    /// Whether a name was to be declared by a function that there is not, which is told where it stands.
    fn is_misspelt(&self, name: &str) -> bool {
        let own = |constant: &&Constant| constant.targets.iter().any(|target| target.name.text == name);
        let Some(constant) = self.declarations.constants.iter().find(own) else { return false };
        let [Expr { kind: ExprKind::Call(call), .. }] = &constant.values[..] else { return false };
        builtin::find(&call.name.text).is_none() && self.declarations.function(&call.name.text).is_none()
    }

    pub(super) fn no_metric(&mut self, name: &str, span: Span) {
        let known = self.declarations.metrics.iter().map(|metric| metric.name.as_str());
        let near = nearest(name, known);
        // One mistake is told once: the metric that was meant does not go unrecorded, too.
        self.recorded.extend(near.map(str::to_owned));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it at the top: {name} = count(\"what it counts\")"),
        };
        self.error(span, format!("there is no metric called `{name}`"), help);
    }
}
