//! Replaces variables of the program by what they hold, so that an expression keeps its meaning
//! when they change.

use super::Translator;
use crate::syntax::{Expression, ExpressionKind, Item};
use crate::value::Value;

/// The most levels of an expression that is kept.
const MAX_LEVELS: usize = 30;

impl Translator<'_> {
    /// Returns an expression without variables, if it calls no function of the program.
    pub(super) fn resolve(&self, expression: &Expression) -> Option<Expression> {
        let resolved = self.resolved(expression)?;
        (resolved.levels <= MAX_LEVELS).then_some(resolved)
    }

    fn resolved(&self, expression: &Expression) -> Option<Expression> {
        let kind = match &expression.kind {
            ExpressionKind::Number(number) => ExpressionKind::Number(*number),
            ExpressionKind::Variable(variable) => {
                if let Some(definition) = self.definitions.get(variable) {
                    return Some(definition.clone());
                }
                match self.evaluator.environment.get(*variable)? {
                    Value::Number(number) => ExpressionKind::Number(*number),
                    Value::Sequence(values) if values.len() <= 1_000 => ExpressionKind::Sequence(
                        values
                            .iter()
                            .map(|value| Item {
                                first: Expression::new(
                                    ExpressionKind::Number(*value),
                                    expression.span.clone(),
                                ),
                                last: None,
                                repeat: None,
                            })
                            .collect(),
                    ),
                    _ => return None,
                }
            }
            ExpressionKind::Unary(operator, operand) => {
                ExpressionKind::Unary(*operator, Box::new(self.resolved(operand)?))
            }
            ExpressionKind::Binary(operator, left, right) => ExpressionKind::Binary(
                *operator,
                Box::new(self.resolved(left)?),
                Box::new(self.resolved(right)?),
            ),
            ExpressionKind::Sequence(items) => ExpressionKind::Sequence(
                items
                    .iter()
                    .map(|item| self.item(item))
                    .collect::<Option<_>>()?,
            ),
            ExpressionKind::Call(signature, arguments) => {
                if self.evaluator.functions.contains_key(signature) {
                    return None;
                }
                let arguments = arguments
                    .iter()
                    .map(|argument| self.resolved(argument))
                    .collect::<Option<_>>()?;
                ExpressionKind::Call(*signature, arguments)
            }
        };
        Some(Expression::new(kind, expression.span.clone()))
    }

    fn item(&self, item: &Item) -> Option<Item> {
        let part = |part: &Option<Expression>| match part {
            Some(part) => self.resolved(part).map(Some),
            None => Some(None),
        };
        Some(Item {
            first: self.resolved(&item.first)?,
            last: part(&item.last)?,
            repeat: part(&item.repeat)?,
        })
    }
}
