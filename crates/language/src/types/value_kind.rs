//! The types of values, as far as they are known before a trial.

use crate::grammar::tree::Binary;

/// A type, as far as it is known before a trial.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum ValueKind {
    /// The type is not known yet.
    #[default]
    Unknown,
    Whole,
    Truth,
    Decimal,
    /// A whole number or a fraction.
    Number,
    Text,
    Dice,
    Entry,
    /// Counts of cards by kind.
    Cards,
    Player,
    List(Box<ValueKind>),
    /// The result of a function without `return`.
    Nothing,
    /// One of several types.
    Any,
}

impl ValueKind {
    pub(super) fn list(item: ValueKind) -> ValueKind {
        ValueKind::List(Box::new(item))
    }

    pub(super) fn join(&self, other: &ValueKind) -> ValueKind {
        match (self, other) {
            (ValueKind::Unknown, kind) | (kind, ValueKind::Unknown) => kind.clone(),
            (ValueKind::List(a), ValueKind::List(b)) => ValueKind::list(a.join(b)),
            (a, b) if a == b => a.clone(),
            (ValueKind::Number, ValueKind::Whole | ValueKind::Decimal)
            | (ValueKind::Whole | ValueKind::Decimal, ValueKind::Number) => ValueKind::Number,
            _ => ValueKind::Any,
        }
    }

    /// Widens the type, and returns whether it has changed.
    pub(super) fn widen(&mut self, other: &ValueKind) -> bool {
        let joined = self.join(other);
        let changed = joined != *self;
        *self = joined;
        changed
    }

    /// Returns the type as a number: true counts as 1.
    pub(super) fn into_number(self) -> ValueKind {
        if self == ValueKind::Truth {
            ValueKind::Whole
        } else {
            self
        }
    }

    pub(super) fn words(&self) -> &'static str {
        match self {
            ValueKind::Unknown | ValueKind::Any => "a value",
            ValueKind::Whole => "a whole number",
            ValueKind::Truth => "true or false",
            ValueKind::Decimal => "a decimal number",
            ValueKind::Number => "a number",
            ValueKind::Text => "text",
            ValueKind::Dice => "dice",
            ValueKind::Entry => "an entry",
            ValueKind::Cards => "cards",
            ValueKind::Player => "a player",
            ValueKind::List(_) => "a list",
            ValueKind::Nothing => "nothing",
        }
    }

    pub(super) fn can_be_number(&self) -> bool {
        matches!(
            self,
            ValueKind::Unknown
                | ValueKind::Any
                | ValueKind::Whole
                | ValueKind::Truth
                | ValueKind::Decimal
                | ValueKind::Number
        )
    }

    pub(super) fn can_be_whole(&self) -> bool {
        matches!(
            self,
            ValueKind::Unknown
                | ValueKind::Any
                | ValueKind::Whole
                | ValueKind::Truth
                | ValueKind::Number
        )
    }

    pub(super) fn can_be_truth(&self) -> bool {
        matches!(self, ValueKind::Unknown | ValueKind::Any | ValueKind::Truth)
    }

    pub(super) fn can_be_list(&self) -> bool {
        matches!(
            self,
            ValueKind::Unknown | ValueKind::Any | ValueKind::List(_)
        )
    }

    /// Returns the type of the items of a list.
    pub(super) fn item(&self) -> ValueKind {
        match self {
            ValueKind::List(item) => (**item).clone(),
            ValueKind::Unknown => ValueKind::Unknown,
            _ => ValueKind::Any,
        }
    }
}

pub(super) fn are_comparable(left: &ValueKind, right: &ValueKind) -> bool {
    let is_open = |kind: &ValueKind| matches!(kind, ValueKind::Any | ValueKind::Unknown);
    is_open(left)
        || is_open(right)
        || (left.can_be_number() && right.can_be_number())
        || std::mem::discriminant(left) == std::mem::discriminant(right)
}

pub(super) fn arithmetic_kind(operator: Binary, left: &ValueKind, right: &ValueKind) -> ValueKind {
    match (left, right) {
        _ if operator == Binary::FloorDivide => ValueKind::Whole,
        _ if operator == Binary::Divide => ValueKind::Decimal,
        (ValueKind::Any, _) | (_, ValueKind::Any) => ValueKind::Any,
        (ValueKind::Decimal, _) | (_, ValueKind::Decimal) => ValueKind::Decimal,
        (ValueKind::Number, _) | (_, ValueKind::Number) => ValueKind::Number,
        // A negative exponent gives a fraction.
        _ if operator == Binary::Power => ValueKind::Number,
        _ => ValueKind::Whole,
    }
}
