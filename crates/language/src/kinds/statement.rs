//! The kinds of what statements assign, ask and record.

use super::Checker;
use super::kind::Kind;
use crate::declare::MetricKind;
use crate::grammar::tree::{AssignTarget, Binary, Call, Expr, ExprKind, Name, Statement, StatementKind};
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values } => self.assign(targets, values),
            StatementKind::Change { target, operator, value } => self.change(target, *operator, value, statement.span),
            StatementKind::If { branches, otherwise } => self.branches(branches, otherwise),
            StatementKind::While { condition, body } => {
                self.condition(condition);
                self.block(body);
            }
            StatementKind::For { names, source, body } => {
                self.loop_names(names, source);
                self.block(body);
            }
            StatementKind::Return(values) => self.returned(values),
            StatementKind::Expression(expr) => self.lone(expr),
            StatementKind::Define(_) | StatementKind::Break | StatementKind::Continue | StatementKind::Pass => (),
        }
    }

    pub(super) fn returned(&mut self, values: &[Expr]) {
        let kind = match values {
            [] => Kind::Nothing,
            [value] => self.value(value),
            _ => self.list(values),
        };
        self.widen_result(&kind);
    }

    pub(super) fn assign(&mut self, targets: &[AssignTarget], values: &[Expr]) {
        let kinds: Vec<Kind> = values.iter().map(|value| self.value(value)).collect();
        let unpacked = targets.len() > 1 && kinds.len() == 1;
        if unpacked && !kinds[0].can_be_list() {
            let problem = format!("{} names for one value, which is {}", targets.len(), kinds[0].words());
            return self.error(values[0].span, problem, "write as many values, or a function that returns several");
        }
        for (i, target) in targets.iter().enumerate() {
            let kind = if unpacked { kinds[0].item() } else { kinds.get(i).cloned().unwrap_or(Kind::Any) };
            self.target(target, &kind);
        }
    }

    pub(super) fn target(&mut self, target: &AssignTarget, kind: &Kind) {
        for index in &target.indices {
            self.whole(index, "a place in a list");
        }
        let kind = target.indices.iter().fold(kind.clone(), |kind, _| Kind::list(kind));
        self.widen(&target.name.text, &kind);
    }

    pub(super) fn change(&mut self, target: &AssignTarget, operator: Binary, value: &Expr, span: Span) {
        let mut before = self.named(&target.name.text);
        for _ in &target.indices {
            before = before.item();
        }
        let after = self.value(value);
        let kind = self.binary(operator, &before, &after, span);
        self.target(target, &kind);
    }

    pub(super) fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        for (condition, body) in branches {
            self.condition(condition);
            self.block(body);
        }
        self.block(otherwise);
    }

    pub(super) fn loop_names(&mut self, names: &[Name], source: &Expr) {
        let kind = self.list_of(source, "a loop runs over a list");
        for name in names {
            let kind = if names.len() > 1 { kind.item() } else { kind.clone() };
            self.widen(&name.text, &kind);
        }
    }

    /// A condition is true or false, and nothing is taken for one of them.
    pub(super) fn condition(&mut self, expr: &Expr) {
        let kind = self.expr(expr);
        if kind.can_be_truth() {
            return;
        }
        let help = match (&kind, &expr.kind) {
            (Kind::Whole | Kind::Decimal, ExprKind::Name(name)) => format!("write {name} > 0"),
            (Kind::Whole | Kind::Decimal, _) => "compare it, such as x > 0".to_owned(),
            (Kind::List(_), ExprKind::Name(name)) => format!("write len({name}) > 0"),
            (Kind::List(_), _) => "write len(list) > 0".to_owned(),
            _ => "write a comparison, such as x == 3".to_owned(),
        };
        self.error(expr.span, format!("a condition is true or false, and this is {}", kind.words()), help);
    }

    pub(super) fn lone(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) if call.name.text == "record" => self.record(call),
            ExprKind::Call(call) if call.name.text == "note" => {
                call.arguments.iter().for_each(|argument| drop(self.expr(&argument.value)))
            }
            _ => drop(self.expr(expr)),
        }
    }

    pub(super) fn record(&mut self, call: &Call) {
        let Some(ExprKind::Name(name)) = call.arguments.first().map(|argument| &argument.value.kind) else { return };
        let Some(index) = self.declarations.metric(name) else { return };
        if let Some(argument) = call.arguments.get(1) {
            self.recorded(index, &argument.value);
        }
        if let Some(argument) = call.arguments.get(2) {
            self.value(&argument.value);
        }
    }

    pub(super) fn recorded(&mut self, index: usize, value: &Expr) {
        let declarations = self.declarations;
        let metric = &declarations.metrics[index];
        let kind = self.value(value);
        match &metric.kind {
            MetricKind::Category(outcomes) => self.outcome(value, &kind, outcomes),
            MetricKind::Flag if !kind.can_be_truth() && kind != Kind::Whole => {
                self.error(
                    value.span,
                    format!("`{}` is yes or no, and this is {}", metric.name, kind.words()),
                    "record a condition, such as x > 0",
                );
            }
            _ if !kind.can_be_whole() => {
                let help = "only whole numbers are recorded: x // 1 rounds down, round_up(x, 1) up";
                self.error(
                    value.span,
                    format!("`{}` takes whole numbers, and this is {}", metric.name, kind.words()),
                    help,
                );
            }
            _ => (),
        }
    }

    pub(super) fn outcome(&mut self, value: &Expr, kind: &Kind, outcomes: &[(String, String)]) {
        let names: Vec<&str> = outcomes.iter().map(|(name, _)| name.as_str()).collect();
        match &value.kind {
            ExprKind::IfElse(parts) => {
                let [then, _, otherwise] = &**parts;
                self.outcome(then, &Kind::Any, outcomes);
                self.outcome(otherwise, &Kind::Any, outcomes);
            }
            ExprKind::Text(text) if !names.contains(&text.as_str()) => {
                let help = match crate::nearest::nearest(text, names.iter().copied()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("its outcomes are {}", names.join(", ")),
                };
                self.error(value.span, format!("\"{text}\" is no outcome of this category"), help);
            }
            _ if !matches!(kind, Kind::Text | Kind::Any | Kind::Unknown) => {
                self.error(
                    value.span,
                    format!("a category takes a text, and this is {}", kind.words()),
                    format!("record one of \"{}\"", names.join("\", \"")),
                );
            }
            _ => (),
        }
    }
}
