//! The types of assignments, conditions and records.

use super::base::KindChecker;
use super::dice_text;
use super::value_kind::ValueKind;
use crate::declare::MetricKind;
use crate::diagnostic::Mistake;
use crate::grammar::tree::{
    AssignTarget, Binary, Call, Expr, ExprKind, Name, Relation, Statement, StatementKind,
};
use crate::nearest::nearest;
use crate::source::Span;

impl KindChecker<'_> {
    pub(super) fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values } => self.assign(targets, values),
            StatementKind::Change {
                target,
                operator,
                value,
            } => self.change(target, *operator, value, statement.span),
            StatementKind::If {
                branches,
                otherwise,
            } => self.branches(branches, otherwise),
            StatementKind::While { condition, body } => {
                match condition.kind {
                    ExprKind::Whole(number) => {
                        self.report_number_condition(condition.span, number != 0)
                    }
                    _ => self.condition(condition),
                }
                self.block(body);
            }
            StatementKind::For {
                names,
                source,
                body,
            } => {
                self.loop_names(names, source);
                self.block(body);
            }
            StatementKind::Return(values) => self.return_values(values),
            StatementKind::Expression(expr) => self.expression_statement(expr),
            StatementKind::Define(_) | StatementKind::Use { .. } => (),
            StatementKind::Break | StatementKind::Continue | StatementKind::Pass => (),
        }
    }

    fn return_values(&mut self, values: &[Expr]) {
        let kind = match values {
            [] => ValueKind::Nothing,
            [value] => self.value(value),
            _ => self.list(values),
        };
        self.widen_result(&kind);
    }

    pub(super) fn assign(&mut self, targets: &[AssignTarget], values: &[Expr]) {
        let kinds: Vec<ValueKind> = values.iter().map(|value| self.value(value)).collect();
        let unpacked = targets.len() > 1 && kinds.len() == 1;
        if unpacked && !kinds[0].can_be_list() {
            let problem = format!(
                "expected {} values, found {}",
                targets.len(),
                kinds[0].words()
            );
            let value = &values[0];
            if value.is_literal() || matches!(value.kind, ExprKind::Truth(_)) {
                let repeated_value = vec![value.to_source(); targets.len()].join(", ");
                let help = format!("give each name a value: {repeated_value}");
                return self.report(|| {
                    Mistake::new(value.span, problem, help).with_fix(value.span, repeated_value)
                });
            }
            return self.error(
                value.span,
                problem,
                "write one value for each name, or call a function that returns several",
            );
        }
        for (i, target) in targets.iter().enumerate() {
            let kind = if unpacked {
                kinds[0].item()
            } else {
                kinds.get(i).cloned().unwrap_or(ValueKind::Any)
            };
            self.target(target, &kind);
        }
    }

    fn target(&mut self, target: &AssignTarget, kind: &ValueKind) {
        for index in &target.indices {
            self.check_index(Some(&target.name.text), index);
        }
        let kind = target
            .indices
            .iter()
            .fold(kind.clone(), |kind, _| ValueKind::list(kind));
        self.widen(&target.name.text, &kind);
    }

    fn change(&mut self, target: &AssignTarget, operator: Binary, value: &Expr, span: Span) {
        let mut before = self.name_kind(&target.name.text);
        for _ in &target.indices {
            before = before.item();
        }
        let after = self.value(value);
        if let (
            Binary::Add,
            ValueKind::List(_),
            ValueKind::Whole | ValueKind::Text | ValueKind::Truth,
        ) = (operator, &before, &after)
        {
            let problem = format!(
                "`{}` cannot combine {} and {}",
                operator.symbol(),
                before.words(),
                after.words()
            );
            let entry = format!("[{}]", value.to_source());
            let help = format!("+ joins two lists: write {} += {entry}", target.name.text);
            return self.report(|| Mistake::new(span, problem, help).with_fix(value.span, entry));
        }
        let kind = self.binary(operator, &before, &after, span);
        self.target(target, &kind);
    }

    fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        for (condition, body) in branches {
            self.condition(condition);
            self.block(body);
        }
        self.block(otherwise);
    }

    pub(super) fn loop_names(&mut self, names: &[Name], source: &Expr) {
        let kind = self.list_item_kind(source, "a loop needs a list");
        for name in names {
            let kind = if names.len() > 1 {
                kind.item()
            } else {
                kind.clone()
            };
            self.widen(&name.text, &kind);
        }
    }

    /// Reports `while 1:`, an endless loop.
    fn report_number_condition(&mut self, span: Span, truth: bool) {
        let problem = format!(
            "expected a condition (true or false), found {}",
            ValueKind::Whole.words()
        );
        let help = format!(
            "write `while {truth}:`{}",
            if truth {
                ", and leave the loop with break or return"
            } else {
                ""
            }
        );
        self.report(|| Mistake::new(span, problem, help).with_fix(span, truth.to_string()));
    }

    /// Checks a condition: only true and false are allowed.
    pub(super) fn condition(&mut self, expr: &Expr) {
        self.condition_part(expr, None, None);
    }

    /// Checks a part of a condition, next to other parts joined by `and` or `or`. A neighbour shows
    /// what this part leaves out.
    pub(super) fn condition_part(
        &mut self,
        expr: &Expr,
        before: Option<&Expr>,
        behind: Option<&Expr>,
    ) {
        let kind = self.expr(expr);
        if kind.can_be_truth() {
            return;
        }
        let asked = before
            .or(behind)
            .and_then(Expr::as_comparison)
            .filter(|_| expr.is_plain());
        let problem = match (&asked, expr.is_literal()) {
            (Some(_), true) => {
                format!(
                    "expected a condition after `and` or `or`, found {}",
                    kind.words()
                )
            }
            _ => format!(
                "expected a condition (true or false), found {}",
                kind.words()
            ),
        };
        let either = |whole: &str| {
            format!(
                "repeat the comparison: {whole}. For \"not zero\" write {} > 0",
                expr.to_source()
            )
        };
        match asked {
            Some((_, relation @ Relation::In, list)) if list.is_plain() => {
                let whole = format!(
                    "{} {} {}",
                    expr.operand_source(),
                    relation.symbol(),
                    list.operand_source()
                );
                let help = format!("repeat the comparison: write {whole}");
                self.report(|| Mistake::new(expr.span, problem, help).with_fix(expr.span, whole));
            }
            Some((_, relation, with))
                if before.is_none() && relation != Relation::In && kind.can_be_number() =>
            {
                let whole = format!(
                    "{} {} {}",
                    expr.to_source(),
                    relation.symbol(),
                    with.operand_source()
                );
                self.error(expr.span, problem, either(&whole));
            }
            Some((left, relation, with))
                if before.is_some() && left.is_plain() && relation != Relation::In =>
            {
                let whole = format!(
                    "{} {} {}",
                    left.to_source(),
                    relation.symbol(),
                    expr.operand_source()
                );
                // If the neighbour is a number, both readings of a name are possible.
                if with.is_literal() && !expr.is_literal() && kind.can_be_number() {
                    return self.error(expr.span, problem, either(&whole));
                }
                let help = format!("repeat the comparison: write {whole}");
                self.report(|| Mistake::new(expr.span, problem, help).with_fix(expr.span, whole));
            }
            // A roll must happen once, so it needs a name before it is compared twice.
            Some((left, relation, with))
                if before.is_some() && relation != Relation::In && expr.is_literal() =>
            {
                let (left_text, sign) = (left.to_source(), relation.symbol());
                let each = [with, expr]
                    .map(|operand| format!("rolled {sign} {}", operand.operand_source()))
                    .join(", ");
                let help = format!(
                    "write rolled = {left_text} on the line before, and compare twice: {each}"
                );
                self.error(expr.span, problem, help);
            }
            _ => self.report_non_condition(expr, &kind, problem),
        }
    }

    /// Reports a value that is not a condition, with a comparison that would be one.
    fn report_non_condition(&mut self, expr: &Expr, kind: &ValueKind, problem: String) {
        let written = if expr.is_plain() && !expr.is_literal() {
            Some(expr.to_source())
        } else {
            None
        };
        let comparison = match (kind, written) {
            (ValueKind::Decimal, _) if matches!(expr.kind, ExprKind::Decimal(_)) => {
                format!("chance({})", expr.to_source())
            }
            (ValueKind::Whole | ValueKind::Decimal | ValueKind::Number, Some(written)) => {
                format!("{written} > 0")
            }
            (ValueKind::List(_), Some(written)) => format!("len({written}) > 0"),
            (ValueKind::Cards, Some(written)) => format!("sum({written}) > 0"),
            (ValueKind::Whole | ValueKind::Decimal | ValueKind::Number, None) => {
                return self.error(expr.span, problem, "compare it, such as x > 0");
            }
            (ValueKind::List(_), None) => {
                return self.error(expr.span, problem, "write len(list) > 0");
            }
            _ => return self.error(expr.span, problem, "write a comparison, such as x == 3"),
        };
        self.report(|| {
            Mistake::new(expr.span, problem, format!("write {comparison}"))
                .with_fix(expr.span, comparison)
        });
    }

    fn expression_statement(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) if call.name.text == "record" => self.record(call),
            ExprKind::Call(call) if call.name.text == "note" => call
                .arguments
                .iter()
                .for_each(|argument| drop(self.expr(&argument.value))),
            _ => drop(self.expr(expr)),
        }
    }

    fn record(&mut self, call: &Call) {
        let [metric, value, step] = call.record_arguments();
        let Some(ExprKind::Name(name)) = metric.map(|metric| &metric.kind) else {
            return;
        };
        let Some(index) = self.declarations.metric_index(name) else {
            return;
        };
        if let Some(value) = value {
            self.recorded_value(index, value);
        }
        if let Some(step) = step {
            self.value(step);
        }
    }

    fn recorded_value(&mut self, index: usize, value: &Expr) {
        let metric = &self.declarations.metrics[index];
        let kind = self.value(value);
        let (name, words) = (&metric.name, kind.words());
        match &metric.kind {
            MetricKind::Category(outcomes) => self.outcome(value, &kind, outcomes),
            MetricKind::Flag if !kind.can_be_truth() && kind != ValueKind::Whole => {
                let problem = format!("`{name}` records yes or no, but this is {words}");
                self.error(value.span, problem, "record a condition, such as x > 0");
            }
            MetricKind::Count | MetricKind::When if !kind.can_be_whole() => {
                let problem = format!("`{name}` records whole numbers, but this is {words}");
                self.error(value.span, problem, whole_number_help(value, &kind));
            }
            _ => (),
        }
    }

    fn outcome(&mut self, value: &Expr, kind: &ValueKind, outcomes: &[(String, String)]) {
        let names: Vec<&str> = outcomes.iter().map(|(name, _)| name.as_str()).collect();
        match &value.kind {
            ExprKind::IfElse(parts) => {
                let [then, _, otherwise] = &**parts;
                self.outcome(then, &ValueKind::Any, outcomes);
                self.outcome(otherwise, &ValueKind::Any, outcomes);
            }
            ExprKind::Text(text) if !names.contains(&text.as_str()) => self.report(|| {
                let problem = format!("\"{text}\" is not an outcome of this category");
                match nearest(text, names.iter().copied()) {
                    Some(near) => {
                        Mistake::new(value.span, problem, format!("did you mean \"{near}\"?"))
                            .with_fix(value.span, format!("\"{near}\""))
                    }
                    None => Mistake::new(
                        value.span,
                        problem,
                        format!("its outcomes are {}", names.join(", ")),
                    ),
                }
            }),
            _ if !matches!(kind, ValueKind::Text | ValueKind::Any | ValueKind::Unknown) => {
                let problem = format!("a category records text, but this is {}", kind.words());
                self.error(
                    value.span,
                    problem,
                    format!("record one of \"{}\"", names.join("\", \"")),
                );
            }
            _ => (),
        }
    }
}

