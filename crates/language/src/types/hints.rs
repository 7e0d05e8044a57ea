//! Returns replacements for uses of cards and lists that other languages allow.

use oddsmith_engine::question::Comparison;

use super::base::KindChecker;
use super::value_kind::ValueKind;
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Binary, Expr, ExprKind, Relation};
use crate::grammar::{unused_index_name, unused_name};
use crate::source::Span;

impl KindChecker<'_> {
    /// Returns help for combining cards: they have a count for each kind.
    pub(super) fn combine_cards_help(&self, operator: Binary) -> String {
        let each = |kind: &String| format!("{kind} = a.{kind} {} b.{kind}", operator.symbol());
        let kinds: Vec<String> = self.card_kinds.iter().map(each).collect();
        format!(
            "combine the cards kind by kind: cards({}). The total number of cards in a is sum(a)",
            kinds.join(", ")
        )
    }

    /// Replaces `[0] * 6` of Python.
    pub(super) fn list_multiplication(
        &mut self,
        list: &Expr,
        times: &Expr,
        span: Span,
    ) -> ValueKind {
        let entries = match &list.kind {
            ExprKind::List(entries) => Some(entries),
            _ => None,
        };
        let repeat = |entry: &Expr| {
            let i = unused_index_name(&format!("{} {}", entry.to_source(), times.to_source()));
            format!(
                "[{} for {i} in range({})]",
                entry.to_source(),
                times.to_source()
            )
        };
        let (fix, help) = match entries.map(Vec::as_slice) {
            // A roll would be made anew for each entry.
            Some([entry]) if entry.is_plain() => {
                (Some(repeat(entry)), format!("write {}", repeat(entry)))
            }
            Some([entry]) => (
                None,
                format!(
                    "write {}, which computes each entry separately",
                    repeat(entry)
                ),
            ),
            _ => (
                None,
                "for a list of six zeros write [0 for i in range(6)]".to_owned(),
            ),
        };
        self.report(|| {
            let wrong = Mistake::new(span, "a list cannot be multiplied", help);
            match fix {
                Some(fix) => wrong.with_fix(span, fix),
                None => wrong,
            }
        });
        ValueKind::Any
    }

    /// Returns help for a comparison: for cards the count of a kind or of all cards, for a list the
    /// number of matching entries.
    pub(super) fn comparison_help(
        &self,
        left: &Expr,
        left_kind: &ValueKind,
        right: &Expr,
        right_kind: &ValueKind,
        relation: Relation,
    ) -> Option<String> {
        let (sign, is_order) = (
            relation.symbol(),
            !matches!(
                relation,
                Relation::In
                    | Relation::NotIn
                    | Relation::Is(Comparison::Equal | Comparison::Unequal)
            ),
        );
        match (relation, &left.kind, &right.kind) {
            (Relation::In, ExprKind::Whole(a), ExprKind::Whole(b)) => {
                return Some(format!("for {a} in {b}, write chance({a}, {b})"));
            }
            (Relation::Is(_), _, ExprKind::Text(text))
                if left_kind.can_be_number() && text.parse::<i64>().is_ok() =>
            {
                return Some(format!(
                    "write the number without quotes: {} {sign} {text}",
                    left.operand_source()
                ));
            }
            _ => (),
        }
        if is_order && right_kind.can_be_number() && left.is_plain() {
            let (left, right) = (left.to_source(), right.operand_source());
            let x = unused_name(&format!("{left} {right}"));
            match left_kind {
                ValueKind::Cards => return Some(format!("write sum({left}) {sign} {right}")),
                ValueKind::List(_) => {
                    return Some(format!(
                        "to count the entries, write sum({x} {sign} {right} for {x} in {left})"
                    ));
                }
                _ => (),
            }
        }
        let asks = match relation {
            Relation::Is(Comparison::Unequal) | Relation::NotIn => "== 0",
            _ => "> 0",
        };
        let (cards, kind) = match (left.as_text(), right.as_text()) {
            (Some(kind), None) => (right, kind),
            (None, Some(kind)) => (left, kind),
            _ => return None,
        };
        let ExprKind::Name(cards) = &cards.kind else {
            return None;
        };
        self.card_kinds
            .iter()
            .any(|card_kind| card_kind == kind)
            .then(|| format!("write {cards}.{kind} {asks}"))
    }

    /// Returns help for reading cards.
    pub(super) fn card_help(&self, cards: &Expr) -> String {
        let cards_name = if let ExprKind::Name(name) = &cards.kind {
            name
        } else {
            "hand"
        };
        let kind = self.card_kinds.first().map_or("gold", String::as_str);
        format!(
            "a hand has a number for each kind of card: {cards_name}.{kind} is the number of that kind, \
            sum({cards_name}) is the total"
        )
    }
}
