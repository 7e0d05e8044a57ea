//! Finds lists whose order is never read.
//!
//! Such a list may be sorted whenever it changes without changing any observation. Exploration does
//! so, and thus has fewer states. A deck whose kinds are treated alike is such a list if the hand
//! drawn from it is one, too. If the analysis is unsure, it assumes that the order is read.

use std::collections::BTreeSet;

use crate::builtin::{self, BuiltinRole, Chance};
use crate::grammar::tree::{
    AssignTarget, Binary, Call, Comprehension, Definition, Expr, ExprKind, Relation, Statement,
    StatementKind,
};

/// Returns the names of a function that hold lists whose order is never read. `is_defined` says
/// whether the file itself defines a function.
pub(crate) fn unordered_names<'n>(
    definition: &Definition,
    names: impl Iterator<Item = &'n str>,
    is_defined: &dyn Fn(&str) -> bool,
) -> BTreeSet<&'n str> {
    let mut candidates: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    loop {
        // A name stays a candidate only while the names that share its order are candidates.
        let still = candidates
            .iter()
            .copied()
            .filter(|name| {
                let list = ListName {
                    name,
                    candidates: &candidates,
                    is_defined,
                };
                list.is_order_blind(&definition.body)
            })
            .collect();
        if candidates == still {
            return candidates;
        }
        candidates = still;
    }
}

/// The name of a list, and all candidates. An expression is *order-blind* if its value does not
/// depend on the order of the list. It *carries* the order if the order of the list affects only
/// the order of its entries.
struct ListName<'n> {
    name: &'n str,
    candidates: &'n BTreeSet<&'n str>,
    is_defined: &'n dyn Fn(&str) -> bool,
}

