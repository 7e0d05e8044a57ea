//! What a value is, as far as can be told before a trial.

use crate::grammar::tree::Binary;

/// What a value is, as far as can be told before a trial.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Kind {
    /// Nothing is known yet.
    #[default]
    Unknown,
    Whole,
    Truth,
    Decimal,
    Text,
    Dice,
    Entry,
    List(Box<Kind>),
    /// A function without `return`.
    Nothing,
    /// One of several.
    Any,
}

impl Kind {
    pub(super) fn list(of: Kind) -> Kind {
        Kind::List(Box::new(of))
    }

    pub(super) fn join(&self, other: &Kind) -> Kind {
        match (self, other) {
            (Kind::Unknown, kind) | (kind, Kind::Unknown) => kind.clone(),
            (Kind::List(a), Kind::List(b)) => Kind::list(a.join(b)),
            (a, b) if a == b => a.clone(),
            _ => Kind::Any,
        }
    }

    pub(super) fn words(&self) -> &'static str {
        match self {
            Kind::Unknown | Kind::Any => "a value",
            Kind::Whole => "a whole number",
            Kind::Truth => "true or false",
            Kind::Decimal => "a decimal",
            Kind::Text => "a text",
            Kind::Dice => "dice",
            Kind::Entry => "an entry",
            Kind::List(_) => "a list",
            Kind::Nothing => "nothing",
        }
    }

    pub(super) fn can_be_number(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::Whole | Kind::Truth | Kind::Decimal)
    }

    pub(super) fn can_be_whole(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::Whole | Kind::Truth)
    }

    pub(super) fn can_be_truth(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::Truth)
    }

    pub(super) fn can_be_list(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::List(_))
    }

    /// What a list of this kind holds.
    pub(super) fn item(&self) -> Kind {
        match self {
            Kind::List(item) => (**item).clone(),
            Kind::Unknown => Kind::Unknown,
            _ => Kind::Any,
        }
    }
}

impl Kind {
    pub(super) fn truth(self) -> Kind {
        Kind::Truth
    }
}

pub(super) fn comparable(left: &Kind, right: &Kind) -> bool {
    let open = |kind: &Kind| matches!(kind, Kind::Any | Kind::Unknown);
    open(left)
        || open(right)
        || (left.can_be_number() && right.can_be_number())
        || std::mem::discriminant(left) == std::mem::discriminant(right)
}

pub(super) fn number(operator: Binary, left: &Kind, right: &Kind) -> Kind {
    match (left, right) {
        _ if operator == Binary::Divide => Kind::Whole,
        (Kind::Any, _) | (_, Kind::Any) => Kind::Any,
        (Kind::Decimal, _) | (_, Kind::Decimal) => Kind::Decimal,
        _ => Kind::Whole,
    }
}