/// Returns help for recording a value that is not a whole number.
fn whole_number_help(value: &Expr, kind: &ValueKind) -> String {
    let written = if value.is_plain() {
        value.to_source()
    } else {
        "x".to_owned()
    };
    match kind {
        ValueKind::Text => {
            if let Some(text) = dice_text::as_dice_text(value) {
                return format!("write dice(\"{text}\") to roll it");
            }
            return format!(
                "to record text, declare a category: category(\"Winner\", us = success, them = \
                    failure), then record(winner, {written})"
            );
        }
        ValueKind::List(_) => {
            return format!(
                "record a number, such as sum({written}), max({written}) or len({written})"
            );
        }
        ValueKind::Cards => {
            return format!(
                "record the number of one kind, by its name, or sum({written}) for all cards"
            );
        }
        _ => (),
    }
    let (down, up) = match &value.kind {
        ExprKind::Binary(Binary::Divide, a, b) => (
            format!("{} // {}", a.factor_source(), b.atom_source()),
            format!("round_up({}, {})", a.to_source(), b.to_source()),
        ),
        _ if value.is_plain() => (
            format!("{} // 1", value.factor_source()),
            format!("round_up({}, 1)", value.to_source()),
        ),
        _ => ("x // 1".to_owned(), "round_up(x, 1)".to_owned()),
    };
    format!("a metric records whole numbers: {down} rounds down, {up} rounds up")
}
