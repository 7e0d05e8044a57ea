//! The types of expressions.

use oddsmith_engine::question::Comparison;

use super::base::{KindChecker, parameter_kind};
use super::value_kind::{ValueKind, are_comparable, arithmetic_kind};
use crate::declare::DeclaredType;
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Binary, Comprehension, Expr, ExprKind, Name, Relation};
use crate::source::Span;

impl KindChecker<'_> {
    /// Returns the type of an expression that must have a value.
    pub(super) fn value(&mut self, expr: &Expr) -> ValueKind {
        let kind = self.expr(expr);
        if kind == ValueKind::Nothing {
            let help = "end every path through it with return and a value";
            self.error(expr.span, "this function returns no value", help);
            return ValueKind::Any;
        }
        kind
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> ValueKind {
        match &expr.kind {
            ExprKind::Whole(_) => ValueKind::Whole,
            ExprKind::Decimal(_) => ValueKind::Decimal,
            ExprKind::Text(_) => ValueKind::Text,
            ExprKind::Truth(_) => ValueKind::Truth,
            ExprKind::Name(name) => self.name_kind(name),
            ExprKind::List(items) => self.list(items),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Negative(inner) => self.negative(inner),
            ExprKind::Not(_) | ExprKind::And(_) | ExprKind::Or(_) => {
                // In `x != 5 and 6` and `x == 5 or 6`, the missing part is in the operand before or
                // after.
                let (parts, is_and) = (expr.children(), matches!(expr.kind, ExprKind::And(_)));
                let left_out = |part: &&&Expr| match part.as_comparison() {
                    Some((_, Relation::Is(Comparison::Equal), _)) => true,
                    Some((_, Relation::Is(Comparison::Unequal), _)) => is_and,
                    _ => false,
                };
                for (nth, part) in parts.iter().enumerate() {
                    let before = parts[..nth].iter().rev().find(left_out);
                    let asks = |other_part: &&&Expr| match other_part.as_comparison() {
                        Some((_, Relation::In, _)) => part.is_literal(),
                        Some((_, Relation::Is(Comparison::Equal), with)) => {
                            with.is_literal() && !part.is_literal()
                        }
                        _ => false,
                    };
                    let behind = parts[nth + 1..].iter().find(asks);
                    self.condition_part(part, before.copied(), behind.copied());
                }
                ValueKind::Truth
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                if let (Binary::Multiply, ValueKind::List(_), _) = (operator, &a, &b) {
                    return self.list_multiplication(left, right, expr.span);
                }
                let kind = self.binary(*operator, &a, &b, expr.span);
                match (operator, &right.kind) {
                    (Binary::Power, ExprKind::Whole(0..))
                        if a.can_be_whole() && a != ValueKind::Any =>
                    {
                        a.into_number()
                    }
                    _ => kind,
                }
            }
            ExprKind::Compare(first, rest) => self.comparisons(first, rest),
            ExprKind::IfElse(parts) => self.if_else(parts),
            ExprKind::Index(list, index) => self.index(list, index, expr.span),
            ExprKind::Field(entry, name) => self.field(entry, name),
            ExprKind::Call(call) => self.call(call),
            ExprKind::QuestionPart(_) | ExprKind::Entry(_) => ValueKind::Any,
        }
    }

    pub(super) fn list(&mut self, items: &[Expr]) -> ValueKind {
        let kinds: Vec<ValueKind> = items.iter().map(|item| self.value(item)).collect();
        ValueKind::list(
            kinds
                .iter()
                .fold(ValueKind::Unknown, |joined, kind| joined.join(kind)),
        )
    }

    fn comprehension(&mut self, comprehension: &Comprehension) -> ValueKind {
        self.loop_names(&comprehension.names, &comprehension.source);
        if let Some(condition) = &comprehension.condition {
            self.condition(condition);
        }
        ValueKind::list(self.value(&comprehension.item))
    }

    fn negative(&mut self, inner: &Expr) -> ValueKind {
        let kind = self.value(inner);
        if !kind.can_be_number() {
            self.error(
                inner.span,
                format!("`-` cannot be used with {}", kind.words()),
                "use `-` only with numbers",
            );
        }
        kind.into_number()
    }

    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: &ValueKind,
        right: &ValueKind,
        span: Span,
    ) -> ValueKind {
        match (operator, left, right) {
            (_, ValueKind::Unknown, _) | (_, _, ValueKind::Unknown) => return ValueKind::Unknown,
            (Binary::Add, ValueKind::List(a), ValueKind::List(b)) => {
                return ValueKind::list(a.join(b));
            }
            (Binary::Add, ValueKind::Any, other) | (Binary::Add, other, ValueKind::Any)
                if other.can_be_list() =>
            {
                return ValueKind::Any;
            }
            _ => (),
        }
        if let Some(wrong) = [left, right].into_iter().find(|kind| !kind.can_be_number()) {
            let help = match (operator, wrong) {
                (Binary::Add, ValueKind::List(_)) => {
                    "+ joins two lists. To add one value, write list + [x]"
                }
                (_, ValueKind::Text) => {
                    "text cannot be added: dice(\"2d6\") rolls dice, and note(\"text\", x) shows both"
                }
                (_, ValueKind::Dice) => "roll it first: dice(damage)",
                (_, ValueKind::Cards) => &self.combine_cards_help(operator),
                _ => "use numbers",
            };
            self.error(
                span,
                format!(
                    "`{}` cannot combine {} and {}",
                    operator.symbol(),
                    left.words(),
                    right.words()
                ),
                help,
            );
            return ValueKind::Unknown;
        }
        arithmetic_kind(operator, left, right)
    }

    fn comparisons(&mut self, first: &Expr, rest: &[(Relation, Expr)]) -> ValueKind {
        let mut left = self.value(first);
        let (mut span, mut before) = (first.span, first);
        for (relation, expr) in rest {
            let right = self.value(expr);
            let cards = self.comparison_help(before, &left, expr, &right, *relation);
            self.relation(
                *relation,
                &left,
                &right,
                span.to(expr.span),
                cards.as_deref(),
            );
            (left, span, before) = (right, expr.span, expr);
        }
        ValueKind::Truth
    }

    fn relation(
        &mut self,
        relation: Relation,
        left: &ValueKind,
        right: &ValueKind,
        span: Span,
        cards: Option<&str>,
    ) {
        let is_number = left.can_be_number() && right.can_be_number();
        let help = match relation {
            Relation::In | Relation::NotIn if !right.can_be_list() => {
                cards.unwrap_or("write a list after in: x in [1, 2]")
            }
            Relation::Is(Comparison::Equal | Comparison::Unequal)
                if cards.is_some() && !are_comparable(left, right) =>
            {
                cards.unwrap_or_default()
            }
            Relation::Is(Comparison::Equal | Comparison::Unequal)
                if !are_comparable(left, right) =>
            {
                let has_list = left.can_be_list() || right.can_be_list();
                if has_list && let Some(kind) = self.card_kinds.first() {
                    &format!("for the number of cards of a kind, write hand.{kind} > 0")
                } else if has_list {
                    "a list equals only a list. Compare one entry, hand[0] > 0: draw gives the number of each kind"
                } else if [left, right].contains(&&ValueKind::Cards) {
                    let kind = self.card_kinds.first().map_or("gold", String::as_str);
                    &format!("for the number of cards of a kind, write card.{kind} > 0")
                } else {
                    "values of different types are never equal"
                }
            }
            Relation::In
            | Relation::NotIn
            | Relation::Is(Comparison::Equal | Comparison::Unequal) => return,
            Relation::Is(_) if is_number => return,
            Relation::Is(_) => cards.unwrap_or(
                "compare numbers. To count entries of a list, write sum(x >= 4 for x in list)",
            ),
        };
        self.error(
            span,
            format!(
                "`{}` cannot compare {} and {}",
                relation.symbol(),
                left.words(),
                right.words()
            ),
            help,
        );
    }

    fn if_else(&mut self, parts: &[Expr; 3]) -> ValueKind {
        let [then, condition, otherwise] = parts;
        self.condition(condition);
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        then.join(&otherwise)
    }

    fn index(&mut self, list: &Expr, index: &Expr, span: Span) -> ValueKind {
        // If cards are used as a list, only that is reported.
        let kind = self.value(list);
        if let (ValueKind::Cards, Some(card)) = (&kind, index.as_text())
            && self.card_kinds.iter().any(|card_kind| card_kind == card)
        {
            let fix = format!("{}.{card}", list.to_source());
            let problem = format!("an index needs a list, not {}", kind.words());
            let help = format!("write {fix}, which is the number of cards of this kind");
            self.report(|| Mistake::new(list.span, problem, help).with_fix(span, fix));
            return ValueKind::Whole;
        }
        if kind != ValueKind::Cards {
            let name = if let ExprKind::Name(name) = &list.kind {
                Some(name.as_str())
            } else {
                None
            };
            self.check_index(name, index);
        }
        self.list_item_kind(list, "an index needs a list")
    }

    /// Checks the index of a list. If it is an item of another list, the help shows how to use a
    /// common index.
    pub(super) fn check_index(&mut self, list: Option<&str>, index: &Expr) {
        let kind = self.value(index);
        match list {
            Some(name) if matches!(kind, ValueKind::Entry | ValueKind::Text) => {
                let problem = format!("an index must be a whole number, not {}", kind.words());
                let help = format!(
                    "loop over the indexes: for i in range(len({name})):, and use {name}[i]"
                );
                self.error(index.span, problem, help);
            }
            _ => self.check_whole(index, "an index"),
        }
    }

    pub(super) fn check_whole(&mut self, expr: &Expr, subject: &str) {
        let kind = self.value(expr);
        if !kind.can_be_whole() {
            let problem = format!("{subject} must be a whole number, not {}", kind.words());
            self.error(expr.span, problem, "use a whole number: x // 1 rounds down");
        }
    }

    /// Returns the type of the items of a list.
    pub(super) fn list_item_kind(&mut self, expr: &Expr, requirement: &str) -> ValueKind {
        let kind = self.value(expr);
        if !kind.can_be_list() {
            let help = match kind {
                ValueKind::Whole => "write range(n) for 0 to n - 1, or upto(n) for 1 to n",
                ValueKind::Cards => &self.card_help(expr),
                _ => "write a list as [1, 2, 3]",
            };
            self.error(
                expr.span,
                format!("{requirement}, not {}", kind.words()),
                help,
            );
        }
        kind.item()
    }

    fn field(&mut self, entry: &Expr, name: &Name) -> ValueKind {
        let kind = self.value(entry);
        if kind == ValueKind::Cards {
            return ValueKind::Whole;
        }
        if !matches!(kind, ValueKind::Entry | ValueKind::Any | ValueKind::Unknown) {
            let help = match &kind {
                ValueKind::List(item_kind) if **item_kind == ValueKind::Cards => {
                    let list_name = if entry.is_plain() {
                        entry.to_source()
                    } else {
                        "hand".to_owned()
                    };
                    format!(
                        "`draw` returns the drawn cards and the rest: write {list_name}, deck = draw(...)"
                    )
                }
                ValueKind::List(_) => {
                    format!("take one entry first: for x in list:, then x.{}", name.text)
                }
                _ => "only entries(...) and cards(...) have fields".to_owned(),
            };
            self.error(
                entry.span,
                format!("only an entry has fields, but this is {}", kind.words()),
                help,
            );
        }
        self.field_kind(&name.text)
    }

    fn field_kind(&self, name: &str) -> ValueKind {
        let fields =
            self.declarations
                .parameters
                .iter()
                .filter_map(|parameter| match &parameter.kind {
                    DeclaredType::Entries { fields, .. } => Some(fields),
                    _ => None,
                });
        let found = fields
            .flatten()
            .filter(|field| field.name == name)
            .map(|field| parameter_kind(&field.kind));
        let kind = found.fold(ValueKind::Unknown, |joined, kind| joined.join(&kind));
        if name == "name" && kind == ValueKind::Unknown {
            ValueKind::Text
        } else {
            kind
        }
    }
}