impl ListName<'_> {
    fn is_order_blind(&self, body: &[Statement]) -> bool {
        body.iter()
            .all(|statement| self.is_order_blind_step(&statement.kind))
    }

    fn is_order_blind_step(&self, step: &StatementKind) -> bool {
        match step {
            StatementKind::Assign { targets, values } if targets.len() == values.len() => targets
                .iter()
                .zip(values)
                .all(|(target, value)| self.is_order_blind_change(target, value)),
            StatementKind::Assign { targets, values } => {
                targets
                    .iter()
                    .all(|target| self.is_order_blind_target(target))
                    && values.iter().all(|value| {
                        self.is_order_blind_draw(targets, value) || self.is_order_blind_value(value)
                    })
            }
            StatementKind::Change {
                target,
                operator: Binary::Add,
                value,
            } => self.is_order_blind_change(target, value),
            StatementKind::Change { target, value, .. } => {
                self.is_order_blind_target(target) && self.is_order_blind_value(value)
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                branches.iter().all(|(condition, body)| {
                    self.is_order_blind_value(condition) && self.is_order_blind(body)
                }) && self.is_order_blind(otherwise)
            }
            StatementKind::While { condition, body } => {
                self.is_order_blind_value(condition) && self.is_order_blind(body)
            }
            StatementKind::For { source, body, .. } => {
                self.is_order_blind_value(source) && self.is_order_blind(body)
            }
            StatementKind::Return(values) => self.are_order_blind(values),
            // Notes do not affect the odds.
            StatementKind::Expression(Expr {
                kind: ExprKind::Call(call),
                ..
            }) if call.name.text == "note" => true,
            StatementKind::Expression(value) => self.is_order_blind_value(value),
            StatementKind::Define(definition) => self.is_order_blind(&definition.body),
            StatementKind::Use { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Pass => true,
        }
    }

    /// Returns whether a change is order-blind: the list may be joined with more entries, or
    /// filtered.
    fn is_order_blind_change(&self, target: &AssignTarget, value: &Expr) -> bool {
        let is_itself = target.name.text == self.name && target.indices.is_empty();
        self.is_order_blind_target(target)
            && if is_itself {
                self.carries_order(value)
            } else {
                self.is_order_blind_value(value)
            }
    }

    /// Returns whether an assignment is a draw from the deck, and neither the order of the hand nor
    /// of the remaining deck is read.
    fn is_order_blind_draw(&self, targets: &[AssignTarget], value: &Expr) -> bool {
        let ExprKind::Call(call) = &value.kind else {
            return false;
        };
        let is_draw = builtin::find(&call.name.text)
            .is_some_and(|builtin| builtin.role == BuiltinRole::Chance(Chance::Draw));
        let [deck, more @ ..] = &call.arguments[..] else {
            return false;
        };
        let is_deck = matches!(&deck.value.kind, ExprKind::Name(name) if name == self.name)
            && deck.name.is_none();
        let are_unordered = targets.iter().all(|target| {
            target.indices.is_empty() && self.candidates.contains(&*target.name.text)
        });
        is_draw
            && is_deck
            && are_unordered
            && more
                .iter()
                .all(|argument| self.is_order_blind_value(&argument.value))
    }

    /// Returns whether no entry of the list is assigned by index.
    fn is_order_blind_target(&self, target: &AssignTarget) -> bool {
        (target.name.text != self.name || target.indices.is_empty())
            && self.are_order_blind(&target.indices)
    }

    fn are_order_blind(&self, values: &[Expr]) -> bool {
        values.iter().all(|value| self.is_order_blind_value(value))
    }

    fn is_order_blind_value(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Name(name) => name != self.name,
            ExprKind::Call(call) => self.is_order_blind_call(call),
            ExprKind::Compare(first, rest) => {
                let is_in =
                    |relation: &Relation| matches!(relation, Relation::In | Relation::NotIn);
                self.is_order_blind_value(first)
                    && rest.iter().all(|(relation, other)| {
                        if is_in(relation) {
                            self.carries_order(other)
                        } else {
                            self.is_order_blind_value(other)
                        }
                    })
            }
            _ => value
                .children()
                .into_iter()
                .all(|child| self.is_order_blind_value(child)),
        }
    }

    /// Returns whether a call of a built-in list function is order-blind.
    fn is_order_blind_call(&self, call: &Call) -> bool {
        let goes_through = match self.builtin_role(call) {
            Some(BuiltinRole::Pure(function)) => function.takes_list(call.arguments.len()),
            _ => false,
        };
        call.arguments
            .iter()
            .enumerate()
            .all(|(index, argument)| match index {
                0 if goes_through => self.carries_order(&argument.value),
                _ => self.is_order_blind_value(&argument.value),
            })
    }

    fn carries_order(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Name(_) => true,
            ExprKind::Binary(Binary::Add, left, other) => {
                self.carries_order(left) && self.carries_order(other)
            }
            ExprKind::IfElse(parts) => {
                let [then, condition, otherwise] = &**parts;
                self.carries_order(then)
                    && self.is_order_blind_value(condition)
                    && self.carries_order(otherwise)
            }
            ExprKind::Comprehension(comprehension) => self.maps_each_entry(comprehension),
            _ => self.is_order_blind_value(value),
        }
    }

    /// Returns whether each entry is computed by itself. Functions of the file may ask chance for
    /// one entry after the other, so the order of the entries may have an effect.
    fn maps_each_entry(&self, comprehension: &Comprehension) -> bool {
        let each = || std::iter::once(&comprehension.item).chain(&comprehension.condition);
        self.carries_order(&comprehension.source)
            && each()
                .all(|value| self.is_order_blind_value(value) && self.calls_only_builtins(value))
    }

    /// Returns whether a value calls only built-in functions that return values.
    fn calls_only_builtins(&self, value: &Expr) -> bool {
        let is_builtin = match &value.kind {
            ExprKind::Call(call) => matches!(
                self.builtin_role(call),
                Some(BuiltinRole::Pure(_) | BuiltinRole::Chance(_))
            ),
            _ => true,
        };
        is_builtin
            && value
                .children()
                .into_iter()
                .all(|child| self.calls_only_builtins(child))
    }

    /// Returns the role of a built-in function, unless the file defines a function of its name.
    fn builtin_role(&self, call: &Call) -> Option<BuiltinRole> {
        let name = &call.name.text;
        builtin::find(name)
            .filter(|_| !(self.is_defined)(name))
            .map(|builtin| builtin.role)
    }
}
