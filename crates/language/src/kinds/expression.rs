//! The kinds of expressions.

use oddsmith_engine::question::Comparison;

use super::kind::{Kind, comparable, number};
use super::{Checker, parameter_kind};
use crate::declare::ParameterType;
use crate::grammar::tree::{Binary, Comprehension, Expr, ExprKind, Name, Relation};
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn named(&self, name: &str) -> Kind {
        let local = self.current.and_then(|i| self.functions[i].locals.get(name));
        local.or_else(|| self.shared.get(name)).cloned().unwrap_or_default()
    }

    /// An expression that must have a value.
    pub(super) fn value(&mut self, expr: &Expr) -> Kind {
        let kind = self.expr(expr);
        if kind == Kind::Nothing {
            self.error(
                expr.span,
                "this function gives no value",
                "end it with return and what it gives, on every way through it",
            );
            return Kind::Any;
        }
        kind
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Whole(_) => Kind::Whole,
            ExprKind::Decimal(_) => Kind::Decimal,
            ExprKind::Text(_) => Kind::Text,
            ExprKind::Truth(_) => Kind::Truth,
            ExprKind::Name(name) => self.named(name),
            ExprKind::List(items) => self.list(items),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Negative(inner) => self.negative(inner),
            ExprKind::Not(inner) => self.truth_of(std::slice::from_ref(&**inner)),
            ExprKind::And(parts) | ExprKind::Or(parts) => self.truth_of(parts),
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                self.binary(*operator, &a, &b, expr.span)
            }
            ExprKind::Compare(first, rest) => self.comparisons(first, rest),
            ExprKind::IfElse(parts) => self.if_else(parts),
            ExprKind::Index(list, index) => self.index(list, index),
            ExprKind::Field(entry, name) => self.field(entry, name),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Asked(_) => Kind::Any,
        }
    }

    pub(super) fn list(&mut self, items: &[Expr]) -> Kind {
        let kinds: Vec<Kind> = items.iter().map(|item| self.value(item)).collect();
        Kind::list(kinds.iter().fold(Kind::Unknown, |joined, kind| joined.join(kind)))
    }

    pub(super) fn comprehension(&mut self, comprehension: &Comprehension) -> Kind {
        self.loop_names(&comprehension.names, &comprehension.source);
        if let Some(condition) = &comprehension.condition {
            self.condition(condition);
        }
        Kind::list(self.value(&comprehension.item))
    }

    pub(super) fn negative(&mut self, inner: &Expr) -> Kind {
        let kind = self.value(inner);
        if !kind.can_be_number() {
            self.error(inner.span, format!("`-` before {}", kind.words()), "only a number has a negative");
        }
        if kind == Kind::Truth { Kind::Whole } else { kind }
    }

    pub(super) fn truth_of(&mut self, parts: &[Expr]) -> Kind {
        parts.iter().for_each(|part| self.condition(part));
        Kind::Truth
    }

    pub(super) fn binary(&mut self, operator: Binary, left: &Kind, right: &Kind, span: Span) -> Kind {
        match (operator, left, right) {
            (_, Kind::Unknown, _) | (_, _, Kind::Unknown) => return Kind::Unknown,
            (Binary::Add, Kind::List(a), Kind::List(b)) => return Kind::list(a.join(b)),
            (Binary::Add, Kind::Any, other) | (Binary::Add, other, Kind::Any) if other.can_be_list() => {
                return Kind::Any;
            }
            _ => (),
        }
        if let Some(wrong) = [left, right].into_iter().find(|kind| !kind.can_be_number()) {
            let help = match (operator, wrong) {
                (Binary::Add, Kind::List(_)) => {
                    "+ joins two lists; a single value is joined in square brackets: list + [x]"
                }
                (_, Kind::Text) => "texts are names, and nothing is reckoned with them; note(\"text\", x) shows both",
                (_, Kind::Dice) => "roll it first: dice(damage)",
                _ => "give numbers",
            };
            self.error(span, format!("`{}` between {} and {}", operator.symbol(), left.words(), right.words()), help);
            return Kind::Unknown;
        }
        number(operator, left, right)
    }

    pub(super) fn comparisons(&mut self, first: &Expr, rest: &[(Relation, Expr)]) -> Kind {
        let mut left = self.value(first);
        let mut span = first.span;
        for (relation, expr) in rest {
            let right = self.value(expr);
            self.relation(*relation, &left, &right, span.to(expr.span));
            (left, span) = (right, expr.span);
        }
        Kind::Truth
    }

    pub(super) fn relation(&mut self, relation: Relation, left: &Kind, right: &Kind, span: Span) {
        let is_number = left.can_be_number() && right.can_be_number();
        let help = match relation {
            Relation::In | Relation::NotIn if !right.can_be_list() => "`in` looks into a list: x in [1, 2]",
            Relation::Is(Comparison::Equal | Comparison::Unequal) if !comparable(left, right) => {
                "values of different kinds are never equal"
            }
            Relation::In | Relation::NotIn | Relation::Is(Comparison::Equal | Comparison::Unequal) => return,
            Relation::Is(_) if is_number => return,
            Relation::Is(_) => {
                "only numbers are less or greater; count a list's entries first, such as sum(x >= 4 for x in list)"
            }
        };
        self.error(span, format!("`{}` between {} and {}", relation.symbol(), left.words(), right.words()), help);
    }

    pub(super) fn if_else(&mut self, parts: &[Expr; 3]) -> Kind {
        let [then, condition, otherwise] = parts;
        self.condition(condition);
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        then.join(&otherwise)
    }

    pub(super) fn index(&mut self, list: &Expr, index: &Expr) -> Kind {
        let kind = self.list_of(list, "only a list has places");
        self.whole(index, "a place in a list");
        kind
    }

    pub(super) fn whole(&mut self, expr: &Expr, what: &str) {
        let kind = self.value(expr);
        if !kind.can_be_whole() {
            self.error(
                expr.span,
                format!("{what} is a whole number, and this is {}", kind.words()),
                "give a whole number; x // 1 rounds down",
            );
        }
    }

    /// The kind of what a list holds.
    pub(super) fn list_of(&mut self, expr: &Expr, what: &str) -> Kind {
        let kind = self.value(expr);
        if !kind.can_be_list() {
            let help = match kind {
                Kind::Whole => "write range(n) for 0 to n - 1, or upto(n) for 1 to n",
                _ => "lists are written [1, 2, 3]",
            };
            self.error(expr.span, format!("{what}, and this is {}", kind.words()), help);
        }
        kind.item()
    }

    pub(super) fn field(&mut self, entry: &Expr, name: &Name) -> Kind {
        let kind = self.value(entry);
        if !matches!(kind, Kind::Entry | Kind::Any | Kind::Unknown) {
            let help = match kind {
                Kind::List(_) => format!("take one entry first: for x in list:, then x.{}", name.text),
                _ => "only the entries of a parameter made with entries(...) have fields".to_owned(),
            };
            self.error(entry.span, format!("only an entry has fields, and this is {}", kind.words()), help);
        }
        self.field_kind(&name.text)
    }

    pub(super) fn field_kind(&self, name: &str) -> Kind {
        let fields = self.declarations.parameters.iter().filter_map(|parameter| match &parameter.kind {
            ParameterType::Entries { fields, .. } => Some(fields),
            _ => None,
        });
        let found = fields.flatten().filter(|field| field.name == name).map(|field| parameter_kind(&field.kind));
        let kind = found.fold(Kind::Unknown, |joined, kind| joined.join(&kind));
        if name == "name" && kind == Kind::Unknown { Kind::Text } else { kind }
    }
}
