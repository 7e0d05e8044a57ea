//! Lists of which nothing reads the order: what is in them counts, and not what stands where.
//!
//! Such a list may be sorted wherever it changes, and every trial says the same. Of all others nobody is told to sort:
//! a hand drawn from counts by kind would be another hand. What is not surely blind to the order counts as reading it.

use crate::builtin::{self, BuiltinRole};
use crate::grammar::tree::{
    AssignTarget, Binary, Call, Comprehension, Definition, Expr, ExprKind, Relation, Statement, StatementKind,
};

/// Whether nothing in a function reads the order of the list of this name.
pub(crate) fn is_unordered(definition: &Definition, name: &str) -> bool {
    !name.is_empty() && ListName(name).is_blind(&definition.body)
}

/// The name of a list. What is *blind* comes to the same however the list is ordered; what *carries* it has its order,
/// and is the same entries whatever that is.
struct ListName<'n>(&'n str);

impl ListName<'_> {
    fn is_blind(&self, body: &[Statement]) -> bool {
        body.iter().all(|statement| self.is_blind_step(&statement.kind))
    }

    fn is_blind_step(&self, step: &StatementKind) -> bool {
        match step {
            StatementKind::Assign { targets, values } if targets.len() == values.len() => {
                targets.iter().zip(values).all(|(target, value)| self.is_blind_change(target, value))
            }
            StatementKind::Assign { targets, values } => {
                targets.iter().all(|target| self.is_blind_target(target)) && self.are_blind(values)
            }
            StatementKind::Change { target, operator: Binary::Add, value } => self.is_blind_change(target, value),
            StatementKind::Change { target, value, .. } => self.is_blind_target(target) && self.is_blind_value(value),
            StatementKind::If { branches, otherwise } => {
                branches.iter().all(|(condition, body)| self.is_blind_value(condition) && self.is_blind(body))
                    && self.is_blind(otherwise)
            }
            StatementKind::While { condition, body } => self.is_blind_value(condition) && self.is_blind(body),
            StatementKind::For { source, body, .. } => self.is_blind_value(source) && self.is_blind(body),
            StatementKind::Return(values) => self.are_blind(values),
            // What a note shows bears on nothing.
            StatementKind::Expression(Expr { kind: ExprKind::Call(call), .. }) if call.name.text == "note" => true,
            StatementKind::Expression(value) => self.is_blind_value(value),
            StatementKind::Define(own) => self.is_blind(&own.body),
            StatementKind::Use { .. } | StatementKind::Break | StatementKind::Continue | StatementKind::Pass => true,
        }
    }

    /// A list may go on as itself: joined with more, or with some of its entries alone.
    fn is_blind_change(&self, target: &AssignTarget, value: &Expr) -> bool {
        let is_itself = target.name.text == self.0 && target.indices.is_empty();
        self.is_blind_target(target) && if is_itself { self.carries(value) } else { self.is_blind_value(value) }
    }

    /// A place of it is not written to.
    fn is_blind_target(&self, target: &AssignTarget) -> bool {
        (target.name.text != self.0 || target.indices.is_empty()) && self.are_blind(&target.indices)
    }

    fn are_blind(&self, values: &[Expr]) -> bool {
        values.iter().all(|value| self.is_blind_value(value))
    }

    fn is_blind_value(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Name(name) => name != self.0,
            ExprKind::Call(call) => self.is_blind_call(call),
            ExprKind::Compare(first, rest) => {
                let is_in = |relation: &Relation| matches!(relation, Relation::In | Relation::NotIn);
                self.is_blind_value(first)
                    && rest.iter().all(
                        |(relation, other)| {
                            if is_in(relation) { self.carries(other) } else { self.is_blind_value(other) }
                        },
                    )
            }
            _ => value.children().into_iter().all(|child| self.is_blind_value(child)),
        }
    }

    /// Functions that go through a list and tell what is in it.
    fn is_blind_call(&self, call: &Call) -> bool {
        let role = builtin::find(&call.name.text).map(|own| own.role);
        let goes_through = match role {
            Some(BuiltinRole::Pure(function)) => function.takes(call.arguments.len()),
            _ => false,
        };
        call.arguments.iter().enumerate().all(|(place, argument)| match place {
            0 if goes_through => self.carries(&argument.value),
            _ => self.is_blind_value(&argument.value),
        })
    }

    fn carries(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Name(_) => true,
            ExprKind::Binary(Binary::Add, one, other) => self.carries(one) && self.carries(other),
            ExprKind::IfElse(parts) => {
                let [then, condition, otherwise] = &**parts;
                self.carries(then) && self.is_blind_value(condition) && self.carries(otherwise)
            }
            ExprKind::Comprehension(of) => self.carries_each(of),
            _ => self.is_blind_value(value),
        }
    }

    /// Each entry by itself. What functions of the file do, one entry after the other, may be told in that order.
    fn carries_each(&self, of: &Comprehension) -> bool {
        let each = || std::iter::once(&of.item).chain(&of.condition);
        self.carries(&of.source) && each().all(|value| self.is_blind_value(value) && asks_nobody_else(value))
    }
}

/// Whether it calls nothing but functions of the language that give values.
fn asks_nobody_else(value: &Expr) -> bool {
    let is_own = match &value.kind {
        ExprKind::Call(call) => matches!(
            builtin::find(&call.name.text).map(|own| own.role),
            Some(BuiltinRole::Pure(_) | BuiltinRole::Chance(_))
        ),
        _ => true,
    };
    is_own && value.children().into_iter().all(asks_nobody_else)
}
