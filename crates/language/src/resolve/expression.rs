//! Resolves the names in expressions.

use super::base::{NameChecker, NameContext};
use crate::builtin;
use crate::diagnostic::Mistake;
use crate::grammar::recovery::calls;
use crate::grammar::tree::{Comprehension, Expr, ExprKind, Name, Relation};
use crate::source::Span;
use oddsmith_engine::question::Comparison;

/// The function of other languages that returns a number from 0 to 1.
const RANDOM: &str = "random";

impl NameChecker<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                if self.declarations.player_index(name).is_some() && !self.is_local(name) {
                    self.recorded.insert(name.clone());
                }
                if let Some(wrong) = self.unknown(name, expr.span) {
                    self.report(wrong);
                }
            }
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Index(list, index) => match &list.kind {
                // `choices(...)[0]` is the only item of a list. The suggested replacement is not a
                // list.
                ExprKind::Call(call)
                    if call.name.text == "choices" && matches!(index.kind, ExprKind::Whole(0)) =>
                {
                    self.call(call, expr.span);
                }
                _ => self.index(list, index),
            },
            ExprKind::Field(entry, name) => self.field(entry, name),
            ExprKind::Call(call) => self.call(call, expr.span),
            ExprKind::Compare(first, rest) if is_random(first) && rest.len() == 1 => {
                self.random(expr, &rest[0])
            }
            ExprKind::Entry(_) => {
                let help = "write a list of values: [1, 2, 3]";
                self.error(
                    expr.span,
                    "only the default of entries(...) can use field names",
                    help,
                );
            }
            _ => expr
                .children()
                .into_iter()
                .for_each(|child| self.expr(child)),
        }
    }

    /// Reports `random() < 0.3`, which is `chance(0.3)`.
    fn random(&mut self, whole: &Expr, (relation, other): &(Relation, Expr)) {
        self.expr(other);
        let is_above = matches!(
            relation,
            Relation::Is(Comparison::Above | Comparison::AtLeast)
        );
        let is_below = matches!(
            relation,
            Relation::Is(Comparison::Below | Comparison::AtMost)
        );
        let fix = (is_above || is_below).then(|| calls::chance_below(other, is_above));
        let help = match &fix {
            Some(fix) => format!("write {fix}"),
            None => "chance(p) is true with probability p".to_owned(),
        };
        let problem = format!("there is no function named `{RANDOM}`");
        let wrong = Mistake::new(whole.span, problem, help);
        self.report(match fix {
            Some(fix) => wrong.with_fix(whole.span, fix),
            None => wrong,
        });
    }

    fn index(&mut self, list: &Expr, index: &Expr) {
        self.expr(list);
        let ExprKind::Whole(place @ ..0) = index.kind else {
            return self.expr(index);
        };
        let problem = "a list index cannot be negative";
        let purpose = if place == -1 {
            "for the last entry"
        } else {
            "to count from the end"
        };
        let list_name = if list.is_plain() {
            list.to_source()
        } else {
            "list".to_owned()
        };
        let help = format!(
            "write {list_name}[len({list_name}) - {}] {purpose}. For the highest entry write max({list_name})",
            -place
        );
        let wrong = Mistake::new(index.span, problem, help);
        self.report(if list.is_plain() {
            wrong.with_fix(index.span, format!("len({list_name}) - {}", -place))
        } else {
            wrong
        });
    }

    fn field(&mut self, entry: &Expr, name: &Name) {
        self.expr(entry);
        let fields = &self.declarations.fields;
        if fields.contains(&name.text) {
            return;
        }
        let help = || {
            if ["length", "size", "len"].contains(&name.text.as_str()) {
                format!("write len({})", entry.to_source())
            } else if fields.is_empty() {
                "only entries(...) and cards(...) have fields".to_owned()
            } else {
                format!("fields: {}", fields.join(", "))
            }
        };
        let problem = format!("entries have no field `{}`", name.text);
        let wrong = Mistake::unknown(
            name.span,
            &name.text,
            problem,
            fields.iter().map(String::as_str),
            help,
        );
        self.report(wrong);
    }

    fn comprehension(&mut self, comprehension: &Comprehension) {
        self.loop_source(&comprehension.source);
        comprehension
            .names
            .iter()
            .for_each(|name| self.check_metric(name));
        self.scopes.push(
            comprehension
                .names
                .iter()
                .map(|name| name.text.clone())
                .collect(),
        );
        self.expr(&comprehension.item);
        comprehension
            .condition
            .iter()
            .for_each(|condition| self.expr(condition));
        self.scopes.pop();
    }

    /// Returns the message about an unknown name.
    pub(super) fn unknown(&self, name: &str, span: Span) -> Option<Mistake> {
        if self.is_known(name) {
            return None;
        }
        if self.declarations.metric_index(name).is_some() {
            let problem = format!("`{name}` is a metric and has no value in the trial");
            let help = "keep the value in another name, and record that name";
            return Some(Mistake::new(span, problem, help));
        }
        if self.declarations.function_index(name).is_some() || builtin::find(name).is_some() {
            let problem = format!("`{name}` is a function and needs brackets");
            return Some(Mistake::new(span, problem, format!("write {name}(...)")));
        }
        if matches!(self.context, NameContext::Constant(_)) && self.is_constant(name) {
            let help = "move the constant below it: a constant can only use names above it";
            return Some(Mistake::new(
                span,
                format!("`{name}` has no value yet"),
                help,
            ));
        }
        let problem = format!("the name `{name}` is not defined");
        if is_dice_name(name) {
            let dice = format!("dice(\"{name}\")");
            return Some(
                Mistake::new(span, problem, format!("to roll dice, write {dice}"))
                    .with_fix(span, dice),
            );
        }
        if matches!(name, "None" | "null" | "nil") {
            let help = "there is no None: start with a value such as 0 or false. A metric with absent = \"...\" \
                may stay unrecorded";
            return Some(Mistake::new(span, problem, help));
        }
        let locals = self
            .locals
            .iter()
            .chain(self.scopes.iter().flatten())
            .map(String::as_str);
        let parameters = self
            .declarations
            .parameters
            .iter()
            .map(|parameter| parameter.name.as_str());
        let players = self
            .declarations
            .players
            .iter()
            .map(|player| player.name.as_str());
        let known = locals
            .chain(parameters)
            .chain(players)
            .chain(self.declarations.constant_names());
        let help = || format!("assign it first: {name} = .... Text needs quotes: \"{name}\"");
        Some(Mistake::unknown(span, name, problem, known, help))
    }
}

/// Returns whether a name looks like dice, such as `d6`.
pub(super) fn is_dice_name(name: &str) -> bool {
    name.strip_prefix(['d', 'D'])
        .is_some_and(|faces| !faces.is_empty() && faces.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_random(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(call) if call.name.text == RANDOM && call.arguments.is_empty())
}
