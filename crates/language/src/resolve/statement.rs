//! Resolves the names in statements, and collects the recorded metrics.

use oddsmith_engine::question::Comparison;

use super::base::{NameChecker, NameContext};
use crate::builtin;
use crate::declare::{Constant, MISMATCH_HELP, MetricKind, mismatch_problem};
use crate::diagnostic::Mistake;
use crate::grammar::recovery::signs::metric_value_help;
use crate::grammar::tree::{
    AssignTarget, Call, Definition, Expr, ExprKind, Name, Relation, Statement, StatementKind,
};
use crate::nearest::nearest;
use crate::source::Span;

impl NameChecker<'_> {
    pub(super) fn function(&mut self, function: &Definition) {
        self.is_imported = function.is_imported;
        for (i, name) in function.parameters.iter().enumerate() {
            if function.parameters[..i]
                .iter()
                .any(|other| other.text == name.text)
            {
                let problem = format!("two arguments are named `{}`", name.text);
                self.error(name.span, problem, "rename one of them");
            }
        }
        for name in &function.parameters {
            self.check_metric(name);
            self.locals.insert(name.text.clone());
        }
        self.collect_locals(&function.body);
        self.block(&function.body);
    }

    /// Collects local names: every name that the function assigns is local.
    fn collect_locals(&mut self, body: &[Statement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Assign { targets, .. } => targets
                    .iter()
                    .for_each(|target| self.add_local(&target.name)),
                StatementKind::Change { target, .. } => {
                    self.check_changed_metric(&target.name);
                    self.add_local(&target.name);
                }
                StatementKind::For { names, .. } => {
                    names.iter().for_each(|name| self.add_local(name))
                }
                StatementKind::Define(function) => {
                    self.nested_functions.insert(function.name.text.clone());
                }
                _ => (),
            }
            statement
                .blocks()
                .into_iter()
                .for_each(|block| self.collect_locals(block));
        }
    }

    fn add_local(&mut self, name: &Name) {
        let Name { text, span } = name;
        if !self.locals.contains(text) && self.declarations.parameter(text).is_some() {
            let help = format!("copy it to another name first, such as left = {text}");
            self.error(
                *span,
                format!("`{text}` is a parameter and cannot be changed"),
                help,
            );
        } else if !self.locals.contains(text) && self.is_constant(text) {
            let help = "copy it to another name first, or return the new value";
            self.error(
                *span,
                format!("`{text}` is a constant and cannot be changed"),
                help,
            );
        } else if !self.locals.contains(text) && self.declarations.player_index(text).is_some() {
            let help = "assign the choice to another name";
            self.error(
                *span,
                format!("`{text}` is a player and cannot be changed"),
                help,
            );
        }
        self.check_metric(name);
        self.locals.insert(text.clone());
    }

    /// Reports a local name that is also the name of a metric: `record(rounds, rounds)` would be
    /// confusing.
    pub(super) fn check_metric(&mut self, Name { text, span }: &Name) {
        if self.declarations.metric_index(text).is_some()
            && !self.locals.contains(text)
            && !self.is_imported
        {
            let help =
                format!("rename this one, such as {text}_so_far: record({text}, {text}_so_far)");
            self.error(
                *span,
                format!("`{text}` is already the name of a metric"),
                help,
            );
            // A follow-up message about a missing record would be confusing.
            self.recorded.insert(text.clone());
        }
    }

    /// Reports a changed metric: a metric is recorded once, and a counter needs another name.
    fn check_changed_metric(&mut self, Name { text, span }: &Name) {
        if self.declarations.metric_index(text).is_some()
            && !self.locals.contains(text)
            && !self.is_imported
        {
            self.error(
                *span,
                format!("`{text}` is already the name of a metric"),
                metric_value_help(text),
            );
        }
    }

    fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values } => {
                self.assign(targets, values, statement.span)
            }
            StatementKind::Change { target, value, .. } => {
                target.indices.iter().for_each(|index| self.expr(index));
                self.expr(value);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, body) in branches {
                    self.expr(condition);
                    self.block(body);
                }
                self.block(otherwise);
            }
            StatementKind::While { condition, body } => {
                self.expr(condition);
                self.loop_body(body);
            }
            StatementKind::For { source, body, .. } => {
                self.loop_source(source);
                self.loop_body(body);
            }
            StatementKind::Define(function) => {
                let help = "move it to the left margin, and pass what it needs as arguments";
                self.error(
                    function.name.span,
                    "a function cannot be defined inside another function",
                    help,
                );
            }
            StatementKind::Use { file, .. } => {
                let help = "move it to the left margin";
                self.error(file.span, "`use` cannot be inside a function", help);
            }
            StatementKind::Return(values) => values.iter().for_each(|value| self.expr(value)),
            StatementKind::Expression(expr) => self.expression_statement(expr),
            StatementKind::Break | StatementKind::Continue if self.loop_depth == 0 => {
                let help = "use break and continue only inside while or for";
                self.error(statement.span, "this is not inside a loop", help);
            }
            StatementKind::Break | StatementKind::Continue | StatementKind::Pass => (),
        }
    }

    fn assign(&mut self, targets: &[AssignTarget], values: &[Expr], span: Span) {
        targets
            .iter()
            .flat_map(|target| &target.indices)
            .chain(values)
            .for_each(|value| self.expr(value));
        if values.len() > 1 && values.len() != targets.len() {
            let problem = mismatch_problem(targets.len(), values.len());
            if targets.len() == 1 {
                let given = values[0].span.to(values[values.len() - 1].span);
                let list: Vec<String> = values.iter().map(Expr::to_source).collect();
                let list = format!("[{}]", list.join(", "));
                let help = format!(
                    "for a list of these values, write {} = {list}",
                    targets[0].name.text
                );
                return self.report(Mistake::new(span, problem, help).with_fix(given, list));
            }
            self.error(span, problem, MISMATCH_HELP);
        }
    }

    fn loop_body(&mut self, body: &[Statement]) {
        self.loop_depth += 1;
        self.block(body);
        self.loop_depth -= 1;
    }

    pub(super) fn loop_source(&mut self, source: &Expr) {
        let ExprKind::Whole(number) = source.kind else {
            return self.expr(source);
        };
        let help = format!(
            "write range({number}) for 0 to {}, or upto({number}) for 1 to {number}",
            number - 1
        );
        self.error(source.span, "a loop needs a list, not a number", help);
    }

    /// Checks an expression statement. It has an effect only if it is a call.
    fn expression_statement(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) if call.name.text == "record" => self.record(call, expr.span),
            ExprKind::Call(call) if call.name.text == "note" => {
                let context = std::mem::replace(&mut self.context, NameContext::Note);
                call.arguments
                    .iter()
                    .for_each(|argument| self.expr(&argument.value));
                self.context = context;
            }
            ExprKind::Call(_) => self.expr(expr),
            ExprKind::Compare(first, rest)
                if matches!(first.kind, ExprKind::Name(_)) && rest.len() == 1 =>
            {
                let help = "to assign a value, write = instead of ==";
                let wrong = Mistake::new(expr.span, "this comparison is not used", help);
                let (relation, right) = &rest[0];
                let sign = Span::new(first.span.end, right.span.start);
                let is_equal = *relation == Relation::Is(Comparison::Equal);
                self.report(if is_equal {
                    wrong.with_fix(sign, " = ")
                } else {
                    wrong
                });
            }
            _ => self.error(
                expr.span,
                "this value is not used",
                "assign it to a name (x = ...), or record it",
            ),
        }
    }

    fn record(&mut self, call: &Call, span: Span) {
        let Some(builtin) = builtin::find("record") else {
            return;
        };
        self.check_arity(call, builtin);
        let [metric, value, step] = call.record_arguments();
        match metric {
            Some(Expr {
                kind: ExprKind::Name(name),
                span,
            }) => self.metric(name, *span, call, step.is_some()),
            Some(other) => {
                let problem = "the first argument of `record` must be a metric's name";
                match other
                    .as_text()
                    .filter(|name| self.declarations.metric_index(name).is_some())
                {
                    Some(name) => {
                        let help = format!("write {name} without quotes");
                        self.recorded.insert(name.to_owned());
                        self.report(
                            Mistake::new(other.span, problem, help).with_fix(other.span, name),
                        );
                    }
                    None => self.error(other.span, problem, builtin.usage),
                }
            }
            None => self.error(
                span,
                "`record` has no metric",
                format!("write {}", builtin.usage),
            ),
        }
        value
            .into_iter()
            .for_each(|value| self.recorded_value(metric, value));
        step.into_iter().for_each(|step| self.expr(step));
    }

    fn recorded_value(&mut self, metric: Option<&Expr>, value: &Expr) {
        if let ExprKind::IfElse(parts) = &value.kind {
            let [then, condition, otherwise] = &**parts;
            self.recorded_value(metric, then);
            self.expr(condition);
            return self.recorded_value(metric, otherwise);
        }
        match metric.and_then(|metric| self.unquoted_outcome(metric, value)) {
            Some(wrong) => self.report(wrong),
            None => self.expr(value),
        }
    }

    /// Reports an outcome without quotes: `record(winner, us)`.
    fn unquoted_outcome(&self, metric: &Expr, value: &Expr) -> Option<Mistake> {
        let (ExprKind::Name(metric), ExprKind::Name(outcome)) = (&metric.kind, &value.kind) else {
            return None;
        };
        let MetricKind::Category(outcomes) =
            &self.declarations.metrics[self.declarations.metric_index(metric)?].kind
        else {
            return None;
        };
        let is_one = !self.is_known(outcome) && outcomes.iter().any(|(name, _)| name == outcome);
        let fix = format!("\"{outcome}\"");
        let wrong = || {
            Mistake::new(
                value.span,
                format!("the name `{outcome}` is not defined"),
                format!("write {fix}"),
            )
        };
        is_one.then(|| wrong().with_fix(value.span, fix.clone()))
    }

    fn metric(&mut self, name: &str, span: Span, call: &Call, has_step: bool) {
        let Some(index) = self.declarations.metric_index(name) else {
            if !self.is_misspelt(name) {
                self.report_unknown_metric(name, span);
            }
            return;
        };
        self.recorded.insert(name.to_owned());
        let has_steps = self.declarations.metrics[index].each.is_some();
        if has_steps && !has_step && call.arguments.len() == 2 {
            let problem = format!("`{name}` has steps, but this record names none");
            self.error(
                call.name.span,
                problem,
                format!("write record({name}, value, step)"),
            );
        } else if !has_steps && has_step {
            let problem = format!("`{name}` has no steps, but this record names one");
            let help = format!("write record({name}, value), or add each = to its declaration");
            self.error(call.name.span, problem, help);
        }
    }

    /// Returns whether the name's declaration calls a function that does not exist. That mistake is
    /// reported at the declaration.
    fn is_misspelt(&self, name: &str) -> bool {
        let gives_it = |constant: &&Constant| {
            constant
                .targets
                .iter()
                .any(|target| target.name.text == name)
        };
        let Some(constant) = self.declarations.constants.iter().find(gives_it) else {
            return false;
        };
        let [
            Expr {
                kind: ExprKind::Call(call),
                ..
            },
        ] = &constant.values[..]
        else {
            return false;
        };
        builtin::find(&call.name.text).is_none()
            && self.declarations.function_index(&call.name.text).is_none()
    }

    fn report_unknown_metric(&mut self, name: &str, span: Span) {
        let known = || {
            self.declarations
                .metrics
                .iter()
                .map(|metric| metric.name.as_str())
        };
        let help = || format!("declare it at the top: {name} = count(\"what it counts\")");
        let problem = format!("there is no metric named `{name}`");
        let wrong = Mistake::unknown(span, name, problem, known(), help);
        // A mistake is reported once: the metric that was meant does not also count as never
        // recorded.
        self.recorded
            .extend(nearest(name, known()).map(str::to_owned));
        self.report(wrong);
    }
}
